/** By row and field: what only the files changed is taken, what only people changed here stays, both is a conflict. */
import { expect, it } from "vitest";
import type { RowChange } from "../../src/engine/plan/differences.ts";
import { merged } from "../../src/features/changes/git/merging.ts";
import type { Looked } from "../../src/features/changes/git/pending.ts";

type Action = RowChange["action"];
type Values = Readonly<Record<string, string>>;
/** How files differ from a row: each field as the files have it. `none`: they do not name it, and it is in no set. */
type Files = readonly [action: Action, fields?: Values] | "none" | undefined;

/** @param rows by name */
function planned(rows: Readonly<Record<string, Files>>): Looked {
  const [ids, changes] = [new Map(), [] as object[]];
  for (const [name, files] of Object.entries(rows)) {
    if (files === "none") continue;
    const [action, values = {}] = files ?? [];
    const id = action === "create" ? `new_${name}` : name === "A" ? "team_1" : `team_${name}`;
    const save = { op: "save", kind: "teams", body: { name, ...values }, means: "whole" };
    if (action !== "delete") ids.set(save, id);
    if (action === undefined) continue;
    const sides = (value: string) =>
      action === "delete" ? { before: value, after: null } : { before: "here", after: value };
    const fields = Object.entries(values).map(([path, value]) => ({ path, ...sides(value) }));
    changes.push({ resource: "teams", key: { name }, id, action, fields, secrets: {} });
  }
  // Every row was written since it was made.
  const stage = { peek: () => ({ before: { createdAt: new Date(1), updatedAt: new Date(2) } }) };
  return { decision: { ids, stage }, difference: { changes }, former: new Map() } as unknown as Looked;
}

const looked = (files: Files) => planned({ A: files });

const fields = (body: object) => ({ op: "save", kind: "teams", id: "team_1", body, means: "fields" });
const whole = expect.objectContaining({ op: "save", means: "whole" });
const gone = { op: "delete", kind: "teams", id: "team_1" };

/** What the files said, what they say, what is taken, and whether it is a conflict. */
const cases: readonly [string, Files, Files, readonly unknown[], boolean][] = [
  ["a field that the files changed", undefined, ["update", { a: "x" }], [fields({ a: "x" })], false],
  ["one that was changed here", ["update", { a: "x" }], ["update", { a: "x" }], [], false],
  [
    "two fields, one on each side",
    ["update", { a: "x" }],
    ["update", { a: "x", b: "y" }],
    [fields({ b: "y" })],
    false,
  ],
  ["one field on both sides", ["update", { a: "x" }], ["update", { a: "y" }], [], true],
  ["the same on both sides", ["update", { a: "x" }], undefined, [], false],
  ["a new row of the files", undefined, ["create", { a: "x" }], [whole], false],
  ["a row that is gone here", ["create", { a: "x" }], ["create", { a: "x" }], [], false],
  ["a row that is gone here and changed there", ["create", { a: "x" }], ["create", { a: "y" }], [], true],
  ["a row that is gone there", undefined, ["delete"], [gone], false],
  ["a row that is new here", ["delete"], ["delete"], [], false],
  ["a row that is gone there and changed here", ["update", { a: "x" }], ["delete"], [], true],
  ["a row that is new on both sides, and not the same", ["delete"], ["update", { a: "x" }], [], true],
  ["one of no set that is new on both sides", "none", ["update", { a: "x" }], [], true],
  ["one of no set that is new and the same on both sides", "none", ["adopt"], [fields({})], false],
];

it.each(cases)("%s", (_, old, now, taken, isConflict) => {
  const all = merged({}, looked(old), looked(now));
  expect(all.taken).toEqual(taken);
  expect(all.conflicts.length > 0).toBe(isConflict);
  // What is in conflict is proposed as the files say it.
  expect(all.all.length).toBe(taken.length + (isConflict ? 1 : 0));
});

const one = { a: "x", b: "y" };
const renamed = (name: string, values: Values = one) => ({
  ...{ op: "save", kind: "teams", id: "team_B", means: "whole" },
  body: { name, ...values },
});

/** By name, what the files said and what they say, and what is proposed; null where it is no conflict. */
const renames: readonly [string, Record<string, Files>, Record<string, Files>, unknown[] | null][] = [
  [
    "otherwise on both sides",
    { A: ["create", one], B: ["delete", one] },
    { B: ["delete", one], C: ["create", one] },
    [renamed("C")],
  ],
  [
    "otherwise on both sides, and changed there",
    { A: ["create", one], B: ["delete", one] },
    { B: ["delete", one], C: ["create", { a: "x", b: "z" }] },
    [renamed("C", { a: "x", b: "z" })],
  ],
  [
    "here, and changed there",
    { A: ["create", one], B: ["delete", one] },
    { A: ["create", { a: "x", b: "z" }], B: ["delete", one] },
    [renamed("A", { a: "x", b: "z" })],
  ],
  [
    "here, and gone there",
    { A: ["create", one], B: ["delete", one] },
    { B: ["delete", one] },
    [{ op: "delete", kind: "teams", id: "team_B" }],
  ],
  [
    "here alone",
    { A: ["create", one], B: ["delete", one] },
    { A: ["create", one], B: ["delete", one] },
    null,
  ],
  ["there, and gone here", { A: ["create", one] }, { C: ["create", one] }, [whole]],
  [
    "nowhere: what is new here and there has nothing of what is gone",
    { A: ["create", one], B: ["delete", { a: "1", b: "2" }] },
    { B: ["delete", { a: "1", b: "2" }], C: ["create", { a: "3", b: "4" }] },
    null,
  ],
];

it.each(renames)("a row that has another name %s", (_, old, now, proposed) => {
  const { all, taken, conflicts } = merged({}, planned(old), planned(now));
  expect(conflicts.length).toBe(proposed === null ? 0 : 1);
  if (proposed === null) expect(all).toEqual(taken);
  else expect({ all, taken }).toEqual({ all: proposed, taken: [] });
});
