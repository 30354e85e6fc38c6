/** What a plan says of the deploy gate: what pipelines were answered, decided again. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  factsTextOf,
  type GateRows,
  replayGate,
} from "../../src/features/reliability/deploy-gate/past-verdicts.ts";
import { createVerdictStore } from "../../src/features/reliability/deploy-gate/verdict-store.ts";
import { createVerdicts } from "../../src/features/reliability/deploy-gate/verdicts.ts";
import { sharedText } from "../../src/kernel/shared-text.ts";
import { atOnce } from "../../src/kernel/time-slices.ts";
import { makeSlo } from "../features/slo.ts";
import { startService, type Tenant, type TestService } from "../support/service.ts";

let app: TestService;
beforeAll(async () => {
  app = await startService();
});
afterAll(() => app.close());

const ahead = "2999-01-01T00:00:00Z";

async function ask({ api }: Tenant, service = "checkout", query = "") {
  const { status, body } = await api("GET", `deploy_gate?service=${service}${query}`);
  expect(status).toBe(200);
  return body.allowed as boolean;
}

async function planned({ api }: Tenant, edits: readonly object[], more: object = {}) {
  const { status, body, text } = await api("POST", "plans", { body: { edits, ...more } });
  expect([status, body.problems], text).toEqual([201, []]);
  return body.effects.replay;
}

async function policyOf({ config }: Tenant, fields: object = {}) {
  const { body } = await config("POST", "deploy_policies", { body: { service: "checkout", ...fields } });
  return (changes: object) => [{ op: "save", resource: "deploy_policies", id: body.id, fields: changes }];
}

/** So many more verdicts like the organization's own, a minute further back each. */
const fill = ({ organization }: Tenant, count: number) =>
  app.database.execute(`
    INSERT INTO gate_verdicts SELECT organization_id, minute - n * interval '1 minute', service, hash,
      asked_at - n * interval '1 minute', 1, allowed, held_by, facts, bytes
    FROM gate_verdicts, generate_series(1, ${count}) AS n WHERE organization_id = '${organization.id}'`);

it("counts what was allowed and would be held, a freeze on all of its days; who only looks is left out", async () => {
  const tenant = await app.makeTenant();
  const change = await policyOf(tenant);
  for (let times = 0; times < 3; times += 1) expect(await ask(tenant)).toBe(true);
  await ask(tenant, "checkout", "&dry_run=true");
  expect(await planned(tenant, change({ freeze_until: ahead, freeze_reason: "Sales" }))).toMatchObject({
    gate: { newly_held: 3, newly_allowed: 0 },
    gate_verdicts: {
      ...{ asked: 3, cut: false, drift: 0 },
      by_service: [{ service: "checkout", asked: 3, newly_held: 3, newly_allowed: 0, because: ["frozen"] }],
    },
    cannot: [],
  });
  expect(await planned(tenant, change({ error_budget_threshold: 1 }))).toMatchObject({
    gate: { newly_held: 0, newly_allowed: 0 },
    gate_verdicts: { asked: 3, by_service: [] },
  });
  const team = [{ op: "create", resource: "teams", fields: { name: "Core" } }];
  expect(await planned(tenant, team)).toMatchObject({
    gate: { newly_held: 0, newly_allowed: 0 },
    gate_verdicts: null,
  });
  // A service that nobody has described yet.
  await ask(tenant, "search");
  const policy = {
    op: "create",
    resource: "deploy_policies",
    fields: { service: "search", freeze_until: ahead },
  };
  expect((await planned(tenant, [policy])).gate).toEqual({ newly_held: 1, newly_allowed: 0 });
  const other = await app.makeTenant();
  const others = await policyOf(other);
  expect((await planned(other, others({ freeze_until: ahead }))).gate_verdicts.asked).toBe(0);
});

it("decides by the figures and incidents of that time, and by an override that was in force", async () => {
  const tenant = await app.makeTenant();
  const slo = await makeSlo(tenant, "checkout", "availability");
  const report = (remaining: number) =>
    tenant.api("PUT", `state/slos/${slo}`, {
      body: { error_budget_remaining_percent: remaining, last_evaluated_at: new Date().toISOString() },
    });
  const component = await tenant.config("POST", "status_page_components", {
    body: { name: "Checkout", service: "checkout" },
  });
  await report(6);
  expect(await ask(tenant)).toBe(false);
  const incident = await tenant.config("POST", "status_page_incidents", {
    body: {
      ...{ title: "Slow", impact: "minor", body: "We look into it." },
      component_ids: [component.body.id],
    },
  });
  await report(80);
  expect(await ask(tenant)).toBe(false);
  const override = { service: "checkout", allow: true, reason: "Hotfix" };
  await tenant.api("POST", "deploy_gate/override", { body: override });
  expect(await ask(tenant)).toBe(true);
  await tenant.api("DELETE", "deploy_gate/override?service=checkout");
  await tenant.api("POST", `status_page_incidents/${incident.body.id}/updates`, {
    body: { status: "resolved", body: "Over." },
  });

  const create = (fields: object) => [
    { op: "create", resource: "deploy_policies", fields: { service: "checkout", ...fields } },
  ];
  expect(await planned(tenant, create({ error_budget_threshold: 5 }))).toMatchObject({
    gate: { newly_held: 0, newly_allowed: 1 },
    gate_verdicts: { asked: 3, drift: 0, by_service: [{ because: ["error_budget"] }] },
  });
  expect(await planned(tenant, create({ incident_impacts: ["major"] }))).toMatchObject({
    gate: { newly_held: 0, newly_allowed: 1 },
    gate_verdicts: { by_service: [{ because: ["incident"] }] },
  });
  expect((await planned(tenant, create({ freeze_until: ahead, enabled: true }))).gate.newly_held).toBe(0);
  const off = [{ op: "save", resource: "slos", id: slo, fields: { enabled: false } }];
  expect((await planned(tenant, off)).gate).toEqual({ newly_held: 0, newly_allowed: 1 });
});

it("says what the rows answered otherwise then, and decides many in a thread", async () => {
  const tenant = await app.makeTenant();
  const change = await policyOf(tenant, { freeze_until: ahead });
  expect(await ask(tenant)).toBe(false);
  await planned(tenant, change({ freeze_until: null })); // stores what is noted
  await fill(tenant, 2_500);
  const policy = (await tenant.config("GET", "deploy_policies")).body.data[0].id;
  await tenant.config("PUT", `deploy_policies/${policy}`, { body: { freeze_until: null } });
  expect(await planned(tenant, change({ freeze_until: ahead }), { replay_days: 90 })).toMatchObject({
    gate: { newly_held: 2_501, newly_allowed: 0 },
    gate_verdicts: { asked: 2_501, drift: 2_501 },
  });
  const { newly_held } = (await planned(tenant, change({ freeze_until: ahead }), { replay_days: 1 })).gate;
  expect(newly_held).toBeGreaterThan(1_400);
  expect(newly_held).toBeLessThanOrEqual(24 * 60);
});

describe("what is kept", () => {
  const verdicts = () =>
    createVerdicts(
      { log: { error: () => {} }, settings: app.settings } as never,
      createVerdictStore(app.database),
    );
  const kept = async ({ organization }: Tenant) =>
    (
      await app.database.queryText<{ count: number }>(
        {
          name: "test-verdicts",
          text: "SELECT count FROM gate_verdicts WHERE organization_id = $1 ORDER BY minute DESC, count DESC",
        },
        [organization.id],
      )
    ).map(({ count }) => count);
  const judged = (now: Date, allowed = true) =>
    ({ decision: { allowed, reasons: [] }, facts: { slos: [], incidents: [], now } }) as never;

  it("is one row a minute for the same answer, and nothing of an organization that is gone", async () => {
    const tenant = await app.makeTenant();
    const { id } = tenant.organization;
    const [one, at] = [verdicts(), new Date("2026-03-06T12:00:10Z")];
    const later = (seconds: number) => new Date(at.getTime() + seconds * 1_000);
    for (const now of [at, later(40), later(60)]) one.note(id, "checkout", judged(now));
    one.note(id, "checkout", judged(at, false));
    one.note("org_gone", "checkout", judged(at));
    await one.write();
    expect(await kept(tenant)).toEqual([1, 2, 1]);
    one.note(id, "checkout", judged(later(30)));
    await one.write();
    expect(await kept(tenant)).toEqual([1, 3, 1]);
  });

  it.each([
    ["verdicts", { verdicts: 3, bytes: 1_000_000 }],
    ["bytes", { verdicts: 1_000, bytes: 3 * 120 }],
  ])("is the newest within the bound of %s, which a plan says, and for 90 days", async (_, bounds) => {
    const tenant = await app.makeTenant();
    const change = await policyOf(tenant);
    const one = verdicts();
    const now = Date.now();
    for (let minute = 0; minute < 5; minute += 1)
      one.note(tenant.organization.id, "checkout", judged(new Date(now - minute * 60_000)));
    await one.write(1, bounds);
    expect(await kept(tenant)).toHaveLength(3);
    expect((await planned(tenant, change({ freeze_until: ahead }))).gate_verdicts).toMatchObject({
      asked: 3,
      cut: true,
    });
    await one.forget(new Date(now + 89 * 24 * 3_600_000));
    expect(await kept(tenant)).toHaveLength(3);
    await one.forget(new Date(now + 91 * 24 * 3_600_000));
    expect(await kept(tenant)).toEqual([]);
  });
});

it("holds what is old as the policy says of figures as old as they were then", () => {
  const at = Date.parse("2026-03-06T12:00:00Z");
  const slo = {
    ...{ id: "slo_1", name: "", corrections: [], withdrawn: [], burnRate: undefined },
    errorBudgetRemainingPercent: { value: 80, at: new Date(at - 11 * 60_000) },
  };
  const factsOf = (more: object) =>
    JSON.parse(factsTextOf({ override: undefined, slos: [{ ...slo, ...more }], incidents: [] }));
  let facts = factsOf({});
  const rows = (fields?: object): GateRows => ({
    policies: new Map(
      fields === undefined
        ? []
        : [["a", { configuration: { service: "a", ...fields }, state: {}, secrets: {} }]],
    ) as GateRows["policies"],
    slos: new Map([["slo_1", "a"]]),
  });
  const of = (before: GateRows, after: GateRows) =>
    atOnce(
      replayGate({ verdicts: [sharedText(JSON.stringify([["a", at, 1, true, [], facts]]))], before, after }),
    );
  expect(of(rows(), rows({ on_stale: "hold" }))).toEqual({
    ...{ asked: 1, newlyHeld: 1, newlyAllowed: 0, drift: 0 },
    services: [{ service: "a", asked: 1, newlyHeld: 1, newlyAllowed: 0, because: ["stale_figures"] }],
  });
  // A freeze that ended before the deploy.
  expect(of(rows(), rows({ freeze_until: "2026-03-06T11:59:00Z" })).newlyHeld).toBe(0);
  expect(of(rows(), rows({ freeze_until: "2026-03-06T12:01:00Z" })).newlyHeld).toBe(1);
  // The SLO measures another service now.
  const moved = { ...rows({ on_stale: "hold" }), slos: new Map([["slo_1", "b"]]) };
  expect(of(moved, moved)).toMatchObject({ newlyHeld: 0, drift: 0 });
  // Not old, and it gave no data.
  const fresh = { errorBudgetRemainingPercent: { value: 80, at: new Date(at - 60_000) } };
  facts = factsOf(fresh);
  expect(of(rows(), rows({ on_stale: "hold" })).newlyHeld).toBe(0);
  facts = factsOf({ ...fresh, noData: "Nothing measures it now." });
  expect(of(rows(), rows({ on_stale: "hold" }))).toMatchObject({ newlyHeld: 1, drift: 0 });
});
