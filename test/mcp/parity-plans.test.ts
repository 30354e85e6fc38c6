/**
 * Parity of plans and histories: one journey through every door, from a plan to its undo and a restore, and each door
 * has to answer and record the same as the others.
 */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { ConfigurationOperation } from "../../src/engine/operation.ts";
import { bodyFields, pathNames } from "../../src/engine/operation.ts";
import type { JsonObject } from "../../src/kernel/validate.ts";
import { startService, type Tenant, type TestService } from "../support/service.ts";
import {
  type DoorName,
  type Doors,
  doorNames,
  type Outcome,
  ofAnswer,
  ofResult,
  openDoors,
} from "./doors.ts";
import { lastSequence, recordsThrough } from "./records.ts";
import { listedFaults } from "./support.ts";

let test: TestService;
let tenant: Tenant;
let doors: Doors;
beforeAll(async () => {
  test = await startService();
  tenant = await test.makeTenant();
  doors = await openDoors(test, tenant.organization.id);
});
afterAll(() => test.close());

/** Calls an operation through one door with the flat input. */
async function through(door: DoorName, name: string, input: JsonObject): Promise<Outcome> {
  switch (door) {
    case "rest":
      return ofAnswer(await rest(test.service.operations.get(name) as ConfigurationOperation, input));
    case "mcp": {
      const result = await doors.agent.call(name, input);
      doors.results.push([name, result, input]);
      const outcome = ofResult(result);
      // A plan's own warnings are a member of every door's answer.
      return outcome.refused ? outcome : { ...outcome, body: result.structuredContent };
    }
    case "console":
      return ofAnswer(await doors.act(name, input));
  }
}

/** The flat input as REST has it: in the path, the query and the body. */
function rest(operation: ConfigurationOperation, { confirm: _, ...input }: JsonObject) {
  const { method, path, query = [] } = operation;
  const inPath = pathNames(operation);
  const place = path.slice("/api/v1/".length).replace(/\{(\w+)\}/g, (_, name) => String(input[name]));
  const asked = new URLSearchParams();
  for (const name of query) if (input[name] !== undefined) asked.set(name, String(input[name]));
  const body = Object.fromEntries(
    Object.entries(input).filter(([name]) => !inPath.includes(name) && !query.includes(name)),
  );
  const hasBody = Object.keys(bodyFields(operation) ?? {}).length > 0;
  return doors.rest(method, `${place}${asked.size > 0 ? `?${asked}` : ""}`, hasBody ? { body } : {});
}

const route = "Parity route";
const bundle = {
  teams: [{ name: "Parity" }],
  alert_routes: [
    { name: route, matchers: ['severity="critical"'], destinations: [{ team_id: { name: "Parity" } }] },
  ],
};

/** What was answered and recorded on the way, step by step. The organization is left as it was. */
async function journey(door: DoorName): Promise<[string, unknown][]> {
  const reported: [string, unknown][] = [];
  const set = `set-of-${door}`;
  async function step(name: string, input: JsonObject): Promise<JsonObject> {
    const before = await lastSequence(test);
    const { refused, status, body } = await through(door, name, input);
    const records = await recordsThrough(test, tenant.organization.id, door, before);
    reported.push([name, { refused, ...(refused ? { status } : {}), body, records }]);
    return body;
  }
  const apply = (id: unknown) => step("apply_plan", { id: id as string, confirm: id as string });

  await step("replay", { bundle });
  const plan = await step("plan_changes", { bundle, set, prune: "delete", adopt: true });
  expect(plan).toMatchObject({ status: "open", summary: { create: 2 } });
  await step("get_plan", { id: plan.id as string });
  const applied = await apply(plan.id);
  expect(applied).toMatchObject({ status: "applied", changes: [{ action: "create" }, { action: "create" }] });
  await apply(plan.id);
  await step("get_drift", { set });
  const [team, made] = applied.changes as [JsonObject, JsonObject];
  await tenant.config("PUT", `alert_routes/${made.id}`, { body: { enabled: false } });
  expect(await step("get_drift", { set })).toMatchObject({ drifted: true, summary: { update: 1 } });
  const listed = await step("list_plans", { limit: 1 });
  // Sets stay when their rows are gone, and plans too: those of the other doors are no part of this tale.
  const { next_cursor: _toThoseOfOthers, ...own } = listed;
  (reported.at(-1) as [string, { body: JsonObject }])[1].body = {
    ...own,
    sets: (listed.sets as JsonObject[]).filter(({ name }) => name === set),
  };
  const undo = await step("undo_plan", { id: plan.id as string });
  expect(undo).toMatchObject({ status: "open", summary: { delete: 2 } });
  await apply(undo.id);

  const history = await step("row_history", { kind: "alert_routes", id: made.id as string });
  const sequence = ((history.data as JsonObject[]).at(-1) as JsonObject).sequence as number;
  const lost = await step("restore_row", { kind: "alert_routes", id: made.id as string, sequence });
  expect(lost, "its team is gone").toMatchObject({ status: "invalid" });
  const again = await step("restore_row", { kind: "teams", id: team.id as string, sequence: sequence - 1 });
  await apply(again.id);
  const edits = [{ op: "delete", resource: "teams", id: team.id as string }];
  await apply((await step("plan_changes", { edits })).id);

  const proposal = await step("propose_change", { title: "More", bundle: { teams: [{ name: "Proposed" }] } });
  expect(proposal).toMatchObject({ status: "open", changes: [{ action: "create" }] });
  const decide = (act: string) =>
    step("decide_proposal", {
      id: proposal.id as string,
      digest: proposal.digest as string,
      act,
      confirm: proposal.id as string,
    });
  await step("comment_on_proposal", { id: proposal.id as string, comment: "Why?" });
  await step("get_proposal", { id: proposal.id as string });
  // It is the caller's own.
  await decide("approve");
  expect(await decide("apply")).toMatchObject({ status: "applied" });
  await decide("revert");
  await step("propose_change", { title: "More", undo_of: "none" });
  await step("get_proposal", { id: "none" });
  await step("comment_on_proposal", { id: "none", comment: "Why?" });
  await step("decide_proposal", { id: "none", act: "approve" });
  const {
    data: [newest],
  } = (await step("list_proposals", { limit: 1 })) as { data: JsonObject[] };
  // Those of the other doors are no part of this tale.
  (reported.at(-1) as [string, { body: JsonObject }])[1].body = newest as JsonObject;
  await step("list_proposals", { limit: 0 });

  const invalid = await step("plan_changes", { bundle: { teams: [{ nam: "x" }], none: [] } });
  expect(invalid).toMatchObject({ status: "invalid" });
  await apply(invalid.id);
  await apply("none");
  await step("plan_changes", {});
  await step("replay", {});
  await step("plan_changes", { bundle: {}, adopt: "all" });
  await step("plan_changes", { bundle: {}, prune: "delete" });
  await step("get_plan", { id: "none" });
  await step("undo_plan", { id: invalid.id as string });
  await step("get_drift", { set: "none" });
  await step("list_plans", { limit: 0 });
  await step("row_history", { kind: "teams", id: "none" });
  await step("restore_row", { kind: "teams", id: team.id as string, sequence: 1_000_000 });
  return reported;
}

/** What differs from run to run is numbered in the order in which it comes up. */
function leveled(door: DoorName, reported: readonly [string, unknown][]): [string, unknown][] {
  const seen = new Map<string, string>();
  const numbered = (text: string, sort: string) => {
    const known = seen.get(text) ?? `"<${sort} ${seen.size}>"`;
    seen.set(text, known);
    return known;
  };
  return reported.map(([name, tale]) => {
    const text = JSON.stringify(tale)
      .replaceAll(`set-of-${door}`, "<set>")
      .replace(/"digest":"[0-9a-f]{64}"/g, '"digest":"<digest>"')
      .replace(/"after":"[0-9a-f]{64}"/g, '"after":"<digest>"')
      .replace(/"link":"[^"]*"/g, '"link":"<link>"')
      .replace(/"(created_by|actor|by)":\{[^}]*\}/g, '"$1":"<caller>"')
      // An agent's calls are a part of its session's run.
      .replace(/"run":("[^"]*"|null)/g, '"run":"<run>"')
      .replace(/"door":"(rest|mcp|console)"/g, '"door":"<door>"')
      .replace(/"(at|created_at|expires_at|applied_at)":"20[^"]*Z"/g, '"$1":"<time>"')
      .replace(/applied on \d+ \w+ \d{4}, [\d:]+ UTC/g, "applied on <time>")
      .replace(/"sequence":(\d+)/g, (_, sequence) => `"sequence":${numbered(sequence, "sequence")}`)
      .replace(/"etag":"\\"[^"]*\\""/g, '"etag":"<etag>"')
      .replace(/"[a-z]+_[0-9a-z]{26}"/g, (id) => numbered(id, "id"));
    return [name, JSON.parse(text)];
  });
}

it("goes the same way through every door", async () => {
  const tales: [DoorName, [string, unknown][]][] = [];
  for (const door of doorNames) tales.push([door, leveled(door, await journey(door))]);
  const [[, first]] = tales as [(typeof tales)[0]];
  const named = new Set(first.map(([name]) => name));
  const own = [...test.service.operations.values()].filter(({ tag }) =>
    ["plans", "history", "proposals"].includes(tag),
  );
  expect(own.map(({ name }) => name).filter((name) => !named.has(name))).toEqual([]);
  for (const [door, tale] of tales) expect(tale, door).toEqual(first);
});

it("asks for the plan's id at the doors where callers err, and shows the plan's head", async () => {
  const plan = await through("rest", "plan_changes", { bundle: { teams: [{ name: "Requested" }] } });
  const id = plan.body.id as string;
  const before = await lastSequence(test);
  for (const door of ["mcp", "console"] as const) {
    for (const confirm of [{}, { confirm: true }, { confirm: "plan_other" }]) {
      const { status, body } = await through(door, "apply_plan", { id, ...confirm });
      expect([status, body.field, body.reason]).toEqual([409, undefined, "confirm"]);
      expect(body.message).toContain("This would apply the plan in current: create 1.");
      expect(body.current).toMatchObject({ id, status: "open", summary: { create: 1 } });
    }
  }
  expect(await lastSequence(test)).toBe(before);
  expect((await tenant.config("GET", "teams?name=Requested")).body.data).toEqual([]);
});

it("held what every tool took and gave against its schemas", async () => {
  expect(doors.results.length).toBeGreaterThan(20);
  expect(await listedFaults(doors.agent, doors.results)).toEqual([]);
});
