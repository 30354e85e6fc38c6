/** Deletes that wait within one apply: for what, how long, and what is said when it does not come. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type LateDelete, LateDeletes } from "../../provider/late-deletes.ts";
import { createPlanNotes } from "../../provider/plan-notes.ts";
import { type ObjectValue, UNKNOWN } from "../../provider/wire/values.ts";
import type { Kind } from "../../src/kernel/kind.ts";
import { definitionsByKind } from "../../src/service.ts";

const {
  slis,
  slos,
  data_sources: dataSources,
} = definitionsByKind as unknown as Record<"slis" | "slos" | "data_sources", Kind>;
const old: ObjectValue = { id: "sli_old", service: "checkout", name: "old" };
const slo = (id: string, sli_id: ObjectValue[string]): ObjectValue => ({
  id,
  sli_id,
  name: id,
  service: "s",
});
const inUse = (...ids: readonly string[]) => ({
  references: ids.map((id) => ({ resource: "slos", id, field: "sli_id" })),
});

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "notes-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A run whose plan lets the SLOs go of the SLI. */
function runOf(ids: readonly string[], stopping = new AbortController()) {
  const notes = createPlanNotes(folder);
  notes.goes(slis, old);
  for (const id of ids) notes.changes(slos, slo(id, "sli_old"), slo(id, UNKNOWN));
  const deletes = new LateDeletes(folder, stopping.signal);
  deletes.prepare(notes.name);
  const carryOut = vi.fn<LateDelete["carryOut"]>(async () => []);
  return { deletes, carryOut, late: { definition: slis, prior: old, notes: notes.name, carryOut } };
}

test("a delete waits for every row that lets go of its own, and for no other", async () => {
  const { deletes, late, carryOut } = runOf(["slo_1", "slo_2"]);
  expect(await deletes.putOff(late, inUse("slo_1", "slo_2"))).toBe(true);
  await deletes.written("slos/slo_1");
  await deletes.written("slos/slo_3");
  expect(carryOut).not.toHaveBeenCalled();
  expect(await deletes.written("slos/slo_2")).toEqual([]);
  expect(carryOut).toHaveBeenCalledOnce();
  expect(await deletes.finish()).toEqual([]);
  expect(readdirSync(folder)).toEqual([]);
});

test("what the plan does not take away, or did already, is not waited for", async () => {
  const { deletes, late } = runOf(["slo_1"]);
  expect(await deletes.putOff(late, inUse("slo_1", "slo_2"))).toBe(false);
  expect(await deletes.putOff({ ...late, notes: undefined }, inUse("slo_1"))).toBe(false);
  await deletes.written("slos/slo_1");
  expect(await deletes.putOff(late, inUse("slo_1"))).toBe(false);
});

test("after a failure, also one that was under way, and after a wish to stop no delete waits", async () => {
  const failing = runOf(["slo_1"]);
  let fail = () => {};
  const create = failing.deletes.during(() => new Promise<void>((resolve) => (fail = resolve)));
  const decided = failing.deletes.putOff(failing.late, inUse("slo_1"));
  expect(failing.deletes.failed(undefined)).toEqual([]);
  fail();
  await create;
  expect(await decided).toBe(false);

  const stopping = new AbortController();
  const stopped = runOf(["slo_1"], stopping);
  stopping.abort();
  expect(await stopped.deletes.putOff(stopped.late, inUse("slo_1"))).toBe(false);
});

test("a failure next to a waiting delete warns, and the delete still follows its row", async () => {
  const { deletes, late, carryOut } = runOf(["slo_1"]);
  await deletes.putOff(late, inUse("slo_1"));
  expect(deletes.failed("teams/team_1")).toMatchObject([
    { severity: "warning", detail: expect.stringContaining('id = "sli_old"') },
  ]);
  expect(await deletes.written("slos/slo_1")).toEqual([]);
  expect(carryOut).toHaveBeenCalledOnce();
});

test("a delete that fails after all is an error with the way back, and so is a row that it waited for", async () => {
  const refused = { severity: "error", summary: "Refused" } as const;
  const way = { severity: "error", detail: expect.stringContaining('id = "sli_old"') };
  const first = runOf(["slo_1"]);
  first.carryOut.mockResolvedValue([refused]);
  await first.deletes.putOff(first.late, inUse("slo_1"));
  expect(await first.deletes.written("slos/slo_1")).toMatchObject([way, refused]);

  const second = runOf(["slo_1"]);
  await second.deletes.putOff(second.late, inUse("slo_1"));
  expect(second.deletes.failed("slos/slo_1")).toMatchObject([way]);
  expect(await second.deletes.finish()).toEqual([]);
});

test("what still waits when the run ends is tried once more and named if it is in use", async () => {
  const { deletes, late, carryOut } = runOf(["slo_1"]);
  await deletes.putOff(late, inUse("slo_1"));
  carryOut.mockImplementation(async () => {
    await deletes.putOff(late, inUse("slo_1"));
    return [];
  });
  expect(await deletes.finish()).toEqual([
    'No longer in the state, but not deleted: SLI "checkout / old" (id sli_old).',
  ]);
});

test("a delete that waits for another is reported with it, and follows it", async () => {
  const notes = createPlanNotes(folder);
  const source: ObjectValue = { id: "ds_old", name: "old" };
  notes.goes(slis, old);
  notes.goes(dataSources, source);
  notes.changes(slis, { ...old, data_source_id: "ds_old" }, null);
  notes.changes(slos, slo("slo_1", "sli_old"), slo("slo_1", UNKNOWN));
  const held = { references: [{ resource: "slis", id: "sli_old", field: "data_source_id" }] };
  async function waiting() {
    const deletes = new LateDeletes(folder, new AbortController().signal);
    deletes.prepare(notes.name);
    const order: string[] = [];
    const carryOut = (id: string) => async () => {
      order.push(id);
      return [];
    };
    const late = { notes: notes.name, prior: old, definition: slis, carryOut: carryOut("sli") };
    expect(await deletes.putOff(late, inUse("slo_1"))).toBe(true);
    expect(await deletes.written("slis/sli_old")).toEqual([]);
    const second = { ...late, definition: dataSources, prior: source, carryOut: carryOut("ds") };
    expect(await deletes.putOff(second, held)).toBe(true);
    return { deletes, order };
  }
  const kept = readFileSync(join(folder, readdirSync(folder)[0] ?? ""));
  const { deletes, order } = await waiting();
  await deletes.written("slos/slo_1");
  expect(order).toEqual(["sli", "ds"]);
  writeFileSync(join(folder, `orgconfig-plan-${notes.name}.jsonl`), kept);
  const failing = await waiting();
  expect(failing.deletes.failed("slos/slo_1")).toMatchObject([
    { severity: "error", detail: expect.stringContaining('id = "sli_old"') },
    { severity: "error", detail: expect.stringContaining('id = "ds_old"') },
  ]);
});

test.each([
  ["first", ["goes", "changes"], true],
  ["last", ["changes", "goes"], true],
  ["while a new row takes its key", ["comes", "changes", "goes"], false],
  ["before a new row takes its key", ["goes", "changes", "comes"], false],
] as const)("of a row that is planned to go %s the notes say what they can", async (_, steps, waits) => {
  const notes = createPlanNotes(folder);
  const take = {
    goes: () => notes.goes(slis, old),
    changes: () => notes.changes(slos, slo("slo_1", "sli_old"), null),
    comes: () => notes.comes(slis, { ...old, id: UNKNOWN }),
  };
  for (const step of steps) take[step]();
  const deletes = new LateDeletes(folder, new AbortController().signal);
  deletes.prepare(notes.name);
  const late = { definition: slis, prior: old, notes: notes.name, carryOut: async () => [] };
  expect(await deletes.putOff(late, inUse("slo_1"))).toBe(waits);
});

test("a plan in which nothing goes leaves no file", () => {
  const notes = createPlanNotes(folder);
  notes.changes(slos, slo("slo_1", "sli_old"), slo("slo_1", "sli_new"));
  expect(readdirSync(folder)).toEqual([]);
});

test("notes of plans that nobody applied go: those that are old, and all but the newest", () => {
  const place = mkdtempSync(join(tmpdir(), "old-notes-"));
  const pathOf = (index: number) =>
    join(place, `orgconfig-plan-00000000-0000-4000-8000-${String(index).padStart(12, "0")}.jsonl`);
  const now = Date.now() / 1_000;
  const day = 86_400;
  for (let index = 0; index < 25; index += 1) {
    writeFileSync(pathOf(index), "");
    // The newest of the last two days by an hour each, and one that is older than a month.
    const age = index === 3 ? 31 * day : index * 3_600;
    utimesSync(pathOf(index), now - age, now - age);
  }
  writeFileSync(join(place, "terraform.tfstate"), "");
  createPlanNotes(place);
  const left = readdirSync(place).sort();
  expect(left).toEqual(
    [
      ...Array.from({ length: 21 }, (_, index) => index)
        .filter((index) => index !== 3)
        .map(pathOf)
        .map((path) => basename(path)),
      "terraform.tfstate",
    ].sort(),
  );
  // A folder that is not there is none to look into.
  expect(() => createPlanNotes(join(place, "none"))).not.toThrow();
});
