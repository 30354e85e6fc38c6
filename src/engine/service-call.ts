/** What the service does by itself, as a call. */
import type { Level } from "../kernel/access.ts";
import { newRequestId } from "../kernel/ids.ts";
import type { Call, Organization } from "./context.ts";

/** @param name the part of the service that does it, by which the audit log knows it */
export function callOfService(name: string, organization: Organization, level: Level): Call {
  return {
    caller: { actor: { kind: "service", id: name, name }, organization, level, readOnlyKey: false },
    door: "service",
    requestId: newRequestId(),
    address: undefined,
    now: new Date(),
  };
}
