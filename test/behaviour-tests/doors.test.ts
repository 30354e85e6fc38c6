/** Behaviour tests hold changes at every door. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makePerson } from "../support/people.ts";
import { startService, type Tenant, type TestService } from "../support/service.ts";

let test: TestService;
let tenant: Tenant;
/** The ids of what is there. */
let ids: Record<"pager" | "ops" | "night" | "rest" | "test", string>;

beforeAll(async () => {
  test = await startService();
  ({ tenant, ids } = await makeScene());
});
afterAll(() => test.close());

/** An organization with a route to a pager, one behind it for the rest, and a test. */
async function makeScene() {
  const tenant = await test.makeTenant();
  const make = async (kind: string, body: object) => {
    const made = await tenant.config("POST", kind, { body });
    if (made.status !== 201) throw new Error(made.text);
    return made.body.id as string;
  };
  const target = (name: string) =>
    make("outbound_configs", { name, kind: "webhook", url: "https://hooks.example.com/x" });
  const [pager, ops] = [await target("Payments pager"), await target("#ops")];
  const night = await make("alert_routes", {
    name: "Payments night",
    matchers: ['service="checkout"', 'severity="critical"'],
    destinations: [{ outbound_config_id: pager }],
  });
  const rest = await make("alert_routes", {
    name: "Catch-all",
    matchers: [],
    destinations: [{ outbound_config_id: ops }],
  });
  // With names in the place of ids.
  const paged = await make("behaviour_tests", {
    name: "Payments is paged",
    alert: { labels: { service: "checkout", severity: "critical" } },
    expect: { notified: ["Payments pager"], not_notified: ["#ops"], muted: false },
  });
  return { tenant, make, ids: { pager, ops, night, rest, test: paged } };
}

type Make = Awaited<ReturnType<typeof makeScene>>["make"];

async function makeSlo(make: Make): Promise<{ readonly slo: string }> {
  const source = await make("data_sources", {
    ...{ name: "p", type: "prometheus", url: "https://p.example.com" },
  });
  const sli = await make("slis", {
    ...{ name: "availability", service: "cart", kind: "ratio", good_query: "a", total_query: "b" },
    data_source_id: source,
  });
  const slo = await make("slos", {
    name: "Availability",
    service: "cart",
    sli_id: sli,
    target_percent: 99.9,
  });
  return { slo };
}

/** What a tool of MCP answers. */
async function callTool({ send }: TestService, key: string, name: string, args: object) {
  const answer = await send("POST", "/api/mcp", {
    headers: {
      authorization: `Bearer ${key}`,
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2025-06-18",
    },
    body: { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } },
  });
  const { result } = JSON.parse(answer.text.slice(answer.text.indexOf("{")));
  return result.structuredContent ?? JSON.parse(result.content[0].text);
}

const disabled = { body: { enabled: false } };
const failed = {
  error: "conflict",
  reason: "test_failed",
  tests: [{ name: "Payments is paged", message: expect.stringContaining('"Catch-all" (position') }],
};

describe("run_tests", () => {
  let { tenant, ids, make } = {} as Awaited<ReturnType<typeof makeScene>>;
  beforeAll(async () => {
    ({ tenant, ids, make } = await makeScene());
  });
  const run = async (body: object) => (await tenant.api("POST", "behaviour_tests/run", { body })).body;

  const untried = { status: "unknown", since: null, reason: expect.stringContaining("ever sent") };

  it("says which tests hold, and which rows decide each and are named by it", async () => {
    const off = await make("behaviour_tests", { name: "Later", enabled: false, expect: {} });
    const paged = {
      ...{ id: ids.test, name: "Payments is paged", ok: true, message: null },
      decided_by: [
        { resource: "alert_routes", id: ids.night, name: "Payments night", delivery: null },
        { resource: "outbound_configs", id: ids.pager, name: "Payments pager", delivery: untried },
        { resource: "outbound_configs", id: ids.ops, name: "#ops", delivery: untried },
      ],
    };
    const later = { id: off, name: "Later", ok: null, message: null, decided_by: [] };
    expect(await run({})).toEqual({ unknown: [], total: 2, failed: 0, data: [later, paged] });
    expect(await run({ tests: ["Payments is paged"] })).toEqual({
      unknown: [],
      total: 1,
      failed: 0,
      data: [paged],
    });
    expect(await run({ tests: [off] })).toEqual({ unknown: [], total: 1, failed: 0, data: [later] });
    expect(await run({ tests: ["Later", "None"] })).toMatchObject({
      error: "unprocessable_entity",
      field: "tests[1]",
    });
    const about = (resource: string, id: string) => run({ about: { resource, id } });
    expect(await about("alert_routes", ids.night)).toEqual({
      unknown: [],
      total: 1,
      failed: 0,
      data: [paged],
    });
    expect(await about("alert_routes", ids.rest)).toEqual({ unknown: [], total: 0, failed: 0, data: [] });
    expect(await about("organization_settings", "organization_settings")).toMatchObject({ total: 0 });
    expect(await about("foo", ids.rest)).toMatchObject({ field: "about.resource" });
    expect(await about("alert_routes", "route_gone")).toMatchObject({ field: "about.id" });
    await tenant.config("DELETE", `behaviour_tests/${off}`);
  });

  it("says of one that fails what happens instead, those first, and a narrowed key nothing of other rows", async () => {
    const way = (id: string) => `alert_routes/${id}?override_tests=to%20see`;
    expect((await tenant.config("PUT", way(ids.night), disabled)).status).toBe(200);
    const { failed, data } = await run({});
    expect([failed, data[0]]).toEqual([
      1,
      {
        ...{ id: ids.test, name: "Payments is paged", ok: false },
        message: expect.stringContaining('"Catch-all" (position'),
        // The route that took it, and the one that would have sent it.
        decided_by: [
          { resource: "alert_routes", id: ids.rest, name: "Catch-all", delivery: null },
          { resource: "alert_routes", id: ids.night, name: "Payments night", delivery: null },
          { resource: "outbound_configs", id: ids.pager, name: "Payments pager", delivery: untried },
          { resource: "outbound_configs", id: ids.ops, name: "#ops", delivery: untried },
        ],
      },
    ]);
    const { value } = await test.makeKey(tenant.organization.id, ["mcp:read"], {
      limits: { kinds: ["behaviour_tests"] },
    });
    const seen = await callTool(test, value, "run_tests", {});
    expect(seen).toMatchObject({ failed: 1, data: [{ ok: false, decided_by: [] }] });
    expect(seen.data[0].message).not.toContain("Catch-all");
    expect(
      (await tenant.config("PUT", `alert_routes/${ids.night}`, { body: { enabled: true } })).status,
    ).toBe(200);
  });

  it("has the policy and the SLO of tests about these", async () => {
    const policy = await make("deploy_policies", { service: "checkout", error_budget_threshold: 10 });
    const deploy = await make("behaviour_tests", {
      name: "Deploys go out",
      deploy: { service: "checkout" },
      expect: { allowed: true },
    });
    const { data } = await run({ about: { resource: "deploy_policies", id: policy } });
    expect(data).toMatchObject([
      { id: deploy, ok: true, decided_by: [{ resource: "deploy_policies", id: policy, name: "checkout" }] },
    ]);
  });
});

describe("a change that would break a test", () => {
  it("is refused with the test and the row that decided, and changes nothing", async () => {
    const refused = await tenant.config("PUT", `alert_routes/${ids.night}`, disabled);
    expect(refused).toMatchObject({ status: 409, body: failed });
    expect((await tenant.config("GET", `alert_routes/${ids.night}`)).body.enabled).toBe(true);
    const mute = {
      pattern: "*checkout*",
      reason: "x",
      schedule: [{ days: [], start: "00:00", end: "24:00", time_zone: "UTC" }],
    };
    const muted = await tenant.config("POST", "alert_mutes", { body: mute });
    expect(muted).toMatchObject({ status: 409, body: { reason: "test_failed" } });
    // A one-off mute ends by itself.
    const short = { pattern: "*checkout*", reason: "x", duration_minutes: 5 };
    expect((await tenant.config("POST", "alert_mutes", { body: short })).status).toBe(201);
  });

  it("is refused where a row that a test names is deleted, and follows one that is renamed", async () => {
    const free = { body: { destinations: [{ outbound_config_id: ids.ops }] } };
    expect((await tenant.config("PUT", `alert_routes/${ids.night}`, free)).status).toBe(409);
    const renamed = await tenant.config("PUT", `outbound_configs/${ids.pager}`, {
      body: { name: "Payments phone" },
    });
    expect(renamed.status).toBe(200);
    const other = await tenant.config("POST", "behaviour_tests", {
      body: {
        name: "Sales sleeps",
        alert: { labels: { service: "checkout" } },
        expect: { not_notified: ["sales@example.com", "Payments phone"] },
      },
    });
    expect(other.body.expect.not_notified).toEqual([
      { email: "sales@example.com" },
      { outbound_config_id: ids.pager },
    ]);
    const spare = await tenant.config("POST", "teams", { body: { name: "Spare" } });
    const gone = { name: "Spare sleeps", alert: { labels: {} }, expect: { not_notified: ["Spare"] } };
    const named = await tenant.config("POST", "behaviour_tests", { body: gone });
    expect(named.status).toBe(201);
    const deleted = await tenant.config("DELETE", `teams/${spare.body.id}`);
    expect(deleted).toMatchObject({
      status: 409,
      body: { reason: "test_failed", tests: [{ name: "Spare sleeps" }] },
    });
    await tenant.config("DELETE", `behaviour_tests/${named.body.id}`);
    expect((await tenant.config("DELETE", `teams/${spare.body.id}`)).status).toBe(200);
  });

  it("is refused where it leaves a team that a test expects without members", async () => {
    const add = async (kind: string, body: object) => {
      const made = await tenant.config("POST", kind, { body });
      expect(made.status, made.text).toBe(201);
      return made.body.id as string;
    };
    const team = await add("teams", { name: "Readers" });
    const email = "ada@books.example.com";
    await makePerson(test.database, tenant.organization.id, email);
    const route = await add("alert_routes", {
      name: "Readers",
      position: 0,
      matchers: ['service="books"'],
      destinations: [{ team_id: team }],
    });
    const reached = {
      name: "Readers are notified",
      alert: { labels: { service: "books" } },
      expect: { notified: ["Readers", email] },
    };
    const early = await tenant.config("POST", "behaviour_tests", { body: reached });
    expect(early).toMatchObject({ status: 409, body: { reason: "test_failed" } });
    expect(early.text).toContain("has no members");
    const place = await add("team_members", { team_id: team, email });
    const own = await add("behaviour_tests", reached);
    const removed = await tenant.config("DELETE", `team_members/${place}`);
    expect(removed).toMatchObject({ status: 409, body: { tests: [{ name: "Readers are notified" }] } });
    const why = "?override_tests=They%20moved";
    expect((await tenant.config("DELETE", `team_members/${place}${why}`)).status).toBe(200);
    for (const path of [`behaviour_tests/${own}`, `alert_routes/${route}`, `teams/${team}`])
      expect((await tenant.config("DELETE", path)).status).toBe(200);
  });

  it("is said in a plan, and refused when that is applied", async () => {
    const bundle = {
      alert_routes: [
        {
          name: "Payments night",
          enabled: false,
          matchers: ['service="checkout"', 'severity="critical"'],
          destinations: [{ outbound_config_id: ids.pager }],
        },
      ],
    };
    const plan = (await tenant.api("POST", "plans", { body: { bundle } })).body;
    expect(plan.status).toBe("open");
    expect(plan.warnings).toContainEqual(
      expect.objectContaining({
        resource: "behaviour_tests",
        key: { name: "Payments is paged" },
        reason: "test_failed",
      }),
    );
    const applied = await tenant.api("POST", `plans/${plan.id}/apply`, { body: {} });
    expect(applied).toMatchObject({ status: 409, body: { reason: "test_failed" } });
    const both = {
      bundle: {
        ...bundle,
        tests: [
          {
            name: "Payments is paged",
            alert: { labels: { service: "checkout", severity: "critical" } },
            expect: { notified: ["#ops"] },
          },
        ],
      },
    };
    const whole = (await tenant.api("POST", "plans", { body: both })).body;
    expect([
      whole.problems,
      whole.warnings.filter(({ reason }: { reason: string }) => reason === "test_failed"),
    ]).toEqual([[], []]);
    expect((await tenant.api("POST", `plans/${whole.id}/apply`, { body: {} })).status).toBe(200);
    const undo = (await tenant.api("POST", `plans/${whole.id}/undo`, { body: {} })).body;
    expect((await tenant.api("POST", `plans/${undo.id}/apply`, { body: {} })).status).toBe(200);
  });

  it("is refused where it is of a policy or an SLO, by the tests about these", async () => {
    const { tenant, make } = await makeScene();
    const policy = await make("deploy_policies", { service: "cart", error_budget_threshold: 10 });
    const about = await make("behaviour_tests", {
      ...{ name: "Cart is deployed", deploy: { service: "cart", error_budget_remaining_percent: 20 } },
      expect: { allowed: true },
    });
    const strict = { body: { error_budget_threshold: 30 } };
    const refused = await tenant.config("PUT", `deploy_policies/${policy}`, strict);
    expect(refused.body).toMatchObject({ reason: "test_failed", tests: [{ name: "Cart is deployed" }] });
    const other = { body: { service: "search", error_budget_threshold: 30 } };
    expect((await tenant.config("POST", "deploy_policies", other)).status).toBe(201);
    await tenant.config("DELETE", `behaviour_tests/${about}`);
    expect((await tenant.config("PUT", `deploy_policies/${policy}`, strict)).status).toBe(200);
    const { slo } = await makeSlo(make);
    const burns = {
      ...{ name: "Cart burns", slo, series: { good: "980x90", bad: "20x90" } },
      expect: { alert: "critical", within_minutes: 60 },
    };
    const burning = await make("behaviour_tests", burns);
    const calm = await tenant.config("PUT", `slos/${slo}`, { body: { target_percent: 90 } });
    expect(calm.body).toMatchObject({ reason: "test_failed", tests: [{ name: "Cart burns" }] });
    await tenant.config("DELETE", `behaviour_tests/${burning}`);
  });

  it("is refused where it makes the series of all tests longer than a change can wait for", async () => {
    const { tenant, make } = await makeScene();
    const { slo } = await makeSlo(make);
    const month = (at: number) => ({
      ...{ name: `Month ${at}`, slo, series: { good: "1000x43200", bad: "0" } },
      expect: { alert: "none" },
    });
    const many = Array.from({ length: 231 }, (_, at) => month(at));
    const edits = many.map((fields) => ({ op: "create", resource: "behaviour_tests", fields }));
    const planned = await tenant.api("POST", "plans", { body: { edits } });
    expect((await tenant.api("POST", `plans/${planned.body.id}/apply`, { body: {} })).status).toBe(200);
    const refused = await tenant.config("POST", "behaviour_tests", { body: month(231) });
    expect(refused).toMatchObject({ status: 422, body: { fields: [{ field: "series" }] } });
    const off = await tenant.config("POST", "behaviour_tests", { body: { ...month(231), enabled: false } });
    expect(off.status).toBe(201);
    const on = { body: { enabled: true } };
    expect((await tenant.config("PUT", `behaviour_tests/${off.body.id}`, on)).status).toBe(422);
    // What holds them all is decided, and in pieces.
    expect((await tenant.config("PUT", `slos/${slo}`, { body: { target_percent: 99 } })).status).toBe(200);
  });

  it("is made by an administrator who says why, on record, and by nobody else", async () => {
    const way = `alert_routes/${ids.night}?override_tests=Incident%2042`;
    const { value } = await test.makeKey(tenant.organization.id, ["mcp:write"]);
    const off = (path: string) => tenant.config("PUT", path, disabled);
    const rhythm = { days: [], start: "00:00", end: "24:00", time_zone: "UTC" };
    const refused = await callTool(test, value, "create_alert_mute", {
      pattern: "*checkout*",
      reason: "y",
      schedule: [rhythm],
      override_tests: "why",
    });
    expect(refused).toMatchObject({ error: "forbidden", reason: "level" });
    expect((await off(`alert_routes/${ids.night}?override_tests=`)).status).toBe(422);
    expect((await off(`${way}&override_tests=Again`)).body.message).toMatch(
      /^override_tests: is given twice/,
    );
    const mistyped = await off(`alert_routes/${ids.night}?override_test=why`);
    expect([mistyped.status, mistyped.body.message]).toEqual([
      422,
      'override_test: is not a known query parameter; did you mean "override_tests"? (this call takes override_tests, break_glass, propose, confirm)',
    ]);
    expect((await off(way)).status).toBe(200);
    const log = (await tenant.api("GET", "audit?action=override_tests")).body.data;
    expect(log[0]).toMatchObject({
      resource: "behaviour_tests",
      row_id: ids.test,
      changes: expect.arrayContaining([
        expect.objectContaining({ field: "override_tests", after: "Incident 42" }),
      ]),
    });
    const edits = [{ op: "save", resource: "alert_routes", id: ids.night, fields: { enabled: true } }];
    const back = (await tenant.api("POST", "plans", { body: { edits } })).body;
    expect((await tenant.api("POST", `plans/${back.id}/apply`, { body: {} })).status).toBe(200);
    const bad = [{ ...edits[0], fields: { enabled: false } }];
    const { id } = (await tenant.api("POST", "plans", { body: { edits: bad } })).body;
    const applied = await tenant.api("POST", `plans/${id}/apply?override_tests=Again`, { body: {} });
    expect(applied.status).toBe(200);
    const ofPlan = (await tenant.api("GET", `audit?plan_id=${id}`)).body.data;
    expect(ofPlan.map(({ action }: { action: string }) => action).sort()).toEqual([
      "override_tests",
      "update_alert_route",
    ]);
    const undo = await tenant.api("POST", `plans/${id}/undo`, { body: {} });
    expect(undo).toMatchObject({ status: 201, body: { summary: { update: 1, delete: 0 } } });
    // What fails already holds nothing else back, and to fix it is free.
    const catchAll = { body: { group_wait_seconds: 10 } };
    expect((await tenant.config("PUT", `alert_routes/${ids.rest}`, catchAll)).status).toBe(200);
    expect(
      (await tenant.config("PUT", `alert_routes/${ids.night}`, { body: { enabled: true } })).status,
    ).toBe(200);
  });

  it("is refused where it is the test itself that does not hold", async () => {
    const wrong = { expect: { notified: ["#ops"] } };
    const refused = await tenant.config("PUT", `behaviour_tests/${ids.test}`, { body: wrong });
    expect(refused).toMatchObject({ status: 409, body: { reason: "test_failed" } });
    const off = { body: { ...wrong, enabled: false } };
    expect((await tenant.config("PUT", `behaviour_tests/${ids.test}`, off)).status).toBe(200);
    expect(
      (await tenant.config("PUT", `behaviour_tests/${ids.test}`, { body: { enabled: true } })).status,
    ).toBe(409);
    const idle = { body: { enabled: true, expect: { not_notified: [] } } };
    expect((await tenant.config("PUT", `behaviour_tests/${ids.test}`, idle)).body.fields).toMatchObject([
      { field: "expect", message: expect.stringContaining("expects nothing") },
    ]);
    const nobody = { name: "Nobody", alert: { labels: {} }, expect: { notified: ["Nobody there"] } };
    expect((await tenant.config("POST", "behaviour_tests", { body: nobody })).body.fields).toMatchObject([
      { field: "expect.notified[0]", message: expect.stringContaining('"Nobody there"') },
    ]);
  });
});
