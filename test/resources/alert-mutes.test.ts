import { describe, expect, it } from "vitest";
import { alertMutes } from "../../src/resources/alert-mutes.ts";
import { judge, now } from "./rules.ts";

const minimal = { pattern: "service=shop", reason: "Work", duration_minutes: 60 };
const night = { days: ["mon"], start: "22:00", end: "06:00", time_zone: "Europe/Berlin" };
const { duration_minutes: _, ...timeless } = minimal;
const rhythm = { ...timeless, schedule: [night] };
const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000).toISOString();

describe("alert_mutes", () => {
  it("begins now and ends after its duration", () => {
    const { paths, row } = judge(alertMutes, minimal);
    expect(paths).toEqual([]);
    expect(row.configuration).toEqual({
      ...minimal,
      matchers: [],
      route_ids: [],
      starts_at: null,
      schedule: [],
      until: null,
      summary: false,
    });
    expect(row.state).toEqual({ starts_at: now.toISOString(), expires_at: at(60), created_by: "Ada" });
    expect(alertMutes.derive?.(row as never, now)).toEqual({ active: true });
    expect(alertMutes.derive?.(row as never, new Date(at(60)))).toEqual({ active: false });
  });

  it.each([
    ["now", timeless, -60],
    ["now, in a rhythm", rhythm, -60],
    ["later", { ...timeless, starts_at: at(30) }, 20],
    ["later, with an end that is over", { ...timeless, starts_at: at(30) }, -60],
    ["just before", { ...timeless, starts_at: at(-0.5) }, -0.25],
  ])("does not end before it begins or before now, which is said once: %s", (_, body, minutes) => {
    expect(judge(alertMutes, { ...body, until: at(minutes) }).paths).toEqual(["until"]);
  });

  it("begins later", () => {
    const { paths, row } = judge(alertMutes, { ...minimal, starts_at: at(30) });
    expect(paths).toEqual([]);
    expect(row.state).toMatchObject({ expires_at: at(90) });
    const active = [29, 30, 89, 90].map((minute) => alertMutes.derive?.(row as never, new Date(at(minute))));
    expect(active).toEqual([{ active: false }, { active: true }, { active: true }, { active: false }]);
  });

  it("holds in a rhythm that has an end or none", () => {
    expect(judge(alertMutes, rhythm).row.state).toMatchObject({ expires_at: null });
    const { paths, row } = judge(alertMutes, { ...rhythm, until: "2026-03-20T00:00:00Z" });
    expect(paths).toEqual([]);
    expect(row.state).toMatchObject({ expires_at: "2026-03-20T00:00:00.000Z" });
    // 16 March 2026 is a Monday; 22:00 in Berlin is 21:00 in UTC.
    const times = [
      "2026-03-16T20:59:59Z",
      "2026-03-16T21:00:00Z",
      "2026-03-17T05:00:00Z",
      "2026-03-23T21:00:00Z",
    ];
    const active = times.map((time) => alertMutes.derive?.(row as never, new Date(time)).active);
    expect(active).toEqual([false, true, false, false]);
  });

  it.each([
    ["the last day of a month", { days_of_month: [-1] }, []],
    ["a leap day", { days_of_month: [29], months: [2] }, []],
    [
      "a leap day of a year that has none",
      { days_of_month: [29], months: [2], years: [2027] },
      ["schedule[0]"],
    ],
    ["no day that there is", { days_of_month: [30], months: [2] }, ["schedule[0]"]],
    ["day 0", { days_of_month: [0] }, ["schedule[0].days_of_month[0]"]],
    ["a month that there is not", { months: [13] }, ["schedule[0].months[0]"]],
    ["a day twice", { days_of_month: [1, 1] }, ["schedule[0].days_of_month[1]"]],
    ["dates beyond midnight", { months: [12], start: "22:00", end: "06:00" }, ["schedule[0].end"]],
    ["dates to midnight", { months: [12], start: "22:00", end: "00:00" }, []],
  ])("holds on dates: %s", (_, dates, problems) => {
    const hours = { days: [], start: "00:00", end: "24:00", time_zone: "Europe/Berlin", ...dates };
    expect(judge(alertMutes, { ...timeless, schedule: [hours] }).paths).toEqual(problems);
  });

  it.each([
    ["for some routes only", { route_ids: ["route_1"] }],
    ["for all that a route sends", { pattern: null, route_ids: ["route_1"] }],
    ["from a moment ago", { starts_at: at(-1) }],
  ])("holds %s", (_, tweak) => {
    expect(judge(alertMutes, { ...minimal, ...tweak }).paths).toEqual([]);
  });

  it("is judged by its own time where it comes back, and ends when it would have ended", () => {
    const { paths, row } = judge(alertMutes, { ...minimal, starts_at: at(-45) }, { comesBack: true });
    expect([paths, row.state.expires_at]).toEqual([[], at(15)]);
    const over = { ...timeless, starts_at: at(-45), until: at(-5) };
    expect(judge(alertMutes, over, { comesBack: true }).paths).toEqual([]);
  });

  it.each([
    [{ pattern: null }, "pattern"],
    [{ matchers: ['a="b"'] }, "matchers"],
    [{ duration_minutes: null }, "duration_minutes"],
    [{ schedule: [night] }, "schedule"],
    [{ until: at(60) }, "until"],
    [{ starts_at: "9999-12-31T23:59:00Z" }, "starts_at"],
    [{ starts_at: at(-1.02) }, "starts_at"],
    [{ pattern: null, matchers: ["a=1", "b=1", "a=1"] }, "matchers[2]"],
    [{ route_ids: ["route_1", "route_1"] }, "route_ids[1]"],
  ])("refuses %j at %s", (tweak, path) => {
    expect(judge(alertMutes, { ...minimal, ...tweak }).paths).toEqual([path]);
  });

  it.each([
    [{ pattern: null }, "pattern"],
    [{ summary: true }, "summary"],
    [{ starts_at: at(60), until: at(60) }, "until"],
    [{ until: now.toISOString(), starts_at: at(-1) }, "until"],
    [{ schedule: [{ ...night, end: "22:00" }] }, "schedule[0].end"],
    [{ schedule: [{ ...night, start: "24:00" }] }, "schedule[0].start"],
    [{ schedule: [night, { ...night, time_zone: "Berlin" }] }, "schedule[1].time_zone"],
    [{ schedule: [{ ...night, days: ["mon", "tue", "mon"] }] }, "schedule[0].days[2]"],
    [
      {
        schedule: [
          { ...night, days: ["mon", "sun"] },
          { ...night, days: ["sun", "mon"] },
        ],
      },
      "schedule[1]",
    ],
  ])("refuses a rhythm with %j at %s", (tweak, path) => {
    expect(judge(alertMutes, { ...rhythm, ...tweak }).paths).toEqual([path]);
  });
});
