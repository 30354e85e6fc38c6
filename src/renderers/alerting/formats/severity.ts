/** The words that targets have for severities. */
import type { AlertSeverity } from "../facts.ts";

export type SeverityMap = Readonly<Record<string, string>>;

/** The severity as the row's map says it, else as it is. */
export function wordOf(severity: AlertSeverity | null, map: SeverityMap): string | null {
  if (severity === null) return null;
  return Object.hasOwn(map, severity) ? (map[severity] as string) : severity;
}

/** The severities that PagerDuty's Events API takes. They are called as ours are. */
export const eventSeverities: Words = {
  words: ["critical", "error", "warning", "info"],
  usual: { critical: "critical", error: "error", warning: "warning", info: "info", none: "info" },
};

/** Opsgenie's priorities. */
export const priorities: Words = {
  words: ["P1", "P2", "P3", "P4", "P5"],
  usual: { critical: "P1", error: "P2", warning: "P3", info: "P5", none: "P5" },
};

/** Splunk On-Call's types of messages that open something. */
export const messageTypes: Words = {
  words: ["CRITICAL", "WARNING", "INFO"],
  usual: { critical: "CRITICAL", error: "CRITICAL", warning: "WARNING", info: "INFO", none: "INFO" },
};

/** ServiceNow's urgency and impact: high, medium and low. */
export const urgencies: Words = {
  words: ["1", "2", "3"],
  usual: { critical: "1", error: "2", warning: "3", info: "3", none: "3" },
};

interface Words {
  readonly words: readonly string[];
  readonly usual: Readonly<Record<AlertSeverity, string>>;
}

/**
 * A word that the vendor takes: the map's where it is one of them, else the usual one. What has no severity is as
 * urgent as can be: a page too many does less harm than one that is missed.
 */
export function vendorWord(
  { words, usual }: Words,
  severity: AlertSeverity | null,
  map: SeverityMap,
): string {
  const known = severity ?? "critical";
  const wanted = wordOf(known, map);
  return wanted !== null && words.includes(wanted) ? wanted : usual[known];
}
