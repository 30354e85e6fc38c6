/**
 * The rules of one SLO. Records and the labels that begin with sloth_ have the names that Sloth gives them, so that its
 * dashboards show them. Error ratios over a window come from sums of events and not from a mean of ratios, which would
 * count a quiet hour as much as a busy one.
 */
import { given } from "../../kernel/given.ts";
import type { RendererRows } from "../renderer.ts";
import { decimal, printed, rest, share, times } from "./decimal.ts";
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

/** @param team the name of the team that keeps the promise */
export function sloRules(slo: EvaluatedSlo, measure: Measure, team: string | undefined): SloRules {
  const { target_percent, at_risk_percent, window_days, burn_alerts } = slo.configuration;
  const labels = labelsOf(slo, team);
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
    expr: ratioExpression(slo, measure, minutes, minutes === period),
    labels: { ...labels, sloth_window: windowName(minutes) },
  });
  const burned = `${newest(ratioRecord(period))} / ${printed(budget)}`;
  return {
    often: [
      record(records.bad, measure.bad(baseWindow)),
      record(records.total, measuredTotal(measure)),
      ...windows.map(ratio),
      record(records.objective, `vector(${printed(share(target_percent))})`),
      record(records.budget, `vector(${printed(budget)})`),
      record(records.days, `vector(${window_days})`),
      record(records.atRisk, `vector(${printed(share(at_risk_percent))})`),
      record(records.currentBurn, `${newest(ratioRecord(baseMinutes))} / ${printed(budget)}`),
    ],
    period: [
      ...(windows.includes(period) ? [] : [ratio(period)]),
      record(records.periodBurn, burned),
      record(records.remaining, `1 - ${burned}`),
    ],
    alerts: burnAlerts(slo, labels),
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
function measuredTotal(measure: Measure): string {
  return `(\n${measure.total(baseWindow)}\n)\nand\n(\n${measure.bad(baseWindow)}\n)`;
}

function ratioExpression(slo: EvaluatedSlo, measure: Measure, minutes: number, isPeriod: boolean): string {
  const window = windowName(minutes);
  if (minutes === baseMinutes)
    return `sum(${selected(slo, records.bad)}) / (sum(${selected(slo, records.total)}) > 0)`;
  // Prometheus reads months of every series of the user's own at each evaluation where their queries take the period.
  if (measure.windowed && !isPeriod) return `(${measure.bad(window)}) / ((${measure.total(window)}) > 0)`;
  const summed = (record: string) => `sum(sum_over_time(${selected(slo, record)}[${window}]))`;
  return `${summed(records.bad)} / (${summed(records.total)} > 0)`;
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

/** One alert a severity: it fires while any of its pairs of windows burns. */
function burnAlerts(slo: EvaluatedSlo, labels: Labels): AlertingRule[] {
  const { burn_alerts, target_percent, name, service, window_days } = slo.configuration;
  const budget = rest(share(target_percent));
  const burning = (minutes: number, threshold: number) =>
    `max(${selected(slo, ratioRecord(minutes))}) >= ${printed(times(decimal(threshold), budget))}`;
  return [...new Set(burn_alerts.map(({ severity }) => severity))].map((severity) => ({
    alert: "SLOBurnRate",
    expr: burn_alerts
      .filter((pair) => pair.severity === severity)
      .map(
        ({ long_minutes, short_minutes, threshold }) =>
          `(${burning(long_minutes, threshold)} and ${burning(short_minutes, threshold)})`,
      )
      .join(" or "),
    labels: { ...quoted(labels), severity, orgconfig_event: "slo_burn_rate" },
    annotations: {
      summary: literal(`${service}: the error budget of ${name} is spent too fast`),
      description: `{{ $value | humanizePercentage }} was bad; the error budget is ${printed(percentOf(budget))} % over ${window_days} days.`,
    },
  }));
}

function percentOf({ digits, places }: ReturnType<typeof share>) {
  return { digits, places: places - 2 };
}

function quoted(labels: Labels): Labels {
  return Object.fromEntries(Object.entries(labels).map(([key, value]) => [key, literal(value)]));
}
