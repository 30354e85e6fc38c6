/** Load: the row as it stands; in a transaction it is locked until the transaction's end. */
import type { Call } from "../context.ts";
import type { Reader, StoredRow } from "../ports/rows.ts";
import { isPreloaded, notFound, unsavedSetting } from "../reading.ts";
import type { Target } from "./target.ts";

/**
 * The row that a write needs; a setting that was never saved stands in with its defaults.
 * @param preloaded what the door read together with the credential; left out where the row must be as it is now
 */
export async function loadForWrite(
  reader: Reader,
  { call, resource, id }: Target,
  preloaded?: Call["preloaded"],
): Promise<StoredRow | undefined> {
  const row = isPreloaded(preloaded, resource, id)
    ? preloaded.row?.read()
    : await reader.row(call.caller.organization.id, resource.kind, id);
  return row ?? (resource.shape === "setting" ? unsavedSetting(call, resource) : undefined);
}

/** @throws Refusal `not_found` */
export async function loadExisting(
  reader: Reader,
  target: Target,
  preloaded?: Call["preloaded"],
): Promise<StoredRow> {
  const row = await loadForWrite(reader, target, preloaded);
  if (row === undefined) throw notFound(target.resource);
  return row;
}
