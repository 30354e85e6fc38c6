/** What an incident's desk says by itself. */
import { expect, it } from "vitest";
import {
  type IncidentRow,
  minutesLeft,
  muteReason,
  nextState,
  statesOf,
  templateOf,
} from "../../console/incidents/words.ts";

const of = (status: string, impact = "none") => ({ status, impact });

it("offers the states of an outage or of a maintenance, and the next one first", () => {
  expect(statesOf(of("investigating"))).toEqual(["investigating", "identified", "monitoring", "resolved"]);
  expect(statesOf(of("scheduled"))).toEqual(["scheduled", "in_progress", "completed"]);
  expect(statesOf(of("investigating", "maintenance"))).toEqual(["scheduled", "in_progress", "completed"]);
  expect(nextState(of("investigating"))).toBe("identified");
  expect(nextState(of("resolved"))).toBe("resolved");
  expect(nextState(of("scheduled"))).toBe("in_progress");
  expect(nextState(of("investigating", "maintenance"))).toBe("scheduled");
});

it("has a text for each state, with the components and without", () => {
  expect(templateOf("identified", ["Checkout", "Search"])).toBe(
    "We have found the cause of the problems with Checkout and Search, and are working on a fix.",
  );
  expect(templateOf("identified", [])).toBe(
    "We have found the cause of the problems, and are working on a fix.",
  );
  for (const status of [...statesOf(of("resolved")), ...statesOf(of("completed"))])
    expect(templateOf(status, ["A"])).toMatch(/\.$/);
});

it("counts a maintenance's minutes, up to the longest mute", () => {
  const until = (scheduled_until: string | null) => ({ scheduled_until }) as IncidentRow;
  const now = Date.parse("2026-03-01T02:00:30Z");
  expect(minutesLeft(until("2026-03-01T03:00:00Z"), now)).toBe(60);
  expect(minutesLeft(until("2026-03-01T02:00:00Z"), now)).toBeUndefined();
  expect(minutesLeft(until(null), now)).toBeUndefined();
  expect(minutesLeft(until("2027-03-01T02:00:00Z"), now)).toBe(43_200);
  expect(muteReason({ title: "x".repeat(900) })).toHaveLength(500);
});
