/** Active hours: where they begin and end, over changes of the clock, and against luxon. */
import { DateTime } from "luxon";
import { describe, expect, it } from "vitest";
import { type ActiveHours, isActive, nextActive } from "../../../src/renderers/alerting/hours.ts";
import { fc } from "../../support/property.ts";

const office: ActiveHours = {
  days: ["mon", "tue", "wed", "thu", "fri"],
  start: "09:00",
  end: "17:00",
  timezone: "Europe/Berlin",
};
const night: ActiveHours = { days: ["fri"], start: "22:00", end: "06:00", timezone: "Europe/Berlin" };

/** A moment, by what the clock in Berlin shows; the later one where it shows that twice. */
const berlin = (text: string) => new Date(`${text}:00+0${text < "2026-03-29T02" ? 1 : 2}:00`);

describe("a moment", () => {
  it.each([
    ["2026-03-09T08:59", false],
    ["2026-03-09T09:00", true],
    ["2026-03-09T16:59", true],
    ["2026-03-09T17:00", false],
    ["2026-03-14T12:00", false],
  ])("%s is within office hours: %s", (text, expected) => {
    expect(isActive(office, berlin(text))).toBe(expected);
  });

  it.each([
    ["2026-03-13T21:59", false],
    ["2026-03-13T22:00", true],
    ["2026-03-14T05:59", true],
    ["2026-03-14T06:00", false],
    // They begin on Fridays: what is left of the night before does not count.
    ["2026-03-13T05:00", false],
    ["2026-03-14T22:30", false],
  ])("%s is within the night that begins on Friday: %s", (text, expected) => {
    expect(isActive(night, berlin(text))).toBe(expected);
  });

  it("is always within no hours, and within a whole day", () => {
    const day = { ...office, days: [], start: "00:00", end: "00:00" };
    expect(isActive(null, berlin("2026-03-14T12:00"))).toBe(true);
    expect(isActive(day, berlin("2026-03-14T00:00"))).toBe(true);
    expect(isActive({ ...day, days: ["fri"] }, berlin("2026-03-14T00:00"))).toBe(false);
    expect(isActive({ ...day, days: ["fri"] }, berlin("2026-03-13T23:59"))).toBe(true);
  });
});

describe("the next beginning", () => {
  it.each([
    ["2026-03-09T08:59", "2026-03-09T09:00"],
    ["2026-03-09T12:34", "2026-03-09T12:34"],
    ["2026-03-13T17:00", "2026-03-16T09:00"],
    // The clock is set forward in between.
    ["2026-03-27T17:00", "2026-03-30T09:00"],
  ])("after %s is %s", (from, to) => {
    expect(nextActive(office, berlin(from))).toEqual(berlin(to));
  });

  it("is the moment at which the clock goes on, where it leaves the beginning out", () => {
    const early = { ...office, days: [], start: "02:30", end: "03:30" };
    expect(nextActive(early, new Date("2026-03-29T00:00:00Z"))).toEqual(new Date("2026-03-29T01:00:00Z"));
  });

  it("comes twice where the clock shows the hour twice", () => {
    const early = { ...office, days: [], start: "02:15", end: "02:45" };
    const first = new Date("2026-10-25T00:15:00Z");
    expect(nextActive(early, new Date("2026-10-25T00:00:00Z"))).toEqual(first);
    expect(nextActive(early, new Date("2026-10-25T00:45:00Z"))).toEqual(new Date("2026-10-25T01:15:00Z"));
  });

  it("is a week later where the zone had no such day", () => {
    const fridays = { days: ["fri"], start: "09:00", end: "10:00", timezone: "Pacific/Apia" } as const;
    // Samoa went from Thursday 29 to Saturday 31 December 2011.
    const next = nextActive({ ...fridays, days: ["fri"] }, new Date("2011-12-30T00:00:00Z"));
    expect(DateTime.fromJSDate(next, { zone: "Pacific/Apia" }).toISO()).toBe("2012-01-06T09:00:00.000+14:00");
  });
});

/** Their clocks are set at different hours, by different steps, and at midnight. */
const zones = [
  ...["Europe/Berlin", "America/New_York", "America/Sao_Paulo", "America/Havana", "America/St_Johns"],
  ...["Australia/Lord_Howe", "Antarctica/Troll", "Africa/Casablanca", "Africa/Cairo", "Asia/Tehran"],
  ...["Asia/Kathmandu", "Pacific/Apia", "Pacific/Chatham", "UTC"],
];
/** All beginnings, ends and changes of the clocks are multiples of it; in St. John's only after 2011. */
const step_ms = 5 * 60_000;
const hour_ms = 12 * step_ms;

it("are those that luxon reads off the same clock", () => {
  const clock = fc
    .nat({ max: 287 })
    .map((count) => DateTime.fromMillis(count * step_ms, { zone: "UTC" }).toFormat("HH:mm"));
  const hours = fc
    .record({
      days: fc.uniqueArray(fc.constantFrom("mon", "tue", "wed", "thu", "fri", "sat", "sun")),
      start: clock,
      end: clock,
      timezone: fc.constantFrom(...zones),
    })
    .filter(({ start, end }) => start !== end || start === "00:00");
  const when = fc.record({
    year: fc.integer({ min: 2012, max: 2037 }),
    change: fc.nat({ max: 3 }),
    minutes: fc.integer({ min: -2_880, max: 2_880 }),
  });
  fc.assert(
    fc.property(hours, when, (drawn, { year, change, minutes }) => {
      const changes = changesOf(drawn.timezone, year);
      const middle = changes[change % Math.max(1, changes.length)] ?? Date.UTC(year, 6, 1);
      const moment = new Date(middle + minutes * 60_000);
      expect(isActive(drawn, moment)).toBe(isActiveByLuxon(drawn, moment.getTime()));
      expect(nextActive(drawn, moment)).toEqual(nextByLuxon(drawn, moment.getTime()));
    }),
  );
});

function isActiveByLuxon({ days, start, end, timezone }: ActiveHours, moment: number): boolean {
  const shown = DateTime.fromMillis(moment, { zone: timezone, locale: "en-US" });
  const time = shown.toFormat("HH:mm");
  const begins = (day: number) =>
    days.length === 0 ||
    days.some((name) => ["sun", "mon", "tue", "wed", "thu", "fri", "sat"].indexOf(name) === day % 7);
  if (start < end) return begins(shown.weekday) && time >= start && time < end;
  return (begins(shown.weekday) && time >= start) || (begins(shown.weekday + 6) && time < end);
}

function nextByLuxon(hours: ActiveHours, moment: number): Date {
  let at = moment;
  while (!isActiveByLuxon(hours, at)) at = (Math.floor(at / step_ms) + 1) * step_ms;
  return new Date(at);
}

/** When the zone's clock is set in a year. */
function changesOf(zone: string, year: number): number[] {
  const offsetAt = (moment: number) => DateTime.fromMillis(moment, { zone }).offset;
  const found: number[] = [];
  for (let day = Date.UTC(year, 0, 1); day < Date.UTC(year + 1, 0, 1); day += 24 * hour_ms) {
    for (
      let hour = day;
      offsetAt(day) !== offsetAt(day + 24 * hour_ms) && hour < day + 24 * hour_ms;
      hour += hour_ms
    )
      if (offsetAt(hour) !== offsetAt(hour + hour_ms)) found.push(hour);
  }
  return found;
}
