/**
 * The three doors to one action: REST, MCP and the console answer the same row or the same refusal, and leave
 * the same audit record but for the door and who came through it. Walks the registry.
 */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mayAsk } from "../../src/engine/kind-operations.ts";
import type { Kind, Verb } from "../../src/kernel/kind.ts";
import type { JsonObject } from "../../src/kernel/validate.ts";
import { definitions } from "../../src/resources/index.ts";
import { definitionsByKind } from "../../src/service.ts";
import { check } from "../support/checks.ts";
import { walked } from "../support/contract.ts";
import { makePerson } from "../support/people.ts";
import { createSamples, type Samples } from "../support/samples.ts";
import { startService, type TestService } from "../support/service.ts";
import { giveToSet } from "../support/sets.ts";
import { type Door, type Doors, doorNames, leveled, leveledText, type Outcome, openDoors } from "./doors.ts";
import { lastSequence, recordsAfter, recordsThrough } from "./records.ts";
import { listedFaults } from "./support.ts";

let test: TestService;
let organization: { id: string; slug: string; name: string };
let doors: Doors;
let low: Doors;
let samples: Samples;
beforeAll(async () => {
  test = await startService();
  const tenant = await test.makeTenant();
  organization = tenant.organization;
  doors = await openDoors(test, organization.id);
  low = await openDoors(test, organization.id, "read");
  samples = createSamples({
    definitions: definitionsByKind,
    config: tenant.config,
    join: (email) => makePerson(test.database, organization.id, email),
  });
});
afterAll(() => test.close());

/** What a step did at one door, without what differs from call to call. */
interface Report {
  readonly outcome: unknown;
  readonly records: unknown;
}

type Step = (act: (verb: Verb, input: JsonObject, door?: Door) => Promise<Outcome>) => Promise<void>;

/** The kinds whose steps were run: all of them, unless a filter names some. */
const visited = new Set<string>();

/** Runs the steps at every door from the same beginning, and expects every door to show the same. */
async function everywhere(definition: Kind, which: Doors, steps: Step): Promise<void> {
  visited.add(definition.kind);
  const reports: Record<string, Report[]> = {};
  const kept = await idsOf(definition);
  for (const door of which.all) {
    const tale: Report[] = [];
    reports[door.name] = tale;
    const ids: string[] = [];
    const names = { ids, caller: door.caller };
    await steps(async (verb, given) => {
      // What a sample leads to is not asked about here.
      const input =
        mayAsk(definition) && (verb === "create" || verb === "update") ? { confirm: true, ...given } : given;
      const before = await lastSequence(test);
      const outcome = await door.verb(definition, verb, input);
      if (typeof outcome.body.id === "string" && !ids.includes(outcome.body.id)) ids.push(outcome.body.id);
      tale.push({
        outcome: leveled(outcome, names),
        records: leveledText(await recordsThrough(test, organization.id, door.name, before), names),
      });
      return outcome;
    });
    await forget(definition, kept);
  }
  for (const name of doorNames) {
    for (const [index, report] of (reports[name] ?? []).entries()) {
      check(`${definition.kind}, step ${index + 1} at ${name}`, report, reports.rest?.[index]);
    }
  }
}

describe.each(walked(definitions).map(({ kind }) => kind))("%s", (kind) => {
  const definition = definitionsByKind[kind] as Kind;

  it("is the same through every door", async () => {
    const drawn = await samples.body(definition);
    // People of the console have no second factor: who asks for one locks them out.
    const body =
      "require_second_factor" in definition.fields ? { ...drawn, require_second_factor: false } : drawn;
    const setting = definition.shape === "setting";
    const first = setting ? "update" : "create";
    await everywhere(definition, doors, async (act) => {
      const has = (verb: Verb) => definition.verbs.includes(verb);
      await act("get", setting ? {} : { id: "none" });
      if (!has(first)) return;
      await act(first, { ...body, zzz: 1 });
      await act(first, {});
      for (const wrong of wrongBodies(body)) await act(first, wrong);
      const made = await act(first, body);
      const id = setting ? {} : { id: String(made.body.id) };
      if (!setting) await act("create", body);
      const read = await act("get", id);
      const etag = { if_match: read.etag ?? "" };
      // From here on the row is a set's, so that what each door says of that is compared too.
      await giveToSet(test.database, organization.id, kind, String(id.id ?? kind), "platform-repo");
      expect((await act("get", id)).managedBy).toBe("platform-repo");
      if (has("list")) {
        await act("list", {});
        await act("list", { [definition.naturalKey[0] ?? "name"]: "nothing of the kind" });
        await act("list", { managed_by: "platform-repo" });
        await act("list", { managed_by: "" });
      }
      if (has("update")) {
        await act("update", { ...id, ...body, ...etag });
        await act("update", { ...id });
        const change = await someChange(definition, read.body);
        await act("update", { ...id, ...change, if_match: '"0-stale"' });
        await act("update", { ...id, ...change, ...etag });
        await act("update", { ...id, ...change, ...etag });
        await act("update", { ...id, ...change, updated_at: "2020-01-01T00:00:00Z" });
        if (!setting) await act("update", { ...change, id: "none", if_match: '"1"' });
        if (!setting) await act("update", { ...id, ...change, created_at: "2020-01-01T00:00:00Z" });
      }
      if (has("delete")) {
        await act("delete", { id: "none", confirm: true });
        await act("delete", { ...id, if_match: '"0-stale"', confirm: true });
        const { warnings } = (await act("delete", { ...id, confirm: true })).body;
        const ofSet = (warnings as { reason: string }[]).filter(({ reason }) => reason === "managed");
        expect(ofSet).toHaveLength(1);
        await act("delete", { ...id, confirm: true });
      }
    });
  });

  it("refuses a level that is too low, and puts it on record", async () => {
    const id = definition.shape === "setting" ? {} : { id: "none" };
    for (const verb of definition.verbs) {
      const effect = verb === "list" || verb === "get" ? "read" : verb;
      if (effect === "read") continue;
      const action = definition.actionNames[verb];
      const before = await lastSequence(test);
      for (const door of low.all) {
        const { status, body } = await door.verb(definition, verb, verb === "create" ? {} : id);
        // doorsOwn.read_only_key
        const expected = door.name === "rest" ? [403, "read_only_key"] : [403, "forbidden"];
        check(`${action} at ${door.name}: ${JSON.stringify(body)}`, [status, body.error], expected);
        if (door.name !== "rest") check(`${action} at ${door.name}`, body.reason, "level");
      }
      const row = definition.shape === "setting" ? kind : verb === "create" ? "" : "none";
      const record = { action, resource: kind, outcome: "refused", changes: [], address: "127.0.0.1" };
      check(`${action} on record`, await recordsAfter(test, organization.id, before), [
        { ...record, door: "rest", row_id: row },
        { ...record, door: "mcp", row_id: row },
        // doorsOwn.level
        { ...record, door: "console", row_id: "" },
      ]);
    }
  });
});

it("held what every tool took and gave against its schemas", async () => {
  expect(doors.results.length).toBeGreaterThan(visited.size * 5);
  // Updates here send back what a read answered, which is taken although no tool's schema offers it.
  const offered = ([name, result]: (typeof doors.results)[number]) =>
    result.isError || /^(create|add|get)_/.test(name);
  expect(await listedFaults(doors.agent, doors.results.filter(offered))).toEqual([]);
  const others = doors.results.filter((call) => !offered(call));
  const faults = await listedFaults(doors.agent, others);
  expect(faults.filter((fault) => !fault.includes(" took "))).toEqual([]);
});

/** Bodies with the first member of another type, and with a member too few. */
function wrongBodies(body: JsonObject): JsonObject[] {
  const [name] = Object.keys(body);
  return name === undefined
    ? []
    : [
        { ...body, [name]: { not: "this" } },
        { ...body, [name]: null },
      ];
}

async function someChange(definition: Kind, now: JsonObject): Promise<JsonObject> {
  for (const name of Object.keys(definition.fields)) {
    if (definition.fields[name]?.fixed || name === definition.oneDefault?.field) continue;
    const change = await samples.moved(definition, now, name);
    if (change !== undefined) return change;
  }
  return {};
}

/** As if the steps had never been, so that the next door begins where this one did. */
async function forget({ kind }: Kind, kept: readonly string[]): Promise<void> {
  const text = (from: string, id: string) =>
    `DELETE FROM ${from} WHERE organization_id = $1 AND kind = $2 AND ${id} <> ALL ($3)`;
  for (const [from, id] of [
    ["row_references", "id"],
    ["service_names", "kind"],
    ["rows", "id"],
  ] as const) {
    await test.database.queryText({ name: `test-forget-${from}`, text: text(from, id) }, [
      organization.id,
      kind,
      kept,
    ]);
  }
  await test.database.queryText(
    {
      name: "test-forget-columns",
      text: "UPDATE organizations SET name = $2, ip_allowlist = '{}', session_ttl_hours = 24 WHERE id = $1",
    },
    [organization.id, organization.name],
  );
}

async function idsOf({ kind }: Kind): Promise<string[]> {
  const found = await test.database.queryText<{ id: string }>(
    { name: "test-ids", text: "SELECT id FROM rows WHERE organization_id = $1 AND kind = $2" },
    [organization.id, kind],
  );
  return found.map(({ id }) => id);
}
