/** What the service does by itself for an organization is a call too, and on record as its own. */
import type { Call, Caller } from "../engine/context.ts";
import { newRequestId } from "../kernel/ids.ts";

/** @param part which part of the service acts, as the audit log names it */
export function serviceCall(organization: Caller["organization"], part: string): Call {
  return {
    caller: {
      actor: { kind: "service", id: part, name: part },
      organization,
      level: "operate",
      readOnlyKey: false,
    },
    door: "service",
    requestId: newRequestId(),
    address: undefined,
    now: new Date(),
  };
}
