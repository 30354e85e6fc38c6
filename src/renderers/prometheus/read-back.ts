/**
 * How SLOs stand, by the records of their rules. Six queries answer it for all SLOs that an engine evaluates; pure:
 * sending them, and reporting the answers, is the agent's part.
 */
import { decimalPlaces } from "../../kernel/bounds.ts";
import { noData } from "../../kernel/no-data.ts";
import type { JsonObject } from "../../kernel/validate.ts";
import type { Sample, StateReport } from "../read-back.ts";
import { figureLabel, marked } from "./figure-label.ts";
import { idLabel, ofConnector, records } from "./slo-records.ts";
import { unusableReasons } from "./unusable.ts";

/** The instant vectors that the queries answer. */
export type SloAnswers = Readonly<
  Record<"budget" | "burn" | "good" | "time" | "events" | "unusable", readonly Sample[]>
>;

/**
 * The six instant queries over all SLOs that a connector evaluates. A figure is seen for ten minutes, so that neither
 * a rule that is evaluated every five minutes nor one failed evaluation looks like a lack of data; `time` says how old
 * it is.
 */
export function sloQueries(connectorId: string): Readonly<Record<keyof SloAnswers, string>> {
  /** One value an SLO, whatever other labels came and went with names and replicas. */
  const newest = (record: string) =>
    `max by (${idLabel}) (last_over_time(${ofConnector(record, connectorId)}[10m]))`;
  const total = ofConnector(records.total, connectorId);
  const mean = (record: string) =>
    `max by (${idLabel}) (avg_over_time(${ofConnector(record, connectorId)}[5m]))`;
  return {
    /** The share of the error budget that remains, and the share below which the SLO is at risk. */
    budget: `${marked(newest(records.remaining), "remaining")} or ${marked(newest(records.atRisk), "at_risk")}`,
    /** The burn rate of the last hour: 0 where that was measured, and had no events. */
    burn: `${newest(records.hour)} / ${newest(records.budget)} or max by (${idLabel}) (sum_over_time(${total}[1h])) == 0`,
    /** The percentage that was good over the SLO's window. */
    good: `100 * (1 - ${newest(records.periodBurn)} * ${newest(records.budget)})`,
    /** When the SLI was last measured, and when its rules were last evaluated, in seconds since 1970. */
    time: `${marked(timeOf(total), "measured")} or ${marked(timeOf(ofConnector(records.objective, connectorId)), "evaluated")}`,
    /** All events and the bad ones, as their records are on average over five minutes: sums over a window are made of these. */
    events: `${marked(mean(records.total), "total")} or ${marked(mean(records.bad), "bad")}`,
    /** What the queries of an SLI give now, by their fields, where that is no data. */
    unusable: ofConnector(records.unusable, connectorId),
  };
}

function timeOf(series: string): string {
  return [`timestamp(${series})`, `max_over_time(timestamp(${series})[10m:1m])`]
    .map((time) => `max by (${idLabel}) (${time})`)
    .join(" or ");
}

/** Two evaluations of the usual minute, and not the very end of the second: an SLI that gave nothing in both gives none. */
const missedSeconds = 100;

/** Of the SLOs that a connector evaluates, those whose window is longer than so many days. */
export function longSlosQuery(connectorId: string, days: number): string {
  return `${ofConnector(records.days, connectorId)} > ${days}`;
}

/**
 * What to report of each of these SLOs: its figures with the time of their sample; of one that was not measured at the
 * last two evaluations, and of one without events, that there is no data and why. What was measured before stays, and ages.
 *
 * @param offset_ms what is added to times of the engine's clock
 * @param failing what the engine says of the SLOs whose rules fail, by their ids
 */
export function sloReports(
  ids: readonly string[],
  answers: SloAnswers,
  offset_ms = 0,
  failing: ReadonlyMap<string, string> = new Map(),
): StateReport[] {
  const values = (vector: readonly Sample[], figure?: string) =>
    new Map(
      vector
        .filter(({ metric }) => metric[figureLabel] === figure)
        .map(({ metric, value }) => [metric[idLabel], Number(value[1])]),
    );
  const remaining = values(answers.budget, "remaining");
  const atRisk = values(answers.budget, "at_risk");
  const [burn, good] = [values(answers.burn), values(answers.good)];
  const [time, evaluated] = [values(answers.time, "measured"), values(answers.time, "evaluated")];
  const [total, bad] = [values(answers.events, "total"), values(answers.events, "bad")];
  const unusable = unusableReasons(answers.unusable);
  return ids.map((id) => {
    const [at, last, unfit] = [time.get(id), evaluated.get(id), unusable.get(id)];
    if (unfit !== undefined) return { kind: "slos", id, state: nothing(unfit) };
    if (!known(at) || (known(last) && last - at > missedSeconds))
      return { kind: "slos", id, state: nothing(reasonOf(failing.get(id), known(last))) };
    const state = stateOf({
      remaining: remaining.get(id),
      atRisk: atRisk.get(id),
      burn: burn.get(id),
      good: good.get(id),
      time: at + offset_ms / 1_000,
      total: total.get(id),
      bad: bad.get(id),
    });
    return { kind: "slos", id, state };
  });
}

function nothing(status_reason: string): JsonObject {
  return { status: "no_data", status_reason };
}

function reasonOf(error: string | undefined, isEvaluated: boolean): string {
  if (error !== undefined) return noData.failing(error);
  return isEvaluated ? noData.noSeries : noData.notEvaluated;
}

interface Figures
  extends Readonly<Record<"remaining" | "atRisk" | "burn" | "good" | "total" | "bad", number | undefined>> {
  readonly time: number;
}

function stateOf({ remaining, atRisk, burn, good, time, total, bad }: Figures): JsonObject {
  const last_evaluated_at = new Date(time * 1_000).toISOString();
  const events = known(total) && known(bad) ? { total_rate: rounded(total), bad_rate: rounded(bad) } : {};
  if (!known(remaining) || !known(atRisk) || !known(burn) || !known(good))
    return { ...events, ...nothing(noData.noEvents), last_evaluated_at };
  const left = budgetPercent(remaining);
  return {
    sli_percent: Math.min(Math.max(rounded(good), 0), 100),
    error_budget_remaining_percent: left,
    burn_rate: Math.max(rounded(burn), 0),
    ...events,
    status: left < 0 ? "breached" : left < rounded(atRisk * 100) ? "at_risk" : "healthy",
    last_evaluated_at,
  };
}

/** What is left of an error budget, as a row keeps it. @param share of one */
export function budgetPercent(share: number): number {
  return Math.min(rounded(share * 100), 100);
}

/** Neither lacking, nor NaN, nor infinite. */
function known(value: number | undefined): value is number {
  return Number.isFinite(value);
}

/** As a row keeps it; never -0. */
export function rounded(value: number): number {
  return Number(value.toFixed(decimalPlaces)) + 0;
}
