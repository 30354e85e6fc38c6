/** Hours, nights and weekends against a count that goes minute by minute and shares no code with them. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { isNight, loadOf } from "../../src/shifts/load.ts";
import type { Shift } from "../../src/shifts/shapes.ts";
import { shiftsOf } from "../../src/shifts/shifts.ts";
import { ModelClock } from "./model.ts";

const minute = 60_000;
const day = 1_440 * minute;

/** Each with moments around which its clock is set; Apia's leaves a Friday out. */
const zones: readonly (readonly [string, readonly string[]])[] = [
  ["Europe/Berlin", ["2026-03-29", "2026-10-25"]],
  ["Pacific/Apia", ["2011-12-30"]],
  ["Australia/Lord_Howe", ["2021-04-04", "2021-10-03"]],
  ["America/Sao_Paulo", ["2018-11-04", "2019-02-16"]],
  ["America/Nuuk", ["2021-03-27", "2021-10-30"]],
  ["Africa/Cairo", ["2024-04-26", "2024-10-31"]],
  ["America/New_York", ["2026-11-01"]],
];
const people = ["ada@example.com", "ben@example.com"];

const shiftsAround = (moment: number) =>
  fc.array(
    fc
      .record({
        starts: fc.integer({ min: -5 * 1_440, max: 4 * 1_440 }),
        lasts: fc.oneof(fc.integer({ min: 1, max: 600 }), fc.integer({ min: 1, max: 3 * 1_440 })),
        who: fc.subarray(people, { minLength: 1 }),
      })
      .map(
        ({ starts, lasts, who }): Shift => ({
          ...{ role: "primary", people: who, by: "rotation" },
          from: moment + starts * minute,
          to: moment + (starts + lasts) * minute,
        }),
      ),
    { maxLength: 5 },
  );

/** Looks at each minute what the clock shows. */
function counted(shifts: readonly Shift[], clock: ModelClock, email: string) {
  const minutes = new Set<number>();
  for (const shift of shifts)
    if (shift.people.includes(email)) for (let at = shift.from; at < shift.to; at += minute) minutes.add(at);
  const [nights, weekends] = [new Set<string>(), new Set<string>()];
  const dateOf = (wall: number) => new Date(wall).toISOString().slice(0, 10);
  for (const at of minutes) {
    const wall = clock.wall(at);
    const shown = new Date(wall);
    if (shown.getUTCHours() >= 22) nights.add(dateOf(wall));
    if (shown.getUTCHours() < 7) nights.add(dateOf(wall - day));
    if (shown.getUTCDay() === 6) weekends.add(dateOf(wall));
    if (shown.getUTCDay() === 0) weekends.add(dateOf(wall - day));
  }
  return { hours: minutes.size / 60, nights: nights.size, weekends: weekends.size };
}

it.each(zones)("counts in %s as a count by the minute does", (timezone, days) => {
  const clock = new ModelClock(timezone);
  const world = fc.constantFrom(...days).chain((date) => shiftsAround(Date.parse(`${date}T00:00:00Z`)));
  fc.assert(
    fc.property(world, (shifts) => {
      const load = loadOf([{ timezone, shifts }]);
      for (const email of people) {
        const expected = counted(shifts, clock, email);
        const { hours = 0, ...rest } = load.get(email) ?? { nights: 0, weekends: 0 };
        expect([Math.round(hours * 60), rest]).toEqual([
          Math.round(expected.hours * 60),
          { nights: expected.nights, weekends: expected.weekends },
        ]);
      }
    }),
    { numRuns: 30, seed: zones.findIndex(([name]) => name === timezone) },
  );
});

it("counts time in two rotas once, and the nights of another zone as others", () => {
  const [from, to] = [Date.parse("2026-01-07T20:00:00Z"), Date.parse("2026-01-08T02:00:00Z")];
  const shift: Shift = { role: "primary", people: ["ada@example.com"], by: "rotation", from, to };
  const berlin = { timezone: "Europe/Berlin", shifts: [shift] };
  const ofAda = (...rotas: Parameters<typeof loadOf>[0]) => loadOf(rotas).get("ada@example.com");
  expect(ofAda(berlin, berlin)).toEqual({ hours: 6, nights: 1, weekends: 0 });
  expect(ofAda(berlin, { ...berlin, timezone: "Europe/London" })).toEqual({
    hours: 6,
    nights: 2,
    weekends: 0,
  });
});

it("knows a night by the zone's clock", () => {
  const night = (moment: string) => isNight(Date.parse(moment), "Europe/Berlin");
  const moments = [
    "2026-07-01T19:59:00Z",
    "2026-07-01T20:00:00Z",
    "2026-07-02T04:59:00Z",
    "2026-07-02T05:00:00Z",
  ];
  expect(moments.map(night)).toEqual([false, true, true, false]);
});

it("finds whose hour it is after ten years as from the first day on", () => {
  const turns = ["ada", "ben", "cy"].map((name) => ({ people: [`${name}@example.com`] }));
  const rota = {
    timezone: "Europe/Berlin",
    rotations: [
      {
        ...{ role: "primary", turns, starts_on: "2016-01-04", ends_on: null, hours: [], offset: 1 },
        handover: { every: 1, unit: "hours" as const, at: "09:30", weekday: "mon", day_of_month: 1 },
      },
    ],
  };
  const begins = Date.parse("2016-01-04T08:30:00Z");
  for (const after of [0, 1, 87_601, 87_602.5]) {
    const at = begins + after * 60 * minute;
    expect(shiftsOf(rota, [], at, at + minute)[0]?.people).toEqual(
      turns[(Math.floor(after) + 1) % 3]?.people,
    );
  }
  expect(shiftsOf(rota, [], begins - minute, begins)).toEqual([]);
});
