/** The receivers of Alertmanager, by which this service learns which route took an alert. */
import type { JsonObject } from "../../kernel/validate.ts";
import { fileNextTo } from "../named-files.ts";
import type { Target } from "../renderer.ts";

/** What gets the alerts that no route takes. */
export const rootReceiver = "orgconfig";

/** The file with the API key that the engine sends alerts with, below the agent's directory. */
export const intakeKeyFile = "intake.key";

/** Stands for that key in the files of an engine that reads no others. */
export const intakeKeyMark = "__INTAKE_KEY__";

/** A route's receiver has its id for a name, `route_<…>`. */
export function receiverOf(routeId: string): string {
  return routeId;
}

/** The receiver of what a route takes and no pager gets: alerts of severity none. */
export function unpagedReceiverOf(routeId: string): string {
  return `${receiverOf(routeId)}_unpaged`;
}

/** All receivers of a route. */
export function receiversOf(routeId: string): readonly string[] {
  return [receiverOf(routeId), unpagedReceiverOf(routeId)];
}

/** Where an engine sends its alerts. */
export function intakePath(connectorId: string): string {
  return `/api/v1/intake/alertmanager/${connectorId}`;
}

/**
 * The webhook to this service: every alert of a group in one request, and each end as well.
 * @param readsFiles whether the engine takes credentials from a file
 */
export function intakeWebhook({ connectorId, publicUrl }: Target, readsFiles: boolean): JsonObject {
  const key = readsFiles ? { credentials_file: fileNextTo(intakeKeyFile) } : { credentials: intakeKeyMark };
  return {
    url: `${publicUrl}${intakePath(connectorId)}`,
    send_resolved: true,
    max_alerts: 0,
    http_config: { authorization: { type: "Bearer", ...key } },
  };
}
