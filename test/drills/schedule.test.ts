/** Which week a moment belongs to, and when the next drill begins: pure rules. */
import { expect, it } from "vitest";
import { type DrillSchedule, nextBeginning, weekAt } from "../../src/features/drills/schedule.ts";

const office: DrillSchedule = {
  days: ["tue", "wed"],
  start: "09:00",
  end: "17:00",
  timezone: "Europe/Berlin",
  until: "sent",
};
const night: DrillSchedule = { ...office, days: ["sun"], start: "22:00", end: "06:00" };
const always: DrillSchedule = { ...office, days: [], start: "00:00", end: "24:00" };

it.each([
  ["a day that is not theirs", office, "2026-03-02T10:00:00Z", undefined],
  ["their first minute", office, "2026-03-03T08:00:00Z", "2026-03-02"],
  ["the minute before", office, "2026-03-03T07:59:59Z", undefined],
  ["their second day", office, "2026-03-04T15:59:59Z", "2026-03-02"],
  ["summer time", office, "2026-03-31T07:00:00Z", "2026-03-30"],
  ["the night to Monday, which is of the week before", night, "2026-03-09T04:00:00Z", "2026-03-02"],
  ["a Sunday", always, "2026-03-08T22:59:00Z", "2026-03-02"],
  ["the Monday after", always, "2026-03-08T23:00:00Z", "2026-03-09"],
])("the week at %s", (_, schedule, at, week) => {
  expect(weekAt(schedule, new Date(at))).toBe(week);
});

it.each([
  ["at once within the hours", office, null, "2026-03-03T10:00:00Z", "2026-03-03T10:00:00.000Z"],
  ["with the hours before them", office, null, "2026-03-02T10:00:00Z", "2026-03-03T08:00:00.000Z"],
  [
    "in the next week after a drill",
    office,
    "2026-03-02",
    "2026-03-03T10:00:00Z",
    "2026-03-10T08:00:00.000Z",
  ],
  ["in the same week after none", office, "2026-02-23", "2026-03-03T20:00:00Z", "2026-03-04T08:00:00.000Z"],
  ["once in a night", night, "2026-03-02", "2026-03-08T22:30:00Z", "2026-03-15T21:00:00.000Z"],
  ["on Monday where it is always", always, "2026-03-02", "2026-03-03T10:00:00Z", "2026-03-08T23:00:00.000Z"],
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
