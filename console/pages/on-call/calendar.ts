/** Four weeks of a rota as a strip by person, and as a list by day. Times are milliseconds since 1970. */
import { dayAt } from "../../../src/kernel/time-zone.ts";
import type { Gap, Shift, Term } from "../../api/on-call-shapes.ts";
import { fromLocal } from "../../parts/local-time.ts";

export const daysShown = 28;
const dayMs = 86_400_000;

export interface Day {
  /** `2026-12-07` */
  readonly date: string;
  readonly from: number;
  /** A day on which clocks change is longer or shorter than others. */
  readonly to: number;
}

/** Days of the zone, with that of the moment first. */
export function daysFrom(at: number, zone: string, count = daysShown): readonly Day[] {
  const first = Date.parse(dayAt(at, zone));
  const dates = Array.from({ length: count + 1 }, (_, index) =>
    new Date(first + index * dayMs).toISOString().slice(0, 10),
  );
  const starts = dates.map((date) => Date.parse(fromLocal(`${date}T00:00`, zone)));
  return dates.slice(0, -1).map((date, index) => {
    return { date, from: starts[index] ?? 0, to: starts[index + 1] ?? 0 };
  });
}

/** A shift, or with nobody a gap. */
export interface Held extends Term {
  readonly role: string;
  readonly people: readonly string[];
}

/** What somebody has on a day of the strip. */
export interface Piece {
  readonly held: Held;
  /** Where it begins and ends, in days from the beginning of this one. */
  readonly begins: number;
  readonly ends: number;
}

export interface Cell {
  readonly day: Day;
  /** What begins on the day, or on the first day of the strip goes on. */
  readonly pieces: readonly Piece[];
  /** Whether something of a day before goes on. */
  readonly goesOn: boolean;
}

/** A person's line; nobody's where the role has gaps. */
export interface PersonLine {
  readonly person: string | undefined;
  readonly cells: readonly Cell[];
}

/** The roles in the order of the rota's posts. */
export function heldIn(role: string, shifts: readonly Shift[], gaps: readonly Gap[]): readonly Held[] {
  return [
    ...shifts.filter((one) => one.role === role),
    ...gaps.filter((one) => one.role === role).map((gap) => ({ ...gap, people: [] })),
  ].sort((a, b) => Date.parse(a.from) - Date.parse(b.from));
}

/** Gaps on top, then people in the order in which they are on call. */
export function personLines(held: readonly Held[], days: readonly Day[]): readonly PersonLine[] {
  const seen = held.filter((one) => overlaps(one, days[0]?.from ?? 0, days.at(-1)?.to ?? 0));
  const people = new Set(seen.flatMap(({ people }) => people));
  const nobody = seen.filter(({ people }) => people.length === 0);
  return [
    ...(nobody.length === 0 ? [] : [{ person: undefined, cells: cellsOf(nobody, days) }]),
    ...[...people].map((person) => ({
      person,
      cells: cellsOf(
        seen.filter((one) => one.people.includes(person)),
        days,
      ),
    })),
  ];
}

function cellsOf(held: readonly Held[], days: readonly Day[]): readonly Cell[] {
  const first = days[0]?.from ?? 0;
  return days.map((day, index) => {
    const begin = held.filter(({ from }) => {
      const at = Math.max(Date.parse(from), first);
      return at >= day.from && at < day.to;
    });
    return {
      day,
      pieces: begin
        .filter(({ to }) => Date.parse(to) > first)
        .map((one) => ({
          held: one,
          begins: placeIn(days, Math.max(Date.parse(one.from), first)) - index,
          ends: placeIn(days, Date.parse(one.to)) - index,
        })),
      goesOn: held.some((one) => !begin.includes(one) && overlaps(one, day.from, day.to)),
    };
  });
}

/** How many days of the strip are over at a moment. */
function placeIn(days: readonly Day[], at: number): number {
  const index = days.findIndex(({ to }) => at < to);
  const day = days[index];
  return day === undefined ? days.length : index + (at - day.from) / (day.to - day.from);
}

function overlaps({ from, to }: Term, begin: number, end: number): boolean {
  return Date.parse(from) < end && Date.parse(to) > begin;
}

/** Days on which the same people are on call throughout, or one day with what changes on it. */
export interface DayLine {
  readonly first: Day;
  readonly last: Day;
  readonly parts: readonly {
    readonly held: Held;
    /** Undefined where it was so before the day. */
    readonly from: number | undefined;
    readonly to: number | undefined;
  }[];
}

export function dayLines(held: readonly Held[], days: readonly Day[]): readonly DayLine[] {
  const lines: DayLine[] = [];
  for (const day of days) {
    const parts = held
      .filter((one) => overlaps(one, day.from, day.to))
      .map((one) => {
        const [from, to] = [Date.parse(one.from), Date.parse(one.to)];
        return { held: one, from: from > day.from ? from : undefined, to: to < day.to ? to : undefined };
      });
    const before = lines.at(-1);
    const isSame =
      before !== undefined &&
      // Today stands alone: it is what somebody looks for.
      before.first !== days[0] &&
      before.parts.length === parts.length &&
      [...before.parts, ...parts].every(({ from, to }) => from === undefined && to === undefined) &&
      parts.every(({ held: one }, index) => before.parts[index]?.held === one);
    if (isSame) lines[lines.length - 1] = { ...before, last: day };
    else lines.push({ first: day, last: day, parts });
  }
  return lines;
}

/** To the second, as fields take it. */
export function momentOf(at: number): string {
  return new Date(at).toISOString().replace(/\.\d+Z$/, "Z");
}
