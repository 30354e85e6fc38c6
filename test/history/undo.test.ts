import fc from "fast-check";
import { expect, it } from "vitest";
import type { RowEdit } from "../../src/engine/plan/edits.ts";
import { undoEdits } from "../../src/engine/plan/undo.ts";
import type { AuditRecord } from "../../src/engine/ports/audit.ts";
import type { FieldChange, StoredRow } from "../../src/engine/ports/rows.ts";
import { defineCollection } from "../../src/kernel/define-kind.ts";
import { boolean, reference, secret, text } from "../../src/kernel/field.ts";
import type { Kind } from "../../src/kernel/kind.ts";
import type { JsonObject } from "../../src/kernel/validate.ts";

const gates = defineCollection({
  kind: "gates",
  title: "Gates",
  group: "Organization",
  description: "A kind of this test.",
  level: "admin",
  idPrefix: "g",
  naturalKey: ["name"],
  fields: {
    name: text({ description: "A name.", fixed: true }),
    team_id: reference({ description: "The team.", to: "teams", nullable: true }),
    note: text({ description: "A note.", default: "none yet" }),
    is_default: boolean({ description: "Whether it is the default.", default: false }),
    token: secret({ description: "A secret." }),
  },
  example: { name: "n" },
}) as Kind;

const whole = { name: "a", team_id: null, note: "none yet", is_default: false };

let sequences = 0;

function record(action: string, rowId: string, ...changes: FieldChange[]): AuditRecord {
  sequences += 1;
  return {
    organizationId: "org_1",
    sequence: sequences,
    at: new Date(0),
    actor: { kind: "key", id: "key_1", name: "deploys" },
    door: "rest",
    action,
    kind: "gates",
    rowId,
    outcome: "success",
    changes,
    requestId: "req_1",
    address: undefined,
    id: undefined,
    plan: { id: "plan_1", records: 1 },
  };
}

const moved = (field: string, before: FieldValue, after: FieldValue): FieldChange => ({
  field,
  before,
  after,
});
type FieldValue = JsonObject[string];

function row(id: string, configuration: JsonObject, secrets: Record<string, string> = {}): StoredRow {
  const times = { createdAt: new Date(0), updatedAt: new Date(0) };
  const named = { kind: "gates", id, naturalKey: null, revision: "1", managedBy: null };
  return { ...named, configuration, secrets, state: {}, ...times };
}

function undo(records: readonly AuditRecord[], rows: readonly StoredRow[]) {
  const present = new Map(rows.map((one) => [`gates/${one.id}`, one]));
  const { rest, ...undone } = undoEdits(records, { definitions: { gates }, present, what: "plan" });
  expect(rest).toEqual([]);
  return undone;
}

const save = (id: string, means: "whole" | "fields", body: JsonObject): RowEdit => ({
  op: "save",
  kind: "gates",
  id,
  body,
  means,
});
const warning = (field: string, reason: string, key: JsonObject | null = { name: "a" }) =>
  expect.objectContaining({ kind: "gates", key, field, reason });

it("deletes what was made, makes what was deleted, and sets back what was changed, the last first", () => {
  const records = [
    record("create_gate", "new", moved("name", null, "new")),
    record("update_gate", "changed", moved("note", "old", "new"), moved("team_id", null, "t1")),
    record("delete_gate", "gone", moved("name", "gone", null), moved("note", "", null)),
  ];
  const rows = [
    row("new", { ...whole, name: "new" }),
    row("changed", { ...whole, note: "new", team_id: "t1" }),
  ];
  const expected = {
    edits: [
      save("gone", "whole", { name: "gone", team_id: null, note: "", is_default: false }),
      save("changed", "fields", { note: "old", team_id: null }),
      { op: "delete", kind: "gates", id: "new" },
    ],
    warnings: [],
  };
  expect(undo(records, rows)).toEqual(expected);
  expect(undo([...records].reverse(), rows)).toEqual(expected);
});

it("makes one edit of a row that the plan touched twice", () => {
  const rows = [row("one", { ...whole, note: "new", is_default: true })];
  const demoted = record("update_gate", "one", moved("is_default", true, false));
  const updated = record("update_gate", "one", moved("note", "old", "new"), moved("is_default", false, true));
  expect(undo([demoted, updated], rows)).toEqual({
    edits: [save("one", "fields", { note: "old" })],
    warnings: [],
  });
  const madeAnew = [
    record("update_gate", "one", moved("note", "old", "")),
    record("delete_gate", "one", moved("name", "a", null), moved("is_default", true, null)),
    record("create_gate", "one", moved("name", null, "a"), moved("note", null, "new")),
  ];
  expect(undo(madeAnew, [row("one", { ...whole, note: "new" })])).toEqual({
    edits: [save("one", "whole", { ...whole, note: "old", is_default: true })],
    warnings: [],
  });
});

it("leaves alone what the plan made and deleted again, and what only changed its owner", () => {
  const records = [
    record("create_gate", "short", moved("name", null, "short")),
    record("delete_gate", "short", moved("name", "short", null)),
    record("apply_plan", "owned", moved("managed_by", null, "repo")),
    { ...record("apply_plan", "plan_1"), kind: "plans" },
  ];
  expect(undo(records, [row("short", whole), row("owned", whole)])).toEqual({ edits: [], warnings: [] });
});

it("says what was changed after the plan, and would be lost", () => {
  const records = [
    record("create_gate", "new", moved("name", null, "a")),
    record("update_gate", "changed", moved("note", "old", "new"), moved("is_default", true, false)),
    record("update_gate", "back", moved("note", "old", "new")),
    record("delete_gate", "again", moved("name", "a", null)),
  ];
  const rows = [
    row("new", { ...whole, note: "later" }),
    row("changed", { ...whole, note: "later", team_id: "t1" }),
    row("back", { ...whole, note: "old" }),
    row("again", whole),
  ];
  const { edits, warnings } = undo(records, rows);
  expect(edits).toEqual([
    save("again", "whole", { ...whole, note: "none yet" }),
    save("back", "fields", { note: "old" }),
    save("changed", "fields", { note: "old", is_default: true }),
    { op: "delete", kind: "gates", id: "new" },
  ]);
  expect(warnings).toEqual([
    warning("", "changed_since"),
    warning("note", "changed_since"),
    warning("note", "changed_since"),
  ]);
});

it("does not make again what was deleted after the plan", () => {
  const records = [
    record("create_gate", "new", moved("name", null, "a")),
    record("update_gate", "changed", moved("note", "old", "new")),
  ];
  expect(undo(records, [])).toEqual({ edits: [], warnings: [warning("", "changed_since", null)] });
});

it("names every secret that does not come back, and none that is as it was", () => {
  const set = { field: "token", secret: "set" } as const;
  const cleared = { field: "token", secret: "cleared" } as const;
  const changed = { field: "token", secret: "changed" } as const;
  const records = [
    record("update_gate", "set", set),
    record("update_gate", "cleared", cleared),
    record("update_gate", "changed", changed),
    record("update_gate", "set, and cleared since", set),
    record("delete_gate", "gone", moved("name", "a", null), cleared),
    record("create_gate", "new", moved("name", null, "a"), set),
  ];
  const rows = [
    row("set", whole, { token: "sealed" }),
    row("cleared", whole),
    row("changed", whole, { token: "sealed" }),
    row("set, and cleared since", whole),
    row("new", whole, { token: "sealed" }),
  ];
  const { edits, warnings } = undo(records, rows);
  expect(edits).toEqual([{ op: "delete", kind: "gates", id: "new" }, save("gone", "whole", whole)]);
  expect(warnings.map(({ reason, field, message }) => [reason, field, message.split(",")[0]])).toEqual([
    ["secret_not_restored", "token", "was set then"],
    ["secret_not_restored", "token", "was changed since"],
    ["secret_not_restored", "token", "was set then"],
    ["secret_not_restored", "token", "was not set then"],
  ]);
});

it("keeps apart what others changed since: of a changed row by field, of others the whole row", () => {
  const records = [
    record("create_gate", "new", moved("name", null, "new"), moved("note", null, "ours")),
    record("update_gate", "changed", moved("note", "old", "ours"), moved("team_id", null, "t1")),
    record("delete_gate", "gone", moved("name", "gone", null), moved("note", "", null)),
    record("delete_gate", "back", moved("name", "back", null), moved("note", "", null)),
  ];
  const rows = [
    row("new", { ...whole, name: "new", note: "theirs" }),
    row("changed", { ...whole, note: "theirs", team_id: "t1" }),
    row("back", { ...whole, name: "back" }),
  ];
  const present = new Map(rows.map((one) => [`gates/${one.id}`, one]));
  const undone = undoEdits(records, { definitions: { gates }, present, what: "plan", withRest: true });
  const deleted = (id: string) => save(id, "whole", { name: id, team_id: null, note: "", is_default: false });
  expect(undone.edits).toEqual([deleted("gone"), save("changed", "fields", { team_id: null })]);
  expect(undone.rest).toEqual([
    deleted("back"),
    save("changed", "fields", { note: "old" }),
    { op: "delete", kind: "gates", id: "new" },
  ]);
});

it("leaves just what others changed, whatever was changed by whom", () => {
  const values = { name: ["a", "b", "c"], note: ["", "x", "y"], team_id: [null, "t1", "t2"] } as const;
  const names = Object.keys(values) as (keyof typeof values)[];
  const anyRow = fc.record({
    name: fc.constantFrom(...values.name),
    note: fc.constantFrom(...values.note),
    team_id: fc.constantFrom(...values.team_id),
  });
  fc.assert(
    fc.property(anyRow, anyRow, anyRow, (before, ours, now) => {
      const changes = names.flatMap((name) =>
        before[name] === ours[name] ? [] : moved(name, before[name], ours[name]),
      );
      const present = new Map([["gates/one", row("one", { ...whole, ...now })]]);
      const world = { definitions: { gates }, present, what: "plan", withRest: true } as const;
      const { edits, rest } = undoEdits([record("update_gate", "one", ...changes)], world);
      const after = (some: readonly RowEdit[]): JsonObject =>
        Object.assign({}, now, ...some.map((edit) => ("body" in edit ? edit.body : {})));
      for (const name of names) {
        const isOurs = before[name] !== ours[name] && now[name] === ours[name];
        expect(after(edits)[name]).toBe(isOurs ? before[name] : now[name]);
        if (before[name] !== ours[name]) expect(after([...edits, ...rest])[name]).toBe(before[name]);
      }
    }),
  );
});
