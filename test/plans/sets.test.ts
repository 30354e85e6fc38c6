/** Sets: who owns a row, what a bundle that no longer names it does with it, and what drifts. */

import { afterEach, expect, it, vi } from "vitest";
import { contractFor } from "../support/contract.ts";
import { makePerson } from "../support/people.ts";
import { saidBy } from "../support/said.ts";
import { type Change, plannerOf, problemsOf } from "./support.ts";

const contract = contractFor(import.meta.url);
afterEach(() => void vi.useRealTimers());

async function start() {
  const tenant = await contract().tenant();
  const planner = plannerOf(tenant.api);
  const drift = async (set: string) => {
    const answer = await tenant.api("GET", `plans/drift?set=${set}`);
    expect(answer.status, answer.text).toBe(200);
    return answer.body;
  };
  /** Who owns the row. */
  const owner = async (path: string) => (await tenant.config("GET", path)).headers["x-managed-by"];
  return { ...tenant, planner, drift, owner };
}

const teams = (...names: string[]) => names.map((name) => ({ name }));
const brief = (changes: readonly Change[]) => changes.map(({ action, key }) => [action, key.name]);

it("owns what it makes, and what it is asked to adopt", async () => {
  const { planner, config, owner } = await start();
  const { id } = (await config("POST", "teams", { body: { name: "Core" } })).body;
  const etag = (await config("GET", `teams/${id}`)).headers.etag;
  const bundle = { teams: teams("Core", "Shop") };
  const refused = await planner.plan(bundle, { set: "s" });
  expect(problemsOf(refused)).toEqual([["teams", 0, "", "not_owned"]]);
  const plan = await planner.open(bundle, {
    set: "s",
    adopt: [{ resource: "teams", key: { name: "Core" } }],
  });
  expect(plan.summary).toMatchObject({ create: 1, adopt: 1, update: 0 });
  expect(plan.changes.find(({ action }) => action === "adopt")).toMatchObject({
    id,
    managed_by: { before: null, after: "s" },
  });
  await planner.apply(plan.id);
  expect(await owner(`teams/${id}`)).toBe("s");
  expect((await config("GET", `teams/${id}`)).headers.etag).toBe(etag);
  expect((await config("GET", "teams?managed_by=s")).body.data).toHaveLength(2);
  const other = await planner.plan({ teams: teams("Core") }, { set: "t" });
  expect(problemsOf(other)).toEqual([["teams", 0, "", "not_owned"]]);
  const taken = await planner.bring({ teams: teams("Core") }, { set: "t", adopt: true });
  expect(taken.changes[0]?.managed_by).toEqual({ before: "s", after: "t" });
  expect(await owner(`teams/${id}`)).toBe("t");
});

it("records who adopted what", async () => {
  const { planner, config, audit } = await start();
  const { id } = (await config("POST", "teams", { body: { name: "Core" } })).body;
  await planner.bring({ teams: teams("Core") }, { set: "s", adopt: true });
  expect((await audit()).at(-1)).toMatchObject({
    action: "apply_plan",
    resource: "teams",
    row_id: id,
    changes: [{ field: "managed_by", before: null, after: "s" }],
  });
});

it.each(["none", "delete", "detach"] as const)(
  "prunes by %s what its bundle no longer names",
  async (prune) => {
    const { planner, config, owner } = await start();
    await planner.bring({ teams: teams("Other") }, { set: "t" });
    const { id } = (await config("POST", "teams", { body: { name: "Nobody's" } })).body;
    const first = await planner.bring({ teams: teams("Core", "Shop") }, { set: "s" });
    const shop = first.changes.find(({ key }) => key.name === "Shop")?.id;
    const plan = await planner.bring({ teams: teams("Core") }, { set: "s", prune });
    const expected = { none: [], delete: [["delete", "Shop"]], detach: [["detach", "Shop"]] }[prune];
    expect(brief(plan.changes)).toEqual(expected);
    expect((await config("GET", `teams/${shop}`)).status).toBe(prune === "delete" ? 404 : 200);
    if (prune !== "delete") expect(await owner(`teams/${shop}`)).toBe(prune === "detach" ? undefined : "s");
    expect((await config("GET", `teams/${id}`)).status).toBe(200);
  },
);

it("prunes a route that a mute held, once the mute has ended", async () => {
  const { planner, config } = await start();
  const route = { name: "Everything", matchers: [], destinations: [{ email: "ada@example.com" }] };
  const first = await planner.bring({ alert_routes: [route] }, { set: "s" });
  const route_ids = [first.changes[0]?.id];
  const mute = (
    await config("POST", "alert_mutes", { body: { route_ids, reason: "x", duration_minutes: 5 } })
  ).body;
  const held = await planner.plan({}, { set: "s", prune: "delete" });
  expect(held.problems).toMatchObject([{ reason: "in_use" }]);
  await contract().database.queryText(
    { name: "test-end-mute", text: "UPDATE rows SET key_held_until = now() WHERE id = $1" },
    [mute.id],
  );
  const plan = await planner.bring({}, { set: "s", prune: "delete" });
  expect(plan.changes.map(({ resource, action }) => [resource, action]).sort()).toEqual([
    ["alert_mutes", "delete"],
    ["alert_routes", "delete"],
  ]);
  expect((await config("GET", `alert_mutes/${mute.id}`)).status).toBe(404);
});

it("shows the rows that go with one that is pruned", async () => {
  const { planner, organization, config } = await start();
  await makePerson(contract().database, organization.id, "ada@example.com");
  const first = await planner.bring({ teams: teams("Core") }, { set: "s" });
  const body = { team_id: first.changes[0]?.id, email: "ada@example.com" };
  expect((await config("POST", "team_members", { body })).status).toBe(201);
  const plan = await planner.open({}, { set: "s", prune: "delete" });
  expect(plan.changes.map(({ resource, action }) => [resource, action]).sort()).toEqual([
    ["team_members", "delete"],
    ["teams", "delete"],
  ]);
  expect(plan.summary.delete).toBe(2);
  await planner.apply(plan.id);
  expect((await config("GET", "team_members")).body.data).toEqual([]);
});

it("warns of the rows of another set that go or change along", async () => {
  const { planner, organization, drift } = await start();
  await makePerson(contract().database, organization.id, "ada@example.com");
  await planner.bring({ teams: teams("Core") }, { set: "s" });
  const key = { team_id: { name: "Core" }, email: "ada@example.com" };
  await planner.bring({ team_members: [key] }, { set: "people" });
  const plan = await planner.open({}, { set: "s", prune: "delete" });
  expect(plan.warnings).toMatchObject([
    {
      resource: "team_members",
      key,
      reason: "managed",
      message: expect.stringContaining('the set "people"'),
    },
  ]);
  await planner.apply(plan.id);
  expect((await drift("people")).drifted).toBe(true);
});

it("does not prune a row that others point at", async () => {
  const { planner, config } = await start();
  const first = await planner.bring({ teams: teams("Core") }, { set: "s" });
  const team_id = first.changes[0]?.id;
  const route = { name: "All", matchers: [`severity="critical"`], destinations: [{ team_id }] };
  expect((await config("POST", "alert_routes", { body: route })).status).toBe(201);
  const plan = await planner.plan({}, { set: "s", prune: "delete" });
  expect(plan.status).toBe("invalid");
  expect(plan.problems).toMatchObject([
    { resource: "teams", key: { name: "Core" }, reason: "in_use", index: null },
  ]);
  // Both in one plan go, the one that points first.
  await planner.bring(
    {
      teams: teams("Core"),
      alert_routes: [
        { name: "All", matchers: [`severity="critical"`], destinations: [{ team_id: { name: "Core" } }] },
      ],
    },
    { set: "s", adopt: true },
  );
  const both = await planner.bring({}, { set: "s", prune: "delete" });
  expect(both.changes.map(({ resource }) => resource)).toEqual(["alert_routes", "teams"]);
});

it("prunes only as many rows as it is to, those first that point at others, and says how many are left", async () => {
  const { planner, config } = await start();
  const destinations = [{ team_id: { name: "Core" } }];
  const route = { name: "All", matchers: ["a=b"], destinations };
  await planner.bring({ teams: teams("Core", "Shop"), alert_routes: [route] }, { set: "s" });
  for (const [resource, prune_left] of [
    ["alert_routes", 2],
    ["teams", 1],
    ["teams", 0],
  ]) {
    const plan = await planner.bring({}, { set: "s", prune: "delete", prune_at_most: 1 });
    expect(plan).toMatchObject({ prune_left, changes: [{ resource, action: "delete" }] });
  }
  expect((await config("GET", "teams")).body.data).toEqual([]);
  const without = await planner.ask({}, { set: "s", prune_at_most: 1 });
  expect([without.status, without.body.field]).toEqual([422, "prune_at_most"]);
});

it("drifts with every write from elsewhere, and is back once it is applied again", async () => {
  const { planner, config, drift } = await start();
  const connector = { name: "AWS", type: "cloud", connector_type: "aws" };
  const bundle = { connectors: [connector], teams: teams("Core") };
  const first = await planner.bring(bundle, { set: "s" });
  const idOf = (resource: string) => first.changes.find((change) => change.resource === resource)?.id;
  expect(await drift("s")).toMatchObject({ set: "s", plan_id: first.id, drifted: false, changes: [] });
  const put = await config("PUT", `connectors/${idOf("connectors")}`, { body: { enabled: false } });
  expect([put.status, saidBy(put)]).toEqual([200, expect.stringContaining("belongs to the set")]);
  expect(await drift("s")).toMatchObject({
    drifted: true,
    changes: [
      { action: "update", key: { name: "AWS" }, fields: [{ path: "enabled", before: false, after: true }] },
    ],
  });
  expect((await config("DELETE", `teams/${idOf("teams")}`)).status).toBe(200);
  expect(brief((await drift("s")).changes).sort()).toEqual([
    ["create", "Core"],
    ["update", "AWS"],
  ]);
  await planner.bring(bundle, { set: "s" });
  expect((await drift("s")).drifted).toBe(false);
  const unknown = await contract().tenant();
  expect((await unknown.api("GET", "plans/drift?set=s")).status).toBe(404);
});

it("warns a plan of no set about a row that a set owns", async () => {
  const { planner, drift } = await start();
  const connector = { name: "AWS", type: "cloud", connector_type: "aws" };
  await planner.bring({ connectors: [connector] }, { set: "s" });
  const plan = await planner.open({ connectors: [{ ...connector, enabled: false }] });
  expect(plan.warnings).toMatchObject([{ resource: "connectors", key: { name: "AWS" } }]);
  await planner.apply(plan.id);
  expect((await drift("s")).drifted).toBe(true);
});

it("does not make a mute again that has run out, unless its entry says something new, and prunes none that has", async () => {
  const { planner, config, drift } = await start();
  const mute = { pattern: "*checkout*", reason: "Migration", duration_minutes: 60 };
  const other = { ...mute, pattern: "*cart*" };
  await planner.bring({ alert_mutes: [mute, other] }, { set: "s" });
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(Date.now() + 2 * 3_600_000);
  const active = async () =>
    (await config("GET", "alert_mutes")).body.data.filter((row: { active: boolean }) => row.active);
  const plan = await planner.bring({ alert_mutes: [mute] }, { set: "s", prune: "delete" });
  expect(plan.changes).toEqual([]);
  expect(plan.summary).toMatchObject({ create: 0, unchanged: 1 });
  expect(plan.warnings).toMatchObject([
    { resource: "alert_mutes", key: { pattern: "*checkout*" }, reason: "ended" },
  ]);
  expect(await drift("s")).toMatchObject({ drifted: false, changes: [] });
  expect(await active()).toEqual([]);
  const longer = { ...mute, duration_minutes: 90 };
  const anew = await planner.bring({ alert_mutes: [longer] }, { set: "s", prune: "delete" });
  expect(anew.changes.map(({ action, key }) => [action, key.pattern])).toEqual([["create", "*checkout*"]]);
  expect(await active()).toHaveLength(1);
  expect((await planner.open({ alert_mutes: [longer] }, { set: "s", prune: "delete" })).changes).toEqual([]);
});

it("leaves a mute as ended that runs out between the plan and its apply", async () => {
  const { planner, config } = await start();
  const mute = { pattern: "*checkout*", reason: "Migration", duration_minutes: 1 };
  await planner.bring({ alert_mutes: [mute] });
  const plan = await planner.open({ alert_mutes: [mute], teams: teams("Core") });
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(Date.now() + 5 * 60_000);
  await planner.apply(plan.id);
  expect((await config("GET", "alert_mutes")).body.data).toMatchObject([{ active: false }]);
});

it("leaves a freeze alone that has passed, whatever became of it", async () => {
  const { planner, config, drift } = await start();
  const until = new Date(Date.now() + 3_600_000).toISOString();
  const policy = { service: "checkout", freeze_until: until, freeze_reason: "Sale" };
  const { changes } = await planner.bring({ deploy_policies: [policy] }, { set: "s" });
  const path = `deploy_policies/${changes[0]?.id}`;
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(Date.now() + 2 * 3_600_000);
  expect(await planner.open({ deploy_policies: [policy] }, { set: "s" })).toMatchObject({
    changes: [],
    warnings: [],
  });
  await config("PUT", path, { body: { freeze_until: null } });
  const after = await planner.bring({ deploy_policies: [policy] }, { set: "s" });
  expect(after.changes).toEqual([]);
  expect(after.warnings).toMatchObject([{ field: "freeze_until", reason: "ended" }]);
  expect(await drift("s")).toMatchObject({ drifted: false });
  const fresh = await planner.bring({ deploy_policies: [{ ...policy, service: "cart" }] });
  expect(fresh.changes[0]?.fields.map(({ path }) => path)).not.toContain("freeze_until");
});

it("lists the sets with their plans", async () => {
  const { planner, api } = await start();
  const plan = await planner.bring({ teams: teams("Core", "Shop") }, { set: "s" });
  expect((await api("GET", "plans")).body.sets).toMatchObject([{ name: "s", rows: 2, plan_id: plan.id }]);
});
