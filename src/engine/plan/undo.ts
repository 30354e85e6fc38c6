/** The edits that take an applied plan back, made from its records. Pure. */

import { sameJson } from "../../kernel/equal.ts";
import type { ItemField } from "../../kernel/field.ts";
import { keyNames } from "../../kernel/natural-key.ts";
import type { Resource } from "../../kernel/resource.ts";
import { sameValue } from "../../kernel/same-value.ts";
import type { JsonObject } from "../../kernel/validate.ts";
import type { AuditRecord } from "../ports/audit.ts";
import type { StoredRow } from "../ports/rows.ts";
import { completed } from "../render.ts";
import { pick } from "../write/pick.ts";
import type { PlanNotice, RowEdit } from "./edits.ts";
import { lostSecrets } from "./lost-secrets.ts";
import { configurationAfter, configurationBefore } from "./versions.ts";

/** Why a warning says that something was changed after the plan. */
const changedSince = "changed_since";

export interface UndoWorld {
  readonly resources: Readonly<Record<string, Resource>>;
  /** Rows of the plan as they are now, by `kind/id`; one that is gone is left out. */
  readonly present: ReadonlyMap<string, StoredRow>;
}

export interface Undo {
  readonly edits: readonly RowEdit[];
  readonly warnings: readonly PlanNotice[];
}

/** What a plan did to one row. */
interface RowActs {
  readonly resource: Resource;
  readonly id: string;
  /** The row as it is; undefined where it is gone. */
  readonly row: StoredRow | undefined;
  /** Its configuration before the plan; undefined is no row. Of a row that was only updated, what the plan told of. */
  readonly before: JsonObject | undefined;
  /** The same after the plan. */
  readonly after: JsonObject | undefined;
  /** Whether `before` is the whole row. */
  readonly whole: boolean;
  readonly records: readonly AuditRecord[];
}

/**
 * Takes back what a plan did, the last first, one edit for each row.
 * @param records all records of one plan, in any order
 */
export function undoEdits(records: readonly AuditRecord[], world: UndoWorld): Undo {
  const undone = actsByRow(records, world).map(undoRow);
  return {
    edits: undone.flatMap(({ edits }) => edits),
    warnings: undone.flatMap(({ warnings }) => warnings),
  };
}

/** What was done to each row, that which was touched last first. */
function actsByRow(records: readonly AuditRecord[], { resources, present }: UndoWorld): RowActs[] {
  const byRow = new Map<string, AuditRecord[]>();
  for (const record of [...records].sort((one, other) => other.sequence - one.sequence)) {
    const name = `${record.resource}/${record.rowId}`;
    byRow.set(name, [record, ...(byRow.get(name) ?? [])]);
  }
  return [...byRow].flatMap(([name, own]) => {
    const [{ resource: kind, rowId: id }] = own as [AuditRecord];
    const resource = resources[kind];
    return resource === undefined ? [] : [actsOn(resource, id, present.get(name), own)];
  });
}

function actsOn(
  resource: Resource,
  id: string,
  row: StoredRow | undefined,
  records: readonly AuditRecord[],
): RowActs {
  // Of a row that was only updated nothing more is known than what the records name.
  const nothingKnown: JsonObject = {};
  const before = records.reduceRight<JsonObject | undefined>(
    (after, record) => configurationBefore(resource, record, after),
    nothingKnown,
  );
  const after = records.reduce<JsonObject | undefined>(
    (before, record) => configurationAfter(resource, record, before),
    nothingKnown,
  );
  const whole = records.some(({ action }) => action === resource.actionNames.delete);
  return { resource, id, row, before, after, whole, records };
}

function undoRow(acts: RowActs): Undo {
  const { resource, id, row, before, after, whole, records } = acts;
  const { kind } = resource;
  const key = keyOf(acts);
  const overwritten = (field: string, message: string): PlanNotice => ({
    resource: kind,
    key,
    field,
    reason: changedSince,
    message,
  });
  if (before === undefined) {
    if (row === undefined || after === undefined) return { edits: [], warnings: [] };
    const warnings = movedFields(acts).map((field) =>
      overwritten(field, "was changed after the plan; what it is now goes with the row"),
    );
    return { edits: [{ op: "delete", resource: kind, id }], warnings };
  }
  const body = whole ? before : differing(before, after);
  const secrets = lostSecrets({ resource: kind, key, since: records, row });
  if (Object.keys(body).length === 0) return { edits: [], warnings: secrets };
  if (after !== undefined && row === undefined) {
    return { edits: [], warnings: [overwritten("", "was deleted after the plan, and stays so")] };
  }
  const moved = movedFields(acts).filter(
    (name) => Object.hasOwn(body, name) && !isSame(resource, name, row?.configuration, body),
  );
  const warnings = [
    ...(after === undefined && row !== undefined
      ? [overwritten("", "was made again after the plan; it becomes what it was before the plan")]
      : []),
    ...moved.map((field) => overwritten(field, "was changed after the plan; what it is now is overwritten")),
    ...secrets,
  ];
  return {
    edits: [{ op: "save", resource: kind, id, body, means: whole ? "whole" : "fields" }],
    warnings,
  };
}

/** The fields that are not what the plan left them as. */
function movedFields({ resource, row, after }: RowActs): string[] {
  if (row === undefined || after === undefined) return [];
  return Object.keys(after).filter((name) => !isSame(resource, name, row.configuration, after));
}

function isSame(
  resource: Resource,
  name: string,
  stored: JsonObject | undefined,
  values: JsonObject,
): boolean {
  if (stored === undefined) return false;
  const now: JsonObject = completed(resource, stored);
  return sameValue(resource.fields[name] as ItemField, now[name], values[name]);
}

/** What the plan changed in the end, as it was before. */
function differing(before: JsonObject, after: JsonObject | undefined): JsonObject {
  return Object.fromEntries(
    Object.entries(before).filter(([name, value]) => !sameJson(value, after?.[name])),
  );
}

/** The natural key that the row has, or had; null where that cannot be told. */
function keyOf({ resource, row, before, after, whole }: RowActs): JsonObject | null {
  const known = row?.configuration ?? (whole ? before : after) ?? {};
  const names = keyNames(resource, known);
  return names.every((name) => name in known) ? pick(known, names) : null;
}
