/** `orgconfig migrate terraform`: what it makes of other tools' resources loads, and what it cannot make it says. */
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { hclOfMigration } from "../../src/cli/migrate/hcl.ts";
import { yamlOfMigration } from "../../src/features/changes/migrations/bundle.ts";
import type { Migration, Options } from "../../src/features/changes/migrations/mapping.ts";
import { markdownOf } from "../../src/features/changes/migrations/report.ts";
import type { SourceResource } from "../../src/features/changes/migrations/resource.ts";
import { resourcesIn } from "../../src/features/changes/migrations/terraform/show.ts";
import type { JsonObject } from "../../src/kernel/validate.ts";
import { orgconfig } from "../support/command.ts";
import { entry, mapped, source } from "../support/migration.ts";

const examples = fileURLToPath(new URL("../../examples/migrate", import.meta.url));
const example = (name: string) => ({ name, text: readFileSync(join(examples, `${name}.json`), "utf8") });

const all = (migration: Migration) =>
  [hclOfMigration(migration), yamlOfMigration(migration, "from variables"), markdownOf(migration)].join("\n");

describe("the examples", () => {
  const files = ["grafana", "pagerduty"];

  it.each(files)("%s: every resource is in the report, and no secret is in anything", (name) => {
    const sources = resourcesIn(example(name));
    const migration = mapped(sources);
    const ours = sources.filter(({ mode, type }) => mode === "managed" && /^(grafana|pagerduty)_/.test(type));
    for (const { address } of ours) expect(entry(migration, address), address).toBeDefined();
    for (const { result, notes, instead, address } of migration.entries)
      expect(result === "mapped", address).toBe(notes.length === 0 && instead === undefined);
    expect(example(name).text).toContain("never-copied");
    expect(all(migration)).not.toContain("never-copied");
  });

  it("names what is lost and what to do instead", () => {
    const report = markdownOf(mapped(resourcesIn(example("grafana"))));
    expect(report).toContain(
      "- `grafana_mute_timing.nights`: its hours are mutes of the routes whose policies name it",
    );
    expect(report).toContain('slo "checkout/Yearly uptime" is left out: window_days: must be at most 90');
    expect(report).toContain(
      "frequency: is 5, and 10 seconds is the least that interval_seconds takes: that is written",
    );
    expect(report).toContain("1 resource of other tools left out");
    const pager = markdownOf(mapped(resourcesIn(example("pagerduty"))));
    expect(pager).toContain("here the route and the rules take alerts with service=~");
    expect(pager).toContain('`module.search.pagerduty_team.this["eu"]` → `orgconfig_team.search_this_eu`');
  });

  it("takes what a plan would lead to, and what it read before", () => {
    const { values, ...rest } = JSON.parse(example("pagerduty").text);
    const { resources, child_modules } = values.root_module;
    const isData = ({ mode }: { mode: string }) => mode === "data";
    const plan = {
      ...rest,
      planned_values: {
        root_module: { resources: resources.filter((one: { mode: string }) => !isData(one)), child_modules },
      },
      prior_state: { values: { root_module: { resources: resources.filter(isData) } } },
    };
    const fromPlan = resourcesIn({ name: "plan.json", text: JSON.stringify(plan) });
    const byAddress = (sources: readonly SourceResource[]) => sources.map(({ address }) => address).sort();
    expect(byAddress(fromPlan)).toEqual(byAddress(resourcesIn(example("pagerduty"))));
  });
});

describe("rows", () => {
  it("follow the tree's own order, and inherit what a policy does not say", () => {
    const migration = mapped(resourcesIn(example("grafana")));
    const routes = migration.rows.all.filter(({ definition }) => definition.kind === "alert_routes");
    expect(routes.map(({ body }) => body.name)).toEqual([
      'team=~"shop|payments"',
      'severity="critical", service="checkout", env!="prod"',
      'severity="critical", service=~"cart.*"',
      'severity="critical"',
      'severity="warning", hours="night"',
      'team="retired"',
      'Nobody after Ticket hook: team=~"shop|payments"',
      'Nobody after Pager: severity="warning", hours="night"',
      "Default policy",
    ]);
    expect(routes[2]?.body).toMatchObject({
      group_by: ["alertname", "service"],
      group_wait_seconds: 45,
      repeat_interval_seconds: 5_400,
    });
    expect(routes[8]?.body.matchers).toEqual([]);
  });

  it("of one name, and two defaults of a type, are not written twice", () => {
    const values = { name: "Same", type: "loki", url: "https://loki.example.com", is_default: true };
    const migration = mapped([
      source("grafana_data_source.a", { ...values, uid: "a" }),
      source("grafana_data_source.b", { ...values, uid: "b" }),
      source("grafana_data_source.c", { ...values, uid: "c", name: "Other" }),
    ]);
    expect(migration.rows.all).toHaveLength(1);
    expect(entry(migration, "grafana_data_source.b")?.notes[0]?.message).toContain("has this name already");
    expect(entry(migration, "grafana_data_source.c")?.notes[0]?.message).toContain("is the default already");
  });

  it("have a variable of their own for each secret", () => {
    const point = (label: string) =>
      source(`grafana_contact_point.${label}`, { name: `${label}.`, pagerduty: [{ integration_key: "k" }] });
    const migration = mapped(["pager-a", "pager_a", "Pager_A", "pager_a_SECRET"].map(point));
    const inBundle = [...yamlOfMigration(migration, "from variables").matchAll(/env: (\S+)/g)].map(
      ([, name]) => name,
    );
    expect(inBundle).toHaveLength(4);
    expect(new Set(inBundle).size).toBe(4);
    const declared = [...hclOfMigration(migration).matchAll(/^variable "(\S+)"/gm)].map(([, name]) => name);
    const used = [...hclOfMigration(migration).matchAll(/= var\.(\S+)/g)].map(([, name]) => name);
    expect(used).toEqual(declared);
    expect(new Set(declared.map((name) => name?.toUpperCase().replaceAll("-", "_"))).size).toBe(4);
  });

  it("point at what their own file and organization mean by a name", () => {
    const files = ["a.json", "b.json"].flatMap((file) => [
      source(`${file}: grafana_contact_point.same`, {
        name: "Same",
        email: [{ addresses: [`${file}@x.io`] }],
      }),
      source(`${file}: grafana_contact_point.own`, { name: file, email: [{ addresses: ["own@x.io"] }] }),
    ]);
    const policy = (place: string, org_id: string | null = null) =>
      source(place, { contact_point: "a.json", policy: [{ contact_point: "Same" }], org_id });
    const noteOn = (migration: Migration, place: string) => entry(migration, place)?.notes[0]?.message;
    const second = mapped([...files, policy("b.json: grafana_notification_policy.p")]);
    expect(noteOn(second, "b.json: grafana_notification_policy.p")).toContain('nothing of "Same"');
    // Its other contact point stands in another file alone.
    expect(entry(second, "b.json: grafana_notification_policy.p")?.rows).toHaveLength(1);

    const organizations = mapped([
      source("grafana_contact_point.one", { name: "Same", email: [{ addresses: ["a@x.io"] }], org_id: "1" }),
      source("grafana_contact_point.any", { name: "a.json", email: [{ addresses: ["b@x.io"] }] }),
      policy("grafana_notification_policy.p", "2"),
    ]);
    expect(noteOn(organizations, "grafana_notification_policy.p")).toContain('nothing of "Same"');
    expect(entry(organizations, "grafana_notification_policy.p")?.rows).toHaveLength(1);

    const both = mapped([
      ...files,
      ...["a", "b"].map((file) => policy(`${file}.json: grafana_notification_policy.p`)),
    ]);
    expect(entry(both, "b.json: grafana_notification_policy.p")?.instead).toContain(
      "another tree of policies",
    );
  });

  it("are written once where one file reads what another manages", () => {
    const values = { name: "Metrics", type: "prometheus", url: "https://prom.example.com", uid: "prom" };
    const slo = source("b.json: grafana_slo.slo", {
      name: "Up",
      label: [{ key: "service", value: "shop" }],
      destination_datasource: [{ uid: "prom" }],
      query: [{ type: "ratio", ratio: [{ success_metric: "a", total_metric: "b" }] }],
    });
    const managed = source("a.json: grafana_data_source.prom", values);
    const read = (url: string) => source("b.json: data.grafana_data_source.prom", { ...values, url });
    const same = mapped([read(values.url), slo, managed]);
    expect(entry(same, slo.address)?.rows).toHaveLength(1);
    expect(entry(same, managed.address)?.rows).toHaveLength(1);
    expect(entry(same, "b.json: data.grafana_data_source.prom")?.notes[0]?.message).toBe(
      'data_source "Metrics" is written once, from a.json: grafana_data_source.prom',
    );
    const other = mapped([managed, read("https://other.example.com"), slo]);
    expect(entry(other, slo.address)?.instead).toBe(
      'its data source ("prom") was left out: the report says why',
    );
  });

  it("of members say whether their team was left out, or is not in the file", () => {
    const migration = mapped([
      source("grafana_team.a", { name: "Payments" }),
      source("pagerduty_team.b", { id: "T1", name: "Payments" }),
      source("pagerduty_user.ada", { id: "U1", email: "ada@example.com" }),
      source("pagerduty_team_membership.left", { user_id: "U1", team_id: "T1" }),
      source("pagerduty_team_membership.absent", { user_id: "U1", team_id: "T2" }),
    ]);
    expect(entry(migration, "pagerduty_team_membership.left")?.instead).toContain("its team was left out");
    expect(entry(migration, "pagerduty_team_membership.absent")?.instead).toContain("is not in the file");
  });

  it("of a check have each header once, and the report has the others", () => {
    const headers = ["Accept: text/plain", "accept: hunter2", "hunter2", ": hunter2", "X-Empty:"];
    const migration = mapped([
      source("grafana_synthetic_monitoring_check.c", {
        job: "c",
        target: "https://example.com",
        settings: [{ http: [{ headers, valid_status_codes: [200] }] }],
      }),
    ]);
    expect(migration.rows.all[0]?.body.headers).toEqual({ Accept: "text/plain", "X-Empty": "" });
    const fields = migration.entries[0]?.notes.map(({ field }) => field);
    expect(fields).toEqual([1, 2, 3].map((index) => `settings.http.headers[${index}]`));
    expect(all(migration)).not.toContain("hunter2");
  });

  it("are found in a time that grows with their number alone", () => {
    let reads = 0;
    const counted = (one: SourceResource): SourceResource => ({
      ...one,
      get values() {
        reads += 1;
        return one.values;
      },
    });
    const readsOf = (count: number) => {
      const sources = Array.from({ length: count }, (_, index) => [
        source(`pagerduty_user.u${index}`, { id: `U${index}`, email: `u${index}@example.com` }),
        source(`pagerduty_team.t${index}`, { id: `T${index}`, name: `T${index}` }),
        source(`pagerduty_team_membership.m${index}`, { user_id: `U${index}`, team_id: `T${index}` }),
      ]);
      reads = 0;
      expect(mapped(sources.flat().map(counted), { members: true }).rows.all).toHaveLength(2 * count);
      return reads;
    };
    expect(readsOf(80)).toBe(2 * readsOf(40));
  });

  it("keep no credential that stands in an address, and nothing that is marked as sensitive", () => {
    const migration = mapped([
      source("grafana_contact_point.a", { name: "a", webhook: [{ url: "https://u:hunter2@example.com/x" }] }),
      source("grafana_team.b", { name: "hunter2" }, { name: true }),
      source("grafana_synthetic_monitoring_check.c", {
        job: "c",
        target: "https://example.com",
        settings: [{ http: [{ headers: ["Authorization: Bearer hunter2", "X-Api-Key: hunter2"] }] }],
      }),
    ]);
    expect(migration.entries.map(({ result }) => result)).toEqual(["in part", "not mapped", "in part"]);
    expect(migration.rows.all[0]?.body).toMatchObject({ url: "https://example.com/", enabled: false });
    expect(all(migration)).not.toContain("hunter2");
    expect(hclOfMigration(migration)).toContain("auth_header_wo ");
  });

  it("of members are written where that was asked for", () => {
    const sources = resourcesIn(example("pagerduty"));
    const members = (options: Options) =>
      mapped(sources, options).rows.all.filter(({ definition }) => definition.kind === "team_members");
    expect(members({})).toEqual([]);
    expect(members({ members: true }).map(({ body }) => body.email)).toEqual([
      "ada@example.com",
      "grace@example.com",
    ]);
  });

  it("of SLOs without a service take the one that was named", () => {
    const migration = mapped(resourcesIn(example("grafana")), { service: "shop" });
    // Its query is no ratio, which is said next.
    expect(entry(migration, "grafana_slo.unnamed")?.instead).toContain(
      "does not divide one figure by another",
    );
  });
});

describe("numbers that are out of range here", () => {
  it("become the nearest that the definition takes, and no row is lost for them", () => {
    const migration = mapped([
      source("grafana_data_source.d", {
        name: "D",
        type: "loki",
        url: "https://loki.example.com",
        json_data_encoded: '{"timeout": 900}',
      }),
      source("grafana_synthetic_monitoring_check.c", {
        job: "c",
        target: "https://example.com",
        frequency: 90_500,
        timeout: 600_000,
        settings: [{ http: [{ valid_status_codes: [200] }] }],
      }),
      source("grafana_contact_point.one", { name: "one", email: [{ addresses: ["one@example.com"] }] }),
      source("grafana_notification_policy.p", {
        contact_point: "one",
        group_interval: "0s",
        repeat_interval: "99w",
      }),
    ]);
    const bodies = migration.rows.all.map(({ body }) => body);
    expect(bodies).toMatchObject([
      { timeout_ms: 60_000 },
      {},
      { group_interval_seconds: 1, repeat_interval_seconds: 31_536_000 },
      { interval_seconds: 91, timeout_ms: 60_000 },
    ]);
    expect(migration.entries.flatMap(({ notes }) => notes.map(({ field }) => field))).toEqual([
      "json_data_encoded.timeout",
      "frequency",
      "timeout",
      "group_interval",
      "repeat_interval",
    ]);
  });
});

describe("a default contact point that is not carried over", () => {
  const policies = source("grafana_notification_policy.p", {
    contact_point: "chat",
    policy: [{ contact_point: "one", matcher: [{ label: "a", match: "=", value: "x" }] }],
  });
  const one = source("grafana_contact_point.one", {
    name: "one",
    email: [{ addresses: ["one@example.com"] }],
  });
  const chat = source("grafana_contact_point.chat", {
    name: "chat",
    kafka: [{ token: "x" }],
  });

  it("is the first line of the report", () => {
    expect(markdownOf(mapped([policies, one, chat])).split("\n")[0]).toBe(
      '**grafana_notification_policy.p: the default contact point "chat" was not carried over, so that an alert which no other route takes reaches nobody: make an outbound target for it, and a last route that takes every alert.**',
    );
    expect(markdownOf(mapped([policies, chat]))).toMatch(/^\*\*grafana_notification_policy\.p: the default/);
    const carried = source("grafana_contact_point.chat", {
      name: "chat",
      teams: [{ url: "https://x.example.com" }],
    });
    expect(markdownOf(mapped([policies, one, carried]))).toMatch(/^# Migration/);
  });

  it("makes the command end with 3, its files written", async () => {
    const folder = mkdtempSync(join(tmpdir(), "orgconfig-migrate-"));
    const resources = [policies, one, chat].map(({ address, type, label, values }) => ({
      address,
      mode: "managed",
      type,
      name: label,
      values,
    }));
    const state = { format_version: "1.0", values: { root_module: { resources } } };
    writeFileSync(join(folder, "state.json"), JSON.stringify(state));
    const ran = await orgconfig(
      ["migrate", "terraform", join(folder, "state.json"), "--out", join(folder, "out")],
      {},
    );
    expect(ran).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('the default contact point "chat"'),
    });
    expect(readFileSync(join(folder, "out/migration.md"), "utf8")).toMatch(
      /^\*\*grafana_notification_policy\.p: /,
    );
  });
});

it("keeps a group for each alert, and calls only the root the default policy", () => {
  const migration = mapped([
    source("grafana_contact_point.one", { name: "one", email: [{ addresses: ["one@example.com"] }] }),
    source("grafana_contact_point.two", { name: "two", email: [{ addresses: ["two@example.com"] }] }),
    source("grafana_notification_policy.p", {
      contact_point: "one",
      group_by: ["...", "alertname"],
      policy: [
        { contact_point: "two", group_by: ["..."], matcher: [{ label: "a", match: "=", value: "b" }] },
        { contact_point: "two", group_by: ["..."], continue: true },
      ],
    }),
  ]);
  const routes = migration.rows.all.filter(({ definition }) => definition.kind === "alert_routes");
  expect(routes.map(({ body }) => [body.name, body.group_by])).toEqual([
    ['a="b"', ["..."]],
    // It takes every alert, so that none comes to the default policy.
    ["Every alert to two", ["..."]],
  ]);
  const notes = entry(migration, "grafana_notification_policy.p")?.notes ?? [];
  expect(notes.filter(({ field }) => field.endsWith("group_by"))).toEqual([]);
});

it("makes a target of a Slack bot's channel, whose secret somebody fills in", () => {
  const migration = mapped([
    source("grafana_contact_point.s", { name: "s", slack: [{ token: "xoxb-hunter2", recipient: "#ops" }] }),
  ]);
  expect(migration.rows.all).toMatchObject([
    {
      body: { name: "s", kind: "slack" },
      secrets: [{ field: "secret", holds: "the URL of an incoming webhook for #ops, to be made in Slack" }],
    },
  ]);
  expect(migration.entries[0]?.notes[0]?.field).toBe("slack.token");
  expect(all(migration)).not.toContain("hunter2");
});

it("carries over a check's service, an index, and the tenant where the file shows it", () => {
  const url = "https://data.example.com";
  const migration = mapped([
    source("grafana_data_source.es", {
      name: "ES",
      type: "elasticsearch",
      url,
      json_data_encoded: '{"index": "logs-*", "timeField": "@timestamp"}',
    }),
    source("grafana_data_source.open", {
      name: "Open",
      type: "loki",
      url,
      http_headers: { "X-Scope-OrgID": "shop" },
    }),
    source(
      "grafana_data_source.marked",
      {
        name: "Marked",
        type: "loki",
        url,
        http_headers: { "X-Scope-OrgID": "hunter2", "X-Other": "hunter2" },
      },
      { http_headers: true },
    ),
    source("grafana_data_source.numbered", {
      name: "Numbered",
      type: "loki",
      url,
      json_data_encoded: '{"httpHeaderName1": "X-Scope-OrgID"}',
      secure_json_data_encoded: '{"httpHeaderValue1": "hunter2"}',
    }),
    source("grafana_synthetic_monitoring_check.c", {
      job: "c",
      target: "https://example.com",
      labels: { service: "shop", team: "web" },
      settings: [{ http: [{ valid_status_codes: [200] }] }],
    }),
  ]);
  const bodies = migration.rows.all.map(({ body }) => body);
  expect(bodies).toMatchObject([
    { database: "logs-*" },
    { options: { tenant: "shop" } },
    {},
    {},
    { service: "shop", labels: { team: "web" } },
  ]);
  expect(bodies[2]).not.toHaveProperty("options");
  const fields = migration.entries.map(({ notes }) => notes.map(({ field }) => field));
  expect(fields).toEqual([
    ["json_data_encoded.timeField"],
    [],
    ["http_headers.X-Scope-OrgID", "http_headers.X-Other"],
    ["secure_json_data_encoded.httpHeaderValue1"],
    [],
  ]);
  expect(migration.entries[3]?.notes[0]?.message).toContain(
    "X-Scope-OrgID is options.tenant of the data source here",
  );
  expect(all(migration)).not.toContain("hunter2");
});

describe("the query of an SLO", () => {
  const metrics = source("grafana_data_source.d", {
    name: "D",
    type: "prometheus",
    url: "https://p.example.com",
    uid: "d",
  });
  const slo = (query: JsonObject, more: JsonObject = {}) =>
    source("grafana_slo.s", {
      name: "S",
      label: [{ key: "service", value: "shop" }],
      destination_datasource: [{ uid: "d" }],
      query: [query],
      objectives: [{ value: 0.99, window: "30d" }],
      ...more,
    });
  const queriesOf = (query: JsonObject) => {
    const [, sli] = mapped([metrics, slo(query)]).rows.all;
    return sli === undefined ? undefined : [sli.body.good_query, sli.body.bad_query, sli.body.total_query];
  };
  const free = (query: string) => queriesOf({ type: "freeform", freeform: [{ query }] });

  it.each([
    ["sum(a) / sum(b)", "sum(a)", undefined],
    ["sum(a) / sum(b) or vector(0)", "sum(a)", undefined],
    ["(sum(a) or vector(0)) / (sum(b) > 0)", "sum(a)", undefined],
    ["((sum(a) or on() vector(0)) / (sum(b)>0)) or vector(1)", "sum(a)", undefined],
    ["1 - sum(a) / sum(b)", undefined, "sum(a)"],
    ["1 - ((sum(a) or vector(0)) / sum(b))", undefined, "sum(a)"],
    ["(1 - (sum(a) / sum(b))) > 0", undefined, "sum(a)"],
    ["(sum(b) - sum(a)) / sum(b)", "sum(b) - sum(a)", undefined],
    ['sum(a{x=")/ or vector(0)"}) / sum(b)', 'sum(a{x=")/ or vector(0)"})', undefined],
  ])("reads %s", (query, good, bad) => {
    expect(free(query)).toEqual([good, bad, "sum(b)"]);
  });

  it.each([
    "sum by (x) (a) / sum by (x) (b)",
    "sum(a) / sum(b) > 0.5",
    "sum(a) / sum(b) / sum(c)",
    "2 - sum(a) / sum(b)",
    "sum(a)",
  ])("does not read %s", (query) => {
    expect(free(query)).toBeUndefined();
  });

  it("is read from Grafana's own queries, with the expression that puts them together", () => {
    const datasource = { type: "prometheus", uid: "d" };
    const good = { datasource, refId: "Success", expr: "sum(rate(a[$__rate_interval]))" };
    const total = { datasource, refId: "B", expr: "sum(rate(b[5m]))" };
    const math = (expression: string) => ({
      datasource: { uid: "__expr__" },
      refId: "E",
      type: "math",
      expression,
    });
    const of = (...queries: object[]) =>
      queriesOf({ type: "grafana_queries", grafana_queries: [{ grafana_queries: JSON.stringify(queries) }] });
    expect(of(good, total, math(`$Success / $${"{B}"}`))).toEqual([
      "sum(rate(a[5m]))",
      undefined,
      "sum(rate(b[5m]))",
    ]);
    expect(of(good, total, math("1 - $Success / $B"))?.[1]).toBe("sum(rate(a[5m]))");
    expect(of({ datasource, refId: "A", expr: "sum(a) / sum(b)" })).toEqual(["sum(a)", undefined, "sum(b)"]);
    expect(of(good, total, math("$Success / $C"))).toBeUndefined();
    expect(of(good, { ...total, datasource: { uid: "other" } }, math("$Success / $B"))).toBeUndefined();
  });

  it("comes with a note where its SLO gets no burn alerts", () => {
    const query = { type: "freeform", freeform: [{ query: "sum(a) / sum(b)" }] };
    const notes = (more: JsonObject) => mapped([metrics, slo(query, more)]).entries[1]?.notes;
    expect(notes({})).toEqual([
      {
        level: "warning",
        field: "alerting",
        message:
          "makes no burn alerts, and the SLO gets none here: nobody is notified when its budget burns; write burn_alerts where somebody should be",
      },
    ]);
    expect(notes({ alerting: [{}] })).toHaveLength(1);
    expect(notes({ alerting: [{ fastburn: [{}] }] })).toEqual([]);
  });

  it("runs on the data source that --data-source names, where its own is not in the files", () => {
    const query = { type: "freeform", freeform: [{ query: "sum(a) / sum(b)" }] };
    expect(mapped([slo(query)]).entries[0]?.instead).toContain(
      "or name one that is here already with --data-source",
    );
    const migration = mapped([slo(query)], { dataSource: "Main metrics" });
    expect(yamlOfMigration(migration, "from variables")).toMatch(/data_source_id:\n\s+name: Main metrics/);
    expect(migration.rows.all.map(({ definition }) => definition.kind)).toEqual(["slis", "slos"]);
    const hcl = hclOfMigration(migration);
    expect(hcl).toContain('data "orgconfig_data_source" "Main_metrics" {\n  name = "Main metrics"\n}');
    expect(hcl).toContain("= data.orgconfig_data_source.Main_metrics.id");
    const both = mapped([metrics, slo(query, { destination_datasource: [{ uid: "x" }] })], {
      dataSource: "D",
    });
    expect(hclOfMigration(both)).toContain("= orgconfig_data_source.d.id");
  });
});

it("says of an objective without a number that it is left out", () => {
  const migration = mapped([
    source("grafana_data_source.d", { name: "D", type: "loki", url: "https://loki.example.com", uid: "d" }),
    source("grafana_slo.s", {
      name: "S",
      label: [{ key: "service", value: "shop" }],
      destination_datasource: [{ uid: "d" }],
      query: [{ type: "freeform", freeform: [{ query: "sum(a) / sum(b)" }] }],
      objectives: [{ value: "0.99", window: "30d" }],
    }),
  ]);
  const messages = entry(migration, "grafana_slo.s")?.notes.map(
    ({ field, message }) => `${field} ${message}`,
  );
  expect(messages).toEqual([
    "objectives.value is not a number, and is left out",
    "objectives says no number as its value; this objective is left out",
  ]);
});

it.each([
  ['{"version": 4, "terraform_version": "1.11.4"}', /is Terraform's own state file.*`terraform show -json/],
  ['{"format_version": "2.0"}', /format version "2.0", and this program reads 0 and 1/],
  ["[]", /is not what `terraform show -json` prints/],
])("refuses %s", (text, message) => {
  expect(() => resourcesIn({ name: "bad.json", text })).toThrow(message);
});

describe("the command", () => {
  it("writes over nothing, and says how to make the file where it gets another", async () => {
    const folder = mkdtempSync(join(tmpdir(), "orgconfig-migrate-"));
    cpSync(examples, folder, { recursive: true });
    const run = (...args: string[]) => orgconfig(["migrate", "terraform", ...args], {});
    const out = join(folder, "out");
    const first = await run(join(folder, "pagerduty.json"), join(folder, "grafana.json"), "--out", out);
    // Somebody whom PagerDuty called is mailed.
    expect(first).toMatchObject({ code: 3, stdout: "", stderr: expect.stringMatching(/^37 resources: /) });
    const report = readFileSync(join(out, "migration.md"), "utf8");
    expect(report).toContain("pagerduty.json: pagerduty_team.payments`");
    // Both tools have a team of this name.
    expect(report).toContain('team "Payments" is left out: name: another row has this name already');
    const second = await run(join(folder, "grafana.json"), "--out", out);
    expect(second).toMatchObject({ code: 1, stderr: expect.stringContaining("orgconfig.tf and") });
    const wrong = await run(join(folder, "out", "migration.md"));
    expect(wrong).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("is not JSON; write the file with"),
    });
  });
});
