/** What somebody on call reads on a locked screen, and whether it is to wake them. Pure. */
import { type AlertMessage, isCalm } from "../../../kernel/alert-message.ts";
import { oneLine } from "../../../kernel/one-line.ts";
import { drillFirst, listed, phaseWordOf, servicesIn, timesOf } from "./texts.ts";

/** What a way shows, as far as it can. */
export interface PageMessage {
  readonly title: string;
  readonly body: string;
  /** The page that it opens. */
  readonly url: string;
  /** What it is about: a later message about the same replaces it. */
  readonly alertId: string | null;
  readonly urgent: boolean;
}

/** A way cuts it further to what it takes. */
const longest = { title: 250, body: 2_000 };

/** Whether alerts of a severity are worth waking somebody; of one that nobody knows, nobody knows that they are not. */
export function isUrgent({ severity, phase }: Pick<AlertMessage, "severity" | "phase">): boolean {
  return !isCalm(phase) && (severity === null || severity === "critical" || severity === "error");
}

/** Its title has the severity and the service in it, as that is all that some screens show. */
export function pageMessage(message: AlertMessage): PageMessage {
  const { alerts, title, severity, link, phase } = message;
  const { drill, rest } = drillFirst(title);
  const services = servicesIn(alerts).slice(0, 3).join(", ");
  const word = isCalm(phase) ? phaseWordOf(message) : (severity ?? "unknown severity").toUpperCase();
  const line = `${drill}${word}${services === "" ? "" : ` · ${services}`}: ${rest}`;
  const lines = listed(message, longest.body, (alert) => `${oneLine(alert.title, 255)}\n${timesOf(alert)}`);
  return {
    title: oneLine(line, longest.title),
    body: `${phaseWordOf(message)} · ${message.organization.name}\n${lines}`,
    url: link,
    alertId: alerts[0]?.id ?? null,
    urgent: isUrgent(message),
  };
}

/** It replaces what rang: somebody is at it, or it went to somebody else. */
export function closedMessage(message: AlertMessage, words: string): PageMessage {
  const shown = pageMessage(message);
  return { ...shown, title: oneLine(`${words}: ${message.title}`, longest.title), urgent: false };
}
