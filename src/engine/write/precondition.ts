/** Precondition: If-Match and If-None-Match against the row that was loaded (RFC 9110 §13.1). */
import { type Conditions, etagOf, failedCondition } from "../../kernel/etag.ts";
import type { Reader, StoredRow } from "../ports/rows.ts";
import { stale } from "../reading.ts";
import { unsaved } from "../render.ts";
import type { Target, WriteDeps } from "./target.ts";

/** @throws Refusal `precondition_failed` with the row as it is, when the call names another version of it */
export async function checkPrecondition(
  { show }: WriteDeps,
  reader: Reader,
  { call, definition }: Target,
  row: StoredRow,
  conditions: Conditions,
): Promise<void> {
  const etag = etagOf(row.revision);
  // To a write that must not overwrite, a setting that was never saved is not there.
  const failed = failedCondition(conditions, etag, row.revision !== unsaved);
  if (failed !== undefined) throw stale(failed, conditions, await show(reader, call, definition, row), etag);
}
