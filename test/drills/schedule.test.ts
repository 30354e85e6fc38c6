/** Which week a moment belongs to, when the next drill begins, and how routes stand by them: pure rules. */
import { expect, it } from "vitest";
import { standingsOf } from "../../console/pages/drills/standing.ts";
import { elapsed } from "../../console/parts/drills/words.ts";
import { type DrillSchedule, nextBeginning, weekAt } from "../../src/features/alerting/drills/schedule.ts";
import type { JsonObject } from "../../src/kernel/validate.ts";

const office: DrillSchedule = { day: "tue", time: "10:00", timezone: "Europe/Berlin" };
const night: DrillSchedule = { ...office, day: "sun", time: "22:30" };

it.each([
  ["another day", office, "2026-03-02T10:00:00Z", undefined],
  ["its minute", office, "2026-03-03T09:00:00Z", "2026-03-02"],
  ["the minute before", office, "2026-03-03T08:59:59Z", undefined],
  ["four hours later", office, "2026-03-03T12:59:59Z", "2026-03-02"],
  ["more than four hours later", office, "2026-03-03T13:00:00Z", undefined],
  ["summer time", office, "2026-03-31T08:00:00Z", "2026-03-30"],
  ["the night to Monday, which is of the week before", night, "2026-03-09T01:29:00Z", "2026-03-02"],
])("the week at %s", (_, schedule, at, week) => {
  expect(weekAt(schedule, new Date(at))).toBe(week);
});

it.each([
  ["at once within four hours", office, null, "2026-03-03T10:00:00Z", "2026-03-03T10:00:00.000Z"],
  ["at its time before it", office, null, "2026-03-02T10:00:00Z", "2026-03-03T09:00:00.000Z"],
  [
    "in the next week after a drill",
    office,
    "2026-03-02",
    "2026-03-03T10:00:00Z",
    "2026-03-10T09:00:00.000Z",
  ],
  [
    "in the next week where none could begin",
    office,
    "2026-02-23",
    "2026-03-03T20:00:00Z",
    "2026-03-10T09:00:00.000Z",
  ],
  ["once in a night", night, "2026-03-02", "2026-03-08T23:30:00Z", "2026-03-15T21:30:00.000Z"],
  [
    "once, however long nobody was there",
    office,
    "2025-01-06",
    "2026-03-03T10:00:00Z",
    "2026-03-03T10:00:00.000Z",
  ],
])("begins %s", (_, schedule, last, at, next) => {
  expect(nextBeginning(schedule, last, new Date(at)).toISOString()).toBe(next);
});

it("routes stand on the page by what drills proved, those first that one should prove", () => {
  const now = new Date("2026-03-31T12:00:00Z");
  const route = (name: string, more: object = {}): JsonObject => ({
    ...{ id: name, name, enabled: true, drop: false },
    ...{ last_proved_at: null, prove_every_days: null, drill_schedule: null },
    ...more,
  });
  const rows = [
    route("fine", { last_proved_at: "2026-03-30T12:00:00Z", prove_every_days: 2 }),
    route("old", { last_proved_at: "2026-03-01T12:00:00Z", prove_every_days: 30 }),
    route("new", { drill_schedule: office }),
    route("wanted", { prove_every_days: 30 }),
    route("failing", { last_proved_at: "2026-03-30T12:00:00Z" }),
    route("off", { enabled: false }),
    route("dropped", { drop: true }),
  ];
  const standings = standingsOf(rows, new Map([["failing", "drill_failed"]]), now);
  expect(standings.map(({ name, label, schedule }) => [name, label, schedule])).toEqual([
    ["failing", "Drill failed", null],
    ["old", "Overdue", null],
    ["wanted", "Not proved", null],
    ["new", "Not proved", "Tuesdays 10:00, Europe/Berlin"],
    ["fine", "Proved", null],
  ]);
});

it.each([
  ["2026-03-01T00:00:00.412Z", "0.4 s"],
  ["2026-03-01T00:00:42Z", "42 s"],
  ["2026-03-01T00:03:20Z", "3 min 20 s"],
])("%s is %s after the start", (at, words) => {
  expect(elapsed("2026-03-01T00:00:00Z", at)).toBe(words);
});
