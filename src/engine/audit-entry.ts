import type { Call, Caller } from "./context.ts";
import type { AuditEntry, FieldChange } from "./ports/rows.ts";

/** What a record tells of the call that it is about. */
interface CallTrace extends Pick<Call, "door" | "requestId" | "address" | "now" | "plan"> {
  readonly caller: Pick<Caller, "actor">;
}

/** The audit record of what this call did, or was refused; a refusal is none of the records that a plan has. */
export function entry(
  call: CallTrace,
  action: string,
  resource: string,
  rowId: string,
  changes: readonly FieldChange[],
  outcome: AuditEntry["outcome"] = "success",
): AuditEntry {
  const { door, requestId, address, plan } = call;
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
    ...(plan === undefined || outcome === "refused" ? {} : { plan }),
  };
}
