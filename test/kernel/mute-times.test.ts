/** When mutes hold: compared, minute by minute, with Alertmanager's reading of time intervals. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mutedAt } from "../../src/features/alerts/index.ts";
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
function wallOf(timeZone: string, at: number): { readonly day: string; readonly minute: number } {
  const clock =
    clocks.get(timeZone) ??
    new Intl.DateTimeFormat("en-US", {
      timeZone,
      hourCycle: "h23",
      weekday: "short",
      hour: "2-digit",
      minute: "2-digit",
    });
  clocks.set(timeZone, clock);
  const parts = Object.fromEntries(clock.formatToParts(at).map(({ type, value }) => [type, value]));
  return { day: String(parts.weekday).toLowerCase(), minute: Number(parts.hour) * 60 + Number(parts.minute) };
}

/** As timeinterval.ContainsTime of Alertmanager decides it, of the two intervals that hours past midnight are there. */
function contains({ days, start, end, time_zone }: Hours, at: number): boolean {
  const { day, minute } = wallOf(time_zone, at);
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
    fc.property(fc.array(hours, { minLength: 1, maxLength: 3 }), from, (schedule, start) => {
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
