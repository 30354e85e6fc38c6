/** Shifts against a model that goes minute by minute, over zones whose clocks are set, and cases that others got wrong. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { shiftsOf } from "../../src/shifts/shifts.ts";
import { ModelClock, type ModelOverride, type ModelRotation, modelOf } from "./model.ts";

const minute = 60_000;
const day = 1_440 * minute;

/** Half an hour, a whole day that is missing, Ramadan, changes that were given up, half hours from UTC, and plain ones. */
const zones = [
  ...["Australia/Lord_Howe", "Pacific/Apia", "Africa/Casablanca", "America/Sao_Paulo", "Europe/Istanbul"],
  ...["Europe/Berlin", "America/New_York", "America/St_Johns", "Asia/Kathmandu", "Pacific/Chatham"],
  ...["Africa/Cairo", "Asia/Gaza", "America/Caracas", "Asia/Pyongyang", "Antarctica/Troll", "Asia/Tehran"],
  ...["America/Asuncion", "America/Havana", "Europe/London", "Europe/Dublin", "Pacific/Kiritimati"],
  ...["America/Santiago", "Pacific/Easter", "Asia/Beirut", "Asia/Amman", "Europe/Chisinau", "Pacific/Fiji"],
  ...["America/Nuuk", "America/Scoresbysund", "Atlantic/Azores", "Australia/Sydney", "Pacific/Auckland"],
  ...["Asia/Kolkata", "Asia/Tokyo", "America/Los_Angeles", "America/Anchorage", "America/Phoenix"],
  ...["Pacific/Norfolk", "Africa/Juba", "UTC"],
];
/** Ten years, with Apia's missing day, which is of 2011. */
const [firstDay, lastDay] = [Date.UTC(2011, 9, 1), Date.UTC(2021, 9, 1)];
const people = ["ada@example.com", "ben@example.com", "cy@example.com"];

const dateOf = (moment: number) => new Date(moment).toISOString().slice(0, 10);
const clock = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.constantFrom(0, 15, 30, 59))
  .map(([hour, past]) => `${String(hour).padStart(2, "0")}:${String(past).padStart(2, "0")}`);
const someDays = fc.subarray(["mon", "tue", "wed", "thu", "fri", "sat", "sun"]);
const window = fc
  .record({ days: someDays, start: clock, end: clock })
  .filter(({ start, end }) => start !== end);
const person = fc.constantFrom(...people);

function rotationAround(moment: number): fc.Arbitrary<ModelRotation> {
  return fc.record({
    role: fc.constantFrom("primary", "primary", "secondary"),
    turns: fc.array(fc.record({ people: fc.uniqueArray(person, { minLength: 1, maxLength: 2 }) }), {
      minLength: 2,
      maxLength: 3,
    }),
    starts_on: fc.integer({ min: -30, max: 0 }).map((days) => dateOf(moment + days * day)),
    ends_on: fc.option(
      fc.integer({ min: -1, max: 3 }).map((days) => dateOf(moment + days * day)),
      { freq: 8 },
    ),
    handover: fc.record({
      every: fc.constantFrom(1, 1, 1, 2, 12),
      unit: fc.constantFrom(
        "hours" as const,
        "days" as const,
        "weeks" as const,
        "weeks" as const,
        "months" as const,
      ),
      at: clock,
      weekday: fc.constantFrom("mon", "sun"),
      day_of_month: fc.constantFrom(1, 15, 29, 31),
    }),
    hours: fc.oneof(
      fc.constant<ModelRotation["hours"]>([]),
      fc.constant<ModelRotation["hours"]>([]),
      fc.array(window, { minLength: 1, maxLength: 2 }),
    ),
    offset: fc.integer({ min: 0, max: 3 }),
  });
}

function overrideAround(moment: number): fc.Arbitrary<ModelOverride> {
  return fc
    .record({
      role: fc.constant("primary"),
      email: person,
      replaces: fc.option(person, { freq: 4 }),
      starts: fc.integer({ min: -1_440, max: 1_440 }),
      lasts: fc.integer({ min: 60, max: 2_880 }),
    })
    .map(({ starts, lasts, ...rest }) => ({
      ...rest,
      starts_at: new Date(moment + starts * minute).toISOString(),
      ends_at: new Date(moment + (starts + lasts) * minute).toISOString(),
    }));
}

/** Moments at which the zone's clock is set, to the quarter of an hour. */
function changesOf(model: ModelClock): number[] {
  const found: number[] = [];
  for (let at = firstDay; at < lastDay; at += day)
    if (model.wall(at + day) - at - day !== model.wall(at) - at) found.push(at);
  return found;
}

const runs = Number(process.env.SHIFT_RUNS ?? 6);

it.each(zones)("agrees with the model in %s, minute by minute", (timezone) => {
  const model = new ModelClock(timezone);
  const changes = changesOf(model);
  const around = fc.oneof(
    ...(changes.length === 0 ? [] : [fc.constantFrom(...changes), fc.constantFrom(...changes)]),
    fc.integer({ min: 0, max: (lastDay - firstDay) / day }).map((days) => firstDay + days * day),
  );
  const world = around.chain((moment) =>
    fc.record({
      moment: fc.constant(moment),
      rotations: fc.array(rotationAround(moment), { minLength: 1, maxLength: 2 }),
      overrides: fc.array(overrideAround(moment), { maxLength: 4 }),
    }),
  );
  fc.assert(
    fc.property(world, ({ moment, rotations, overrides }) => {
      const [from, to] = [moment - day / 2, moment + 2 * day];
      const shifts = shiftsOf({ timezone, rotations }, overrides, from, to);
      for (const role of ["primary", "secondary"]) {
        const own = shifts.filter((one) => one.role === role);
        const expected = modelOf(rotations, overrides, model, role, from, to);
        const found = expected.map((_, index) => {
          const at = from + index * minute;
          return own.find((one) => one.from <= at && at < one.to)?.people ?? [];
        });
        expect(found).toEqual(expected);
        for (const [index, { from, to }] of own.entries())
          expect([from < to, from >= (own[index - 1]?.to ?? from)]).toEqual([true, true]);
      }
    }),
    // Small worlds first would all be alike.
    { numRuns: runs, seed: zones.indexOf(timezone), unbiased: true, endOnFailure: true },
  );
});
