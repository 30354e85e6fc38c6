import type { Call } from "./context.ts";
import type { AuditEntry, FieldChange } from "./ports/rows.ts";

/** The audit record of what this call did, or was refused. */
export function entry(
  call: Call,
  action: string,
  resource: string,
  rowId: string,
  changes: readonly FieldChange[],
  outcome: AuditEntry["outcome"] = "success",
): AuditEntry {
  const { door, requestId, address } = call;
  return {
    at: call.now,
    actor: call.caller.actor,
    door,
    action,
    resource,
    rowId,
    outcome,
    changes,
    requestId,
    address,
  };
}
