/** What the budget that is shown makes of corrections, in words: its figure may be from before they were made, or taken back. Pure. */
import { readable } from "../../../kernel/readable.ts";

/** A time whose bad events a budget leaves out. */
export interface CorrectedTime {
  readonly from: Date;
  readonly until: Date;
  readonly reason: string;
  /** When that was decided: figures from before do not have it. */
  readonly changed: Date;
}

/** Those of one SLO, newest first. */
export interface CorrectedTimes {
  readonly corrections: readonly CorrectedTime[];
  /** Those that were deleted or changed, as they were; `changed` is when. */
  readonly withdrawn: readonly CorrectedTime[];
}

/** Of each, those that are named one by one. */
const mostNamed = 5;

/** An agent looks for new rules, they are evaluated (those over a long window every five minutes), and it reads them back. */
const untilSeenMs = 7 * 60_000;

/** @param measured when the budget was; undefined where it never was */
export function correctionTexts(
  name: string,
  measured: Date | undefined,
  { corrections, withdrawn }: CorrectedTimes,
): readonly string[] {
  const text = (does: string, { from, until, reason }: CorrectedTime) =>
    `The budget of SLO "${name}" ${does} what was bad from ${readable(from)} to ${readable(until)}: ${reason}`;
  const made = corrections.slice(0, mostNamed).map((one) => text(leavesOut(measured, one.changed), one));
  const taken = withdrawn.flatMap((one) => {
    const does = countsAgain(measured, one.changed);
    return does === undefined ? [] : [text(does, one)];
  });
  return [...made, ...taken.slice(0, mostNamed)];
}

function leavesOut(measured: Date | undefined, changed: Date): string {
  if (measured === undefined) return "is not known yet, and will leave out";
  if (measured <= changed)
    return `was last measured before the correction was made, at ${readable(measured)}, and does not leave out yet`;
  return isSoonAfter(measured, changed)
    ? "was measured right after the correction was made, and may not leave out yet"
    : "leaves out";
}

function countsAgain(measured: Date | undefined, changed: Date): string | undefined {
  if (measured === undefined) return undefined;
  const what = "a correction was deleted or changed";
  if (measured <= changed)
    return `was last measured before ${what}, at ${readable(measured)}, and still leaves out, although it counts again,`;
  return isSoonAfter(measured, changed)
    ? `was measured right after ${what}, and may still leave out, although it counts again,`
    : undefined;
}

function isSoonAfter(measured: Date, changed: Date): boolean {
  return measured.getTime() < changed.getTime() + untilSeenMs;
}
