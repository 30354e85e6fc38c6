/** The alerts of heartbeats, which the service raises itself: what they are called, and how they are known by their labels. */
import { factsOf, type Labels } from "./facts.ts";

export const missingAlert = "HeartbeatMissing";
export const failedAlert = "HeartbeatFailed";

/** The name of the heartbeat that an alert with these labels is of; undefined where it is of none. */
export function heartbeatOf({ alertname, heartbeat }: Labels): string | undefined {
  return alertname === missingAlert || alertname === failedAlert ? heartbeat : undefined;
}

/** What the alert of a heartbeat is called. */
export function heartbeatTitle(name: string, alertname: string | undefined): string {
  return alertname === failedAlert ? `${name} failed` : `${name} sent no signal in time`;
}

/** The title of an alert of which perhaps only the labels are known: mutes are compared with it. */
export function titleOf({
  labels,
  annotations,
}: {
  readonly labels: Labels;
  readonly annotations?: Labels | undefined;
}): string {
  const name = heartbeatOf(labels);
  const own = name === undefined ? {} : { summary: heartbeatTitle(name, labels.alertname) };
  return factsOf({ labels, annotations: { ...own, ...annotations } }).title;
}
