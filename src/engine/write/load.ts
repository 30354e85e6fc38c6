/** Load: the row as it stands; in a transaction it is locked until the transaction's end. */
import { isWriter, type Reader, type StoredRow } from "../ports/rows.ts";
import { notFound, unsavedSetting } from "../reading.ts";
import type { Target } from "./target.ts";

/** The row that a write needs; a setting that was never saved stands in with its defaults. */
export async function loadForWrite(
  reader: Reader,
  { call, definition, id }: Target,
): Promise<StoredRow | undefined> {
  const row = await rowForWrite(reader, call.caller.organization.id, definition.kind, id);
  return row ?? (definition.shape === "setting" ? unsavedSetting(call, definition) : undefined);
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
