/** What shifts cost: a year of a rota that is ten years old, and a plan that moves 200 rotas. `npm run bench:on-call` */
import { fromNow, gapsOf, type ProvedRota, usualDays } from "../src/shifts/coverage.ts";
import { movedGaps, movedLoad, movedPosts, pairsOf } from "../src/shifts/difference.ts";
import { loadOf } from "../src/shifts/load.ts";
import type { Rotation } from "../src/shifts/shapes.ts";
import { shiftsOf } from "../src/shifts/shifts.ts";

const now = new Date("2026-11-29T12:00:00Z");
const yearMs = 365 * 86_400_000;
const people = Array.from({ length: 200 }, (_, at) => `person${at}@example.com`);
const members = new Set(people);
const officeHours = [{ days: ["mon", "tue", "wed", "thu", "fri"], start: "09:00", end: "17:00" }];

type Unit = Rotation["handover"]["unit"];

function rotaOf(at: number, unit: Unit, every = 1, more: Partial<Rotation> = {}): ProvedRota {
  const turns = Array.from({ length: 6 }, (_, turn) => ({
    people: [people[(at * 3 + turn) % people.length] as string],
  }));
  const handover = { every, unit, at: "09:00", weekday: "mon", day_of_month: 1 };
  const first = { turns, starts_on: "2016-01-04", ends_on: null, handover, hours: [], offset: 0, ...more };
  return {
    ...{ id: `rota_${at}`, name: `Rota ${at}`, timezone: "Europe/Berlin", overrides: [] },
    rotations: [
      { ...first, role: "primary" },
      { ...first, role: "secondary", offset: 1 },
    ],
    must_cover: { always: true, hours: [] },
  };
}

/** The fastest of several runs, in milliseconds: whatever else runs makes one slower. */
function timed(run: () => unknown): number {
  run();
  const times = Array.from({ length: 15 }, () => {
    const begin = performance.now();
    run();
    return performance.now() - begin;
  });
  return Math.min(...times);
}

function print(what: string, ms: number, most: number): void {
  console.log(`${what.padEnd(58)} ${ms.toFixed(2).padStart(9)} ms, of ${most} ms ${(ms / most).toFixed(2)}`);
}

const year = { from: now.getTime(), to: now.getTime() + yearMs };
for (const [what, { rotations, ...rota }] of [
  ["by the hour", rotaOf(0, "hours")],
  ["by 12 hours", rotaOf(0, "hours", 12)],
  ["by the hour, in office hours", rotaOf(0, "hours", 1, { hours: officeHours })],
  ["by the day", rotaOf(0, "days")],
  ["by the day, in office hours", rotaOf(0, "days", 1, { hours: officeHours })],
  ["by the week", rotaOf(0, "weeks")],
] as const)
  print(
    `shifts of a year, ten years old, ${what}`,
    timed(() => shiftsOf({ ...rota, rotations: rotations.slice(0, 1) }, [], year.from, year.to)),
    5,
  );

const whole = fromNow(now, usualDays);
const units: readonly Unit[] = ["weeks", "days", "weeks", "hours"];
const before = Array.from({ length: 200 }, (_, at) =>
  rotaOf(at, units[at % 4] as Unit, at % 4 === 3 ? 12 : 1),
);
const after = before.map((rota, at) => ({ ...rotaOf(at + 1, "days"), id: rota.id, name: rota.name }));
const sides = { before, after, members, whole };
const ids = new Set(before.map(({ id }) => id));
function plan() {
  const pairs = pairsOf(sides, ids);
  return [pairs.map((pair) => [movedGaps(pair, sides), movedPosts(pair, sides)]), movedLoad(pairs, sides)];
}
print("effects.on_call of a plan that moves 200 rotas, 90 days", timed(plan), 500);
print(
  "gaps of 200 rotas, 14 days",
  timed(() => before.map((rota) => gapsOf(rota, fromNow(now, 14), members))),
  50,
);
const zoned = before.map((rota) => ({
  timezone: rota.timezone,
  shifts: shiftsOf(rota, [], whole.from, whole.to, members),
}));
print(
  "load of 200 rotas, 90 days",
  timed(() => loadOf(zoned)),
  100,
);
