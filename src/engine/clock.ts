/**
 * The time that this program decides by. Nodes have the database's clock in common, and what is stored has its times: a node
 * whose own clock is wrong goes by the database's, and one whose clock is right goes by its own, which is as good.
 */

/** From so far on a clock counts as wrong. */
export const wrongFromMs = 1_000;

/** What the database's clock showed, and what this program's monotonic clock showed then. */
let anchor: { readonly at: number; readonly monotonic: number } | undefined;

/** The time, for what is decided or stored. */
export function currentTime(): Date {
  return new Date(currentMs());
}

/** The same in milliseconds since 1970. */
export function currentMs(): number {
  const own = Date.now();
  if (anchor === undefined) return own;
  // Own time may jump between two looks at the database's.
  const common = anchor.at + performance.now() - anchor.monotonic;
  return Math.abs(common - own) < wrongFromMs ? own : Math.round(common);
}

/** By how much this program's own clock is ahead of the database's; undefined where nobody has compared them. */
export function ownClockAheadMs(): number | undefined {
  return anchor && Date.now() - (anchor.at + performance.now() - anchor.monotonic);
}

/**
 * From now on the time is the database's.
 * @param shown what its clock showed; undefined to go by the own clock again
 * @param monotonic performance.now() at that moment
 */
export function followClock(shown: Date | undefined, monotonic = performance.now()): void {
  anchor = shown && { at: shown.getTime(), monotonic };
}
