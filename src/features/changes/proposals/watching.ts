/** Whether what was applied is taken back, by what is measured since. Pure; moments and readings are given. */
import type { Condition, Proposal, Reading, Watch } from "./stored.ts";

export interface Verdict {
  readonly watch: Watch;
  /** `goes_on`: nothing yet. `asks`: people have to look, because something is not measured. `over`: its time has passed well. */
  readonly does: "goes_on" | "asks" | "revert" | "over";
  readonly why: string | null;
}

const minuteMs = 60_000;
/** Figures come every few minutes: what is not measured for so long is missing. */
export const missingMs = 5 * minuteMs;
/** How long is watched where nobody said it and nothing has to be confirmed. */
const usualWatchMinutes = 60;

/** The watch of a proposal that is applied now; null where nothing is watched for. @param inSteps a step is always watched */
export function watchFrom(
  { revert_if, watch_minutes, confirm_within_minutes }: Proposal["head"],
  now: Date,
  inSteps = false,
): Watch | null {
  if (revert_if.length === 0 && watch_minutes === null && !inSteps) return null;
  const minutes = watch_minutes ?? confirm_within_minutes ?? usualWatchMinutes;
  return {
    until: new Date(now.getTime() + minutes * minuteMs).toISOString(),
    since: {},
    missing: {},
    asked: false,
  };
}

/**
 * @param readings one for each condition, in their order
 * @param confirms whether somebody has to confirm it: then the end of the watch alone keeps nothing
 */
export function decideWatch(
  {
    revert_if: conditions,
    missing_signal: missingSignal,
  }: Pick<Proposal["head"], "revert_if" | "missing_signal">,
  readings: readonly Reading[],
  before: Watch,
  now: Date,
  confirms: boolean,
): Verdict {
  const [since, missing]: [Record<string, string>, Record<string, string>] = [{}, {}];
  const happened: string[] = [];
  const unknown: string[] = [];
  /** When what is not settled yet will be. */
  const settles: number[] = [];
  for (const [index, condition] of conditions.entries()) {
    const reading = readings[index];
    if (reading === undefined) continue;
    // What was wrong and is not measured any more has not become well.
    if (reading.isWrong !== false) {
      const from = before.since[index] ?? (reading.isWrong ? now.toISOString() : undefined);
      if (from !== undefined) since[index] = from;
      const lasts = from === undefined ? -1 : now.getTime() - Date.parse(from);
      const wait = minutesOf(condition) * minuteMs;
      if (reading.isWrong && lasts >= wait) happened.push(reading.text);
      else if (reading.isWrong) settles.push(now.getTime() - lasts + wait);
    }
    if (reading.isWrong === null) {
      const from = before.missing[index] ?? now.toISOString();
      missing[index] = from;
      if (now.getTime() - Date.parse(from) >= missingMs) unknown.push(reading.text);
      else if (missingSignal !== "ignore") settles.push(Date.parse(from) + missingMs);
    }
  }
  // What is measured again is asked for once more where it vanishes again.
  const asked = before.asked && Object.keys(missing).length > 0;
  const watch = { ...before, since, missing, readings, asked };
  const verdict = (does: Verdict["does"], why: string | null): Verdict => ({ watch, does, why });
  if (happened.length > 0) return verdict("revert", happened.join(" "));
  const counts = missingSignal !== "ignore" && unknown.length > 0;
  if (counts && missingSignal === "revert") return verdict("revert", unknown.join(" "));
  const isOver = Date.parse(before.until) <= now.getTime();
  if (counts) {
    const why = unknown.join(" ");
    // Without a confirmation that is still to come, nobody else decides.
    if (!before.asked)
      return {
        watch: { ...watch, asked: true, ...(isOver ? { until: until(now.getTime() + missingMs) } : {}) },
        does: "asks",
        why,
      };
    if (isOver && !confirms) return verdict("revert", `${why} The watch is over, and nobody has looked.`);
    return verdict("goes_on", null);
  }
  // A watch does not end well while something is wrong, or is not measured and has not been missing for long.
  if (isOver && settles.length > 0)
    return { watch: { ...watch, until: until(Math.max(...settles)) }, does: "goes_on", why: null };
  return isOver ? verdict("over", null) : verdict("goes_on", null);
}

function until(ms: number): string {
  return new Date(ms).toISOString();
}

/** What a watch that ended well says. Where what is missing is ignored, it says so. */
export function endOfWatch({ readings = [] }: Watch): string {
  const unknown = readings.filter(({ isWrong }) => isWrong === null).map(({ text }) => text);
  return unknown.length === 0
    ? "The watch is over, and nothing of it happened."
    : `The watch is over. Not all of it was measured: ${unknown.join(" ")}`;
}

function minutesOf({ for_minutes: minutes }: Condition): number {
  return minutes ?? 0;
}
