/** How much an organization may have: by its plan, or its own; at each door, with the way out. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createOperator } from "../../src/seed/operator.ts";
import { createAct } from "../../src/seed/write.ts";
import { listed, makeScene, minute } from "../alerts/support.ts";
import { agentOf } from "../mcp/support.ts";
import { startService, type Tenant, type TestService } from "../support/service.ts";
import { recordsOf, type Site, siteOf } from "../support/sign-in.ts";

let test: TestService;
let site: Site;
beforeAll(async () => {
  test = await startService();
  site = siteOf(test);
});
afterAll(() => test.close());

const pathOf = ({ organization }: Pick<Tenant, "organization">) =>
  `operator/organizations/${organization.id}`;
async function setQuotas(tenant: Tenant, quotas: object): Promise<void> {
  const answer = await site.operator("PATCH", pathOf(tenant), { body: { quotas } });
  expect(answer.status, answer.text).toBe(200);
}
const setPlan = (plan: string, quotas: object) =>
  site.operator("PUT", `operator/plans/${plan}`, { body: { quotas } });
const team = (tenant: Tenant, name: string) => tenant.config("POST", "teams", { body: { name } });

async function full(): Promise<Tenant> {
  const tenant = await test.makeTenant({ name: "Acme" });
  for (const name of ["A", "B"]) expect((await team(tenant, name)).status).toBe(201);
  await setQuotas(tenant, { rows: { teams: 2 } });
  return tenant;
}

const names = async (tenant: Tenant) =>
  (await tenant.config("GET", "teams")).body.data.map(({ name }: { name: string }) => name);

/** What a refusal names: the quota, what it allows, what there is, and the way out. */
const refusal = {
  error: "forbidden",
  reason: "quota_exceeded",
  quota: { name: "rows.teams", limit: 2, present: 2 },
  message:
    "Nothing was changed: the organization has 2 rows of teams, and its quota rows.teams allows 2; delete rows that it does not need, or ask whoever runs this service for a higher quota.",
};

describe("rows of a kind", () => {
  it("beyond the quota are refused at each door, on record, and settled by a delete", async () => {
    const tenant = await full();
    const { id } = tenant.organization;
    const refused = await team(tenant, "C");
    expect([refused.status, refused.body]).toEqual([403, expect.objectContaining(refusal)]);
    const admin = await site.makeMember(id, "org_admin");
    const inConsole = await admin.send("POST", `organizations/${id}/actions/create_team`, {
      body: { name: "C" },
    });
    expect([inConsole.status, inConsole.body]).toEqual([403, expect.objectContaining(refusal)]);
    const mcp = await test.makeKey(id, ["mcp:admin"]);
    const tool = await agentOf(test, mcp.value).call("create_team", { name: "C" });
    expect(JSON.parse(tool.content[0]?.text ?? "")).toMatchObject(refusal);
    const organization = await createOperator(
      test.service.server,
      String(test.settings.operatorToken),
    ).organization(id);
    const act = createAct(test.service.operations, organization);
    await expect(act("create_team", { body: { name: "C" } })).rejects.toThrow("quota rows.teams allows 2");
    expect(await names(tenant)).toEqual(["A", "B"]);
    expect(await recordsOf(test, id)).toContainEqual(
      expect.objectContaining({ action: "create_team", outcome: "refused" }),
    );
    const [first] = (await tenant.config("GET", "teams")).body.data;
    expect((await tenant.config("PUT", `teams/${first.id}`, { body: { name: "A2" } })).status).toBe(200);
    expect((await tenant.config("DELETE", `teams/${first.id}`)).status).toBe(200);
    expect((await team(tenant, "C")).status).toBe(201);
  });

  it("are exactly as many, however many come at once", async () => {
    const tenant = await test.makeTenant();
    await setQuotas(tenant, { rows_per_kind: 3 });
    const made = await Promise.all(["A", "B", "C", "D", "E", "F"].map((name) => team(tenant, name)));
    expect(made.map(({ status }) => status).sort()).toEqual([201, 201, 201, 403, 403, 403]);
  });

  it("a plan may bring as many as there is room for once it is applied, whatever goes meanwhile", async () => {
    const tenant = await full();
    const plan = (bundle: object, more: object = {}) =>
      tenant.api("POST", "plans", { body: { bundle, set: "teams", adopt: true, ...more } });
    const beyond = await plan({ teams: [{ name: "A" }, { name: "B" }, { name: "C" }] });
    expect(beyond.body.status).toBe("invalid");
    expect(beyond.body.problems).toEqual([
      {
        resource: "teams",
        key: null,
        index: null,
        field: "",
        reason: "quota_exceeded",
        message: expect.stringContaining("would have 3 rows: the organization has 2 rows of teams"),
      },
    ]);
    expect((await plan({ teams: [{ name: "A" }, { name: "B" }] })).body.problems).toEqual([]);
    const adopted = await plan({ teams: [{ name: "A" }, { name: "B" }] });
    const apply = (id: string) => tenant.api("POST", `plans/${id}/apply`, { body: {} });
    expect((await apply(adopted.body.id)).status).toBe(200);
    const exchanged = await plan({ teams: [{ name: "A" }, { name: "C" }] }, { prune: "delete" });
    expect(exchanged.body.problems).toEqual([]);
    expect((await apply(exchanged.body.id)).status).toBe(200);
    expect(await names(tenant)).toEqual(["A", "C"]);
  });

  it("a plan that was made before there was no room any more is not applied", async () => {
    const tenant = await test.makeTenant();
    const planned = await tenant.api("POST", "plans", { body: { bundle: { teams: [{ name: "A" }] } } });
    await setQuotas(tenant, { rows: { teams: 0 } });
    const applied = await tenant.api("POST", `plans/${planned.body.id}/apply`, { body: {} });
    expect([applied.status, await names(tenant)]).not.toEqual([200, ["A"]]);
    expect(await names(tenant)).toEqual([]);
    expect(applied.status).toBe(409);
  });

  it("a row that was deleted is not brought back where there is no room", async () => {
    const tenant = await test.makeTenant();
    const { id } = (await team(tenant, "A")).body;
    await tenant.config("DELETE", `teams/${id}`);
    await setQuotas(tenant, { rows: { teams: 0 } });
    const records = (await tenant.api("GET", `history/teams/${id}`)).body;
    expect(records.data.length).toBeGreaterThan(0);
    const restored = await tenant.api("POST", `history/teams/${id}/restore`, {
      body: { sequence: records.data.at(-1).sequence },
    });
    expect(restored.body.problems).toMatchObject([{ reason: "quota_exceeded" }]);
  });

  it("stay where a quota falls below them, and are changed; no more come", async () => {
    const tenant = await full();
    await setQuotas(tenant, { rows: { teams: 1 } });
    expect(await names(tenant)).toEqual(["A", "B"]);
    const [first] = (await tenant.config("GET", "teams")).body.data;
    expect((await tenant.config("PUT", `teams/${first.id}`, { body: { name: "A2" } })).status).toBe(200);
    expect((await team(tenant, "C")).body.quota).toEqual({ name: "rows.teams", limit: 1, present: 2 });
    const plan = await tenant.api("POST", "plans", {
      body: { bundle: { teams: [{ name: "B" }] } },
    });
    expect(plan.body.problems).toEqual([]);
  });

  it("settings are one row, and in no quota", async () => {
    const tenant = await test.makeTenant();
    await setQuotas(tenant, { rows_per_kind: 0 });
    const saved = await tenant.config("PUT", "organization_settings", {
      body: { timezone: "Europe/Berlin" },
    });
    expect(saved.status).toBe(201);
  });

  it("leave what a proposal took away where it is taken back, and nothing that needs no room", async () => {
    const tenant = await test.makeTenant({ name: "Acme" });
    const [a, b] = [(await team(tenant, "A")).body.id, (await team(tenant, "B")).body.id];
    const edits = [
      { op: "save", resource: "teams", id: a, fields: { name: "A2" } },
      { op: "delete", resource: "teams", id: b },
    ];
    const made = await tenant.api("POST", "proposals", { body: { title: "Fewer teams", edits } });
    const act = (what: string) => tenant.api("POST", `proposals/${made.body.id}/${what}`, { body: {} });
    expect((await act("apply")).status).toBe(200);
    await team(tenant, "C");
    await setQuotas(tenant, { rows: { teams: 2 } });
    const back = await act("revert");
    expect(back.body.status, back.text).toBe("reverted");
    expect((await names(tenant)).sort()).toEqual(["A", "C"]);
    const rest = (await tenant.api("GET", `proposals/${back.body.rest_proposal_id}`)).body;
    expect(rest.changes).toMatchObject([{ key: { name: "B" }, action: "create" }]);
    expect(rest.reason).toMatch(/In the way: teams .*its quota rows\.teams allows 2/);
  });
});

describe("quotas", () => {
  it("of a plan hold for its organizations, each organization's own in their place", async () => {
    const [free, own] = [await test.makeTenant({ plan: "team" }), await test.makeTenant({ plan: "team" })];
    const set = await setPlan("team", { rows_per_kind: 7, page_subscribers: 3 });
    expect([set.status, set.body]).toEqual([
      200,
      { plan: "team", quotas: { rows_per_kind: 7, page_subscribers: 3 } },
    ]);
    await setQuotas(own, { rows_per_kind: null, rows: { slos: 2 } });
    const effective = async (tenant: Tenant) =>
      (await site.operator("GET", pathOf(tenant))).body.effective_quotas;
    expect(await effective(free)).toEqual({ rows_per_kind: 7, page_subscribers: 3 });
    expect(await effective(own)).toEqual({ rows_per_kind: null, page_subscribers: 3, rows: { slos: 2 } });
    await setQuotas(own, {});
    expect(await effective(own)).toEqual({ rows_per_kind: 7, page_subscribers: 3 });
    expect((await site.operator("GET", "operator/plans")).body.data).toContainEqual(set.body);
    expect(await recordsOf(test, free.organization.id)).toMatchObject([
      { action: "set_plan_quotas", resource: "plan", row_id: "team", actor_kind: "operator" },
    ]);
    await setPlan("team", {});
    expect(await effective(free)).toEqual({});
  });

  it("are whole numbers of known kinds", async () => {
    const tenant = await test.makeTenant();
    for (const [quotas, field] of [
      [{ rows: { tems: 1 } }, "quotas.rows.tems"],
      [{ rows: { teams: -1 } }, "quotas.rows.teams"],
      [{ rows: { organization_settings: 1 } }, "quotas.rows.organization_settings"],
      [{ requests_per_second: 0 }, "quotas.requests_per_second"],
      [{ requests_per_second: 1.5 }, "quotas.requests_per_second"],
      [{ seats: 5 }, "quotas.seats"],
    ] as const) {
      const { status, body } = await site.operator("PATCH", pathOf(tenant), { body: { quotas } });
      expect([status, body.field]).toEqual([422, field]);
    }
    expect((await setPlan("gold", {})).status).toBe(404);
  });
});

it("alerts that begin within a minute: those beyond are one alert, which names the quota", async () => {
  const scene = await makeScene(test);
  await setQuotas(scene.tenant, { alerts_per_minute: 3 });
  const fired = ["A", "B", "C", "D", "E"].map((name) => ({ name, startsAt: minute(0) }));
  const taken = await scene.notify({}, fired);
  expect([taken.status, taken.body]).toEqual([200, { alerts: 5, opened: 3, ended: 0 }]);
  const overflow = async () =>
    (await listed(scene)).find(({ labels }) => labels.alertname === "TooManyOpenAlerts");
  expect(await overflow()).toMatchObject({
    severity: "critical",
    routes: [{ id: scene.route }],
    annotations: {
      merged: "D\nE",
      description: expect.stringContaining("its quota alerts_per_minute lets 3 begin within a minute; ask"),
    },
  });
  // Their ends are taken in, and what is known already is no beginning.
  const over = await scene.notify({}, [{ name: "A", startsAt: minute(0), endsAt: minute(5) }]);
  expect(over.body).toEqual({ alerts: 1, opened: 0, ended: 1 });
  await test.database.execute("UPDATE alerts SET received_at = received_at - interval '1 minute'");
  const later = await scene.notify({}, fired.slice(3));
  expect(later.body).toEqual({ alerts: 2, opened: 2, ended: 0 });
  expect((await overflow())?.status).toBe("resolved");
});
