/** What each burn alert of an SLO would need to fire, in figures that can be compared with what is measured. Pure. */
import { figure, percent } from "../../../../src/kernel/readable.ts";
import { spelled } from "../../../forms/number.ts";

export interface BurnAlert {
  readonly long_minutes: number;
  readonly short_minutes: number;
  readonly threshold: number;
  readonly severity: string;
}

interface Promised {
  readonly target: number;
  readonly days: number;
  /** Least bad events in the long window; null for no such bound. */
  readonly minBad: number | null;
}

export interface AlertNeed {
  readonly severity: string;
  readonly needs: string;
  /** Percent of the whole budget that is spent when it fires; null where it never does. */
  readonly spends: number | null;
}

export function alertNeeds(alerts: readonly BurnAlert[], { target, days, minBad }: Promised): AlertNeed[] {
  return alerts.map(({ severity, threshold, long_minutes: long, short_minutes: short }) => {
    const bad = threshold * (100 - target);
    // 100 - 99.9 is not 0.1 in a computer's numbers.
    const share = percent(Math.round(bad * 1_000) / 1_000);
    if (bad > 100 + 1e-9)
      return { severity, needs: `Never fires: ${share} would have to be bad`, spends: null };
    const over = long === short ? lasting(long) : `${lasting(long)}, and over its last ${lasting(short)}`;
    const events = minBad === null ? "" : `, with at least ${figure(minBad)} bad events`;
    const spends = (threshold * long * 100) / (days * 1_440);
    return { severity, needs: `${share} bad over ${over}${events}`, spends: Math.round(spends * 10) / 10 };
  });
}

function lasting(minutes: number): string {
  return spelled(minutes, "minutes") ?? `${figure(minutes)} min`;
}
