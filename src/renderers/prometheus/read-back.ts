/**
 * How SLOs stand, by the records of their rules. Six queries answer it for all SLOs that an engine evaluates; pure:
 * sending them, and reporting the answers, is the agent's part.
 */
import { decimalPlaces } from "../../kernel/bounds.ts";
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
    /** When the SLI was last measured, in seconds since 1970. */
    time: [`timestamp(${total})`, `max_over_time(timestamp(${total})[10m:1m])`]
      .map((time) => `max by (${idLabel}) (${time})`)
      .join(" or "),
    /** All events and the bad ones, as their records are on average over five minutes: sums over a window are made of these. */
    events: `${marked(mean(records.total), "total")} or ${marked(mean(records.bad), "bad")}`,
    /** What the queries of an SLI give now, by their fields, where that is no data. */
    unusable: ofConnector(records.unusable, connectorId),
  };
}

/** Of the SLOs that a connector evaluates, those whose window is longer than so many days. */
export function longSlosQuery(connectorId: string, days: number): string {
  return `${ofConnector(records.days, connectorId)} > ${days}`;
}

/**
 * What to report of each of these SLOs that was measured; the figures of the others stay, and age. One that was measured
 * and has no figures has no events: `no_data`, as of then.
 *
 * @param offset_ms what is added to times of the engine's clock
 */
export function sloReports(ids: readonly string[], answers: SloAnswers, offset_ms = 0): StateReport[] {
  const values = (vector: readonly Sample[], figure?: string) =>
    new Map(
      vector
        .filter(({ metric }) => metric[figureLabel] === figure)
        .map(({ metric, value }) => [metric[idLabel], Number(value[1])]),
    );
  const remaining = values(answers.budget, "remaining");
  const atRisk = values(answers.budget, "at_risk");
  const [burn, good, time] = [values(answers.burn), values(answers.good), values(answers.time)];
  const moved = (at: number | undefined) => (at === undefined ? undefined : at + offset_ms / 1_000);
  const [total, bad] = [values(answers.events, "total"), values(answers.events, "bad")];
  const unusable = unusableReasons(answers.unusable);
  return ids.flatMap((id) => {
    const state = stateOf({
      unusable: unusable.get(id),
      remaining: remaining.get(id),
      atRisk: atRisk.get(id),
      burn: burn.get(id),
      good: good.get(id),
      time: moved(time.get(id)),
      total: total.get(id),
      bad: bad.get(id),
    });
    return state === undefined ? [] : [{ kind: "slos", id, state }];
  });
}

type Figures = Readonly<
  Record<"remaining" | "atRisk" | "burn" | "good" | "time" | "total" | "bad", number | undefined>
> & {
  /** Why what its queries give is no data. */
  readonly unusable: string | undefined;
};

function stateOf(figures: Figures): JsonObject | undefined {
  const { remaining, atRisk, burn, good, time, total, bad, unusable } = figures;
  if (!known(time)) return unusable === undefined ? undefined : { status: "no_data" };
  const last_evaluated_at = new Date(time * 1_000).toISOString();
  // What was known before is not what is now.
  if (unusable !== undefined) return { status: "no_data", last_evaluated_at };
  const events = known(total) && known(bad) ? { total_rate: rounded(total), bad_rate: rounded(bad) } : {};
  if (!known(remaining) || !known(atRisk) || !known(burn) || !known(good))
    return { ...events, status: "no_data", last_evaluated_at };
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
