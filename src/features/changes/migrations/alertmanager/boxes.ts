/**
 * Time intervals as sets, so that what none of several holds can be worked out: it is again some intervals, for each one
 * that holds in all of them says which of its parts the moment lies outside of.
 */
import { type Interval, isDayOfMonth, type Span } from "./intervals.ts";

/** The values of each part that are in it; undefined is all of them. One without any value never holds. */
export interface Box {
  readonly minutes: Values;
  /** 0 is Sunday. */
  readonly weekdays: Values;
  /** By the length of the month, because some count from its end: a hundred times that, and the day. */
  readonly monthDays: Values;
  readonly months: Values;
  readonly years: Values;
}
type Values = ReadonlySet<number> | undefined;

const lengths = [28, 29, 30, 31];
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

/** All values that there are. What is said of other years is left out. */
const universe: Readonly<Record<keyof Box, readonly number[]>> = {
  minutes: range(0, 1_439),
  weekdays: range(0, 6),
  monthDays: lengths.flatMap((length) => range(1, length).map((day) => length * 100 + day)),
  months: range(1, 12),
  years: range(2_000, 2_099),
};
const parts = Object.keys(universe) as (keyof Box)[];
const everything: Box = {
  minutes: undefined,
  weekdays: undefined,
  monthDays: undefined,
  months: undefined,
  years: undefined,
};

/** Most boxes that are worked out: more than any that a person would write. */
const mostBoxes = 300;

export function boxOf({ times, weekdays, daysOfMonth, months, years }: Interval): Box {
  const within = (spans: readonly Span[]) => (value: number) =>
    spans.some(([from, to]) => value >= from && value <= to);
  const minutes = times?.map(([from, to]): Span => [from, to - 1]);
  return {
    minutes: minutes && some("minutes", within(minutes)),
    weekdays: weekdays && some("weekdays", within(weekdays)),
    monthDays:
      daysOfMonth &&
      some("monthDays", (value) => isDayOfMonth(daysOfMonth, value % 100, Math.floor(value / 100))),
    months: months && some("months", within(months)),
    years: years && some("years", within(years)),
  };
}

/** Undefined where all are. */
function some(part: keyof Box, isIn: (value: number) => boolean): Values {
  const values = universe[part].filter(isIn);
  return values.length === universe[part].length ? undefined : new Set(values);
}

/** Where none of these holds; undefined where that is too much to be said. */
export function othersOf(boxes: readonly Box[]): readonly Box[] | undefined {
  let others: readonly Box[] = [everything];
  for (const box of boxes) {
    const outside = parts.flatMap((part) => {
      const own = box[part];
      return own === undefined ? [] : [{ ...everything, [part]: some(part, (value) => !own.has(value)) }];
    });
    others = widest(others.flatMap((one) => outside.flatMap((other) => common(one, other))));
    if (others.length > mostBoxes) return undefined;
  }
  return others;
}

/** None where they have nothing in common. */
function common(one: Box, other: Box): Box[] {
  const both = Object.fromEntries(
    parts.map((part) => {
      const [left, right] = [one[part], other[part]];
      if (left === undefined || right === undefined) return [part, left ?? right];
      return [part, new Set([...left].filter((value) => right.has(value)))];
    }),
  ) as unknown as Box;
  return parts.every((part) => both[part]?.size !== 0) ? [both] : [];
}

/** Without those that are within another one. */
function widest(boxes: readonly Box[]): readonly Box[] {
  const isWithin = (one: Box, other: Box) =>
    parts.every((part) => {
      const [inner, outer] = [one[part], other[part]];
      return outer === undefined || (inner !== undefined && [...inner].every((value) => outer.has(value)));
    });
  return boxes.filter(
    (one, index) =>
      !boxes.some(
        (other, at) => at !== index && isWithin(one, other) && (at < index || !isWithin(other, one)),
      ),
  );
}

interface Dates {
  readonly days_of_month?: readonly number[];
  readonly months?: readonly number[];
  readonly years?: readonly number[];
}

const byLength = [[1, 3, 5, 7, 8, 10, 12], [4, 6, 9, 11], [2]];

/** Its dates in the terms of our kinds, where days are counted from the start or from the end of a month. */
export function datesOf({ monthDays, months, years }: Box): {
  readonly some: readonly Dates[];
  readonly isLess: boolean;
} {
  const named = { ...(years && { years: [...years] }) };
  const all = [...(months ?? universe.months)].sort((one, other) => one - other);
  if (all.length === 0 || years?.size === 0) return { some: [], isLess: false };
  if (monthDays === undefined) return { some: [{ ...(months && { months: all }), ...named }], isLess: false };
  const whole = daysOf(monthDays, all);
  if (whole !== undefined)
    return {
      some: whole.length === 0 ? [] : [{ days_of_month: whole, ...(months && { months: all }), ...named }],
      isLess: false,
    };
  const groups = byLength.map((group) => group.filter((month) => all.includes(month)));
  const split = groups.map((group) => ({ group, own: daysOf(monthDays, group) }));
  return {
    some: split.flatMap(({ group, own = [] }) =>
      own.length === 0 ? [] : [{ days_of_month: own, months: group, ...named }],
    ),
    isLess: split.some(({ own }) => own === undefined),
  };
}

/** Undefined where no counting from the start and from the end says just these days, in all these months. */
function daysOf(monthDays: ReadonlySet<number>, months: readonly number[]): readonly number[] | undefined {
  const of = (month: number) => (month === 2 ? [28, 29] : [byLength[0]?.includes(month) ? 31 : 30]);
  const own = [...new Set(months.flatMap(of))];
  const has = (length: number, day: number) => monthDays.has(length * 100 + day);
  const counts = range(1, Math.max(0, ...own));
  const starts = counts.filter((day) => own.every((length) => day > length || has(length, day)));
  const ends = counts.filter((day) => own.every((length) => day > length || has(length, length + 1 - day)));
  const says = (some: readonly number[]) =>
    own.every((length) =>
      range(1, length).every(
        (day) => !has(length, day) || some.includes(day) || some.includes(day - length - 1),
      ),
    );
  const all = [...starts, ...ends.map((day) => -day)];
  if (!says(all)) return undefined;
  // Those that are said in the other way too are left out, the latest ones first.
  const order = [...all].sort((one, other) => Math.abs(other) - Math.abs(one) || one - other);
  return order.reduce((some, day) => {
    const fewer = some.filter((one) => one !== day);
    return says(fewer) ? fewer : some;
  }, all);
}
