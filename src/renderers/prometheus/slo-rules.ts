/**
 * The rules of one SLO. Records and the labels that begin with sloth_ have the names that Sloth gives them, so that its
 * dashboards show them. Error ratios over a window come from sums of events and not from a mean of ratios, which would
 * count a quiet hour as much as a busy one.
 */
import { given } from "../../kernel/given.ts";
import type { RendererRows } from "../renderer.ts";
import { countedNow, countedOver, type Span } from "./corrections.ts";
import { decimal, printed, rest, share, times } from "./decimal.ts";
import { durationMs } from "./duration.ts";
import type { EventUnit } from "./event-unit.ts";
import { missingDataAlert, missingLabels } from "./missing-data.ts";
import { type AlertingRule, type Labels, literal, type RecordingRule, type Rule } from "./rule-file.ts";
import { baseWindow, type Measure } from "./sli-measure.ts";
import { connectorLabel, idLabel, records } from "./slo-records.ts";

export type SloRow = RendererRows["slos"][number];

export interface SloRules {
  /** What is evaluated every minute. */
  readonly often: readonly Rule[];
  /** What sums over the SLO's own window, which takes long. */
  readonly period: readonly Rule[];
  readonly alerts: readonly Rule[];
}

/** An SLO, and the connector whose engine evaluates it. */
export interface EvaluatedSlo extends SloRow {
  readonly connectorId: string;
}

/** What an SLO's rules depend on besides the SLO. */
export interface SloSurroundings {
  readonly measure: Measure;
  readonly unit: EventUnit;
  /** The name of the team that keeps the promise. */
  readonly team: string | undefined;
  /** How often rules are evaluated, such as 1m. */
  readonly interval: string;
  /** The times whose bad events do not count. */
  readonly spans: readonly Span[];
}

export function sloRules(slo: EvaluatedSlo, surroundings: SloSurroundings): SloRules {
  const { measure, team } = surroundings;
  const { target_percent, at_risk_percent, window_days, burn_alerts } = slo.configuration;
  const labels = labelsOf(slo, team);
  // Alerts over all SLOs of an engine have their labels from these records.
  const alerted = { ...labels, ...slo.configuration.labels };
  const budget = rest(share(target_percent));
  const period = window_days * minutesADay;
  const alerting = new Set(
    burn_alerts.flatMap(({ long_minutes, short_minutes }) => [long_minutes, short_minutes]),
  );
  const windows = [...new Set([baseMinutes, hourMinutes, ...alerting])].sort((a, b) => a - b);
  const newest = (record: string) => `max(${selected(slo, record)})`;
  const record = (name: string, expr: string): RecordingRule => ({ record: name, expr, labels });
  const ratio = (minutes: number): RecordingRule => ({
    record: ratioRecord(minutes),
    expr: ratioExpression(slo, surroundings, minutes, minutes === period),
    labels: { ...labels, sloth_window: windowName(minutes) },
  });
  const burned = `${newest(ratioRecord(period))} / ${printed(budget)}`;
  return {
    often: [
      record(records.bad, badExpression(measure)),
      record(records.total, totalExpression(measure)),
      record(records.unusable, `(${measure.given}) unless on () ${selected(slo, records.total)}`),
      ...windows.map(ratio),
      { ...record(records.objective, `vector(${printed(share(target_percent))})`), labels: alerted },
      record(records.budget, `vector(${printed(budget)})`),
      record(records.atRisk, `vector(${printed(share(at_risk_percent))})`),
      record(records.currentBurn, `${newest(ratioRecord(baseMinutes))} / ${printed(budget)}`),
    ],
    period: [
      ...(windows.includes(period) ? [] : [ratio(period)]),
      record(records.periodBurn, burned),
      { ...record(records.remaining, `1 - ${burned}`), labels: alerted },
    ],
    alerts: burnAlerts(slo, surroundings),
  };
}

const baseMinutes = 5;
const hourMinutes = 60;
export const minutesADay = 1_440;

function labelsOf(
  { id, connectorId, configuration: { name, service } }: EvaluatedSlo,
  team: string | undefined,
): Labels {
  return {
    [connectorLabel]: connectorId,
    [idLabel]: id,
    service,
    sloth_id: `${service}-${name}`,
    sloth_service: service,
    sloth_slo: name,
    ...given({ team }),
  };
}

/** By ids alone: the other labels change when people rename things, and the figures go on. */
function selected({ id, connectorId }: EvaluatedSlo, record: string): string {
  return `${record}{${connectorLabel}="${connectorId}",${idLabel}="${id}"}`;
}

/**
 * All events, where the bad ones could be counted too: both are in this one expression, so that neither is counted
 * where a query fails. All events without the bad ones among them would look healthier every minute.
 */
export function totalExpression(measure: Measure): string {
  return `(\n${measure.total(baseWindow)}\n)\nand\n(\n${measure.bad(baseWindow)}\n)`;
}

/** The bad events at an evaluation. */
export function badExpression(measure: Measure): string {
  return measure.bad(baseWindow);
}

function ratioExpression(
  slo: EvaluatedSlo,
  surroundings: SloSurroundings,
  minutes: number,
  isPeriod: boolean,
): string {
  const { measure, spans } = surroundings;
  const window = windowName(minutes);
  if (minutes === baseMinutes) {
    const bad = selected(slo, records.bad);
    const counted = spans.length === 0 ? `sum(${bad})` : countedNow(bad, spans);
    return `${counted} / (sum(${selected(slo, records.total)}) > 0)`;
  }
  // Prometheus reads months of every series of the user's own at each evaluation where their queries take the period. And
  // what is corrected is known of the records alone.
  if (measure.windowed && !isPeriod && spans.length === 0)
    return `(${measure.bad(window)}) / ((${measure.total(window)}) > 0)`;
  const total = `sum(sum_over_time(${selected(slo, records.total)}[${window}]))`;
  return `${badOver(slo, surroundings, minutes)} / (${total} > 0)`;
}

/**
 * The values of the bad events' record over so many minutes, added up, without those in a correction. The record itself
 * keeps them: a correction may be made late, and be deleted again.
 */
function badOver(slo: EvaluatedSlo, { spans }: SloSurroundings, minutes: number): string {
  return countedOver(selected(slo, records.bad), { name: windowName(minutes), seconds: 60 * minutes }, spans);
}

/**
 * Whether the window has as many bad events as an alert needs. Rates are rounded at the edges of what they look at: half
 * an event less does.
 */
function hasEvents(slo: EvaluatedSlo, surroundings: SloSurroundings, minutes: number): string {
  const { min_bad_events: least } = slo.configuration;
  if (least === null) return "";
  const { unit, interval } = surroundings;
  const bad = badOver(slo, surroundings, minutes);
  const events =
    unit.unit === "each"
      ? bad
      : `${bad} * ${Number((durationMs(interval) / 1_000 / unit.seconds).toPrecision(12))}`;
  return ` and ${events} >= ${least - 0.5}`;
}

function ratioRecord(minutes: number): string {
  return `slo:sli_error:ratio_rate${windowName(minutes)}`;
}

const units = [
  ["w", 10_080],
  ["d", minutesADay],
  ["h", 60],
  ["m", 1],
] as const;

/** A window as Prometheus and Sloth print it: 5m, 1h30m, 3d, 4w. Weeks stand only where nothing else is left. */
function windowName(minutes: number): string {
  let left = minutes;
  let name = "";
  for (const [unit, size] of units) {
    const count = unit === "w" && left % size !== 0 ? 0 : Math.floor(left / size);
    if (count > 0) name += `${count}${unit}`;
    left -= count * size;
  }
  return name;
}

/** The labels of each burn alert: one a severity. */
function burnAlertLabels(
  slo: EvaluatedSlo,
  team: string | undefined,
): readonly (Labels & { readonly severity: string })[] {
  const { burn_alerts, labels } = slo.configuration;
  return [...new Set(burn_alerts.map(({ severity }) => severity))].map((severity) => ({
    ...labelsOf(slo, team),
    ...labels,
    severity,
    orgconfig_event: "slo_burn_rate",
  }));
}

const burnAlertName = "SLOBurnRate";

/** The labels that alerts over all SLOs of an engine have next to those of the SLO. */
export const eventLabels = {
  SLOBreach: { severity: "error", orgconfig_event: "slo_breach" },
  SLOBudget: { severity: "warning", orgconfig_event: "slo_budget" },
} as const;

export const missingEvent = { orgconfig_event: "slo_tracking_failure" } as const;

/** The labels of every alert that an SLO can have, with its name. */
export function sloAlerts(slo: EvaluatedSlo, team: string | undefined): readonly Labels[] {
  const labels = { ...labelsOf(slo, team), ...slo.configuration.labels };
  return [
    ...burnAlertLabels(slo, team).map((burning) => ({ alertname: burnAlertName, ...burning })),
    ...Object.entries(eventLabels).map(([alertname, more]) => ({ alertname, ...labels, ...more })),
    {
      alertname: missingDataAlert,
      ...missingLabels({ kind: "slos", name: slo.configuration.name, labels }),
      ...missingEvent,
    },
  ];
}

/** One alert a severity: it fires while any of its pairs of windows burns. */
function burnAlerts(slo: EvaluatedSlo, surroundings: SloSurroundings): AlertingRule[] {
  const { burn_alerts, target_percent, name, service, window_days } = slo.configuration;
  const budget = rest(share(target_percent));
  const burning = (minutes: number, threshold: number) =>
    `max(${selected(slo, ratioRecord(minutes))}) >= ${printed(times(decimal(threshold), budget))}`;
  return burnAlertLabels(slo, surroundings.team).map((labels) => ({
    alert: burnAlertName,
    expr: burn_alerts
      .filter((pair) => pair.severity === labels.severity)
      .map(
        ({ long_minutes, short_minutes, threshold }) =>
          `(${burning(long_minutes, threshold)} and ${burning(short_minutes, threshold)}${hasEvents(slo, surroundings, long_minutes)})`,
      )
      .concat(stillBurning(slo, labels.severity))
      .join(" or "),
    labels,
    annotations: {
      summary: literal(`${service}: the error budget of ${name} is spent too fast`),
      description: `{{ if lt $value 0.0 }}It burned when its figures stopped{{ else }}{{ $value | humanizePercentage }} was bad{{ end }}; the error budget is ${printed(percentOf(budget))} % over ${window_days} days.`,
    },
  }));
}

/** An alert that fired when its figures stopped goes on until they say otherwise; below 0, as no share is. */
function stillBurning(slo: EvaluatedSlo, severity: string): string {
  const { connectorId, id } = slo;
  const fired = `ALERTS{alertname="SLOBurnRate",alertstate="firing",severity="${severity}",${connectorLabel}="${connectorId}",${idLabel}="${id}"}`;
  return `(max(${fired}) * 0 - 1 unless on () ${selected(slo, records.total)})`;
}

function percentOf({ digits, places }: ReturnType<typeof share>) {
  return { digits, places: places - 2 };
}
