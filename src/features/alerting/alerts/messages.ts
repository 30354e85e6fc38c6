/** The messages by which targets are notified of alerts. */

import type { Organization } from "../../../engine/context.ts";
import type { AlertMessage, AlertPhase, MessageAlert } from "../../../kernel/alert-message.ts";
import {
  type AlertSeverity,
  type SeverityWords,
  severityRanks,
  unknownWord,
} from "../../../renderers/alerting/facts.ts";
import type { Labels } from "./column-types.ts";
import type { StoredAlert } from "./store.ts";

/** Alerts that one message reports by name. */
export const mostAlerts = 100;
/** Code units of the labels and annotations of all of them. Each target of a notification has the message in the queue. */
const mostText = 200_000;

export interface MessageFacts {
  readonly phase: AlertPhase;
  readonly dedupKey: string;
  readonly organization: Pick<Organization, "name" | "slug">;
  readonly by: AlertMessage["by"];
  readonly step: number | null;
  readonly groupLabels: Labels;
  /** The first of them, at least one. */
  readonly alerts: readonly StoredAlert[];
  readonly count: number;
  /** A route's own severity for what it sends. */
  readonly severity: AlertSeverity | null;
  readonly words: SeverityWords;
  /** Where people reach the service, without a slash at the end. */
  readonly siteUrl: string;
}

export function messageOf(facts: MessageFacts): AlertMessage {
  const { organization, alerts, count, siteUrl } = facts;
  const { name, slug } = organization;
  const all = alerts.slice(0, mostAlerts).map((alert) => messageAlert(alert, facts));
  const shown = fitting(all);
  const [first] = shown;
  if (first === undefined) throw new Error("a message is about at least one alert");
  return {
    phase: facts.phase,
    dedup_key: facts.dedupKey,
    organization: { name, slug },
    by: facts.by,
    step: facts.step,
    title: count === 1 ? first.title : `${count} alerts: ${first.title}`,
    severity: highest(all),
    group_labels: facts.groupLabels,
    alerts: shown,
    count,
    link: `${siteUrl}/o/${slug}/${pageOfAlert(first.id)}`,
  };
}

/** As many of them as a message has room for; the first in any case. */
function fitting(alerts: readonly MessageAlert[]): readonly MessageAlert[] {
  let room = mostText;
  const end = alerts.findIndex(({ labels, annotations }, index) => {
    room -= lengthOf(labels) + lengthOf(annotations);
    return index > 0 && room < 0;
  });
  return end < 0 ? alerts : alerts.slice(0, end);
}

function lengthOf(labels: Labels): number {
  return Object.entries(labels).reduce((sum, [name, value]) => sum + name.length + value.length, 0);
}

/** The console's page of an alert, below that of its organization. */
export function pageOfAlert(id: string): string {
  return `alerts/${id}`;
}

function messageAlert(alert: StoredAlert, facts: Pick<MessageFacts, "severity" | "words">): MessageAlert {
  const { id, title, service, labels, annotations, url, startedAt, resolvedAt, endedBecause } = alert;
  return {
    id,
    title,
    service,
    // What nobody knows is as urgent to a pager as what has no severity.
    severity: facts.severity ?? (unknownWord(labels, facts.words) === undefined ? alert.severity : null),
    labels,
    annotations,
    url,
    started_at: startedAt.toISOString(),
    resolved_at: resolvedAt === null ? null : resolvedAt.toISOString(),
    ...(endedBecause === null ? {} : { ended_because: endedBecause }),
  };
}

function highest(alerts: readonly MessageAlert[]): MessageAlert["severity"] {
  const rank = (severity: MessageAlert["severity"]) => (severity === null ? -1 : severityRanks[severity]);
  return alerts.reduce<MessageAlert["severity"]>(
    (found, { severity }) => (rank(severity) > rank(found) ? severity : found),
    null,
  );
}
