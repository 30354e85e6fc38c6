/** Whether a service may be deployed now: pure, from what is known of it. */
import type { DeployOverride, ServiceIncident } from "../../engine/ports/deploy-gate.ts";
import { readableNumber } from "../../kernel/readable.ts";
import type { DefaultsOf, DerivedOf } from "../../kernel/row-types.ts";
import { staleAfterMinutes } from "../../kernel/staleness.ts";
import type { JsonObject } from "../../kernel/validate.ts";
import type { deployPolicies } from "../../resources/deploy-policies.ts";

/** At this burn rate a month's error budget is gone in two days. */
const burnRateThreshold = 14.4;

/** Incidents in these have not begun, or are over. */
export const closedStatuses = ["scheduled", "resolved", "completed"] as const;

/** A policy, or the defaults, and whether its freeze is in force now. */
export type GatePolicy = DefaultsOf<typeof deployPolicies> & DerivedOf<typeof deployPolicies>;

/** An enabled SLO of the service; a figure that was never reported is null. */
export interface SloFigures {
  readonly id: string;
  readonly name: string;
  readonly errorBudgetRemaining: Figure | undefined;
  readonly burnRate: Figure | undefined;
}

/** Each figure has an age of its own: a fresh burn rate makes no old budget fresh. */
export interface Figure {
  readonly value: number;
  /** When it was measured; undefined where a release before this one did not note it. */
  readonly at: Date | undefined;
}

export interface GateFacts {
  /** The service's own policy; undefined where it has none. */
  readonly policy: GatePolicy | undefined;
  /** What gates a service without one. */
  readonly defaults: GatePolicy;
  /** The override that is in force. */
  readonly override: DeployOverride | undefined;
  readonly slos: readonly SloFigures[];
  /** Those that are open. */
  readonly incidents: readonly ServiceIncident[];
  readonly now: Date;
}

type Reason = JsonObject & {
  readonly code: "frozen" | "error_budget" | "burn_rate" | "incident" | typeof stale;
};

/** The reason that says how old figures are; it holds deploys only where the policy's on_stale says so. */
const stale = "stale_figures";

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
        ...slos.flatMap((slo) => sloReasons(rules, slo, now)),
        ...incidentReasons(rules, incidents),
      ]
    : [];
  if (override !== undefined) return { allowed: override.allow, reasons, decided_by: "override" };
  const allowed = reasons.every(({ code }) => code === stale && rules.on_stale !== "hold");
  return { allowed, reasons, decided_by: policy === undefined ? "default" : "policy" };
}

function freezeReasons({ frozen, freeze_until, freeze_reason }: GatePolicy): Reason[] {
  if (!frozen) return [];
  const why = freeze_reason === null || freeze_reason === "" ? "" : `: ${freeze_reason}`;
  const message = `Deploys are frozen until ${freeze_until}${why}`;
  return [{ code: "frozen", message, freeze_until, freeze_reason }];
}

function isStale({ at }: Figure, now: Date): boolean {
  return at === undefined || now.getTime() - at.getTime() > staleAfterMinutes * 60_000;
}

/** What an SLO's figures hold, and how old those are that are too old to say anything about now. */
function sloReasons(rules: GatePolicy, slo: SloFigures, now: Date): Reason[] {
  const { errorBudgetRemaining, burnRate } = slo;
  const counts = (figure: Figure | undefined) =>
    figure !== undefined && (rules.on_stale === "last" || !isStale(figure, now));
  const old = [errorBudgetRemaining, burnRate].flatMap((figure) =>
    figure !== undefined && isStale(figure, now) ? [figure] : [],
  );
  return [
    ...(counts(errorBudgetRemaining) ? budgetReasons(rules, slo) : []),
    ...(counts(burnRate) ? burnReasons(rules, slo) : []),
    ...(old.length > 0 ? [staleReason(rules, slo, old, now)] : []),
  ];
}

const staleWords = {
  last: "what they held goes on being held, and what they let through goes on",
  hold: "the policy holds deploys until there are new ones",
  allow: "by the policy they hold nothing",
} as const;

/** @param old the figures that are too old, of which the oldest is named */
function staleReason(rules: GatePolicy, { id, name }: SloFigures, old: readonly Figure[], now: Date): Reason {
  const times = old.map(({ at }) => at?.getTime());
  const [oldest] = times.includes(undefined) ? [undefined] : [...times].sort((a, b) => Number(a) - Number(b));
  const seconds = oldest === undefined ? undefined : Math.floor((now.getTime() - oldest) / 1_000);
  const when = seconds === undefined ? "at an unknown time" : `${ageInWords(seconds)} ago`;
  return {
    code: stale,
    message: `SLO "${name}" was last evaluated ${when}. Its figures are too old to say anything about now: ${staleWords[rules.on_stale]}. Look whether its engine still reports.`,
    slo_id: id,
    slo: name,
    ...(oldest === undefined
      ? {}
      : { last_evaluated_at: new Date(oldest).toISOString(), age_seconds: seconds ?? 0 }),
  };
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

function budgetReasons(rules: GatePolicy, { id, name, errorBudgetRemaining: left }: SloFigures): Reason[] {
  const threshold = rules.error_budget_threshold;
  if (left === undefined || left.value >= threshold) return [];
  return [
    {
      code: "error_budget",
      message: `SLO "${name}" has ${readableNumber(left.value)} percent of its error budget left; deploys are held below ${threshold}.`,
      slo_id: id,
      slo: name,
      error_budget_remaining_percent: left.value,
      threshold,
    },
  ];
}

function burnReasons(rules: GatePolicy, { id, name, burnRate }: SloFigures): Reason[] {
  if (!rules.burn_rate_block_enabled || burnRate === undefined || burnRate.value < burnRateThreshold)
    return [];
  return [
    {
      code: "burn_rate",
      message: `SLO "${name}" burns its error budget at ${readableNumber(burnRate.value)} times the sustainable rate; deploys are held from ${burnRateThreshold}.`,
      slo_id: id,
      slo: name,
      burn_rate: burnRate.value,
      threshold: burnRateThreshold,
    },
  ];
}

function incidentReasons(rules: GatePolicy, incidents: readonly ServiceIncident[]): Reason[] {
  if (!rules.incident_block_enabled) return [];
  const holding = incidents.filter(({ impact }) => rules.incident_impacts.some((one) => one === impact));
  return holding.map(({ id, title, status, impact }) => ({
    code: "incident",
    message: `The incident "${title}" is open (impact: ${impact}).`,
    incident_id: id,
    title,
    status,
    impact,
  }));
}
