/** What somebody from outside tries on plans: to hide, to overload, to slip something in. */
import { expect, it } from "vitest";
import { createPlanStore } from "../../src/features/changes/plans/store.ts";
import { agentOf } from "../mcp/support.ts";
import { contractFor } from "../support/contract.ts";
import { plannerOf, problemsOf } from "./support.ts";

const contract = contractFor(import.meta.url);

async function start() {
  const tenant = await contract().tenant();
  return { ...tenant, planner: plannerOf(tenant.api) };
}

const route = (name: string, more: object = {}) => ({
  name,
  matchers: ['severity="critical"'],
  destinations: [{ email: "oncall@example.com" }],
  ...more,
});

it("lets nobody make a set forget what they may not write", async () => {
  const { organization, planner, api, config } = await start();
  await planner.bring({ teams: [{ name: "Core" }] }, { set: "s" });
  await config("DELETE", `teams/${(await config("GET", "teams")).body.data[0].id}`);
  const agent = agentOf(contract(), (await contract().makeKey(organization.id, ["mcp:write"])).value);
  const { id } = await planner.open({}, { set: "s" });
  const refused = await agent.call("apply_plan", { id, confirm: id });
  expect(JSON.stringify(refused)).toContain("update_team needs admin access");
  expect((await api("GET", "plans/drift?set=s")).body).toMatchObject({
    drifted: true,
    summary: { create: 1 },
  });
});

it("keeps no set that owns nothing and is held to nothing", async () => {
  const { planner, api } = await start();
  const sets = async () => (await api("GET", "plans")).body.sets.map(({ name }: { name: string }) => name);
  await planner.bring({}, { set: "empty" });
  await planner.bring({ teams: [{ name: "Core" }] }, { set: "s" });
  expect(await sets()).toEqual(["s"]);
  await planner.bring({}, { set: "s" });
  expect(await sets()).toEqual(["s"]);
  await planner.bring({}, { set: "s", prune: "detach" });
  expect(await sets()).toEqual([]);
});

it("takes 20,000 rows of a bundle and no more, and no other id for a setting", async () => {
  const { planner } = await start();
  const many = await planner.ask({ teams: Array.from({ length: 20_001 }, () => 0) });
  expect(many.body).toMatchObject({ field: "bundle", reason: "too_many_rows" });
  const { api } = await start();
  const edits = [{ op: "save", resource: "ai_settings", id: "teams", fields: {} }];
  expect((await api("POST", "plans", { body: { edits } })).body.problems).toMatchObject([
    { resource: "ai_settings", reason: "not_found" },
  ]);
});

it("answers a body full of mistakes shortly", async () => {
  const { planner } = await start();
  const destinations = Array.from({ length: 6_000 }, () => ({ team_id: { name: "nobody" } }));
  const answer = await planner.ask({ alert_routes: [route("x".repeat(100_000), { destinations })] });
  expect(answer.status).toBe(201);
  expect(answer.text.length).toBeLessThan(4_000_000);
  expect(answer.body.problems).toHaveLength(5_000);
  expect(answer.body.problems.at(-1)).toMatchObject({ resource: "alert_routes", reason: "more_problems" });
  expect(answer.body.problems[0]).toMatchObject({ key: null, reason: "missing_reference" });
});

it("takes no number for a name in a key", async () => {
  const { planner } = await start();
  const plan = await planner.plan({
    teams: [{ name: "5" }],
    alert_routes: [route("r", { owning_team_id: { name: 5 } })],
  });
  expect(problemsOf(plan)).toEqual([["alert_routes", 0, "owning_team_id", "invalid"]]);
});

it("takes nothing but text and keys for a reference or a part of a key, and answers all the same", async () => {
  const { planner, api } = await start();
  const odd = { toString: 1, valueOf: 2 };
  const plan = await planner.plan({
    team_members: [
      { team_id: "team_\0", email: "a@example.com" },
      { team_id: odd, email: "b@example.com" },
      { team_id: [odd], email: "c@example.com" },
    ],
    service_bindings: [
      { service: odd, environment: "production" },
      { service: odd, environment: "production" },
    ],
  });
  expect(
    new Set(problemsOf(plan).map(([resource, index, field]) => [resource, index, field].join())),
  ).toEqual(
    new Set([
      "team_members,0,team_id",
      "team_members,1,team_id",
      "team_members,2,team_id",
      "service_bindings,0,service",
      "service_bindings,1,service",
    ]),
  );
  const edits = [{ op: "save", resource: "alert_routes", id: "route_1", fields: { owning_team_id: odd } }];
  expect((await api("POST", "plans", { body: { edits } })).status).toBe(201);
});

it("counts what is to be adopted as the caller does", async () => {
  const { planner } = await start();
  const adopt = [
    { resource: "constructor", key: {} },
    { resource: "teams", key: { name: "Core" } },
  ];
  const plan = await planner.plan({}, { set: "s", adopt });
  expect(plan.problems.map(({ field, reason }) => [field, reason])).toEqual([
    ["adopt[0]", "unknown_resource"],
    ["adopt[1]", "not_named"],
  ]);
});

it("does not do what reads otherwise by now", async () => {
  const { planner, config } = await start();
  const team = (await config("POST", "teams", { body: { name: "Core" } })).body;
  const { id } = await planner.open({ alert_routes: [route("r", { owning_team_id: team.id })] });
  await config("PUT", `teams/${team.id}`, { body: { name: "Shop" } });
  const answer = await planner.tryApply(id);
  expect([answer.status, answer.body.reason], answer.text).toEqual([409, "plan_stale"]);
  expect(answer.body.moved).toMatchObject([{ resource: "alert_routes", key: { name: "r" } }]);
});

it("keeps no more bytes of one actor's plans than it may, and always the newest", async () => {
  const { planner, api, organization, key } = await start();
  const made = [await planner.open({}), await planner.open({}), await planner.open({})];
  const plans = createPlanStore(contract().database);
  const kept = async () => (await api("GET", "plans")).body.data.map(({ id }: { id: string }) => id);
  const before = { expired: new Date(0), applied: new Date(0) };
  await plans.sweep(organization.id, key.id, { plans: 100, bytes: 1_000_000 }, before);
  expect(await kept()).toHaveLength(3);
  await plans.sweep(organization.id, key.id, { plans: 100, bytes: 1 }, before);
  expect(await kept()).toEqual([made[2]?.id]);
});

it("holds no set to single edits", async () => {
  const { planner, api } = await start();
  await planner.bring({ teams: [{ name: "Core" }] }, { set: "s" });
  const edits = [{ op: "delete", resource: "teams", id: "team_1" }];
  const answer = await api("POST", "plans", { body: { edits, set: "s" } });
  expect([answer.status, answer.body.field], answer.text).toEqual([422, "set"]);
});
