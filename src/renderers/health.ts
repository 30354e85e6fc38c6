/** How a connection to another system fares, as rows with a health show it. */
import type { StateOf } from "../kernel/row-types.ts";
import type { JsonObject } from "../kernel/validate.ts";
import type { connectors } from "../resources/connectors.ts";

/** What kind of failure it is. */
export type ErrorKind = NonNullable<StateOf<typeof connectors>["last_error_kind"]>;

/** What most systems mean by a status; all others are of the kind other. */
export const kindOfStatus: Readonly<Record<number, ErrorKind>> = {
  401: "auth_invalid",
  403: "access_denied",
  429: "throttled",
};

/** Why an integration did not work. */
export interface Failure {
  readonly kind: ErrorKind;
  readonly message: string;
}

/** The health of an integration that works, but for a part that the sentence names. It is no failure that is counted. */
export function degradedReport(at: Date, message: string): JsonObject {
  const time = at.toISOString();
  return {
    health_status: "degraded",
    last_success_at: time,
    last_error_at: time,
    last_error_kind: null,
    last_error_message: message,
  };
}

/** The health of an integration that was seen to work, or not. */
export function healthReport(at: Date, failure?: Failure): JsonObject {
  const time = at.toISOString();
  if (failure === undefined) return { health_status: "healthy", last_success_at: time };
  const { kind, message } = failure;
  return {
    health_status: "failing",
    last_error_at: time,
    last_error_kind: kind,
    last_error_message: message,
  };
}
