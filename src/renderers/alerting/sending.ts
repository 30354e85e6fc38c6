/** What routes and rules that take an alert send of it: to which of their destinations, and when. Pure. */
import type { ConfigurationOf } from "../../kernel/row-types.ts";
import type { outboundConfigs } from "../../resources/outbound-configs.ts";
import type { AlertSeverity } from "./facts.ts";
import { comesTo, type RotaRows } from "./on-call.ts";
import type { Destination, RouteRow, RuleRow } from "./resolve.ts";
import { stepsOf } from "./steps.ts";

type TargetConfiguration = Pick<ConfigurationOf<typeof outboundConfigs>, "enabled" | "kind">;

/** Targets by their ids, and rotas. */
export interface TargetRows extends RotaRows {
  readonly targets: ReadonlyMap<string, { readonly configuration: TargetConfiguration }>;
}

/** A message about an alert. */
export interface Sending {
  /** Where it goes: of a rota a person on call, or its fallback. */
  readonly destination: Destination;
  /** What the row names. */
  readonly named: Destination;
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
  rows: Pick<TargetRows, "targets">,
): readonly Destination[] {
  const paged = isPaged(route, severity);
  return route.configuration.destinations.filter((one) => takes(one, paged, rows));
}

/** Where what is sent to a destination goes at a moment: of a rota to who is on call then, each once. */
export function reachedAt(
  named: Destination,
  at: Date,
  paged: boolean,
  rows: TargetRows,
): readonly Destination[] {
  return named.rota_id === undefined
    ? [named]
    : comesTo(named, rows, at).filter((one) => takes(one, paged, rows));
}

function takes(
  { outbound_config_id: id }: Destination,
  paged: boolean,
  { targets }: Pick<TargetRows, "targets">,
) {
  if (id === undefined) return true;
  const target = targets.get(id)?.configuration;
  return target?.enabled === true && (paged || !pagers.includes(target.kind));
}

/** What a rule names. */
export function namedByRule({ configuration }: RuleRow): Destination {
  const { outbound_config_id, rota_id, role } = configuration;
  return rota_id === null ? { outbound_config_id: outbound_config_id ?? "" } : { rota_id, role };
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
  rows: TargetRows,
  { opened, until, free }: Unacknowledged,
): readonly (Sending & { readonly rule: RuleRow; readonly step: number })[] {
  const named = namedByRule(rule);
  if (!takes(named, true, rows)) return [];
  return stepsOf(rule.configuration, opened, until, free).flatMap(({ step, at }) =>
    reachedAt(named, at, true, rows).map((destination) => ({
      ...{ destination, named, rule, step },
      atSeconds: Math.ceil((at.getTime() - opened.getTime()) / 1_000),
    })),
  );
}
