/** What a plan says: of each row, of each problem at its place, and nothing of it is written. */
import { expect, it } from "vitest";
import { contractFor } from "../support/contract.ts";
import { makePerson } from "../support/people.ts";
import { type Bundle, type Plan, plannerOf, problemsOf } from "./support.ts";

const contract = contractFor(import.meta.url);

async function start() {
  const tenant = await contract().tenant();
  const planner = plannerOf(tenant.api);
  /** Makes a row, and answers its id. */
  const made = async (kind: string, body: object): Promise<string> => {
    const answer = await tenant.config("POST", kind, { body });
    expect(answer.status, answer.text).toBe(201);
    return answer.body.id;
  };
  return { ...tenant, planner, made };
}

/** Each change in short. */
const changesOf = ({ changes }: Plan) =>
  changes.map(({ resource, action, key, fields }) => [resource, action, key, fields.map(({ path }) => path)]);

const source = { name: "Prometheus", type: "prometheus", url: "https://prometheus.example.com" };
const sli = {
  service: "checkout",
  name: "availability",
  kind: "ratio",
  good_query: "good",
  total_query: "all",
};

it("shows what would become of each row, and writes nothing of it", async () => {
  const { planner, made, config, audit } = await start();
  await made("connectors", { name: "Kept", type: "cloud", connector_type: "aws" });
  const id = await made("connectors", { name: "Moved", type: "cloud", connector_type: "aws" });
  const [before, records] = [(await config("GET", "connectors")).body, (await audit()).length];
  const plan = await planner.open({
    connectors: [
      { name: "Kept", type: "cloud", connector_type: "aws" },
      { name: "Moved", type: "paging", connector_type: "aws", metadata: { owner: "ops" } },
      { name: "New", type: "chat", connector_type: "slack" },
    ],
  });
  expect(plan.summary).toEqual({ create: 1, update: 1, delete: 0, adopt: 0, detach: 0, unchanged: 1 });
  const [moved] = plan.changes.filter(({ action }) => action === "update");
  expect(moved).toMatchObject({
    resource: "connectors",
    key: { name: "Moved" },
    id,
    fields: expect.arrayContaining([
      { path: "type", before: "cloud", after: "paging" },
      { path: "metadata", before: {}, after: { owner: "ops" } },
    ]),
    secrets: {},
  });
  expect(moved?.fields).toHaveLength(2);
  const [fresh] = plan.changes.filter(({ action }) => action === "create");
  expect(fresh).toMatchObject({ resource: "connectors", key: { name: "New" } });
  expect(fresh?.fields).toContainEqual({ path: "connector_type", before: null, after: "slack" });
  expect(plan).toMatchObject({
    set: null,
    prune: "none",
    warnings: [],
    effects: { engines: [], rerouted_alerts: null, replay: { alerts: 0, nobody: 0, drift: null } },
    refusals: [],
  });
  expect((await config("GET", "connectors")).body).toEqual(before);
  expect(await audit()).toHaveLength(records);
});

it("keeps a new row's id from the plan to the row", async () => {
  const { planner, config } = await start();
  const plan = await planner.open({ teams: [{ name: "Core" }] });
  const applied = await planner.apply(plan.id);
  const { id } = plan.changes[0] as Plan["changes"][number];
  const read = await config("GET", `teams/${id}`);
  expect([read.status, read.body.name]).toEqual([200, "Core"]);
  expect(applied.body.changes).toEqual([
    { resource: "teams", key: { name: "Core" }, id, action: "create", etag: read.headers.etag },
  ]);
  expect(applied.body).toMatchObject({ id: plan.id, status: "applied", summary: plan.summary });
});

it("gives a field that is left out its default", async () => {
  const { planner, made, config } = await start();
  const id = await made("data_sources", { ...source, timeout_ms: 500, database: "main" });
  const plan = await planner.open({ data_sources: [source] });
  expect(changesOf(plan)).toEqual([
    ["data_sources", "update", { name: "Prometheus" }, expect.arrayContaining(["timeout_ms", "database"])],
  ]);
  await planner.apply(plan.id);
  expect((await config("GET", `data_sources/${id}`)).body).toMatchObject({
    timeout_ms: 10_000,
    database: null,
  });
});

it("names every problem at once, each at its place", async () => {
  const { planner, made } = await start();
  await made("teams", { name: "Core" });
  const plan = await planner.plan({
    teems: [],
    teams: [{ name: "Core" }, "Shop", { name: "Shop" }, { name: "Shop" }, {}],
    connectors: {},
    slack_settings: [],
    aws_external_id: {},
    data_sources: [{ ...source, timeout_ms: "long" }],
    slis: [{ ...sli, data_source_id: { name: "Loki" } }],
    alert_routes: [
      {
        name: "a",
        matchers: [`severity="critical"`],
        destinations: [{ email: "a@example.com" }, { email: 5 }],
      },
      { name: "b", matchers: [`severity="critical"`], destinations: [{ team_id: { name: "Nobody" } }] },
      {
        name: "c",
        matchers: [`severity="critical"`],
        destinations: [{ team_id: "team_01h00000000000000000000000" }],
      },
      { name: "d", matchers: [`severity="critical"`], destinations: [{ team_id: { title: "Core" } }] },
      { name: "e", matchers: [`severity="critical"`], destinations: [{ team_id: 5 }], nonsense: 1 },
    ],
  });
  expect(plan.status).toBe("invalid");
  const found = problemsOf(plan).map(([resource, index, field]) => [resource, index, field]);
  expect(found.sort()).toEqual(
    [
      ["teems", null, ""],
      ["teams", 1, ""],
      ["teams", 3, "name"],
      ["teams", 4, "name"],
      ["connectors", null, ""],
      ["slack_settings", null, ""],
      ["aws_external_id", null, ""],
      ["data_sources", 0, "timeout_ms"],
      ["slis", 0, "data_source_id"],
      ["alert_routes", 0, "destinations[1].email"],
      ["alert_routes", 1, "destinations[0].team_id"],
      ["alert_routes", 2, "destinations[0].team_id"],
      ["alert_routes", 3, "destinations[0].team_id"],
      ["alert_routes", 4, "destinations[0].team_id"],
      ["alert_routes", 4, "nonsense"],
    ].sort(),
  );
  expect(plan.problems.every(({ reason, message }) => /^[a-z_]+$/.test(reason) && message !== "")).toBe(true);
  const unresolved = plan.problems.filter(({ reason }) => reason === "missing_reference");
  expect(unresolved.map(({ resource, index }) => [resource, index]).sort()).toEqual([
    ["alert_routes", 1],
    ["alert_routes", 2],
    ["slis", 0],
  ]);
  const applied = await planner.tryApply(plan.id);
  expect([applied.status, applied.body.error, applied.body.reason]).toEqual([
    422,
    "unprocessable_entity",
    "plan_invalid",
  ]);
});

it("names more problems than a single write does", async () => {
  const { planner } = await start();
  const teams = Array.from({ length: 60 }, (_, at) => ({ name: `Team ${at}`, nonsense: at }));
  const plan = await planner.plan({ teams });
  expect(plan.problems.map(({ index, field }) => [index, field])).toEqual(
    teams.map((_, at) => [at, "nonsense"]),
  );
});

it("refuses a malformed request", async () => {
  const { api } = await start();
  const asked = async (body: unknown) => {
    const answer = await api("POST", "plans", { body });
    return [answer.status, answer.body.field];
  };
  expect(await asked({})).toEqual([422, "bundle"]);
  expect(await asked({ bundle: [] })).toEqual([422, "bundle"]);
  expect(await asked({ bundle: {}, prune: "all" })).toEqual([422, "prune"]);
  expect(await asked({ bundle: {}, sett: "x" })).toEqual([422, "sett"]);
  expect(await asked({ bundle: {}, set: "" })).toEqual([422, "set"]);
  expect((await asked({ bundle: {}, prune: "delete" }))[0]).toBe(422);
  expect(await asked({ bundle: {} })).toEqual([201, undefined]);
});

it("finds what a reference means in the bundle, in the database, and by id", async () => {
  const { planner, made, config } = await start();
  const core = await made("teams", { name: "Core" });
  const plan = await planner.open({
    // The row comes before the one that it points at, which stands in the bundle only.
    alert_routes: [
      {
        name: "All",
        matchers: [`severity="critical"`],
        destinations: [{ team_id: { name: "Core" } }, { team_id: { name: "Shop" } }, { team_id: core }],
        owning_team_id: { name: "Shop" },
      },
    ],
    teams: [{ name: "Shop" }],
  });
  expect(plan.changes.map(({ resource }) => resource)).toEqual(["teams", "alert_routes"]);
  const shop = plan.changes[0]?.id;
  const route = plan.changes[1];
  expect(route?.fields).toContainEqual({ path: "owning_team_id", before: null, after: { name: "Shop" } });
  expect(route?.fields).toContainEqual({
    path: "destinations",
    before: null,
    after: [{ team_id: { name: "Core" } }, { team_id: { name: "Shop" } }, { team_id: { name: "Core" } }],
  });
  await planner.apply(plan.id);
  expect((await config("GET", `alert_routes/${route?.id}`)).body).toMatchObject({
    destinations: [{ team_id: core }, { team_id: shop }, { team_id: core }],
    owning_team_id: shop,
  });
});

it("reads compound keys, and keys within keys", async () => {
  const { planner, made, config, organization } = await start();
  const data_source_id = await made("data_sources", source);
  await made("slis", { ...sli, data_source_id });
  await made("slis", { ...sli, service: "cart", data_source_id });
  const slo = { name: "fast", service: "checkout", target_percent: 99.5 };
  const plan = await planner.open({
    slos: [{ ...slo, sli_id: { service: "checkout", name: "availability" } }],
  });
  await planner.apply(plan.id);
  const { sli_id } = (await config("GET", `slos/${plan.changes[0]?.id}`)).body;
  expect((await config("GET", `slis/${sli_id}`)).body.service).toBe("checkout");
  await makePerson(contract().database, organization.id, "ada@example.com");
  const members = {
    teams: [{ name: "Core" }],
    team_members: [{ team_id: { name: "Core" }, email: "ada@example.com" }],
  };
  const joined = await planner.bring(members);
  expect(joined.changes[1]?.key).toEqual({ team_id: { name: "Core" }, email: "ada@example.com" });
  expect((await planner.open(members)).summary).toMatchObject({ create: 0, unchanged: 2 });
  const half = await planner.plan({ slos: [{ ...slo, name: "other", sli_id: { name: "availability" } }] });
  expect(problemsOf(half).map(([kind, index, field]) => [kind, index, field])).toEqual([
    ["slos", 0, "sli_id"],
  ]);
});

it("saves a setting for the first time, and later", async () => {
  const { planner, config } = await start();
  const bundle: Bundle = { notification_settings: { recipients: ["ops@example.com"] } };
  const first = await planner.open(bundle);
  expect(first.changes.map(({ resource, key, id }) => [resource, key, id])).toEqual([
    ["notification_settings", {}, "notification_settings"],
  ]);
  await planner.apply(first.id);
  const saved = await config("GET", "notification_settings");
  expect(saved.body.recipients).toEqual(["ops@example.com"]);
  expect((await planner.open(bundle)).changes).toEqual([]);
  const second = await planner.open({ notification_settings: { recipients: [] } });
  expect(changesOf(second)).toEqual([["notification_settings", "update", {}, ["recipients"]]]);
});

it("keeps a secret that is left out, sets one, clears one", async () => {
  const { planner, made, config } = await start();
  const id = await made("data_sources", { ...source, username: "ops", password: "one", token: "two" });
  const bundle = (more: object) => ({ data_sources: [{ ...source, username: "ops", ...more }] });
  expect((await planner.open(bundle({}))).changes).toEqual([]);
  const plan = await planner.open(bundle({ password: "three", token: null }));
  expect(plan.changes).toMatchObject([
    { action: "update", fields: [], secrets: { password: "changed", token: "cleared" } },
  ]);
  expect(JSON.stringify(plan)).not.toContain("three");
  await planner.apply(plan.id);
  expect((await config("GET", `data_sources/${id}`)).body).toMatchObject({
    password_set: true,
    token_set: false,
  });
  const again = await planner.open(bundle({ password: "three", token: "four" }));
  expect(again.changes).toMatchObject([{ secrets: { token: "set" } }]);
  expect(again.changes[0]?.secrets).toEqual({ token: "set" });
  const fresh = await planner.open({ data_sources: [{ ...source, name: "New", password: "five" }] });
  expect(fresh.changes).toMatchObject([{ action: "create", secrets: { password: "set" } }]);
});

it("does not show a reader whether a secret is the one that is stored", async () => {
  const tenant = await start();
  await tenant.made("data_sources", { ...source, username: "ops", password: "one" });
  const { value } = await contract().makeKey(tenant.organization.id, ["api:config_read"]);
  const reader = plannerOf((method, path, options = {}) =>
    tenant.api(method, path, { ...options, headers: { authorization: `Bearer ${value}` } }),
  );
  const said = async (password: string) => {
    const { changes, summary } = await reader.open({
      data_sources: [{ ...source, username: "ops", password }],
    });
    return { changes, summary };
  };
  expect(await said("one")).toEqual(await said("other"));
});

it("shows and does the demotion of a former default", async () => {
  const { planner, made, config } = await start();
  const old = await made("data_sources", { ...source, name: "Old", is_default: true });
  const plan = await planner.open({ data_sources: [{ ...source, is_default: true }] });
  expect(changesOf(plan)).toContainEqual(["data_sources", "update", { name: "Old" }, ["is_default"]]);
  expect(plan.summary).toMatchObject({ create: 1, update: 1 });
  await planner.apply(plan.id);
  expect((await config("GET", `data_sources/${old}`)).body.is_default).toBe(false);
  expect((await config("GET", `data_sources?name=Prometheus`)).body.data[0].is_default).toBe(true);
});

it("swaps two defaults that the bundle names both", async () => {
  const { planner, made, config } = await start();
  const entry = (name: string, is_default: boolean) => ({ ...source, name, is_default });
  const first = await made("data_sources", entry("A", true));
  await made("data_sources", entry("B", false));
  for (const rows of [
    [entry("A", false), entry("B", true)],
    [entry("B", false), entry("A", true)],
  ]) {
    const plan = await planner.bring({ data_sources: rows });
    expect(plan.summary).toMatchObject({ update: 2 });
    expect((await planner.open({ data_sources: rows })).changes).toEqual([]);
  }
  expect((await config("GET", `data_sources/${first}`)).body.is_default).toBe(true);
});

it("takes no two defaults from one bundle", async () => {
  const { planner, made } = await start();
  const old = { ...source, name: "Old", is_default: true };
  const both = [old, { ...old, name: "New" }];
  await made("data_sources", old);
  for (const rows of [both, [...both].reverse()]) {
    const plan = await planner.plan({ data_sources: rows });
    const displaced = rows.indexOf(old);
    expect(problemsOf(plan)).toEqual([["data_sources", displaced, "is_default", "duplicate"]]);
  }
  const other = { ...source, name: "Loki", type: "loki", is_default: true };
  await planner.bring({ data_sources: [old, other] });
});

it("compares rows of one bundle with each other", async () => {
  const { planner, made, config } = await start();
  const period = (name: string, starts_on: string, ends_on: string) => ({
    name,
    framework: "hipaa",
    starts_on,
    ends_on,
  });
  const overlapping = await planner.plan({
    compliance_periods: [period("a", "2026-01-01", "2026-06-30"), period("b", "2026-06-30", "2026-12-31")],
  });
  expect(problemsOf(overlapping)).toEqual([["compliance_periods", 1, "starts_on", "overlap"]]);
  await made("compliance_periods", period("a", "2026-01-01", "2026-06-30"));
  // The row that stood in the way moves out of it in the same plan, or two of them change places, or it goes.
  const first = period("a", "2026-01-01", "2026-05-31");
  const second = period("b", "2026-06-01", "2026-12-31");
  await planner.bring({ compliance_periods: [second, first] });
  const swapped = [
    { ...first, name: "b" },
    { ...second, name: "a" },
  ];
  await planner.bring({ compliance_periods: swapped }, { set: "s", adopt: true });
  expect((await planner.open({ compliance_periods: swapped })).changes).toEqual([]);
  const year = period("year", "2026-01-01", "2026-12-31");
  await planner.bring({ compliance_periods: [year] }, { set: "s", prune: "delete" });
  expect((await config("GET", "compliance_periods")).body.data).toMatchObject([year]);
});

it("refuses another value of what only a new row takes", async () => {
  const { planner, made } = await start();
  await made("connectors", { name: "AWS", type: "cloud", connector_type: "aws" });
  const plan = await planner.plan({ connectors: [{ name: "AWS", type: "cloud", connector_type: "gcp" }] });
  expect(problemsOf(plan).map(([kind, index, field]) => [kind, index, field])).toEqual([
    ["connectors", 0, "connector_type"],
  ]);
});

it("shows on a new row the lists that do something by default, and those that are empty although they would not be", async () => {
  const { planner } = await start();
  const base = { service: "checkout", sli_id: { service: "checkout", name: "Requests" }, target_percent: 99 };
  const plan = await planner.open({
    data_sources: [{ name: "Prometheus", type: "prometheus", url: "https://prometheus.example" }],
    slis: [
      {
        service: "checkout",
        name: "Requests",
        kind: "ratio",
        data_source_id: { name: "Prometheus" },
        good_query: 'sum(rate(http_requests_total{code!~"5.."}[5m]))',
        total_query: "sum(rate(http_requests_total[5m]))",
      },
    ],
    slos: [
      { ...base, name: "Usual" },
      { ...base, name: "Quiet", burn_alerts: [] },
    ],
  });
  const shown = plan.changes
    .filter(({ resource }) => resource === "slos")
    .map(({ key, fields }) => [key.name, fields.find(({ path }) => path === "burn_alerts")?.after]);
  expect(shown).toEqual([
    ["Usual", expect.arrayContaining([expect.objectContaining({ threshold: 14.4 })])],
    ["Quiet", []],
  ]);
});
