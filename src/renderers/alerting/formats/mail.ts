/** The mails that people get of alerts. */
import type { AlertMessage, MessageAlert } from "../../../kernel/alert-message.ts";
import { drillFirst, factsIn, headline, phaseWordOf, timesOf } from "./texts.ts";

/** Alerts that a mail lists. */
const mostListed = 20;

export interface AlertMail {
  readonly type: "mail";
  readonly heading: string;
  readonly facts: readonly { readonly label: string; readonly value: string }[];
  readonly text: string;
  readonly link: { readonly label: string; readonly url: string };
  readonly footer: string;
  readonly unsubscribeUrl: null;
  /** Mails of one thread are shown together. */
  readonly thread: string;
}

export function alertSubject(message: AlertMessage): string {
  const { drill, rest } = drillFirst(message.title);
  return `${drill}[${message.organization.name}] ${headline({ ...message, title: rest })}`;
}

/**
 * @param footer why it came, and what to do to get no more
 * @param severityMap the receiver's own words for severities
 */
export function alertMail(
  message: AlertMessage,
  footer: string,
  severityMap: Readonly<Record<string, string>> = {},
): AlertMail {
  const { alerts, count, link, title } = message;
  return {
    type: "mail",
    heading: title,
    facts: [{ label: "What", value: phaseWordOf(message) }, ...factsIn(message, severityMap)],
    text: listOf(alerts, count),
    link: { label: "See the alert", url: link },
    footer,
    unsubscribeUrl: null,
    thread: message.dedup_key,
  };
}

function listOf(alerts: readonly MessageAlert[], count: number): string {
  const lines = alerts
    .slice(0, mostListed)
    .map((alert) => `${alert.title}\n  ${timesOf(alert)}${alert.url === null ? "" : `\n  ${alert.url}`}`);
  const rest = count - lines.length;
  return [...lines, ...(rest > 0 ? [`and ${rest} more`] : [])].join("\n");
}
