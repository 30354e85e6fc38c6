/** The alerts of heartbeats, which the service raises itself: what they are called, and how they are known by their labels. */
import { connectors } from "../../resources/connectors.ts";
import { factsOf, type Labels } from "./facts.ts";

export const missingAlert = "HeartbeatMissing";
export const failedAlert = "HeartbeatFailed";

/** The name of the heartbeat that an alert with these labels is of; undefined where it is of none. */
export function heartbeatOf({ alertname, heartbeat }: Labels): string | undefined {
  return alertname === missingAlert || alertname === failedAlert ? heartbeat : undefined;
}

/** An alert, as far as it is known who raises it. */
export interface Raised {
  readonly labels: Labels;
  /** The id of the connector, the heartbeat or the drill that raises it; where nobody knows it, the labels say it. */
  readonly raisedBy?: string | undefined;
}

/** Whether the service raises it itself: an engine's may have the labels of a heartbeat's. */
export function isOurs({ labels, raisedBy }: Raised): boolean {
  if (raisedBy === undefined) return heartbeatOf(labels) !== undefined;
  return !raisedBy.startsWith(`${connectors.idPrefix}_`);
}

/** What the alert of a heartbeat is called. */
export function heartbeatTitle(name: string, alertname: string | undefined): string {
  return alertname === failedAlert ? `${name} failed` : `${name} sent no signal in time`;
}

/** The title of an alert of which perhaps only the labels are known: mutes are compared with it. */
export function titleOf({
  annotations,
  ...raised
}: Raised & { readonly annotations?: Labels | undefined }): string {
  const { labels } = raised;
  const name = isOurs(raised) ? heartbeatOf(labels) : undefined;
  const own = name === undefined ? {} : { summary: heartbeatTitle(name, labels.alertname) };
  return factsOf({ labels, annotations: { ...own, ...annotations } }).title;
}
