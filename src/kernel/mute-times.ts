/** When a mute holds: for a while, or in a rhythm of hours. Pure; moments are given. */
import { firstMoment, type Hours, hasDates, isWithin } from "./hours.ts";
import { parseTimestamp } from "./timestamps.ts";

export interface MuteTimes {
  readonly startsAt: Date;
  /** Null where it never ends by itself. */
  readonly endsAt: Date | null;
  /** None where it holds from its start to its end. */
  readonly schedule: readonly Hours[];
}

/** What a mute's configuration says of its times. */
export interface MuteConfiguration {
  /** Null where it began when it was made. */
  readonly starts_at: string | null;
  readonly duration_minutes: number | null;
  readonly schedule: readonly Hours[];
  readonly until: string | null;
}

const dayMs = 24 * 3_600_000;
/** How far ahead an end is looked for: every day of a week, whatever the clock does, and with dates those of a year. */
const [horizonMs, datedHorizonMs] = [15 * dayMs, 400 * dayMs];
/** How far ahead a beginning is: a 29th of February may be eight years away, and on a day of the week forty. */
const farthestMs = 41 * 366 * dayMs;

/** @param made when it was made; one that is only an example began long ago */
export function muteTimes(
  { starts_at, duration_minutes, schedule, until }: MuteConfiguration,
  made: string | undefined,
): MuteTimes {
  const startsAt = parseTimestamp(starts_at ?? made ?? "") ?? new Date(0);
  const end = until === null ? null : (parseTimestamp(until) ?? null);
  if (schedule.length > 0 || end !== null) return { startsAt, endsAt: end, schedule };
  return { startsAt, endsAt: new Date(startsAt.getTime() + (duration_minutes ?? 0) * 60_000), schedule };
}

/** Whether it holds at a moment. */
export function holdsAt({ startsAt, endsAt, schedule }: MuteTimes, moment: Date): boolean {
  if (moment < startsAt || (endsAt !== null && moment >= endsAt)) return false;
  return schedule.length === 0 || schedule.some((hours) => isWithin(hours, moment.getTime()));
}

/**
 * Until when it holds without a break, of a mute that holds at the moment. One whose hours follow each other for ever is
 * looked at again after two weeks, and with dates after a year.
 */
export function holdsUntil({ endsAt, schedule }: MuteTimes, moment: Date): Date {
  const horizon = new Date(moment.getTime() + (schedule.some(hasDates) ? datedHorizonMs : horizonMs));
  if (schedule.length === 0) return endsAt ?? horizon;
  const pause = firstMoment(schedule, moment, false, horizon) ?? horizon;
  return endsAt !== null && endsAt < pause ? endsAt : pause;
}

/** When it begins to hold next, of a mute that does not hold at the moment; undefined where it never does again. */
export function nextHold({ startsAt, endsAt, schedule }: MuteTimes, moment: Date): Date | undefined {
  const from = moment < startsAt ? startsAt : moment;
  const horizon = new Date(from.getTime() + farthestMs);
  const begins = schedule.length === 0 ? from : firstMoment(schedule, from, true, horizon);
  return begins === undefined || (endsAt !== null && begins >= endsAt) ? undefined : begins;
}
