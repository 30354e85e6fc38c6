/**
 * When an SLO's burn alerts fire on events that are known: the arithmetic of the rules in slo-rules.ts, minute by minute.
 * test/renderers/prometheus/burn-series.engines.test.ts holds it equal to promtool.
 */
import { decimal, printed, rest, share, times } from "./decimal.ts";
import type { SloRow } from "./slo-rules.ts";

/** The severity of an alert, and the first minute at whose end it fires. */
export interface BurnAlert {
  readonly severity: string;
  readonly minute: number;
}

type Slo = Pick<SloRow["configuration"], "target_percent" | "burn_alerts" | "min_bad_events">;

/** @param good events of each minute, and so the bad ones; before the first there is nothing, and behind the last no more */
export function burnAlertsOf(
  { target_percent, burn_alerts, min_bad_events }: Slo,
  good: readonly number[],
  bad: readonly number[],
): readonly BurnAlert[] {
  const length = Math.max(good.length, bad.length);
  const [badSums, allSums] = [sumsOf(length, bad), sumsOf(length, bad, good)];
  const over = (sums: Float64Array, end: number, minutes: number) =>
    (sums[end] as number) - (sums[Math.max(end - minutes, 0)] as number);
  // What the engine counts of bad events: rates over five minutes, added up over the window.
  const countSums = sumsOf(
    length,
    Array.from({ length }, (_, index) => over(badSums, index + 1, 5) / 5),
  );
  const budget = rest(share(target_percent));
  const pairs = burn_alerts.map((pair) => ({
    ...pair,
    least: Number(printed(times(decimal(pair.threshold), budget))),
  }));
  const fired = new Map<string, number>();
  for (let end = 1; end <= length; end += 1) {
    // An engine that is given no event at all has no ratio.
    const burns = (minutes: number, least: number) => {
      const all = over(allSums, end, minutes) / (minutes * 60);
      return all > 0 && over(badSums, end, minutes) / (minutes * 60) / all >= least;
    };
    for (const { severity, long_minutes, short_minutes, least } of pairs) {
      if (fired.has(severity) || !burns(long_minutes, least) || !burns(short_minutes, least)) continue;
      const events = over(countSums, end, long_minutes + 1);
      if (min_bad_events === null || events >= min_bad_events - 0.5) fired.set(severity, end);
    }
  }
  return [...fired].map(([severity, minute]) => ({ severity, minute }));
}

/** What has come until the end of each minute. */
function sumsOf(length: number, ...series: readonly (readonly number[])[]): Float64Array {
  const sums = new Float64Array(length + 1);
  for (let minute = 0; minute < length; minute += 1)
    sums[minute + 1] = series.reduce((sum, one) => sum + (one[minute] ?? 0), sums[minute] as number);
  return sums;
}
