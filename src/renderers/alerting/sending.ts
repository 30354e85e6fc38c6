/** What routes and rules that take an alert send of it: to which of their destinations, and when. Pure. */
import type { ConfigurationOf } from "../../kernel/row-types.ts";
import type { outboundConfigs } from "../../resources/outbound-configs.ts";
import type { AlertSeverity } from "./facts.ts";
import type { Destination, RouteRow, RuleRow } from "./resolve.ts";
import { stepsOf } from "./steps.ts";

type TargetConfiguration = Pick<ConfigurationOf<typeof outboundConfigs>, "enabled" | "kind">;

/** Targets by their ids. */
export interface TargetRows {
  readonly targets: ReadonlyMap<string, { readonly configuration: TargetConfiguration }>;
}

/** A message about an alert. */
export interface Sending {
  readonly destination: Destination;
  /** After the alert began to be open. */
  readonly atSeconds: number;
}

/** They hold one incident for a group of alerts, which ends with the last of them. */
export const pagers: readonly TargetConfiguration["kind"][] = [
  "pagerduty",
  "opsgenie",
  "servicenow",
  "victorops",
  "incident_io",
  "jira",
];

/** Pagers get no alert of severity none, unless its route gives it another one. */
export function isPaged({ configuration }: RouteRow, severity: AlertSeverity | null): boolean {
  return severity !== "none" || configuration.severity_override !== null;
}

/** Those of a route that an alert of this severity is sent to: targets that are gone or off get nothing. */
export function destinationsOf(
  route: RouteRow,
  severity: AlertSeverity | null,
  { targets }: TargetRows,
): readonly Destination[] {
  const paged = isPaged(route, severity);
  return route.configuration.destinations.filter(({ outbound_config_id: id }) => {
    if (id === undefined) return true;
    const target = targets.get(id)?.configuration;
    return target?.enabled === true && (paged || !pagers.includes(target.kind));
  });
}

/** Since when an alert is open, and until when nobody acknowledged it; `free` as of `stepsOf`. */
export interface Unacknowledged {
  readonly opened: Date;
  readonly until: Date;
  readonly free?: (from: Date) => Date;
}

/** The steps of a rule that wants an alert. */
export function sentByRule(
  rule: RuleRow,
  { targets }: TargetRows,
  { opened, until, free }: Unacknowledged,
): readonly (Sending & { readonly rule: RuleRow; readonly step: number })[] {
  const { outbound_config_id } = rule.configuration;
  if (!targets.get(outbound_config_id)?.configuration.enabled) return [];
  return stepsOf(rule.configuration, opened, until, free).map(({ step, at }) => ({
    destination: { outbound_config_id },
    rule,
    step,
    atSeconds: Math.ceil((at.getTime() - opened.getTime()) / 1_000),
  }));
}
