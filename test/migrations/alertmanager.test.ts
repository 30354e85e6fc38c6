/** What becomes of Alertmanager's configuration, in all the forms that it has. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { afterOf } from "../../src/features/changes/migrations/after.ts";
import { alertmanager } from "../../src/features/changes/migrations/alertmanager/index.ts";
import { intervalOf } from "../../src/features/changes/migrations/alertmanager/intervals.ts";
import { yamlOfMigration } from "../../src/features/changes/migrations/bundle.ts";
import type { Migration } from "../../src/features/changes/migrations/mapping.ts";
import { momentsOf } from "../../src/features/changes/migrations/moments.ts";
import { prove } from "../../src/features/changes/migrations/prove.ts";
import { markdownOf } from "../../src/features/changes/migrations/report.ts";
import type { Before } from "../../src/features/changes/migrations/sides.ts";
import { WrongFiles } from "../../src/features/changes/migrations/source.ts";

const read = (text: string, ...more: { name: string; text: string }[]) =>
  alertmanager.read([{ name: "alertmanager.yml", text }, ...more], {});
const rowsOf = ({ rows }: Migration, kind: string) =>
  rows.all.filter(({ definition }) => definition.kind === kind).map(({ body }) => body);
const proofOf = (migration: Migration) => {
  if (migration.before === undefined) return expect.fail("nothing to compare with");
  return prove(migration.before, afterOf(migration.rows), [], new Date("2026-02-11T09:13:00Z"));
};
const problemsOf = (text: string): readonly string[] => {
  try {
    read(text);
  } catch (error) {
    if (error instanceof WrongFiles) return error.problems;
    throw error;
  }
  return [];
};
const notified = (migration: Migration, labels: Record<string, string>) =>
  afterOf(migration.rows)
    .notifications(labels)
    .map(({ recipient }) => recipient);

const one =
  "route: {receiver: a}\nreceivers: [{name: a, webhook_configs: [{url: https://a.example.com/}]}]\n";

it("says that a pager gets no alert of severity none any more", () => {
  const text = `
route: {receiver: pager, routes: [{receiver: pager, matchers: ['severity="none"']}]}
receivers: [{name: pager, pagerduty_configs: [{routing_key: 0123456789abcdef0123456789abcdef}]}]
`;
  const { proof } = proofOf(read(text));
  expect(proof.differs).toMatchObject([{ labels: { severity: "none" }, before: ["pager"], after: [] }]);
});

describe("the example", () => {
  const text = readFileSync(new URL("../../examples/migrate/alertmanager.yml", import.meta.url), "utf8");
  const migration = read(text);

  it("is carried over whole, without its secrets", () => {
    expect(migration.first).toEqual([]);
    const { proof, unreached } = proofOf(migration);
    expect(proof).toMatchObject({ equal: proof.sets, differs: [] });
    expect(unreached).toEqual([]);
    expect(text).toContain("never-copied");
    const written = `${yamlOfMigration(migration, "from variables")}${markdownOf(migration)}`;
    expect(written).not.toContain("never-copied");
    expect(written).toContain("OUTBOUND_CONFIG_PAGER_SECRET");
  });

  it("names targets as their receivers", () => {
    expect(rowsOf(migration, "outbound_configs").map(({ name, kind }) => [name, kind])).toEqual([
      ["chat", "slack"],
      ["pager", "pagerduty"],
      ["shop", "slack"],
      ["shop 2", "webhook"],
      ["shop-mail", "email"],
      ["shop-mail 2", "email"],
      ["data", "opsgenie"],
    ]);
  });

  it("drops what a receiver without integrations takes", () => {
    expect(rowsOf(migration, "alert_routes")).toContainEqual(
      expect.objectContaining({ matchers: ['alertname="InfoInhibitor"'], drop: true, destinations: [] }),
    );
  });

  it("mutes routes by rhythms: in their intervals, and outside of those in which they are active", () => {
    expect(rowsOf(migration, "alert_mutes").map(({ reason, schedule }) => [reason, schedule])).toEqual([
      [
        "Time interval nights",
        [
          { days: [], start: "00:00", end: "06:00", time_zone: "Europe/Berlin" },
          { days: [], start: "22:00", end: "24:00", time_zone: "Europe/Berlin" },
        ],
      ],
      [
        "Outside of time interval office",
        [
          { days: ["sun", "sat"], start: "00:00", end: "24:00", time_zone: "Europe/Berlin" },
          {
            days: ["mon", "tue", "wed", "thu", "fri"],
            start: "00:00",
            end: "09:00",
            time_zone: "Europe/Berlin",
          },
          {
            days: ["mon", "tue", "wed", "thu", "fri"],
            start: "17:00",
            end: "24:00",
            time_zone: "Europe/Berlin",
          },
        ],
      ],
    ]);
  });

  it("leaves secrets out, or names the variables that they are read from", () => {
    expect(yamlOfMigration(migration, "left out")).not.toMatch(/^ +(env|secret):/m);
    expect(yamlOfMigration(migration, "from variables")).toContain(
      "secret:\n      env: OUTBOUND_CONFIG_PAGER_SECRET",
    );
  });
});

describe("other forms", () => {
  it.each([
    ["Mimir's", `template_files: {}\nalertmanager_config: |\n  ${one.replaceAll("\n", "\n  ")}`],
    ["Mimir's in JSON", JSON.stringify({ template_files: {}, alertmanager_config: one })],
    [
      "a Secret's",
      `kind: Secret\nstringData:\n  alertmanager.yaml: |\n    ${one.replaceAll("\n", "\n    ")}`,
    ],
    [
      "a Secret's in base64",
      JSON.stringify({ kind: "Secret", data: { "alertmanager.yaml": Buffer.from(one).toString("base64") } }),
    ],
  ])("%s is read as the plain one", (_, text) => {
    expect(notified(read(text), { alertname: "A" })).toEqual(["a"]);
  });

  it("Grafana's own has its matchers as triples, and its receivers by type", () => {
    const grafana = {
      template_files: {},
      alertmanager_config: {
        route: { receiver: "a", routes: [{ receiver: "b", object_matchers: [["team", "=~", "x|y"]] }] },
        receivers: [
          {
            name: "a",
            grafana_managed_receiver_configs: [{ type: "slack", settings: {}, secureFields: { url: true } }],
          },
          {
            name: "b",
            grafana_managed_receiver_configs: [
              { type: "email", settings: { addresses: "a@example.com;b@example.com" } },
            ],
          },
        ],
      },
    };
    const migration = read(JSON.stringify(grafana));
    expect(notified(migration, { team: "y" })).toEqual(["b", "b 2"]);
    expect(notified(migration, {})).toEqual(["a"]);
  });

  it.each([
    ["severity = critical", { severity: "critical" }, true],
    ['"severity"="critical"', { severity: "critical" }, true],
    ['{severity="critical", team=~"a|b"}', { severity: "critical", team: "b" }, true],
    ['{severity="critical", team=~"a|b"}', { severity: "critical" }, false],
    ['"überschrift"="ja"', { überschrift: "ja" }, true],
    ["path=~^/a.*$", { path: "/abc" }, true],
    ['text="a\\\\b, c"', { text: "a\\b, c" }, true],
  ])("the matcher %s of %o holds: %s", (matcher, labels, holds) => {
    const text = JSON.stringify({
      route: { receiver: "a", routes: [{ receiver: "b", matchers: [matcher] }] },
      receivers: ["a", "b"].map((name) => ({
        name,
        webhook_configs: [{ url: `https://${name}.example.com/` }],
      })),
    });
    expect(notified(read(text), labels as unknown as Record<string, string>)).toEqual([holds ? "b" : "a"]);
  });

  it("takes scalars as Go does: a number is a text where one is wanted, and yes is true", () => {
    const text = `
route:
  receiver: 1
  routes:
    - {receiver: two, match: {code: 010, up: true}, continue: yes}
    - {receiver: three, match_re: {code: 010}}
receivers:
  - {name: 1, webhook_configs: [{url: https://one.example.com/}]}
  - {name: two, webhook_configs: [{url: https://two.example.com/}]}
  - {name: three, webhook_configs: [{url: https://three.example.com/}]}
`;
    expect(notified(read(text), { code: "010", up: "true" })).toEqual(["two", "three"]);
    expect(notified(read(text), { code: "10" })).toEqual(["1"]);
  });

  it("takes anchors, and the older list of mute_time_intervals", () => {
    const text = `
mute_time_intervals:
  - {name: nights, time_intervals: [&nights {times: [{start_time: '22:00', end_time: '23:00'}]}]}
  - {name: again, time_intervals: [*nights]}
route: {receiver: a, routes: [{match: {a: b}, mute_time_intervals: [again]}]}
receivers: [{name: a, webhook_configs: [{url: https://a.example.com/}]}]
`;
    expect(rowsOf(read(text), "alert_mutes")).toHaveLength(1);
  });
});

describe("what Alertmanager would refuse is refused", () => {
  const receivers = "receivers: [{name: a}]";
  it.each([
    [`route: {receiver: a, receiver: b}\n${receivers}`, "receiver is here twice; the first is in line 1"],
    [`route: {receiver: b}\n${receivers}`, 'route: names the receiver "b", which is not defined'],
    [`route: {}\n${receivers}`, "route: has no receiver, which the first route needs"],
    [
      `route: {receiver: a, match: {a: b}}\n${receivers}`,
      "has matchers, which the first route must not have",
    ],
    ["route: {receiver: a}\nreceivers: [{name: a}, {name: a}]", 'is a second receiver "a"'],
    [`route: {receiver: a, group_wait: soon}\n${receivers}`, '"soon" is no duration'],
    [
      `route: {receiver: a, routes: [{mute_time_intervals: [x]}]}\n${receivers}`,
      'names the time interval "x", which is not defined',
    ],
    [`route: {receiver: a, routes: [{matchers: ['a~b']}]}\n${receivers}`, '"a~b" is no matcher'],
    [
      `route: {receiver: a}\n${receivers}\ntime_intervals: [{name: x, time_intervals: [{weekdays: [caturday]}]}]`,
      '"caturday", which is not one of its values',
    ],
    [
      `route: {receiver: a}\n${receivers}\ntime_intervals: [{name: x, time_intervals: [{location: Mars/Base}]}]`,
      '"Mars/Base", which nobody knows',
    ],
    [
      `route: {receiver: a}\n${receivers}\ntime_intervals: [{name: x, time_intervals: [{location: Local}]}]`,
      "time_intervals[0].time_intervals[0]: the time interval \"x\" has the location Local, which is the clock of Alertmanager's own machine, and that no file names: write the zone's name, such as Europe/Berlin, in a copy of the file",
    ],
    ...[
      [`matchers: ['a=~"(x"']`, '"(x", which is no regular expression of RE2'],
      [`matchers: ['a!~"(?=x).*"']`, '"(?=x).*", which is no regular expression of RE2'],
      ["group_by: ['...', a]", 'routes[0].group_by: has "...", which stands for every label, and others'],
      ["group_by: [b, a, b]", 'routes[0].group_by: has the label "b" twice'],
      ["group_interval: 0s", "routes[0].group_interval: is 0; it must be more"],
    ].map(([member, problem]) => [
      `route: {receiver: a, routes: [{${member}}]}\n${receivers}`,
      problem as string,
    ]),
    [
      `route: {receiver: a}\n${receivers}\ninhibit_rules: [{source_matchers: ['a=~"["'], target_match: {a: b}}]`,
      'inhibit_rules[0]: has the matcher of "a" with "[", which is no regular expression of RE2',
    ],
    [
      `route: {receiver: a, continue: true}\n${receivers}`,
      "route: has continue, which the first route must not",
    ],
    [`x-a: 1\nroute: {receiver: a}\n${receivers}`, "x-a: is a name that Alertmanager does not know"],
    ...["weekdays: ['tuesday:monday']", "months: ['5:2']", "days_of_month: ['28:-1']"].map((days) => [
      `route: {receiver: a}\n${receivers}\ntime_intervals: [{name: x, time_intervals: [{${days}}]}]`,
      "whose end is before its start",
    ]),
    [`a: ${"[".repeat(20_000)}`, "is nested more than 64 deep"],
    [`a: ${"[".repeat(100)}${"]".repeat(100)}`, "is nested more than 64 deep"],
    [
      "route: {receiver: a}\nreceivers: [{name: a, webhook_config: []}]",
      '"webhook_config", which Alertmanager does not know',
    ],
    [
      `route: {receiver: a, routes: [{matcher: [a=b]}]}\n${receivers}`,
      '"matcher", which Alertmanager does not know',
    ],
    [
      `route: {receiver: a}\n${receivers}\ninhibit_rules: [{source: a}]`,
      '"source", which Alertmanager does not know',
    ],
    ["teams: []", "is no configuration of Alertmanager"],
    [`a: &a [x]\nb: [*a, *c]\nroute: {receiver: a}\n${receivers}`, "there is no &c before this alias"],
    [
      `a: &a [x,x,x,x,x,x,x,x,x,x]\n${Array.from({ length: 7 }, (_, n) => `b${n}: &b${n} [${Array.from({ length: 10 }, () => (n === 0 ? "*a" : `*b${n - 1}`)).join(",")}]`).join("\n")}\nroute: {receiver: a}\n${receivers}`,
      "stands for too many values",
    ],
  ])("%s", (text, problem) => {
    expect(problemsOf(text).join("\n")).toContain(problem);
  });

  it("names the bound that a file is beyond", () => {
    const routes = (count: number) =>
      JSON.stringify({
        route: { receiver: "a", routes: Array.from({ length: count }, () => ({ match: { a: "b" } })) },
        receivers: [{ name: "a" }],
      });
    expect(problemsOf(routes(4_999))).toEqual([]);
    expect(problemsOf(routes(5_000)).join()).toContain("more than 5000 routes");
    const receiver = (count: number) =>
      JSON.stringify({
        route: { receiver: "0" },
        receivers: Array.from({ length: count }, (_, index) => ({ name: String(index) })),
      });
    expect(problemsOf(receiver(1_001)).join()).toContain("at most 1000 are read");
    expect(problemsOf(`#${"x".repeat(5_000_000)}\n${one}`).join()).toContain("at most 5000000 are read");
  });
});

describe("nobody is dropped", () => {
  const withReceiver = (receiver: object) =>
    read(
      JSON.stringify({
        route: { receiver: "default", routes: [{ receiver: "a", match: { team: "a" } }] },
        receivers: [
          { name: "default", webhook_configs: [{ url: "https://default.example.com/" }] },
          { name: "a", ...receiver },
        ],
      }),
    );

  it.each([
    [{ wechat_configs: [{ agent_id: "1" }] }, "there is no target of the kind wechat here"],
    [{ telegram_configs: [{ chat_id_file: "/etc/chat" }] }, "its chat_id is not in the file"],
    [{ webex_configs: [{ room_id: "{{ .x }}" }] }, "its recipient is made by a template"],
    [{ incidentio_configs: [{ url_file: "/etc/url" }] }, "its address stands in another file"],
    [{ email_configs: [{ to: "{{ .GroupLabels.owner }}" }] }, "its address is made by a template"],
    [{ slack_configs: [{ channel: "{{ .CommonLabels.team }}" }] }, "its channel is made by a template"],
    [{ webhook_configs: [{ url: "https://{{ .Labels.a }}/" }] }, "its address is made by a template"],
    [{ opsgenie_configs: [{ responders: [{ name: "{{ .x }}" }] }] }, "its responders are made by a template"],
    [{ email_configs: [{ to: "$MAIL" }] }, '"$MAIL" is no email address'],
    [
      { webhook_configs: [{ url_file: "/etc/url" }] },
      "its address stands in another file: it is switched off at https://webhook.invalid/",
    ],
    [
      { webhook_configs: [{ url: "https://user:never-copied@hook.example.com/x" }] },
      'its address has a credential in it (a user name or password before "@"): it is switched off at https://hook.example.com/',
    ],
    [
      { webhook_configs: [{ url: "https://hook.example.com/x?token=never-copied" }] },
      'its address has a credential in it (a parameter with "token" in its name): it is switched off at https://hook.example.com/; write an address without a credential there',
    ],
    [
      { webhook_configs: [{ url: "https://api.telegram.org/bot1:never-copied/sendMessage" }] },
      "its address has a credential in it (the path, by which api.telegram.org knows who posts): it is switched off at https://api.telegram.org/; write the address there by hand and not in the file",
    ],
    [
      { webhook_configs: [{ url: "ftp://hook.example.com/x" }] },
      "its address is no address of http or https that can be called: it is switched off at https://webhook.invalid/",
    ],
    [{ email_configs: [{ to: '"B' }] }, "'\"B' is no email address"],
    [{ email_configs: [{ to: "" }] }, "it names no email address"],
  ])("%o: the report begins with it, and its route stays", (receiver, why) => {
    const migration = withReceiver(receiver);
    expect(migration.first[0]).toContain(`the recipient "a" is notified of nothing any more: ${why}`);
    expect(markdownOf(migration).split("\n")[0]).toContain(why);
    expect(`${markdownOf(migration)}${yamlOfMigration(migration, "left out")}`).not.toContain("never-copied");
    expect(rowsOf(migration, "outbound_configs")).toContainEqual(
      expect.objectContaining({ name: "a", enabled: false }),
    );
    expect(rowsOf(migration, "alert_routes")).toHaveLength(2);
    // Its alerts go to nobody else instead.
    expect(notified(migration, { team: "a" })).toEqual([]);
    const { proof } = proofOf(migration);
    expect(proof.equal).toBeLessThan(proof.sets);
    expect(proof.differs[0]).toMatchObject({ before: ["a"], after: [] });
    expect(proof.differs[0]?.why).toContain("a is notified of nothing any more");
  });

  it("carries an address whole where nothing in it is secret, and asks for one that is a secret", () => {
    const migration = withReceiver({
      webhook_configs: [{ url: "https://hook.example.com/x?room=on call" }],
      discord_configs: [{ webhook_url_file: "/etc/discord" }],
      msteams_configs: [{ webhook_url: "https://teams.example.com/never-copied" }],
    });
    expect(migration.first).toEqual([]);
    expect(notified(migration, { team: "a" })).toEqual(["a", "a 2", "a 3"]);
    expect(rowsOf(migration, "outbound_configs")).toContainEqual({
      name: "a",
      kind: "webhook",
      format: "alertmanager",
      url: "https://hook.example.com/x?room=on%20call",
    });
    const report = `${markdownOf(migration)}${yamlOfMigration(migration, "left out")}`;
    expect(report).not.toContain("never-copied");
  });

  it("makes of each receiver a target of its own kind, and copies no secret", () => {
    const secret = "never-copied";
    const migration = withReceiver({
      discord_configs: [{ webhook_url: `https://discord.example/${secret}` }],
      telegram_configs: [{ bot_token: secret, chat_id: -1001234, parse_mode: "HTML" }],
      mattermost_configs: [{ webhook_url: `https://chat.example/${secret}`, channel: "x" }],
      rocketchat_configs: [{ token: secret, token_id: secret, channel: "x" }],
      webex_configs: [{ room_id: "R", http_config: { authorization: { credentials: secret } } }],
      pushover_configs: [{ user_key: secret, token: secret, priority: "2" }],
      victorops_configs: [{ api_key: secret, routing_key: "payments" }],
      incidentio_configs: [
        { url: "https://api.incident.io/v2/alert_events/alertmanager/1", alert_source_token: secret },
      ],
      sns_configs: [
        {
          topic_arn: "arn:aws:sns:eu-central-1:123456789012:alerts",
          sigv4: { region: "eu-central-1", access_key: "A", secret_key: secret },
        },
      ],
      jira_configs: [
        {
          api_url: "https://acme.atlassian.net/rest/api/2/",
          project: "OPS",
          issue_type: "Bug",
          priority: "High",
          http_config: { basic_auth: { username: "ada@example.com", password: secret } },
        },
      ],
    });
    expect(migration.first).toEqual([]);
    const made = rowsOf(migration, "outbound_configs").slice(1);
    expect(made.map(({ name: _, ...body }) => body)).toEqual([
      { kind: "discord" },
      { kind: "telegram", recipient: "-1001234" },
      { kind: "mattermost" },
      { kind: "rocketchat" },
      { kind: "webex", recipient: "R" },
      { kind: "pushover" },
      { kind: "victorops", recipient: "payments" },
      { kind: "incident_io", url: "https://api.incident.io/v2/alert_events/alertmanager/1" },
      { kind: "sns", recipient: "arn:aws:sns:eu-central-1:123456789012:alerts" },
      {
        kind: "jira",
        url: "https://acme.atlassian.net/",
        recipient: "OPS/Bug",
        severity_map: { info: "High", warning: "High", error: "High", critical: "High" },
      },
    ]);
    expect(`${markdownOf(migration)}${yamlOfMigration(migration, "left out")}`).not.toContain(secret);
  });

  it("switches off a topic and a project that it cannot reach, and says why", () => {
    const migration = withReceiver({
      sns_configs: [{ phone_number: "+49123" }, { topic_arn: "{{ .CommonLabels.topic }}" }],
      jira_configs: [{ api_url: "https://jira.example.com/rest/api/2", project: "OPS" }],
    });
    expect(rowsOf(migration, "outbound_configs").slice(1)).toMatchObject([
      { kind: "sns", enabled: false },
      { kind: "sns", enabled: false },
      { kind: "jira", enabled: false },
    ]);
    expect(migration.first.slice(0, 3)).toEqual([
      expect.stringContaining("SNS is reached by the ARN of a topic here"),
      expect.stringContaining("SNS is reached by the ARN of a topic here"),
      expect.stringContaining("is at no site of Jira Cloud"),
    ]);
  });

  it("takes a list of addresses as Go reads one, with commas and semicolons in quoted names", () => {
    const to = '"B, Boss" <b@example.com>, Ada <ada@example.com>, "x \\" , y" <c@example.com>,';
    const migration = withReceiver({ email_configs: [{ to }] });
    expect(migration.first).toEqual([]);
    expect(rowsOf(migration, "outbound_configs").map(({ address }) => address)).toEqual([
      undefined,
      "b@example.com",
      "ada@example.com",
      "c@example.com",
    ]);
  });

  it("says of each address that stands in the file that somebody has to look at it", () => {
    const migration = withReceiver({ webhook_configs: [{ url: "https://hook.example.com/alerts" }] });
    expect(markdownOf(migration)).toContain(
      "- `receivers[1] a` → `orgconfig_outbound_config.a`\n  - Note: webhook_configs.url: stands in the file as it is: look whether a credential is in it.",
    );
  });

  it("names a route that is lost in a line of a bearable length", () => {
    const names = Array.from({ length: 5_000 }, (_, index) => `team-${index}`).join("|");
    const migration = read(
      JSON.stringify({
        route: { receiver: "a", routes: [{ receiver: "b", match_re: { team: names } }] },
        receivers: [{ name: "a" }, { name: "b", wechat_configs: [{ corp_id: "x" }] }],
      }),
    );
    expect(migration.first.length).toBeGreaterThan(1);
    for (const line of migration.first) expect(line.length).toBeLessThan(500);
    const wrong = problemsOf(
      `route: {receiver: a, routes: [{match_re: {team: "(${names}"}}]}\nreceivers: [{name: a}]`,
    );
    expect(wrong).toHaveLength(1);
    expect(wrong[0]?.length).toBeLessThan(500);
  });

  it("knows a template that says the same for every alert", () => {
    const text = JSON.stringify({
      route: { receiver: "a" },
      receivers: [{ name: "a", email_configs: [{ to: '{{ template "oncall" . }}' }] }],
    });
    const template = { name: "own.tmpl", text: '{{ define "oncall" }}oncall@example.com{{ end }}' };
    expect(rowsOf(read(text, template), "outbound_configs")).toMatchObject([
      { address: "oncall@example.com" },
    ]);
    expect(read(text).first).toHaveLength(2);
  });

  it("says that the default receiver is not carried over", () => {
    const text = "route: {receiver: a}\nreceivers: [{name: a, wechat_configs: [{corp_id: x}]}]";
    expect(read(text).first[1]).toBe(
      'route: the default receiver "a" was not carried over: an alert that no other route takes reaches nobody',
    );
    expect(proofOf(read(text)).unreached).toHaveLength(1);
  });
});

describe("the severity that pagers get", () => {
  const paged = (integration: object) => {
    const migration = read(
      JSON.stringify({ route: { receiver: "a" }, receivers: [{ name: "a", ...integration }] }),
    );
    return {
      map: rowsOf(migration, "outbound_configs")[0]?.severity_map,
      report: markdownOf(migration),
    };
  };
  const each = (word: string) => ({ info: word, warning: word, error: word, critical: word });

  it("is the one word that the receiver has", () => {
    expect(paged({ opsgenie_configs: [{ priority: "P1" }] }).map).toEqual(each("P1"));
    expect(paged({ opsgenie_configs: [{ priority: "{{ .CommonLabels.x }}" }] }).map).toBeUndefined();
    expect(paged({ pagerduty_configs: [{ severity: "critical" }] }).map).toEqual(each("critical"));
    const grafana = (type: string, settings: object) => ({
      grafana_managed_receiver_configs: [{ type, settings }],
    });
    expect(paged(grafana("pagerduty", { severity: "info" })).map).toEqual(each("info"));
  });

  it.each([
    [{ opsgenie_configs: [{}] }, "priority: says nothing, so that every alert had the priority P3"],
    [{ opsgenie_configs: [{ priority: "{{ .x }}" }] }, "priority: is made by a template"],
    [{ pagerduty_configs: [{ severity: "page" }] }, "is not one of critical, error, warning, info"],
    [{ pagerduty_configs: [{}] }, "says nothing, so that every alert had the severity error"],
    [
      { opsgenie_configs: [{ update_alerts: true }] },
      "update_alerts: the text of an alert in Opsgenie stays",
    ],
    [
      { grafana_managed_receiver_configs: [{ type: "slack", disableResolveMessage: true, settings: {} }] },
      "disableResolveMessage: here whoever was notified is notified of the end",
    ],
  ])("%o is noted where no map says it: %s", (integration, note) => {
    const { map, report } = paged(integration);
    expect(map).toBeUndefined();
    expect(report).toContain(note);
  });
});

describe("an alert that always fires", () => {
  it.each([
    ['alertname="Watchdog"', true],
    ['alertname=~"Watchdog|InfoInhibitor"', true],
    ['alertname=~"(?i)watchdog.*"', true],
    ['alertname="alwaysfiring"', true],
    ['alertname=~".+"', false],
    ['alertname!="InfoInhibitor"', false],
    ['alertname=~"InfoInhibitor|Other"', false],
  ])("of %s is noted: %s", (matcher, isNoted) => {
    const text = JSON.stringify({
      route: { receiver: "a", routes: [{ receiver: "b", matchers: [matcher] }] },
      receivers: [{ name: "a" }, { name: "b" }],
    });
    expect(markdownOf(read(text)).includes("its alert always fires")).toBe(isNoted);
  });
});

describe("time intervals that a week does not say", () => {
  const muted = (route: object, interval: object) =>
    read(
      JSON.stringify({
        route: { receiver: "a", routes: [{ match: { team: "a" }, ...route }] },
        time_intervals: [{ name: "x", time_intervals: [interval] }],
        receivers: [{ name: "a", webhook_configs: [{ url: "https://a.example.com/" }] }],
      }),
    );

  const times = [{ start_time: "08:00", end_time: "10:00" }];
  const hours = { days: [], start: "08:00", end: "10:00", time_zone: "UTC" };
  it.each([
    [{ days_of_month: ["1:3"], times }, [{ ...hours, days_of_month: [1, 2, 3] }]],
    [
      { days_of_month: ["-2:-1"], months: ["december"], times },
      [{ ...hours, days_of_month: [-1, -2], months: [12] }],
    ],
    [{ months: ["may:june"], years: ["2027"], times }, [{ ...hours, months: [5, 6], years: [2027] }]],
    [
      { days_of_month: ["1", "-2:-1"], weekdays: ["monday"], times },
      [{ ...hours, days: ["mon"], days_of_month: [1, -1, -2] }],
    ],
  ])("%o is hours of dates", (interval, schedule) => {
    const mute = muted({ mute_time_intervals: ["x"] }, interval);
    const [row] = rowsOf(mute, "alert_mutes");
    expect(row).toMatchObject({ schedule });
    for (const route of [{ mute_time_intervals: ["x"] }, { active_time_intervals: ["x"] }]) {
      const migration = muted(route, interval);
      const { proof } = proofOf(migration);
      expect(proof.differs).toEqual([]);
      expect(markdownOf(migration)).not.toContain("more is sent");
    }
  });

  /** What the proof says of rows that lost their mutes. */
  const withoutMutes = (route: object, interval: object) =>
    proofOf({ ...muted({}, interval), before: muted(route, interval).before as Before });

  it("an interval that is never active mutes at all times, and the report says so", () => {
    const text = JSON.stringify({
      route: { receiver: "a", routes: [{ match: { team: "a" }, active_time_intervals: ["x"] }] },
      time_intervals: [{ name: "x", time_intervals: [] }],
      receivers: [{ name: "a", webhook_configs: [{ url: "https://a.example.com/" }] }],
    });
    expect(rowsOf(read(text), "alert_mutes")).toMatchObject([
      { schedule: [{ days: [], start: "00:00", end: "24:00", time_zone: "UTC" }] },
    ]);
    expect(markdownOf(read(text))).toContain(
      "x is never active: its routes are muted at all times, as before",
    );
    const { proof } = proofOf(read(text));
    expect(proof.equal).toBe(proof.sets);
  });

  it("the proof shows the moment at which it differs", () => {
    const interval = { months: ["february"], times: [{ start_time: "08:00", end_time: "10:00" }] };
    const { proof } = withoutMutes({ mute_time_intervals: ["x"] }, interval);
    const [difference] = proof.differs;
    expect(difference).toMatchObject({ before: [], after: ["a"], why: "a is notified too at this moment" });
    const hour = new Date(difference?.at ?? "").getUTCHours();
    expect([8, 9]).toContain(hour);
  });

  it.each([
    [{ months: ["december"], days_of_month: ["-1"], location: "Europe/Berlin" }, "2026-12-30T23:00:00.000Z"],
    [{ days_of_month: ["29"], months: ["2"] }, "2028-02-29T00:00:00.000Z"],
    [{ weekdays: ["friday"], days_of_month: ["13"], location: "Asia/Tokyo" }, "2026-02-12T15:00:00.000Z"],
    [{ years: ["2050:2060"], months: ["june"] }, "2050-06-01T00:00:00.000Z"],
    [
      { months: ["8"], times: [{ start_time: "09:00", end_time: "09:05" }], location: "America/New_York" },
      "2026-08-01T13:00:00.000Z",
    ],
  ])("the proof looks into another season for %o", (interval, at) => {
    for (const route of [{ mute_time_intervals: ["x"] }, { active_time_intervals: ["x"] }]) {
      const { proof } = withoutMutes(route, interval);
      expect(proof.equal).toBeLessThan(proof.sets);
      if ("mute_time_intervals" in route) expect(proof.differs[0]).toMatchObject({ at, before: [] });
    }
  });

  it("the proof looks at edges by the clock of the interval's zone, and not at intervals that no route has", () => {
    const times = [{ start_time: "22:00", end_time: "24:00" }];
    const now = new Date("2026-02-11T09:13:00Z");
    const { before } = muted({ mute_time_intervals: ["x"] }, { times, location: "Asia/Kolkata" });
    const { at } = momentsOf(before?.intervals ?? [], now);
    expect(at.map((one) => new Date(one).toISOString())).toContain("2026-02-11T16:30:00.000Z");
    expect(muted({}, { months: ["may"] }).before?.intervals).toEqual([]);
    const many = Array.from({ length: 1_000 }, (_, day) => ({ years: [String(2_030 + day)] }));
    expect(momentsOf(many.map(intervalOf), now)).toMatchObject({ isLess: true });
  });
});

it("says of a route with two names of alerts that no alert comes to it, and nothing else", () => {
  const migration = read(
    JSON.stringify({
      route: {
        receiver: "a",
        routes: [
          {
            matchers: ['alertname="Watchdog"', 'alertname="Down"'],
            group_wait: "1ms",
            mute_time_intervals: ["n"],
          },
        ],
      },
      receivers: [{ name: "a", webhook_configs: [{ url: "https://a.example.com/" }] }],
      time_intervals: [{ name: "n", time_intervals: [{ months: ["may"] }] }],
    }),
  );
  expect(markdownOf(migration)).toContain(
    `- \`route.routes[0]\`: no alert comes to it: what it would take is taken before, or contradicts itself.
- \`time_intervals[0] n\`: no alert comes to a route that has it.
`,
  );
});

describe("what Grafana is provisioned with", () => {
  const points = `apiVersion: 1
contactPoints:
  - {orgId: 1, name: all, receivers: [{uid: a, type: webhook, settings: {url: https://all.example.com/}}]}
  - {orgId: 1, name: page, receivers: [{uid: b, type: pagerduty, settings: {integrationKey: never-copied}}]}
`;
  const policies = `apiVersion: 1
policies:
  - orgId: 1
    receiver: all
    group_by: [alertname]
    routes:
      - receiver: page
        object_matchers: [[severity, "=", critical]]
        mute_time_intervals: [freeze]
muteTimes:
  - {orgId: 1, name: freeze, time_intervals: [{months: ["12"], days_of_month: ["24:31"]}]}
`;

  it.each([
    ["one file", [`${points}${policies.replace("apiVersion: 1\n", "")}`]],
    ["several files", [policies, points]],
  ])("is read from %s, and proved", (_, texts) => {
    const migration = alertmanager.read(
      texts.map((text, index) => ({ name: `${index}.yaml`, text })),
      {},
    );
    const named = (kind: string) => rowsOf(migration, kind);
    expect(named("outbound_configs")).toMatchObject([{ name: "all" }, { name: "page", kind: "pagerduty" }]);
    expect(named("alert_routes")).toHaveLength(2);
    expect(named("alert_mutes")).toMatchObject([{ schedule: [{ months: [12] }] }]);
    const { proof } = proofOf(migration);
    expect(proof.equal).toBe(proof.sets);
    expect(markdownOf(migration)).not.toContain("never-copied");
  });

  it("is one organization's", () => {
    const two = `policies:\n  - {receiver: a}\n  - {orgId: 2, receiver: b}\n`;
    expect(problemsOf(two).join()).toContain("policies has 2 trees");
  });
});
