/** What becomes of Alertmanager's configuration, in all the forms that it has. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { afterOf } from "../../src/features/migrations/after.ts";
import { alertmanager } from "../../src/features/migrations/alertmanager/index.ts";
import { yamlOfMigration } from "../../src/features/migrations/bundle.ts";
import type { Migration } from "../../src/features/migrations/mapping.ts";
import { prove } from "../../src/features/migrations/prove.ts";
import { markdownOf } from "../../src/features/migrations/report.ts";
import { WrongFiles } from "../../src/features/migrations/source.ts";

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
x: &nights
  times: [{start_time: '22:00', end_time: '23:00'}]
mute_time_intervals: [{name: nights, time_intervals: [*nights]}]
route: {receiver: a, routes: [{match: {a: b}, mute_time_intervals: [nights]}]}
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
    [{ telegram_configs: [{ chat_id: 1 }] }, "there is no target of the kind telegram here"],
    [{ email_configs: [{ to: "{{ .GroupLabels.owner }}" }] }, "its address is made by a template"],
    [{ slack_configs: [{ channel: "{{ .CommonLabels.team }}" }] }, "its channel is made by a template"],
    [{ webhook_configs: [{ url: "https://{{ .Labels.a }}/" }] }, "its address is made by a template"],
    [{ opsgenie_configs: [{ responders: [{ name: "{{ .x }}" }] }] }, "its responders are made by a template"],
    [{ email_configs: [{ to: "$MAIL" }] }, '"$MAIL" is no email address'],
  ])("%o: the report begins with it, and its route stays", (receiver, why) => {
    const migration = withReceiver(receiver);
    expect(migration.first[0]).toContain(`the recipient "a" is notified of nothing any more: ${why}`);
    expect(markdownOf(migration).split("\n")[0]).toContain(why);
    expect(rowsOf(migration, "alert_routes")).toHaveLength(2);
    // Its alerts go to nobody else instead.
    expect(notified(migration, { team: "a" })).not.toContain("default");
    const { proof } = proofOf(migration);
    expect(proof.equal).toBeLessThan(proof.sets);
    expect(proof.differs[0]?.why).toContain("a is notified of nothing any more");
  });

  it("writes the nearest where a value stands elsewhere, or is a credential", () => {
    const migration = withReceiver({
      webhook_configs: [{ url_file: "/etc/url" }, { url: "https://hook.example.com/x?token=never-copied" }],
      discord_configs: [{ webhook_url_file: "/etc/discord" }],
      msteams_configs: [{ webhook_url: "https://teams.example.com/never-copied" }],
    });
    expect(migration.first).toEqual([]);
    expect(notified(migration, { team: "a" })).toEqual(["a", "a 2", "a 3", "a 4"]);
    const report = `${markdownOf(migration)}${yamlOfMigration(migration, "left out")}`;
    expect(report).toContain("its address stands in another file");
    expect(report).not.toContain("never-copied");
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
    const text = "route: {receiver: a}\nreceivers: [{name: a, sns_configs: [{topic_arn: x}]}]";
    expect(read(text).first[1]).toBe(
      'route: the default receiver "a" was not carried over: an alert that no other route takes reaches nobody',
    );
    expect(proofOf(read(text)).unreached).toHaveLength(1);
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

  it("mute nothing, or are active every day: more is sent, and said", () => {
    const days = { days_of_month: ["1:3"], times: [{ start_time: "08:00", end_time: "10:00" }] };
    const mute = muted({ mute_time_intervals: ["x"] }, days);
    expect(rowsOf(mute, "alert_mutes")).toEqual([]);
    expect(markdownOf(mute)).toContain("nothing is muted then, and more is sent than before");
    const active = muted({ active_time_intervals: ["x"] }, days);
    expect(rowsOf(active, "alert_mutes")).toHaveLength(1);
    expect(markdownOf(active)).toContain("active on all days, and more is sent than before");
  });

  it("the proof shows the moment at which it differs", () => {
    const interval = { months: ["february"], times: [{ start_time: "08:00", end_time: "10:00" }] };
    const { proof } = proofOf(muted({ mute_time_intervals: ["x"] }, interval));
    const [difference] = proof.differs;
    expect(difference).toMatchObject({ before: [], after: ["a"], why: "a is notified too at this moment" });
    const hour = new Date(difference?.at ?? "").getUTCHours();
    expect([8, 9]).toContain(hour);
  });
});
