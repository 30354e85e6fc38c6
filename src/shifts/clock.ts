/**
 * The clock on the wall of a time zone. Temporal says when it is set; everything between is plain arithmetic, so that a
 * year of shifts costs no more than a few additions each. The only place that imports Temporal.
 */
import { Temporal } from "temporal-polyfill";

/** From `from` on the clock is `offset` ahead of UTC; both in milliseconds. */
interface Span {
  readonly from: number;
  readonly offset: number;
}

export interface Clock {
  /**
   * When the clock shows this. A moment that it skips is the first one after it; of one that it shows twice the first counts.
   * @param wall milliseconds since 1970, as though the clock showed UTC
   * @returns milliseconds since 1970
   */
  momentOf(wall: number): number;
  /** What the clock shows at a moment, as though it showed UTC. Both in milliseconds since 1970. */
  wallAt(moment: number): number;
  /** Whether the clock skips a day or more at once after one moment, until another one. */
  skipsDays(from: number, to: number): boolean;
}

export const dayMs = 86_400_000;

/** How far a clock can be from UTC, and more. */
const farthest = dayMs;
/** Spans are read off the time zone's rules for so long at once. */
const stretch = 4 * 366 * dayMs;

const clocks = new Map<string, Clock>();
const mostClocks = 700;

/** @param timeZone a name that is known: the kind's definition holds it to that */
export function clockOf(timeZone: string): Clock {
  const known = clocks.get(timeZone);
  if (known !== undefined) return known;
  const clock = createClock(timeZone);
  if (clocks.size >= mostClocks) clocks.clear();
  clocks.set(timeZone, clock);
  return clock;
}

function createClock(timeZone: string): Clock {
  let spans: Span[] = [];
  let [begin, end] = [0, 0];

  /** Makes sure that the spans around a moment are known. */
  function reach(moment: number): void {
    if (moment - farthest >= begin && moment + farthest < end) return;
    const [first, last] = spans.length === 0 ? [moment, moment] : [begin, end];
    begin = Math.min(first, moment - farthest - stretch);
    end = Math.max(last, moment + farthest + stretch);
    spans = spansOf(timeZone, begin, end);
  }

  /** The span that a moment is in. */
  function indexAt(moment: number): number {
    let [low, high] = [0, spans.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((spans[middle] as Span).from <= moment) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  return {
    momentOf(wall) {
      reach(wall);
      for (let index = indexAt(wall - farthest); ; index += 1) {
        const { from, offset } = spans[index] as Span;
        const moment = Math.max(wall - offset, from);
        if (moment < (spans[index + 1]?.from ?? Number.POSITIVE_INFINITY)) return moment;
      }
    },
    wallAt(moment) {
      reach(moment);
      return moment + (spans[indexAt(moment)] as Span).offset;
    },
    skipsDays(from, to) {
      reach(from);
      reach(to);
      return spans.some(({ from: at, offset }, index) => {
        const skipped = offset - (spans[index - 1]?.offset ?? offset);
        return skipped >= dayMs && at > from && at <= to;
      });
    },
  };
}

function spansOf(timeZone: string, begin: number, end: number): Span[] {
  const spans: Span[] = [];
  let at: Temporal.ZonedDateTime | null =
    Temporal.Instant.fromEpochMilliseconds(begin).toZonedDateTimeISO(timeZone);
  while (at !== null && at.epochMilliseconds < end) {
    spans.push({ from: at.epochMilliseconds, offset: at.offsetNanoseconds / 1e6 });
    at = at.getTimeZoneTransition("next");
  }
  return spans;
}
