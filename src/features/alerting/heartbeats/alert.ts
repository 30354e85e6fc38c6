/** The alert that a missing heartbeat raises. */
import { readable } from "../../../kernel/readable.ts";
import { failedAlert, heartbeatTitle, missingAlert } from "../../../renderers/alerting/own-alerts.ts";
import { type HeartbeatLabelled, heartbeatLabels } from "../../../renderers/alerting/row-alerts.ts";
import type { OwnAlert } from "../alerts/index.ts";
import type { HeartbeatState } from "./store.ts";

/**
 * @param since when it began to be missing
 * @param miss which time that is: each is an alert of its own
 * @param page the heartbeat's page in the console
 */
export function alertOf(
  heartbeat: HeartbeatLabelled,
  state: Pick<HeartbeatState, "failed" | "signalAt" | "everyMinutes" | "cron" | "timeZone" | "graceMinutes">,
  {
    since,
    miss,
    endedAt,
    page,
  }: { readonly since: Date; readonly miss: number; readonly endedAt: Date | null; readonly page: string },
): OwnAlert {
  return {
    fingerprint: `orgconfig_heartbeat_${miss}`,
    labels: heartbeatLabels(heartbeat, state.failed),
    annotations: textsOf(heartbeat.name, state),
    url: page,
    startedAt: since,
    endedAt,
  };
}

function textsOf(name: string, state: Parameters<typeof alertOf>[1]) {
  const { failed, signalAt, everyMinutes, cron, timeZone, graceMinutes } = state;
  if (failed)
    return {
      summary: heartbeatTitle(name, failedAlert),
      description: "It said so itself, by the /fail of its URL.",
    };
  const last =
    signalAt === null ? "It never sent a signal." : `Its last signal came on ${readable(signalAt)}.`;
  const due = everyMinutes === null ? `at ${cron} (${timeZone})` : `every ${minutes(everyMinutes)}`;
  return {
    summary: heartbeatTitle(name, missingAlert),
    description: `${last} A signal is due ${due}, and ${graceMinutes === 1 ? "a minute" : minutes(graceMinutes)} later it is missing.`,
  };
}

function minutes(count: number): string {
  return count === 1 ? "minute" : `${count} minutes`;
}
