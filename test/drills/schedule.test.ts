/** Which week a moment belongs to, and when the next drill begins: pure rules. */
import { expect, it } from "vitest";
import { type DrillSchedule, nextBeginning, weekAt } from "../../src/features/drills/schedule.ts";

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
