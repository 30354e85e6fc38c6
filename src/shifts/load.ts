/** What shifts ask of people: hours, nights and weekends. */
import { type Clock, clockOf, dayMs } from "./clock.ts";
import type { Shift, Stretch } from "./shapes.ts";
import { united } from "./turns.ts";

export interface Load {
  /** Time on call. Twice at once counts once. */
  readonly hours: number;
  /** Nights in which a shift has any time, 22:00 to 07:00 by the clock of the rota's zone. */
  readonly nights: number;
  /** Weekends in which a shift has any time, Saturday 00:00 to Monday 00:00 of the zone. */
  readonly weekends: number;
}

/** The shifts of one rota. */
export interface ZonedShifts {
  readonly timezone: string;
  readonly shifts: readonly Shift[];
}

export const noLoad: Load = { hours: 0, nights: 0, weekends: 0 };

const hourMs = 3_600_000;
/** When a night begins and, on the next day, ends. */
const [nightFrom, nightTo] = [22 * hourMs, 7 * hourMs];
/** 1970 began on a Thursday: the first Saturday. */
const firstSaturday = 2 * dayMs;

/**
 * What shifts of several rotas ask of each person. A night or a weekend in which somebody is on call twice counts once;
 * that of another time zone is another one.
 * @returns by address, in the order of addresses; who has no shift is not in it
 */
export function loadOf(rotas: readonly ZonedShifts[]): ReadonlyMap<string, Load> {
  const own = new Map<string, { duties: Stretch[]; nights: Set<string>; weekends: Set<string> }>();
  for (const { timezone, shifts } of rotas) {
    const clock = clockOf(timezone);
    for (const shift of shifts) {
      const nights = nightsIn(shift, clock).map((night) => `${timezone} ${night}`);
      const weekends = weekendsIn(shift, clock).map((weekend) => `${timezone} ${weekend}`);
      for (const email of shift.people) {
        const known = own.get(email) ?? { duties: [], nights: new Set(), weekends: new Set() };
        own.set(email, known);
        known.duties.push(shift);
        for (const night of nights) known.nights.add(night);
        for (const weekend of weekends) known.weekends.add(weekend);
      }
    }
  }
  return new Map(
    [...own]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([email, { duties, nights, weekends }]) => [
        email,
        { hours: hoursOf(duties), nights: nights.size, weekends: weekends.size },
      ]),
  );
}

/** Whether a moment is in a night of the zone. */
export function isNight(moment: number, timezone: string): boolean {
  const ofDay = clockOf(timezone).wallAt(moment) % dayMs;
  return ofDay >= nightFrom || ofDay < nightTo;
}

/** The night that a moment is in, by a name that it shares with all others of that night; undefined by day. */
export function nightAt(moment: number, timezone: string): string | undefined {
  if (!isNight(moment, timezone)) return undefined;
  return `${timezone} ${Math.floor((clockOf(timezone).wallAt(moment) - nightTo) / dayMs)}`;
}

function hoursOf(duties: readonly Stretch[]): number {
  return united(duties).reduce((sum, { from, to }) => sum + to - from, 0) / hourMs;
}

/** The evenings of nights, as the clock shows them at midnight before. */
function nightsIn(shift: Stretch, clock: Clock): number[] {
  const first = Math.floor(clock.wallAt(shift.from) / dayMs) * dayMs - dayMs;
  return thoseIn(shift, first, dayMs, (day) => ({
    from: clock.momentOf(day + nightFrom),
    to: clock.momentOf(day + dayMs + nightTo),
  }));
}

/** Their Saturdays. */
function weekendsIn(shift: Stretch, clock: Clock): number[] {
  const week = 7 * dayMs;
  const first = Math.floor((clock.wallAt(shift.from) - firstSaturday) / week) * week + firstSaturday;
  return thoseIn(shift, first, week, (day) => ({
    from: clock.momentOf(day),
    to: clock.momentOf(day + 2 * dayMs),
  }));
}

/** Of times that follow on each other those that share any with a shift. */
function thoseIn(
  { from, to }: Stretch,
  first: number,
  every: number,
  timeOf: (day: number) => Stretch,
): number[] {
  const found: number[] = [];
  for (let day = first; ; day += every) {
    const time = timeOf(day);
    if (time.from >= to) return found;
    if (time.from < time.to && time.to > from) found.push(day);
  }
}
