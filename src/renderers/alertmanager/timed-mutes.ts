/**
 * Mutes in a rhythm as Alertmanager has them: time intervals, and the routes that name them. A mute that takes less than
 * a route gets a route below it. Of several that overlap, an alert has to be muted while any of them holds: each
 * combination gets a route of its own, the largest first.
 */
import { type Hours, minutesOf, weekDays } from "../../kernel/hours.ts";
import type { JsonObject } from "../../kernel/validate.ts";
import { type Matcher, matcherOf } from "../alerting/matchers.ts";
import type { RouteRow } from "../alerting/resolve.ts";
import type { RendererRows } from "../renderer.ts";
import { matcherText, takesName } from "./matcher-text.ts";

type MuteRow = RendererRows["alertMutes"][number];

/** Mutes that take less than one route: each doubles the routes below it. */
const mostNarrow = 4;

/** What of a route is muted when. */
export interface RouteMutes {
  /** Time intervals that mute all that the route takes. */
  readonly own: readonly string[];
  readonly narrow: readonly { readonly matchers: readonly string[]; readonly intervals: readonly string[] }[];
  /** Mutes for which there is no room: this service alone obeys them. */
  readonly left: readonly MuteRow[];
}

/** The name of a mute's time interval. */
export function intervalOf({ id }: MuteRow): string {
  return id;
}

/** The mutes that this version of Alertmanager can be given. */
export function timedMutes({ alertMutes }: Pick<RendererRows, "alertMutes">, version: string): MuteRow[] {
  return alertMutes.filter(({ configuration: { matchers } }) =>
    matchers.map(matcherOf).every((one) => one !== undefined && takesName(one.name, version)),
  );
}

export function timeIntervals(mutes: readonly MuteRow[]): JsonObject[] {
  return mutes.map((mute) => ({
    name: intervalOf(mute),
    time_intervals: mute.configuration.schedule.flatMap(intervalsOf),
  }));
}

const longDays = {
  sun: "sunday",
  mon: "monday",
  tue: "tuesday",
  wed: "wednesday",
  thu: "thursday",
  fri: "friday",
  sat: "saturday",
} as const;

/** Hours past midnight are two intervals: to the end of the day, and from the beginning of the next one. */
function intervalsOf(hours: Hours): JsonObject[] {
  const { start, end } = minutesOf(hours);
  const interval = (shift: number, start_time: string, end_time: string): JsonObject => ({
    times: [{ start_time, end_time }],
    ...(hours.days.length === 0
      ? {}
      : { weekdays: weekDays.flatMap((day, at) => dayOf(hours, day, at, shift)) }),
    ...datesOf(hours),
    location: hours.time_zone,
  });
  if (end > start) return [interval(0, hours.start, hours.end)];
  return [interval(0, hours.start, "24:00"), ...(end === 0 ? [] : [interval(1, "00:00", hours.end)])];
}

/** Hours of dates end with their day. */
function datesOf({ days_of_month = [], months = [], years = [] }: Hours): JsonObject {
  const named = Object.entries({ days_of_month, months, years }).filter(([, values]) => values.length > 0);
  return Object.fromEntries(named.map(([name, values]) => [name, values.map(String)]));
}

function dayOf({ days }: Hours, day: (typeof weekDays)[number], at: number, shift: number): string[] {
  return days.includes(day) ? [longDays[weekDays[(at + shift) % 7] as keyof typeof longDays]] : [];
}

export function mutesOfRoute({ id, configuration }: RouteRow, mutes: readonly MuteRow[]): RouteMutes {
  const wanted = new Set(textsOf(configuration.matchers));
  const own: string[] = [];
  const narrow: { readonly mute: MuteRow; readonly texts: readonly string[] }[] = [];
  for (const mute of mutes) {
    const { route_ids, matchers } = mute.configuration;
    if (route_ids.length > 0 && !route_ids.includes(id)) continue;
    const texts = textsOf(matchers).filter((text) => !wanted.has(text));
    if (texts.length === 0) own.push(intervalOf(mute));
    else if (!isContradictory([...configuration.matchers, ...matchers])) narrow.push({ mute, texts });
  }
  const [taken, left] = [narrow.slice(0, mostNarrow), narrow.slice(mostNarrow)];
  const subsets = subsetsOf(taken)
    .filter((some) => !isContradictory(some.flatMap(({ mute }) => mute.configuration.matchers)))
    .sort((one, other) => other.length - one.length);
  return {
    own,
    narrow: subsets.map((some) => ({
      matchers: [...new Set(some.flatMap(({ texts }) => texts))],
      intervals: [...own, ...some.map(({ mute }) => intervalOf(mute))],
    })),
    left: left.map(({ mute }) => mute),
  };
}

/** Matchers in one form. */
function textsOf(matchers: readonly string[]): string[] {
  return matchers.map(matcherOf).flatMap((one) => (one === undefined ? [] : [matcherText(one)]));
}

/** Whether a label would have to have two values. */
function isContradictory(matchers: readonly string[]): boolean {
  const equals = matchers.map(matcherOf).filter((one): one is Matcher => one?.op === "=");
  return equals.some(({ name, value }) => equals.some((one) => one.name === name && one.value !== value));
}

/** All but the empty one. */
function subsetsOf<T>(all: readonly T[]): T[][] {
  const found: T[][] = [];
  for (const one of all) found.push([one], ...found.map((some) => [...some, one]));
  return found;
}
