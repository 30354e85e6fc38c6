/**
 * Quotas on rows: whether there may be one more of a kind is decided here alone, for every door. A single write asks
 * before its row is stored, under a lock of its kind; a plan asks once, for what it comes to in all.
 */
import type { Kind } from "../kernel/kind.ts";
import { beyondQuota, type RowQuota, rowQuota, rowQuotaMessage } from "../kernel/quotas.ts";
import type { Call } from "./context.ts";
import type { Reader } from "./ports/rows.ts";

/**
 * How many rows of the kind the caller's organization may have; undefined for no limit. What the service makes by
 * itself counts, and is never refused: an incident that an alert opens must not fail for want of room.
 */
export function rowQuotaOf({ caller }: Call, definition: Kind): RowQuota | undefined {
  const { actor, organization } = caller;
  return actor.kind === "service" ? undefined : rowQuota(organization.quotas, definition);
}

/** @throws Refusal 403 `quota_exceeded` where there is no room for one more row */
export async function refuseBeyondQuota(reader: Reader, call: Call, definition: Kind): Promise<void> {
  const quota = rowQuotaOf(call, definition);
  if (quota === undefined) return;
  const present = await reader.count(call.caller.organization.id, definition.kind);
  if (present < quota.limit) return;
  const reached = { ...quota, present };
  throw beyondQuota(rowQuotaMessage(definition.kind, reached), reached);
}
