/** What is sent about alerts, before it is put into the format of its receiver. */

/**
 * firing: alerts are new; reminder: they are still open, and were notified of before; escalation: a rule's step;
 * resolved: none of what shares `dedup_key` is open any more; summary: they began and ended while a mute kept them back.
 */
export type AlertPhase = "firing" | "reminder" | "escalation" | "resolved" | "summary";

export type AlertMessage = {
  readonly phase: AlertPhase;
  /** The same for all messages about one incident, which a pager knows it by: at most 64 letters, digits and "_". */
  readonly dedup_key: string;
  readonly organization: { readonly name: string; readonly slug: string };
  /** The route or rule that sends it. */
  readonly by: { readonly kind: string; readonly id: string; readonly name: string };
  /** A rule's step, from 1; null for what a route sends. */
  readonly step: number | null;
  /** In one line: the first alert's title; with more than one, how many there are. */
  readonly title: string;
  /** The highest of its alerts, after the route's override; null where none has one. */
  readonly severity: MessageAlert["severity"];
  /** What the alerts have in common: the labels that they are grouped by. */
  readonly group_labels: Readonly<Record<string, string>>;
  /** The first hundred that it reports. */
  readonly alerts: readonly MessageAlert[];
  /** How many it reports. */
  readonly count: number;
  /** The page of the first alert in the console. */
  readonly link: string;
};

export type MessageAlert = {
  readonly id: string;
  readonly title: string;
  readonly service: string | null;
  /** After the route's override. */
  readonly severity: "none" | "info" | "warning" | "error" | "critical" | null;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  /** A runbook, or the page of what raised it. */
  readonly url: string | null;
  /** RFC 3339. */
  readonly started_at: string;
  /** Null while it is open. */
  readonly resolved_at: string | null;
  /** Why it ended, where nobody measured that, such as "its check shop was deleted". */
  readonly ended_because?: string;
};

/** What the title of a drill begins with, wherever people read it. */
export const drillMark = "DRILL: ";
