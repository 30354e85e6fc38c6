/**
 * A layer of another tool's schedule as rotations of a rota. Other tools count turns by time, and rows by hand-overs whose
 * turn covers something; their layers begin and end at any moment, and rows on days. Where one rotation cannot say a layer,
 * several can.
 */
import type { ConfigurationOf } from "../../../../kernel/row-types.ts";
import type { onCallRotas } from "../../../../resources/on-call-rotas.ts";
import { type Clock, clockOf, dayMs } from "../../../../shifts/clock.ts";
import type { Rotation, Stretch } from "../../../../shifts/shapes.ts";
import { shiftsOf } from "../../../../shifts/shifts.ts";
import {
  clockText,
  common,
  dayMinutes,
  hoursOf,
  minutesFrom,
  type WeekDay,
  weekDays,
  weekMinutes,
} from "./week.ts";

export interface Layer {
  readonly name: string;
  readonly role: string;
  /** Addresses, those of each turn. */
  readonly turns: readonly (readonly string[])[];
  /** When the first turn begins, in milliseconds since 1970. */
  readonly begins: number;
  /** From when on somebody is on call by it: not before `begins`. */
  readonly from: number;
  /** Until when; undefined for ever. */
  readonly until: number | undefined;
  readonly every: number;
  readonly unit: Rotation["handover"]["unit"];
  /** Minutes of the week; undefined is always. */
  readonly covers: readonly Stretch[] | undefined;
}

/** As a row has it. */
export type NamedRotation = ConfigurationOf<typeof onCallRotas>["rotations"][number];

const minuteMs = 60_000;
/** The longest that a unit takes. */
const unitMs = { hours: 3_600_000, days: dayMs, weeks: 7 * dayMs, months: 31 * dayMs } as const;

/**
 * The rotations that say a layer, the lowest first.
 * @param now what lies before it may be said otherwise than it was; in milliseconds since 1970
 * @param problem takes what they cannot say, in a part of a sentence that begins with the layer
 */
export function rotationsOf(
  layer: Layer,
  timezone: string,
  now: number,
  problem: (message: string) => void,
): NamedRotation[] {
  const clock = clockOf(timezone);
  if (clock.wallAt(layer.begins) % minuteMs !== 0)
    problem("hands over at a second that is no whole minute: here it does so at the minute before");
  return countedAlike(layer, clock, problem).flatMap((one) => {
    const begun = withBeginning(one, timezone, now);
    return one.until === undefined ? begun : withEnd(begun, one.until, timezone);
  });
}

/**
 * Layers in which each turn covers something. A daily hand-over with hours from Monday to Friday, in which Saturday has a
 * turn as well, becomes a weekly rotation for each day.
 */
function countedAlike(layer: Layer, clock: Clock, problem: (message: string) => void): readonly Layer[] {
  const { turns, covers, every, unit } = layer;
  const length = every * (unit === "days" ? dayMinutes : unit === "hours" ? 60 : weekMinutes);
  if (covers === undefined || turns.length === 1 || unit === "weeks" || unit === "months") return [layer];
  const wall = clock.wallAt(layer.begins);
  const begins = (Math.floor(wall / minuteMs) - 4 * dayMinutes) % weekMinutes;
  const slots = Array.from({ length: weekMinutes / divisor(length, weekMinutes) }, (_, slot) => ({
    slot,
    covers: common(covers, minutesFrom(begins + slot * length, length)),
  }));
  const some = slots.filter((one) => one.covers.length > 0);
  if (some.length === slots.length) return [layer];
  if (slots.length * length !== weekMinutes) {
    problem(
      `has turns of ${every} ${unit} of which some cover nothing: there they count, and here they do not, so that turns differ`,
    );
    return [layer];
  }
  const round = turns.length / divisor(slots.length, turns.length);
  return some.map((one) => ({
    ...layer,
    begins: clock.momentOf(wall + one.slot * length * minuteMs),
    every: 1,
    unit: "weeks",
    covers: one.covers,
    turns: Array.from(
      { length: round },
      (_, week) => turns[(week * slots.length + one.slot) % turns.length] as readonly string[],
    ),
  }));
}

function divisor(one: number, other: number): number {
  return other === 0 ? one : divisor(other, one % other);
}

/** A layer that is yet to begin in the middle of a turn has a rotation of its own until that turn ends. */
function withBeginning(layer: Layer, timezone: string, now: number): NamedRotation[] {
  const clock = clockOf(timezone);
  if (layer.from <= Math.max(now, layer.begins)) return [rotationOf(layer, clock)];
  if (layer.turns.length === 1) return [rotationOf({ ...layer, begins: layer.from }, clock)];
  // Turns by their places: only whose they are is asked.
  const places = {
    ...rotationOf(layer, clock),
    hours: [],
    turns: layer.turns.map((_, place) => turnOf([String(place)])),
  };
  const until = layer.from + 3 * layer.every * unitMs[layer.unit];
  const [before, after] = shiftsOf({ timezone, rotations: [places] }, [], layer.from - 1, until);
  if (before === undefined || after === undefined)
    return [rotationOf({ ...layer, begins: layer.from }, clock)];
  const main = { ...rotationOf({ ...layer, begins: after.from }, clock), offset: Number(after.people[0]) };
  if (after.from === layer.from) return [main];
  const first = layer.turns[Number(before.people[0])] as readonly string[];
  const part = rotationOf({ ...layer, begins: layer.from, every: 1, unit: "days" }, clock);
  return [{ ...part, turns: [turnOf(first)], ends_on: dateText(clock.wallAt(after.from - 1)) }, main];
}

/** Rotations end with a day. What is left of the last one has rotations of its own. */
function withEnd(rotations: readonly NamedRotation[], until: number, timezone: string): NamedRotation[] {
  const clock = clockOf(timezone);
  const day = Math.floor(clock.wallAt(until) / dayMs) * dayMs;
  const [last] = rotations;
  const rest = last === undefined ? [] : shiftsOf({ timezone, rotations }, [], clock.momentOf(day), until);
  const before = dateText(day - dayMs);
  return [
    ...rotations.flatMap((one) => {
      const ends_on = one.ends_on === null || one.ends_on > before ? before : one.ends_on;
      return one.starts_on > ends_on ? [] : [{ ...one, ends_on }];
    }),
    ...rest.map((shift): NamedRotation => {
      const [start, end] = [shift.from, shift.to].map((at) => clockText(minuteOfDay(clock.wallAt(at))));
      return {
        ...(last as NamedRotation),
        turns: [turnOf(shift.people)],
        starts_on: dateText(day),
        ends_on: dateText(day),
        handover: { every: 1, unit: "days", at: start as string, weekday: "mon", day_of_month: 1 },
        hours: [{ days: [], start: start as string, end: end as string }],
        offset: 0,
      };
    }),
  ];
}

function rotationOf({ name, role, turns, begins, every, unit, covers }: Layer, clock: Clock): NamedRotation {
  const wall = clock.wallAt(begins);
  const date = new Date(wall);
  return {
    name,
    role,
    turns: turns.map(turnOf),
    starts_on: dateText(wall),
    ends_on: null,
    handover: {
      every,
      unit,
      at: clockText(minuteOfDay(wall)),
      weekday: weekDays[(date.getUTCDay() + 6) % 7] as WeekDay,
      day_of_month: date.getUTCDate(),
    },
    hours: covers === undefined ? [] : hoursOf(covers),
    offset: 0,
  };
}

function turnOf(people: readonly string[]) {
  return { people: [...new Set(people)] };
}

function minuteOfDay(wall: number): number {
  return Math.floor(wall / minuteMs) % dayMinutes;
}

/** @param wall as though the clock showed UTC, in milliseconds */
function dateText(wall: number): string {
  return new Date(wall).toISOString().slice(0, 10);
}
