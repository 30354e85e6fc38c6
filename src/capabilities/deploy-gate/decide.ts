/** Whether a service may be deployed now: pure, from what is known of it. */
import type { DeployOverride, ServiceIncident } from "../../engine/ports/deploy-gate.ts";
import type { DefaultsOf, DerivedOf } from "../../kernel/row-types.ts";
import { staleAfterMinutes } from "../../kernel/staleness.ts";
import type { JsonObject } from "../../kernel/validate.ts";
import type { deployPolicies } from "../../resources/deploy-policies.ts";

/** At this burn rate a month's error budget is gone in two days. */
const burnRateThreshold = 14.4;

/** The incidents that hold deploys: bad ones that have begun and are not over. */
export const holdingIncidents = {
  impacts: ["major", "critical"],
  notIn: ["scheduled", "resolved", "completed"],
} as const;

/** A policy, or the defaults, and whether its freeze is in force now. */
export type GatePolicy = DefaultsOf<typeof deployPolicies> & DerivedOf<typeof deployPolicies>;

/** An enabled SLO of the service; a figure that was never reported is null. */
export interface SloFigures {
  readonly id: string;
  readonly name: string;
  readonly errorBudgetRemainingPercent: number | null;
  readonly burnRate: number | null;
  /** When the figures were taken; null where that was not reported. */
  readonly evaluatedAt: Date | null;
}

export interface GateFacts {
  /** The service's own policy; undefined where it has none. */
  readonly policy: GatePolicy | undefined;
  /** What gates a service without one. */
  readonly defaults: GatePolicy;
  /** The override that is in force. */
  readonly override: DeployOverride | undefined;
  readonly slos: readonly SloFigures[];
  /** Those that hold deploys, see `holdingIncidents`. */
  readonly incidents: readonly ServiceIncident[];
  readonly now: Date;
}

type Reason = JsonObject & {
  readonly code: "frozen" | "error_budget" | "burn_rate" | "incident" | typeof onlyTold;
};

/** The one reason that holds nothing: it tells that figures were too old to be decided by. */
const onlyTold = "stale_figures";

export interface Decision {
  readonly allowed: boolean;
  /** What holds the service's deploys, or would but for the override, and figures that are too old to. */
  readonly reasons: readonly Reason[];
  readonly decided_by: "policy" | "default" | "override";
}

export function decideGate({ policy, defaults, override, slos, incidents, now }: GateFacts): Decision {
  const rules = policy ?? defaults;
  const reasons = rules.enabled
    ? [
        ...freezeReasons(rules),
        ...slos.flatMap((slo) => (isStale(slo, now) ? staleReasons(slo, now) : sloReasons(rules, slo))),
        ...incidentReasons(rules, incidents),
      ]
    : [];
  if (override !== undefined) return { allowed: override.allow, reasons, decided_by: "override" };
  const allowed = reasons.every(({ code }) => code === onlyTold);
  return { allowed, reasons, decided_by: policy === undefined ? "default" : "policy" };
}

function freezeReasons({ frozen, freeze_until, freeze_reason }: GatePolicy): Reason[] {
  if (!frozen) return [];
  const why = freeze_reason === null || freeze_reason === "" ? "" : `: ${freeze_reason}`;
  const message = `Deploys are frozen until ${freeze_until}${why}`;
  return [{ code: "frozen", message, freeze_until, freeze_reason }];
}

function isStale({ evaluatedAt }: SloFigures, now: Date): boolean {
  return evaluatedAt !== null && now.getTime() - evaluatedAt.getTime() > staleAfterMinutes * 60_000;
}

/** Figures of long ago hold nothing by themselves, and nobody should take their silence for good news. */
function staleReasons(slo: SloFigures, now: Date): Reason[] {
  const { id, name, errorBudgetRemainingPercent, burnRate, evaluatedAt } = slo;
  if (evaluatedAt === null || (errorBudgetRemainingPercent === null && burnRate === null)) return [];
  const seconds = Math.floor((now.getTime() - evaluatedAt.getTime()) / 1_000);
  return [
    {
      code: onlyTold,
      message: `SLO "${name}" was last evaluated ${ageInWords(seconds)} ago; figures older than ${staleAfterMinutes} minutes hold no deploy. Look whether its engine still reports.`,
      slo_id: id,
      slo: name,
      last_evaluated_at: evaluatedAt.toISOString(),
      age_seconds: seconds,
    },
  ];
}

function ageInWords(seconds: number): string {
  const units = [
    [86_400, "days"],
    [3_600, "hours"],
    [60, "minutes"],
  ] as const;
  const [length, unit] = units.find(([length]) => seconds >= 2 * length) ?? [60, "minutes"];
  return `${Math.floor(seconds / length)} ${unit}`;
}

function sloReasons(
  rules: GatePolicy,
  { id, name, errorBudgetRemainingPercent, burnRate }: SloFigures,
): Reason[] {
  const reasons: Reason[] = [];
  const threshold = rules.error_budget_threshold;
  if (errorBudgetRemainingPercent !== null && errorBudgetRemainingPercent < threshold) {
    reasons.push({
      code: "error_budget",
      message: `SLO "${name}" has ${errorBudgetRemainingPercent} percent of its error budget left; deploys are held below ${threshold}.`,
      slo_id: id,
      slo: name,
      error_budget_remaining_percent: errorBudgetRemainingPercent,
      threshold,
    });
  }
  if (rules.burn_rate_block_enabled && burnRate !== null && burnRate >= burnRateThreshold) {
    reasons.push({
      code: "burn_rate",
      message: `SLO "${name}" burns its error budget at ${burnRate} times the sustainable rate; deploys are held from ${burnRateThreshold}.`,
      slo_id: id,
      slo: name,
      burn_rate: burnRate,
      threshold: burnRateThreshold,
    });
  }
  return reasons;
}

function incidentReasons(rules: GatePolicy, incidents: readonly ServiceIncident[]): Reason[] {
  if (!rules.incident_block_enabled) return [];
  return incidents.map(({ id, title, status, impact }) => ({
    code: "incident",
    message: `The ${impact} incident "${title}" is open.`,
    incident_id: id,
    title,
    status,
    impact,
  }));
}
