/** Whether a service may be deployed now: pure, from what is known of it. */

import type { StoredRow } from "../../../engine/ports/rows.ts";
import { defaultsOf, derivedOf, viewOf } from "../../../engine/render.ts";
import { ago, figure, percent, readable } from "../../../kernel/readable.ts";
import type { DefaultsOf, DerivedOf } from "../../../kernel/row-types.ts";
import { staleAfterMinutes } from "../../../kernel/staleness.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import { deployPolicies } from "../../../resources/deploy-policies.ts";
import { type CorrectedTimes, correctionTexts } from "../figures/index.ts";
import type { DeployOverride, ServiceIncident } from "./store.ts";

/** At this burn rate a month's error budget is gone in two days. */
const burnRateThreshold = 14.4;

/** The statuses of incidents that hold no deploy: they have not begun, or are over. */
export const notOpen = ["scheduled", "resolved", "completed"] as const;

/** A policy, or the defaults, and whether its freeze is in force now. */
export type GatePolicy = DefaultsOf<typeof deployPolicies> & Pick<DerivedOf<typeof deployPolicies>, "frozen">;

/** What gates a service without a policy: only a policy's own freeze holds deploys. */
export const defaultPolicy: GatePolicy = { ...defaultsOf(deployPolicies), frozen: false };

/** A policy as it is at a moment. */
export function policyAt(row: RowView, now: Date): GatePolicy {
  return policyOf(row)(now);
}

/** The same for many moments: the row is read once. */
export function policyOf(row: RowView): (at: Date) => GatePolicy {
  const view = viewOf(deployPolicies, row);
  return (at) => ({ ...view.configuration, ...derivedOf(deployPolicies, view, at) });
}

export type RowView = Pick<StoredRow, "configuration" | "state" | "secrets">;

/** A value, and when it was measured. */
export interface Figure {
  readonly value: number;
  readonly at: Date;
}

/** An enabled SLO of the service; a figure that was never reported is undefined. */
export interface SloFigures extends CorrectedTimes {
  readonly id: string;
  readonly name: string;
  readonly errorBudgetRemainingPercent: Figure | undefined;
  readonly burnRate: Figure | undefined;
  /** Why there are no figures now, a sentence or two; undefined while it is measured. */
  readonly noData?: string | undefined;
}

export interface GateFacts {
  /** The service's own policy; undefined where it has none. */
  readonly policy: GatePolicy | undefined;
  /** The override that is in force. */
  readonly override: Pick<DeployOverride, "allow"> | undefined;
  readonly slos: readonly SloFigures[];
  /** The open ones, the newest first; of which impacts they matter, the policy says. */
  readonly incidents: readonly ServiceIncident[];
  /** The name that is meant: of a service that no row names, or of one that is held where it has another case (`known`). */
  readonly slip?: { readonly service: string; readonly meant: string; readonly known: boolean };
  readonly now: Date;
}

type Reason = JsonObject & {
  readonly code:
    | "frozen"
    | "error_budget"
    | "burn_rate"
    | "incident"
    | "stale_figures"
    | "corrected"
    | "unknown_service";
  /** Whether it holds deploys, or would but for the override. */
  readonly holds: boolean;
};

export interface Decision {
  readonly allowed: boolean;
  /** What holds the service's deploys, or would but for the override, and which figures are too old or missing. */
  readonly reasons: readonly Reason[];
  readonly decided_by: "policy" | "default" | "override";
}

export function decideGate({ policy, override, slos, incidents, slip, now }: GateFacts): Decision {
  const rules = policy ?? defaultPolicy;
  const reasons = rules.enabled
    ? [
        ...freezeReasons(rules),
        ...slos.flatMap((slo) => sloReasons(rules, slo, now)),
        ...incidentReasons(rules, incidents),
        ...(slip === undefined ? [] : [slipReason(slip)]),
      ]
    : [];
  if (override !== undefined) return { allowed: override.allow, reasons, decided_by: "override" };
  const allowed = !reasons.some(({ holds }) => holds);
  return { allowed, reasons, decided_by: policy === undefined ? "default" : "policy" };
}

/** What is meant is asked: nobody deploys because the name of another service holds nothing. */
function slipReason({ service, meant, known }: NonNullable<GateFacts["slip"]>): Reason {
  const [name, other] = [JSON.stringify(service), JSON.stringify(meant)];
  const message = known
    ? `${name} is written ${other} in other rows, and that service is held. Ask for ${other}, or write one name in all rows.`
    : `No row names the service ${name}; did you mean ${other}? If it is another service, add a deploy policy for it.`;
  return { code: "unknown_service", holds: true, message, meant };
}

function freezeReasons({ frozen, freeze_until, freeze_reason }: GatePolicy): Reason[] {
  if (!frozen || freeze_until === null) return [];
  const why = freeze_reason === null || freeze_reason === "" ? "." : `: ${freeze_reason}`;
  const message = `Deploys are frozen until ${readable(freeze_until)}${why}`;
  return [{ code: "frozen", holds: true, message, freeze_until, freeze_reason }];
}

/** What the SLO's figures hold, and which of them are old: each has an age of its own. */
function sloReasons(rules: GatePolicy, slo: SloFigures, now: Date): Reason[] {
  const { errorBudgetRemainingPercent: budget, burnRate } = slo;
  const burn = rules.burn_rate_block_enabled ? burnRate : undefined;
  const isOld = ({ at }: Figure) => now.getTime() - at.getTime() > staleAfterMinutes * 60_000;
  const counts = (one: Figure) => rules.on_stale !== "allow" || !isOld(one);
  const old = [budget, burn].filter((one) => one !== undefined).filter(isOld);
  const unmeasured = budget === undefined && burn === undefined;
  return [
    ...(budget !== undefined && counts(budget) ? budgetReasons(rules, slo, budget) : []),
    ...(burn !== undefined && counts(burn) ? burnReasons(slo, burn) : []),
    ...(old.length > 0 ? [staleReason(rules, slo, old, now)] : []),
    ...(unmeasured ? [unmeasuredReason(rules, slo)] : []),
    ...(old.length === 0 && !unmeasured ? noDataReasons(rules, slo) : []),
    ...correctionReasons(slo),
  ];
}

function budgetReasons(rules: GatePolicy, { id, name }: SloFigures, { value }: Figure): Reason[] {
  const threshold = rules.error_budget_threshold;
  if (value >= threshold) return [];
  const left =
    value < 0
      ? `has spent ${percent(-value)} more than its error budget`
      : `has ${percent(value)} of its error budget left`;
  return [
    {
      code: "error_budget",
      holds: true,
      message: `SLO "${name}" ${left}; deploys are held below ${percent(threshold)}.`,
      slo_id: id,
      slo: name,
      error_budget_remaining_percent: value,
      threshold,
    },
  ];
}

function burnReasons({ id, name }: SloFigures, { value }: Figure): Reason[] {
  if (value < burnRateThreshold) return [];
  return [
    {
      code: "burn_rate",
      holds: true,
      message: `SLO "${name}" burns its error budget ${figure(value)} times as fast as it may; deploys are held from ${figure(burnRateThreshold)} times.`,
      slo_id: id,
      slo: name,
      burn_rate: value,
      threshold: burnRateThreshold,
    },
  ];
}

const staleMeaning = {
  last: "what was held then stays held, and what was open stays open (on_stale: last)",
  hold: "deploys are held until it is measured again (on_stale: hold)",
  allow: "such old figures hold no deploy (on_stale: allow)",
} as const;

/** Nobody should take the absence of new figures for good ones. */
function staleReason(
  { on_stale }: GatePolicy,
  { id, name, noData }: SloFigures,
  old: readonly Figure[],
  now: Date,
): Reason {
  const oldest = Math.min(...old.map(({ at }) => at.getTime()));
  return {
    code: "stale_figures",
    holds: on_stale === "hold",
    message: `SLO "${name}" was last measured ${ago(oldest, now.getTime())}: ${staleMeaning[on_stale]}. ${noData ?? "Look whether its engine runs and its agent reports."}`,
    slo_id: id,
    slo: name,
    last_evaluated_at: new Date(oldest).toISOString(),
    age_seconds: Math.floor((now.getTime() - oldest) / 1_000),
  };
}

/** Nor the absence of all figures. */
function unmeasuredReason({ on_stale }: GatePolicy, { id, name, noData }: SloFigures): Reason {
  const holds = on_stale === "hold";
  const meaning = holds ? "deploys are held until it is" : "until it is, it holds no deploy";
  return {
    code: "stale_figures",
    holds,
    message: `SLO "${name}" was never measured: ${meaning} (on_stale: ${on_stale}). ${noData ?? "Connect an engine that evaluates it."}`,
    slo_id: id,
    slo: name,
  };
}

/** The figures are of before, and not old yet: to hold until it is measured again begins when it is not. */
function noDataReasons({ on_stale }: GatePolicy, { id, name, noData }: SloFigures): Reason[] {
  if (noData === undefined) return [];
  const holds = on_stale === "hold";
  const meaning = holds
    ? "and deploys are held until it does (on_stale: hold)"
    : "and goes by its last figures";
  const message = `SLO "${name}" gives no data now, ${meaning}. ${noData}`;
  return [{ code: "stale_figures", holds, message, slo_id: id, slo: name }];
}

/** Whoever reads the budget knows what it leaves out, or does not leave out yet, or does no more. */
function correctionReasons({
  id,
  name,
  errorBudgetRemainingPercent: budget,
  ...corrected
}: SloFigures): Reason[] {
  return correctionTexts(name, budget?.at, corrected).map((message) => ({
    ...{ code: "corrected" as const, holds: false, message },
    ...{ slo_id: id, slo: name },
  }));
}

/** Enough to show why a deploy is held. */
export const mostIncidents = 100;

function incidentReasons(rules: GatePolicy, incidents: readonly ServiceIncident[]): Reason[] {
  if (!rules.incident_block_enabled) return [];
  const impacts: readonly string[] = rules.incident_impacts;
  const holding = incidents.filter(({ impact }) => impacts.includes(impact)).slice(0, mostIncidents);
  return holding.map(({ id, title, status, impact }) => ({
    code: "incident",
    holds: true,
    message: `The incident "${title}" is open (impact: ${impact}).`,
    incident_id: id,
    title,
    status,
    impact,
  }));
}
