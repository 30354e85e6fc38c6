/** What others got wrong in public, each as it is right; and how a rota reads by the letter of its rows. */
import { expect, it } from "vitest";
import { type Absence, concernsOf, gapsOf, type ProvedRota } from "../../src/shifts/coverage.ts";
import type { Override, Rotation } from "../../src/shifts/shapes.ts";
import { shiftsOf } from "../../src/shifts/shifts.ts";

const [ada, ben, cy] = ["ada@example.com", "ben@example.com", "cy@example.com"] as const;
const turns = [{ people: [ada] }, { people: [ben] }, { people: [cy] }];
const weekly: Rotation = {
  role: "primary",
  turns,
  starts_on: "2026-01-05",
  ends_on: null,
  handover: { every: 1, unit: "weeks", at: "09:00", weekday: "mon", day_of_month: 1 },
  hours: [],
  offset: 0,
};
const daily = { ...weekly.handover, unit: "days" as const };

function rotaOf(rotations: Partial<Rotation>[], more: Partial<ProvedRota> = {}): ProvedRota {
  const all = rotations.map((one) => ({ ...weekly, ...one }));
  return {
    id: "rota",
    name: "Rota",
    timezone: "Europe/Berlin",
    rotations: all,
    must_cover: null,
    overrides: [],
    ...more,
  };
}

/** Shifts in short: who, and from when to when, as UTC. */
function shown(rota: ProvedRota, from: string, to: string, overrides: readonly Override[] = rota.overrides) {
  const short = (moment: number) => new Date(moment).toISOString().slice(0, 16);
  return shiftsOf(rota, overrides, Date.parse(from), Date.parse(to)).map(
    ({ people, from, to }) =>
      `${people.map((one) => one.split("@")[0]).join("+")} ${short(from)} ${short(to)}`,
  );
}

const taking = (starts_at: string, ends_at: string, more: Partial<Override> = {}): Override => ({
  ...{ role: "primary", email: cy, replaces: null },
  ...{ starts_at, ends_at },
  ...more,
});

it.each([
  // Grafana OnCall 3261, 4103, 5247: a shift that moved an hour, or a gap, where clocks change.
  ["Europe/Berlin", "2026-03-28T12:00:00Z", "2026-03-30T12:00:00Z", ["08:00", "07:00", "07:00"]],
  ["America/New_York", "2026-10-31T18:00:00Z", "2026-11-02T18:00:00Z", ["13:00", "14:00", "14:00"]],
  ["Australia/Lord_Howe", "2026-04-04T00:00:00Z", "2026-04-06T00:00:00Z", ["22:00", "22:30", "22:30"]],
])("nine in the morning stays nine in the morning in %s", (timezone, from, to, times) => {
  const rota = rotaOf([{ handover: daily }], { timezone });
  const shifts = shiftsOf(rota, [], Date.parse(from), Date.parse(to));
  const edges = shifts.slice(1).map((one) => new Date(one.from).toISOString().slice(11, 16));
  for (const edge of edges) expect(times).toContain(edge);
  expect(edges.length).toBeGreaterThan(1);
  for (const [index, { from }] of shifts.slice(1).entries()) expect(from).toBe(shifts[index]?.to);
});

it("counts no turn that nobody works: after Friday's person comes Monday's (oneuptime 2413)", () => {
  const hours = [{ days: ["mon", "tue", "wed", "thu", "fri"], start: "09:00", end: "17:00" }];
  const rota = rotaOf([{ handover: daily, hours }], { timezone: "UTC" });
  expect(shown(rota, "2026-01-08T00:00:00Z", "2026-01-13T00:00:00Z")).toEqual([
    "ada 2026-01-08T09:00 2026-01-08T17:00",
    "ben 2026-01-09T09:00 2026-01-09T17:00",
    "cy 2026-01-12T09:00 2026-01-12T17:00",
  ]);
});

it("shows a gap as a gap (oneuptime 3174), and none of the past (Grafana OnCall 1108)", () => {
  const hours = [{ days: [], start: "08:00", end: "20:00" }];
  const rota = rotaOf([{ hours }], { timezone: "UTC", must_cover: { always: true, hours: [] } });
  const whole = { from: Date.parse("2026-01-07T10:00:00Z"), to: Date.parse("2026-01-08T10:00:00Z") };
  expect(gapsOf(rota, whole)).toEqual([
    { role: "primary", from: Date.parse("2026-01-07T20:00:00Z"), to: Date.parse("2026-01-08T08:00:00Z") },
  ]);
});

it("leaves the next shift whole after a cover (goalert 4362)", () => {
  const rota = rotaOf([{}], { timezone: "UTC" });
  const cover = taking("2026-01-12T08:00:00Z", "2026-01-12T10:00:00Z");
  expect(shown(rota, "2026-01-11T00:00:00Z", "2026-01-20T00:00:00Z", [cover])).toEqual([
    "ada 2026-01-11T00:00 2026-01-12T08:00",
    "cy 2026-01-12T08:00 2026-01-12T10:00",
    "ben 2026-01-12T10:00 2026-01-19T09:00",
    "cy 2026-01-19T09:00 2026-01-20T00:00",
  ]);
});

it("hands over on a month's last day where it has no thirty-first", () => {
  const handover = { ...weekly.handover, unit: "months" as const, day_of_month: 31, at: "00:00" };
  const rota = rotaOf([{ handover, starts_on: "2026-01-31" }], { timezone: "UTC" });
  expect(shown(rota, "2026-02-01T00:00:00Z", "2026-05-15T00:00:00Z")).toEqual([
    "ada 2026-02-01T00:00 2026-02-28T00:00",
    "ben 2026-02-28T00:00 2026-03-31T00:00",
    "cy 2026-03-31T00:00 2026-04-30T00:00",
    "ada 2026-04-30T00:00 2026-05-15T00:00",
  ]);
});

it("lets the last rotation of a role decide, and a secondary be the next primary", () => {
  const day = { hours: [{ days: [], start: "08:00", end: "18:00" }], turns: [{ people: [cy] }] };
  const rota = rotaOf(
    [{ turns: turns.slice(0, 2) }, day, { role: "secondary", offset: 1, turns: turns.slice(0, 2) }],
    {
      timezone: "UTC",
    },
  );
  expect(shown(rota, "2026-01-07T00:00:00Z", "2026-01-08T00:00:00Z")).toEqual([
    "ada 2026-01-07T00:00 2026-01-07T08:00",
    "cy 2026-01-07T08:00 2026-01-07T18:00",
    "ada 2026-01-07T18:00 2026-01-08T00:00",
    "ben 2026-01-07T00:00 2026-01-08T00:00",
  ]);
});

it("ends with its last day, and takes elapsed hours over a change of clocks", () => {
  const until = rotaOf([{ ends_on: "2026-01-06" }]);
  expect(shown(until, "2026-01-06T00:00:00Z", "2026-01-08T00:00:00Z")).toEqual([
    "ada 2026-01-06T00:00 2026-01-06T23:00",
  ]);
  const handover = { ...weekly.handover, every: 12, unit: "hours" as const };
  const hours = rotaOf([{ handover, starts_on: "2026-03-28", turns: turns.slice(0, 2) }]);
  expect(shown(hours, "2026-03-28T00:00:00Z", "2026-03-29T12:00:00Z")).toEqual([
    "ada 2026-03-28T08:00 2026-03-28T20:00",
    "ben 2026-03-28T20:00 2026-03-29T08:00",
    "ada 2026-03-29T08:00 2026-03-29T12:00",
  ]);
});

it("finds people who are on call twice, and those without a night's rest", () => {
  const night = { hours: [{ days: [], start: "20:00", end: "06:00" }], turns: [{ people: [ada] }] };
  const morning = {
    hours: [{ days: [], start: "12:00", end: "14:00" }],
    turns: [{ people: [ada] }],
    role: "secondary",
  };
  const rota = rotaOf([night, morning], { timezone: "UTC" });
  const other = {
    ...rotaOf([{ ...night, turns: [{ people: [ada] }] }], { timezone: "UTC" }),
    id: "other",
    name: "Other",
  };
  const whole = { from: Date.parse("2026-01-07T10:00:00Z"), to: Date.parse("2026-01-08T10:00:00Z") };
  const concerns = concernsOf(rota, [rota, other], [], new Set([ada]), whole);
  expect(concerns.map(({ kind, message }) => [kind, message])).toEqual([
    ["short_rest", "has 6 h between two shifts, from 7 Jan 2026, 14:00 UTC; 11 h are a night's rest"],
    ["doubly_booked", 'is on call twice: as primary of "Rota" and as primary of "Other"'],
  ]);
});

it("names who could cover, least loaded first", () => {
  const rota = rotaOf([{}], { timezone: "UTC" });
  const absence: Absence = { email: ada, starts_at: "2026-01-06T00:00:00Z", ends_at: "2026-01-07T00:00:00Z" };
  const whole = { from: Date.parse("2026-01-05T09:00:00Z"), to: Date.parse("2026-01-23T09:00:00Z") };
  const [concern] = concernsOf(rota, [rota], [absence], new Set([ada, ben, cy]), whole);
  expect(concern).toEqual({
    ...{ kind: "away", email: ada },
    ...{ from: Date.parse(absence.starts_at), to: Date.parse(absence.ends_at) },
    message:
      "is away and on call as primary; could cover: cy@example.com (96 h planned), ben@example.com (168 h planned)",
    could_cover: [cy, ben],
  });
  // Whoever is on call in one of the shifts of somebody who is gone cannot have them all.
  const other = rotaOf([{ turns: [{ people: [cy] }], ends_on: "2026-01-06" }], { timezone: "UTC" });
  const gone = (rotas: Parameters<typeof concernsOf>[1]) =>
    concernsOf(rota, rotas, [], new Set([ben, cy]), whole)
      .filter(({ kind }) => kind === "gone")
      .map(({ email, could_cover }) => [email, could_cover]);
  expect(gone([rota])).toEqual([[ada, [cy, ben]]]);
  expect(gone([rota, { ...other, id: "rota_2" }])).toEqual([[ada, [ben]]]);
});
