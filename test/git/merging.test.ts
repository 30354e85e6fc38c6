/** By row and field: what only the files changed is taken, what only people changed here stays, both is a conflict. */
import { expect, it } from "vitest";
import type { RowChange } from "../../src/engine/plan/differences.ts";
import { merged } from "../../src/features/changes/git/merging.ts";
import type { Looked } from "../../src/features/changes/git/pending.ts";

type Action = RowChange["action"];
/** How files differ from a row: each field as the files have it. */
type Files = readonly [action: Action, fields?: Readonly<Record<string, string>>] | undefined;

function looked(files: Files): Looked {
  if (files === undefined)
    return { decision: { ids: new Map() }, difference: { changes: [] } } as unknown as Looked;
  const [action, values = {}] = files;
  const fields = Object.entries(values).map(([path, after]) => ({ path, before: "here", after }));
  const save = { op: "save", kind: "teams", body: { name: "A", ...values }, means: "whole" };
  const change = { resource: "teams", key: { name: "A" }, id: "team_1", action, fields, secrets: {} };
  const ids = action === "delete" ? new Map() : new Map([[save, "team_1"]]);
  return { decision: { ids }, difference: { changes: [change] } } as unknown as Looked;
}

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
];

it.each(cases)("%s", (_, old, now, taken, isConflict) => {
  const all = merged(looked(old), looked(now));
  expect(all.taken).toEqual(taken);
  expect(all.conflicts.length > 0).toBe(isConflict);
  // What is in conflict is proposed as the files say it.
  expect(all.all.length).toBe(taken.length + (isConflict ? 1 : 0));
});
