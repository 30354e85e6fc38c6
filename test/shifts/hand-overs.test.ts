/** Who comes and goes, and what differs from what people know. */
import { expect, it } from "vitest";
import { handOversIn, movedShifts, staysOf } from "../../src/shifts/hand-overs.ts";
import type { Shift } from "../../src/shifts/shapes.ts";

const shift = (from: number, to: number, people: string[], more: Partial<Shift> = {}): Shift => ({
  ...{ role: "primary", by: "rotation", from, to, people },
  ...more,
});

it("takes shifts that meet as one stay of everybody who is in both", () => {
  const shifts = [
    shift(0, 10, ["ada", "ben"]),
    shift(10, 20, ["ada"], { by: "override" }),
    shift(30, 40, ["ada"]),
  ];
  expect(staysOf(shifts).map(({ email, from, to }) => [email, from, to])).toEqual([
    ["ada", 0, 20],
    ["ada", 30, 40],
    ["ben", 0, 10],
  ]);
});

it("finds hand-overs after a moment, up to and at another, by role", () => {
  const shifts = [
    shift(0, 10, ["ada"]),
    shift(10, 20, ["ben"]),
    shift(20, 30, ["ben"], { by: "override" }),
    shift(0, 25, ["cy"], { role: "secondary" }),
  ];
  const found = (from: number, to: number) =>
    handOversIn(shifts, { from, to }).map(({ role, at, comes, goes, people }) => [
      role,
      at,
      comes.map(({ email, to }) => [email, to]),
      goes.map(({ email }) => email),
      people,
    ]);
  expect(found(5, 10)).toEqual([["primary", 10, [["ben", 30]], ["ada"], ["ben"]]]);
  expect(found(10, 24)).toEqual([]);
  expect(found(20, 30)).toEqual([
    ["secondary", 25, [], ["cy"], []],
    ["primary", 30, [], ["ben"], []],
  ]);
});

it("says what everybody gained and lost within a time, and nothing of whom nothing moved for", () => {
  const announced = [
    shift(0, 10, ["ada"]),
    shift(10, 20, ["ben"]),
    shift(0, 20, ["cy"], { role: "secondary" }),
  ];
  const now = [shift(0, 12, ["ada"]), shift(12, 20, ["ben"]), shift(0, 20, ["cy"], { role: "secondary" })];
  const moved = movedShifts(announced, now, { from: 5, to: 18 });
  const stays = (some: readonly { role: string; from: number; to: number }[]) =>
    some.map(({ role, from, to }) => [role, from, to]);
  expect([...moved].map(([email, { gained, lost }]) => [email, stays(gained), stays(lost)])).toEqual([
    ["ada", [["primary", 10, 12]], []],
    ["ben", [], [["primary", 10, 12]]],
  ]);
  expect(movedShifts(announced, now, { from: 12, to: 18 }).size).toBe(0);
});
