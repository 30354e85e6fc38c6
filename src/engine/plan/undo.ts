/** The edits that take an applied plan or a run back, made from its records. Pure. */

import { sameJson, sameValue } from "../../kernel/equal.ts";
import type { ItemField, Json } from "../../kernel/field.ts";
import type { Kind } from "../../kernel/kind.ts";
import { keyNames } from "../../kernel/natural-key.ts";
import type { JsonObject } from "../../kernel/validate.ts";
import type { AuditRecord } from "../ports/audit.ts";
import type { StoredRow } from "../ports/rows.ts";
import { completed, pick, without } from "../render.ts";
import type { PlanNotice, RowEdit } from "./edits.ts";
import { lostSecrets } from "./lost-secrets.ts";
import { configurationAfter, configurationBefore } from "./versions.ts";

/** Why a warning says that something was changed after what is taken back. */
const changedSince = "changed_since";

export interface UndoWorld {
  readonly definitions: Readonly<Record<string, Kind>>;
  /** Rows of the records as they are now, by `kind/id`; one that is gone is left out. */
  readonly present: ReadonlyMap<string, StoredRow>;
  /** What is taken back, in the words of warnings. */
  readonly what: "plan" | "run";
  /** What was changed since is left as it is, and its undo is in `rest`: a field, or a row that is to go or was made again. */
  readonly withRest?: true | undefined;
}

export interface Undo {
  readonly edits: readonly RowEdit[];
  /** What would overwrite what others changed since, where that is kept apart. */
  readonly rest: readonly RowEdit[];
  readonly warnings: readonly PlanNotice[];
}

interface RowActs {
  readonly definition: Kind;
  readonly id: string;
  /** The row as it is; undefined where it is gone. */
  readonly row: StoredRow | undefined;
  /** Its configuration before the first record; undefined is no row. Of a row that was only updated, what the records say of it. */
  readonly before: JsonObject | undefined;
  /** The same after the last one. */
  readonly after: JsonObject | undefined;
  /** Whether `before` is the whole row. */
  readonly whole: boolean;
  readonly records: readonly AuditRecord[];
  readonly what: UndoWorld["what"];
  readonly withRest: boolean;
}

/**
 * Takes back what a plan or a run did, the last first, one edit for each row.
 * @param records all records of it, in any order
 */
export function undoEdits(records: readonly AuditRecord[], world: UndoWorld): Undo {
  const undone = actsByRow(records, world).map(undoRow);
  return {
    edits: undone.flatMap(({ edits }) => edits),
    rest: undone.flatMap(({ rest }) => rest),
    warnings: undone.flatMap(({ warnings }) => warnings),
  };
}

/** What was done to each row, that which was touched last first. */
function actsByRow(
  records: readonly AuditRecord[],
  { definitions, present, what, withRest }: UndoWorld,
): RowActs[] {
  const byRow = new Map<string, AuditRecord[]>();
  for (const record of [...records].sort((one, other) => other.sequence - one.sequence)) {
    const name = `${record.kind}/${record.rowId}`;
    byRow.set(name, [record, ...(byRow.get(name) ?? [])]);
  }
  return [...byRow].flatMap(([name, own]) => {
    const [{ kind, rowId: id }] = own as [AuditRecord];
    const definition = definitions[kind];
    return definition === undefined
      ? []
      : [{ ...actsOn(definition, own), id, row: present.get(name), what, withRest: withRest === true }];
  });
}

function actsOn(
  definition: Kind,
  records: readonly AuditRecord[],
): Pick<RowActs, "definition" | "before" | "after" | "whole" | "records"> {
  // Of a row that was only updated nothing more is known than what the records name.
  const nothingKnown: JsonObject = {};
  const before = records.reduceRight<JsonObject | undefined>(
    (after, record) => configurationBefore(definition, record, after),
    nothingKnown,
  );
  const after = records.reduce<JsonObject | undefined>(
    (before, record) => configurationAfter(definition, record, before),
    nothingKnown,
  );
  const whole = records.some(({ action }) => action === definition.actionNames.delete);
  return { definition, before, after, whole, records };
}

function undoRow(acts: RowActs): Undo {
  const { definition, id, row, before, after, whole, records, what, withRest } = acts;
  const { kind } = definition;
  const key = keyOf(acts);
  const overwritten = (field: string, message: string): PlanNotice => ({
    kind,
    key,
    field,
    reason: changedSince,
    message,
  });
  if (before === undefined) {
    if (row === undefined || after === undefined) return { ...nothing, warnings: [] };
    const warnings = movedFields(acts).map((field) =>
      overwritten(field, `was changed after the ${what}; its present value is deleted with the row`),
    );
    const edits: RowEdit[] = [{ op: "delete", kind, id }];
    return withRest && warnings.length > 0
      ? { edits: [], rest: edits, warnings }
      : { edits, rest: [], warnings };
  }
  const body = whole ? before : differing(before, after);
  const secrets = lostSecrets({ kind, key, since: records, row });
  if (Object.keys(body).length === 0) return { ...nothing, warnings: secrets };
  if (after !== undefined && row === undefined) {
    return { ...nothing, warnings: [overwritten("", `was deleted after the ${what}, and stays so`)] };
  }
  const moved = movedFields(acts).filter(
    (name) => Object.hasOwn(body, name) && !isSame(definition, name, row?.configuration, body),
  );
  const warnings = [
    ...(after === undefined && row !== undefined
      ? [overwritten("", `was made again after the ${what}; it becomes what it was before the ${what}`)]
      : []),
    ...moved.map((field) =>
      overwritten(field, `was changed after the ${what}; its present value is overwritten`),
    ),
    ...movedBetween(definition, records)
      .filter((name) => Object.hasOwn(body, name) && !moved.includes(name))
      .map((field) =>
        overwritten(
          field,
          `was changed by others during the ${what}; it becomes what it was before the ${what}`,
        ),
      ),
    ...secrets,
  ];
  const save = (fields: JsonObject): RowEdit => ({
    op: "save",
    kind,
    id,
    body: fields,
    means: whole ? "whole" : "fields",
  });
  if (!withRest) return { edits: [save(body)], rest: [], warnings };
  const isTheirs = row !== undefined && (after === undefined || moved.length > 0);
  if (whole)
    return isTheirs
      ? { edits: [], rest: [save(body)], warnings }
      : { edits: [save(body)], rest: [], warnings };
  const saves = (fields: JsonObject) => (Object.keys(fields).length === 0 ? [] : [save(fields)]);
  return { edits: saves(without(body, moved)), rest: saves(pick(body, moved)), warnings };
}

const nothing = { edits: [], rest: [] } as const;

/** Fields that were another value at a record than the one before it had left. @param records the oldest first */
function movedBetween({ fields, actionNames }: Kind, records: readonly AuditRecord[]): string[] {
  const left = new Map<string, Json>();
  const moved = new Set<string>();
  for (const { action, changes } of records) {
    // A row that is made begins anew.
    if (action === actionNames.create) left.clear();
    for (const change of changes) {
      if ("secret" in change || !Object.hasOwn(fields, change.field)) continue;
      const { field, before, after } = change;
      const known = left.get(field);
      if (known !== undefined && !sameJson(known, before)) moved.add(field);
      left.set(field, after);
    }
  }
  return [...moved];
}

function movedFields({ definition, row, after }: RowActs): string[] {
  if (row === undefined || after === undefined) return [];
  return Object.keys(after).filter((name) => !isSame(definition, name, row.configuration, after));
}

function isSame(definition: Kind, name: string, stored: JsonObject | undefined, values: JsonObject): boolean {
  if (stored === undefined) return false;
  const now: JsonObject = completed(definition, stored);
  return sameValue(definition.fields[name] as ItemField, now[name], values[name]);
}

function differing(before: JsonObject, after: JsonObject | undefined): JsonObject {
  return Object.fromEntries(
    Object.entries(before).filter(([name, value]) => !sameJson(value, after?.[name])),
  );
}

/** The natural key that the row has, or had; null where that cannot be known. */
function keyOf({ definition, row, before, after, whole }: RowActs): JsonObject | null {
  const known = row?.configuration ?? (whole ? before : after) ?? {};
  const names = keyNames(definition, known);
  return names.every((name) => name in known) ? pick(known, names) : null;
}
