/**
 * Which alerts are sent together. Burn alerts of an SLO have groups of their own by severity, so that the urgent one
 * does not wait for the interval of a group that a slower one opened; and while it fires, the slower ones of the same
 * SLO are not sent.
 */
import { connectorLabel, idLabel } from "../prometheus/slo-records.ts";
import { type AlertSeverity, type Labels, type Severity, severityRanks } from "./facts.ts";

/** All labels of an alert: Alertmanager's own word. */
export const everyLabel = "...";

/** What the burn alerts of SLOs are known by, whoever sends them. */
export const burnMatcher = { name: "orgconfig_event", op: "=", value: "slo_burn_rate" } as const;

/** The labels that a route groups by: a set, in one order, so that another order is no other group. */
export function groupLabels(groupBy: readonly string[]): readonly string[] {
  return [...new Set(groupBy)].sort();
}

/** Those that it groups burn alerts by; undefined where these are the same. */
export function burnGroupLabels(groupBy: readonly string[]): readonly string[] | undefined {
  if (groupBy.includes("severity") || groupBy.includes(everyLabel)) return undefined;
  return groupLabels([...groupBy, "severity"]);
}

/** The names of the labels that an alert with these labels is grouped by. */
export function namesGroupedBy(groupBy: readonly string[], labels: Labels): readonly string[] {
  if (groupBy.includes(everyLabel)) return Object.keys(labels);
  const burns = labels[burnMatcher.name] === burnMatcher.value;
  return (burns ? burnGroupLabels(groupBy) : undefined) ?? groupLabels(groupBy);
}

/** Severities of burn alerts, each with the less urgent ones that are not sent while it fires. */
export const slowerBurns: readonly (readonly [Severity, readonly Severity[]])[] = severitiesOfBurns()
  .map((severity) => [severity, slowerThan(severity)] as const)
  .filter(([, slower]) => slower.length > 0);

function slowerThan(severity: Severity): readonly Severity[] {
  return severitiesOfBurns().filter((other) => severityRanks[other] < severityRanks[severity]);
}

function severitiesOfBurns(): readonly Severity[] {
  return (Object.keys(severityRanks) as AlertSeverity[]).filter((severity) => severity !== "none");
}

/** What two burn alerts of one SLO have in common. */
export const sameSlo: readonly string[] = [connectorLabel, idLabel];
