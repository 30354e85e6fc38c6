/** When mutes hold: compared, minute by minute, with Alertmanager's reading of time intervals. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mutedAt } from "../../src/features/alerting/alerts/index.ts";
import { type Hours, weekDays } from "../../src/kernel/hours.ts";
import { holdsAt, holdsUntil, muteTimes, nextHold } from "../../src/kernel/mute-times.ts";
import { runs } from "../support/property.ts";

const minuteMs = 60_000;
const night: Hours = { days: [], start: "22:00", end: "06:00", time_zone: "Europe/Berlin" };
const rhythm = (schedule: readonly Hours[], from = "2026-01-01T00:00:00Z", until: string | null = null) =>
  muteTimes({ starts_at: from, duration_minutes: null, schedule, until }, undefined);

describe("a rhythm at the changes of the clock", () => {
  it.each([
    ["in spring", "2026-03-28T21:00:00Z", "2026-03-29T04:00:00Z", "2026-03-29T20:00:00Z"],
    ["in autumn", "2026-10-24T20:00:00Z", "2026-10-25T05:00:00Z", "2026-10-25T21:00:00Z"],
  ])("stays 22:00 to 06:00 %s", (_, begins, ends, next) => {
    const times = rhythm([night]);
    const [from, to, again] = [new Date(begins), new Date(ends), new Date(next)];
    const justBefore = (moment: Date) => new Date(moment.getTime() - 1);
    const at = [justBefore(from), from, justBefore(to), to, justBefore(again), again].map((one) =>
      holdsAt(times, one),
    );
    expect(at).toEqual([false, true, true, false, false, true]);
    expect(nextHold(times, justBefore(from))).toEqual(from);
    expect(holdsUntil(times, from)).toEqual(to);
    expect(nextHold(times, to)).toEqual(again);
  });

  it("begins when the clock goes on, where it leaves the beginning out, and holds twice where it shows it twice", () => {
    const hours = { ...night, start: "02:30", end: "03:30" };
    const times = rhythm([hours]);
    expect(nextHold(times, new Date("2026-03-28T12:00:00Z"))).toEqual(new Date("2026-03-29T01:00:00Z"));
    const twice = rhythm([{ ...hours, end: "02:45" }]);
    expect(nextHold(twice, new Date("2026-10-24T12:00:00Z"))).toEqual(new Date("2026-10-25T00:30:00Z"));
    expect(holdsUntil(twice, new Date("2026-10-25T00:30:00Z"))).toEqual(new Date("2026-10-25T00:45:00Z"));
    expect(nextHold(twice, new Date("2026-10-25T00:45:00Z"))).toEqual(new Date("2026-10-25T01:30:00Z"));
  });
});

describe("a rhythm", () => {
  it("goes on over hours that follow each other, and is looked at again where it has no pause", () => {
    const days = { ...night, start: "06:00", end: "22:00" };
    const always = rhythm([night, days]);
    const now = new Date("2026-05-05T12:00:00Z");
    expect(holdsUntil(always, now).getTime() - now.getTime()).toBeGreaterThan(7 * 24 * 60 * minuteMs);
    const week = rhythm([
      { ...night, days: ["sat"], start: "00:00", end: "24:00" },
      { ...night, days: ["sun"], start: "00:00", end: "00:00" },
    ]);
    expect(nextHold(week, now)).toEqual(new Date("2026-05-08T22:00:00Z"));
    expect(holdsUntil(week, new Date("2026-05-09T12:00:00Z"))).toEqual(new Date("2026-05-10T22:00:00Z"));
  });

  it("does not begin before its start, and ends with its end for good", () => {
    const times = rhythm([night], "2026-05-05T23:00:00Z", "2026-05-06T22:00:00Z");
    expect(nextHold(times, new Date("2026-05-01T00:00:00Z"))).toEqual(new Date("2026-05-05T23:00:00Z"));
    expect(holdsUntil(times, new Date("2026-05-06T21:00:00Z"))).toEqual(new Date("2026-05-06T22:00:00Z"));
    expect(nextHold(times, new Date("2026-05-06T22:00:00Z"))).toBeUndefined();
    expect(holdsAt(times, new Date("2026-05-06T22:00:00Z"))).toBe(false);
  });
});

describe("hours of dates", () => {
  const whole = { days: [], start: "00:00", end: "24:00", time_zone: "Europe/Berlin" };
  const holding = (hours: Hours, from: string, days: number) =>
    Array.from({ length: days }, (_, day) => new Date(Date.parse(from) + day * 86_400_000 + 43_200_000))
      .filter((at) => holdsAt(rhythm([hours]), at))
      .map((at) => at.toISOString().slice(0, 10));

  it("count days from a month's end, also in a leap year", () => {
    const last = { ...whole, days_of_month: [-1] };
    expect(holding(last, "2027-01-01", 120)).toEqual([
      "2027-01-31",
      "2027-02-28",
      "2027-03-31",
      "2027-04-30",
    ]);
    expect(holding(last, "2028-02-01", 40)).toEqual(["2028-02-29"]);
    expect(holding({ ...whole, days_of_month: [-31] }, "2027-01-01", 100)).toEqual([
      "2027-01-01",
      "2027-03-01",
    ]);
    expect(holding({ ...whole, days_of_month: [30, 31] }, "2027-02-01", 58)).toEqual(["2027-03-30"]);
  });

  it("begin and end at the right moment, however far away, and across the change of the clock", () => {
    const leap = rhythm([{ ...whole, days_of_month: [29], months: [2] }]);
    const begin = new Date("2028-02-28T23:00:00Z");
    expect(nextHold(leap, new Date("2026-03-01T00:00:00Z"))).toEqual(begin);
    expect(holdsUntil(leap, begin)).toEqual(new Date("2028-02-29T23:00:00Z"));
    const march = rhythm([{ ...whole, months: [3] }]);
    expect(nextHold(march, new Date("2026-05-01T00:00:00Z"))).toEqual(new Date("2027-02-28T23:00:00Z"));
    expect(holdsUntil(march, new Date("2027-03-02T00:00:00Z"))).toEqual(new Date("2027-03-31T22:00:00Z"));
    const over = rhythm([{ ...whole, years: [2026] }]);
    expect(holdsUntil(over, new Date("2026-02-01T00:00:00Z"))).toEqual(new Date("2026-12-31T23:00:00Z"));
    expect(nextHold(over, new Date("2027-02-01T00:00:00Z"))).toBeUndefined();
  });
});

it("mutes what a route sends, or everything", () => {
  const mute = (id: string, routeIds: readonly string[]) => ({
    ...{ id, pattern: null, matchers: ["service=shop"], routeIds, reason: "work" },
    times: rhythm([night]),
  });
  const muted = mutedAt([mute("every", []), mute("one", ["route_1"])]);
  const ids = (moment: string, routeId?: string) =>
    muted({ service: "shop" }, new Date(moment), routeId).map(({ id }) => id);
  expect(ids("2026-05-05T21:00:00Z")).toEqual(["every"]);
  expect(ids("2026-05-05T21:00:00Z", "route_1")).toEqual(["every", "one"]);
  expect(ids("2026-05-05T21:00:00Z", "route_2")).toEqual(["every"]);
  expect(ids("2026-05-05T12:00:00Z", "route_1")).toEqual([]);
});

const clocks = new Map<string, Intl.DateTimeFormat>();

/** What the clock of a zone shows: the day of the week and the minute of the day. */
function wallOf(timeZone: string, at: number) {
  const clock =
    clocks.get(timeZone) ??
    new Intl.DateTimeFormat("en-US", {
      timeZone,
      hourCycle: "h23",
      weekday: "short",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "2-digit",
      minute: "2-digit",
    });
  clocks.set(timeZone, clock);
  const parts = Object.fromEntries(clock.formatToParts(at).map(({ type, value }) => [type, value]));
  return {
    day: String(parts.weekday).toLowerCase(),
    minute: Number(parts.hour) * 60 + Number(parts.minute),
    date: { year: Number(parts.year), month: Number(parts.month), day: Number(parts.day) },
  };
}

/** As timeinterval.ContainsTime does: what counts from the end is counted from the start first. */
function isOnDate(
  { days_of_month = [], months = [], years = [] }: Partial<Hours>,
  { year, month, day }: { readonly year: number; readonly month: number; readonly day: number },
): boolean {
  const length = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const begins = days_of_month.map((one) => (one < 0 ? length + one + 1 : one));
  if (days_of_month.length > 0 && !begins.some((one) => one <= length && one === day)) return false;
  if (months.length > 0 && !months.includes(month)) return false;
  return years.length === 0 || years.includes(year);
}

/** As timeinterval.ContainsTime of Alertmanager decides it, of the two intervals that hours past midnight are there. */
function contains({ days, start, end, time_zone, ...dates }: Hours, at: number): boolean {
  const { day, minute, date } = wallOf(time_zone, at);
  if (!isOnDate(dates, date)) return false;
  const minuteOf = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3));
  const next = (name: string) => weekDays[(weekDays.indexOf(name as "mon") + 1) % 7] as string;
  const on = (names: readonly string[]) => names.length === 0 || names.includes(day);
  const [from, to] = [minuteOf(start), minuteOf(end)];
  const intervals =
    to > from
      ? [{ names: days, from, to }]
      : [
          { names: days, from, to: 1_440 },
          { names: days.map(next), from: 0, to },
        ];
  return intervals.some((one) => on(one.names) && minute >= one.from && minute < one.to);
}

const clock = fc.integer({ min: 0, max: 95 }).map((quarter) => {
  const minute = quarter * 15;
  return [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, "0")).join(":");
});
const hours = fc
  .record({
    days: fc.subarray([...weekDays]),
    start: clock,
    end: fc.oneof(clock, fc.constant("24:00")),
    time_zone: fc.constantFrom(
      "Europe/Berlin",
      "America/New_York",
      "Australia/Lord_Howe",
      "UTC",
      "Asia/Kolkata",
    ),
  })
  .filter(({ start, end }) => start !== end);
const dated = fc
  .record({
    hours: hours.filter(({ start, end }) => end > start),
    days_of_month: fc.subarray([1, 2, 28, 30, 31, -1, -2, -31]),
    months: fc.subarray([2, 3, 10, 11]),
    years: fc.subarray([2026, 2027]),
  })
  .map(({ hours: own, ...dates }): Hours => ({ ...own, ...dates }));
/** Around changes of the clock in these zones, and any other time. */
const from = fc
  .tuple(
    fc.constantFrom(
      "2026-03-28",
      "2026-10-24",
      "2026-03-07",
      "2026-10-31",
      "2026-04-04",
      "2026-10-03",
      "2026-07-01",
    ),
    fc.integer({ min: 0, max: 2_879 }),
  )
  .map(([day, minute]) => new Date(Date.parse(`${day}T00:00:00Z`) + minute * minuteMs));

it("property: holds, ends and begins at the minutes that Alertmanager's intervals say", () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(hours, dated), { minLength: 1, maxLength: 3 }), from, (schedule, start) => {
      const times = rhythm(schedule);
      const expected = (at: number) => schedule.some((one) => contains(one, at));
      const holds = holdsAt(times, start);
      expect(holds).toBe(expected(start.getTime()));
      const change = holds ? holdsUntil(times, start) : nextHold(times, start);
      const scanned = 2 * 1_440;
      for (let minute = 0; minute < scanned; minute += 1) {
        const at = start.getTime() + minute * minuteMs;
        if (change !== undefined && change.getTime() === at) {
          expect(expected(at)).toBe(!holds);
          return;
        }
        if (expected(at) !== holds) expect([change, new Date(at)]).toEqual([]);
      }
    }),
    { numRuns: runs(2_000, 40) },
  );
});
