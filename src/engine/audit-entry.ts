import type { Call, Caller } from "./context.ts";
import type { AuditEntry, FieldChange } from "./ports/rows.ts";

/** What a record says of the call that it is about. */
interface CallTrace extends Pick<Call, "door" | "requestId" | "address" | "now" | "run"> {
  readonly caller: Pick<Caller, "actor">;
}

/** The audit record of what this call did, or was refused. */
export function entry(
  call: CallTrace,
  action: string,
  kind: string,
  rowId: string,
  changes: readonly FieldChange[],
  outcome: AuditEntry["outcome"] = "success",
): AuditEntry {
  const { door, requestId, address, run } = call;
  return {
    at: call.now,
    actor: call.caller.actor,
    door,
    action,
    kind,
    rowId,
    outcome,
    changes,
    requestId,
    address,
    run,
  };
}
