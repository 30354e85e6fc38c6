/** Load: the row as it stands; in a transaction it is locked until the transaction's end. */
import { type Conditions, etagOf, failedCondition } from "../../kernel/etag.ts";
import { refuseRow } from "../limits.ts";
import { isWriter, type Reader, type StoredRow } from "../ports/rows.ts";
import { notFound, stale, unsavedSetting } from "../reading.ts";
import { unsaved } from "../render.ts";
import type { Target, WriteDeps } from "./target.ts";

/**
 * The row that a write needs; a setting that was never saved stands in with its defaults.
 * @throws Refusal `forbidden` where the caller's limits leave it out
 */
export async function loadForWrite(
  reader: Reader,
  { call, definition, id }: Target,
): Promise<StoredRow | undefined> {
  const found = await rowForWrite(reader, call.caller.organization.id, definition.kind, id);
  const row = found ?? (definition.shape === "setting" ? unsavedSetting(call, definition) : undefined);
  if (row !== undefined) refuseRow(call.caller, definition, row);
  return row;
}

/** @throws Refusal `not_found` */
export async function loadExisting(reader: Reader, target: Target): Promise<StoredRow> {
  const row = await loadForWrite(reader, target);
  if (row === undefined) throw notFound(target.definition);
  return row;
}

/** A row that a write decides on: where there is a transaction, nobody else changes it before that ends. */
export function rowForWrite(
  reader: Reader,
  organizationId: string,
  kind: string,
  id: string,
): Promise<StoredRow | undefined> {
  return isWriter(reader) ? reader.lockRow(organizationId, kind, id) : reader.row(organizationId, kind, id);
}

/** @throws Refusal `precondition_failed` with the row as it is, when the call names another version of it */
export async function checkPrecondition(
  { show }: WriteDeps,
  { call, definition }: Target,
  row: StoredRow,
  conditions: Conditions,
): Promise<void> {
  const failed = failing(conditions, row);
  if (failed === undefined) return;
  throw stale(failed, conditions, await show(call, definition, row), etagOf(row.revision));
}

/** The first condition that the row does not meet. */
export function failing(conditions: Conditions, { revision }: StoredRow) {
  // To a write that must not overwrite, a setting that was never saved is not there.
  return failedCondition(conditions, etagOf(revision), revision !== unsaved);
}
