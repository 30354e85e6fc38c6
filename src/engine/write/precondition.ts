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
  const failed = failing(conditions, row);
  if (failed === undefined) return;
  throw stale(failed, conditions, await show(reader, call, definition, row), etagOf(row.revision));
}

/** The first condition that the row does not meet. */
export function failing(conditions: Conditions, { revision }: StoredRow) {
  // To a write that must not overwrite, a setting that was never saved is not there.
  return failedCondition(conditions, etagOf(revision), revision !== unsaved);
}
