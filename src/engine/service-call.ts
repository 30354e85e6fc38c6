/** What the service does by itself for an organization is a call too, and on record as its own. */
import type { Level } from "../kernel/access.ts";
import { newRequestId } from "../kernel/ids.ts";
import type { Call, Organization } from "./context.ts";

/** @param part the part of the service that acts, by which the audit log knows it */
export function serviceCall(part: string, organization: Organization, level: Level = "operate"): Call {
  return {
    caller: {
      actor: { kind: "service", id: part, name: part },
      organization,
      level,
      readOnlyKey: false,
    },
    door: "service",
    requestId: newRequestId(),
    address: undefined,
    now: new Date(),
  };
}

/** What follows by itself from a call, such as of an agent. @param name what followed, as the audit log shows it */
export function asService(call: Call, part: string, name: string): Call {
  const actor = { kind: "service", id: part, name } as const;
  return {
    ...call,
    door: "service",
    caller: { ...call.caller, actor, level: "operate", readOnlyKey: false },
  };
}
