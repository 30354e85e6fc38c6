/** Times that load is counted over, and who comes first in it. Pure; times are milliseconds since 1970. */
import { dayAt } from "../../../src/kernel/time-zone.ts";
import type { PersonLoad, Term } from "../../api/on-call-shapes.ts";
import { fromLocal } from "../../parts/local-time.ts";
import { daysFrom, momentOf } from "./calendar.ts";
import * as texts from "./texts.ts";

interface Choice {
  readonly text: string;
  readonly term: Term;
}

/** As far as alerts are kept after their end, and as far ahead. */
const aroundDays = 30;
const dayMs = 86_400_000;

/** What people ask about most: the weeks around today, and the months that are paid for. */
export function termsOf(now: number, zone: string): readonly [Choice, ...Choice[]] {
  const today = daysFrom(now, zone, 1)[0]?.from ?? now;
  return [
    {
      text: texts.monthBothWays,
      term: {
        from: momentOf(startOf(today - (aroundDays - 0.5) * dayMs, zone)),
        to: momentOf(startOf(today + (aroundDays + 1.5) * dayMs, zone)),
      },
    },
    { text: texts.thisMonth, term: monthOf(now, zone, 0) },
    { text: texts.lastMonth, term: monthOf(now, zone, -1) },
    { text: texts.nextMonth, term: monthOf(now, zone, 1) },
  ];
}

/** The beginning of the day that a moment is in. */
function startOf(at: number, zone: string): number {
  return daysFrom(at, zone, 1)[0]?.from ?? at;
}

function monthOf(now: number, zone: string, offset: number): Term {
  const [year = 0, month = 1] = dayAt(now, zone).split("-").map(Number);
  const first = (months: number) => {
    const date = new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10);
    return momentOf(Date.parse(fromLocal(`${date}T00:00`, zone)));
  };
  return { from: first(offset), to: first(offset + 1) };
}

/** What the page's address says; undefined where that is no time. */
export function termIn({ from, to }: Partial<Term>): Term | undefined {
  const whole = [from, to].every((at) => at !== undefined && !Number.isNaN(Date.parse(at)));
  return whole && from !== undefined && to !== undefined ? { from, to } : undefined;
}

/** Who has most hours first. */
export function mostFirst(people: readonly PersonLoad[]): readonly PersonLoad[] {
  return people.toSorted((one, other) => hoursOf(other) - hoursOf(one) || (one.email < other.email ? -1 : 1));
}

export function hoursOf({ past, planned }: PersonLoad): number {
  return past.hours + planned.hours;
}
