/** Grafana OnCall's schedules as rotas, compared with what a model of its rules says is on call. */
import { describe, expect, it } from "vitest";
import { bundleOf } from "../../src/features/changes/migrations/bundle.ts";
import { grafanaOncall } from "../../src/features/changes/migrations/grafana-oncall.ts";
import { markdownOf } from "../../src/features/changes/migrations/report.ts";
import { entriesOf, hour, wallOf } from "./on-call-model.ts";

const now = new Date("2027-02-03T10:30:00Z");
const since = now.getTime();
const until = since + 95 * 24 * hour;
const day = 24 * hour;

interface Shift {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly level: number;
  readonly start: string;
  readonly duration: number;
  readonly frequency?: string;
  readonly interval?: number;
  readonly week_start?: string;
  readonly by_day?: readonly string[] | null;
  readonly by_monthday?: readonly number[] | null;
  readonly until?: string | null;
  readonly users?: readonly string[];
  readonly rolling_users?: readonly (readonly string[])[];
  readonly start_rotation_from_user_index?: number;
  readonly time_zone?: string | null;
}

const shift = (more: Partial<Shift>): Shift => ({
  id: "O1",
  name: "Weeks",
  type: "rolling_users",
  level: 0,
  start: "2026-01-05T09:00:00",
  duration: 604_800,
  frequency: "weekly",
  interval: 1,
  week_start: "MO",
  by_day: null,
  until: null,
  rolling_users: [["UADA"], ["UBEN"], ["UCY"]],
  start_rotation_from_user_index: 0,
  time_zone: null,
  ...more,
});
const weekDays = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];
const placeOf = (date: number, weekStart: string) =>
  (((Math.floor(date / day) + 3) % 7) - weekDays.indexOf(weekStart) + 7) % 7;

/** The days on which a shift comes, and with whom; by the clock on the wall, as iCal's rules have it. */
function occurrences(one: Shift) {
  const {
    interval = 1,
    by_day,
    week_start = "SU",
    rolling_users,
    users = [],
    start_rotation_from_user_index: first = 0,
  } = one;
  const start = Date.parse(`${one.start}Z`);
  const groups = one.type === "rolling_users" ? (rolling_users ?? []) : [users];
  const midnight = start - (start % day);
  const found: { readonly from: number; readonly to: number; readonly who: readonly string[] }[] = [];
  if (one.type === "single_event" || one.type === "override")
    return [{ from: start, to: start + one.duration * 1_000, who: users }];
  for (let passed = 0; midnight + passed * day < until + 7 * day; passed += 1) {
    const date = midnight + passed * day;
    if (one.until && date + (start % day) > Date.parse(`${one.until}Z`)) break;
    const name = weekDays[placeOf(date, "MO")] as string;
    const weeks = Math.floor((passed + placeOf(midnight, week_start)) / 7);
    const index = one.frequency === "daily" ? passed : weeks;
    const comes = by_day ? by_day.includes(name) : one.frequency === "daily" || passed % 7 === 0;
    if (!comes || index % interval !== 0) continue;
    const from = date + (start % day);
    const who = groups[(index / interval + first) % groups.length] as readonly string[];
    found.push({ from, to: from + one.duration * 1_000, who });
  }
  return found;
}

function whoAt(timeZone: string, shifts: readonly Shift[]) {
  const wall = wallOf(timeZone);
  const all = shifts.flatMap((one) =>
    occurrences(one).map((time) => ({ ...time, level: one.type === "override" ? 99 : one.level })),
  );
  return (moment: number) => {
    const at = wall(moment);
    const active = all.filter(({ from, to }) => from <= at && at < to);
    const level = Math.max(...active.map((one) => one.level));
    return active.filter((one) => one.level === level).flatMap(({ who }) => who);
  };
}

const list = (name: string, results: readonly object[]) => ({
  name: `${name}.json`,
  text: JSON.stringify({ count: results.length, next: null, previous: null, results }),
});
const users = list(
  "users",
  ["ada", "ben", "cy"].map((name) => ({
    id: `U${name.toUpperCase()}`,
    email: `${name}@example.com`,
    username: name,
    role: "user",
    slack: null,
  })),
);
const schedule = (time_zone: string, shifts: readonly Shift[], more: object = {}) => ({
  id: "SNIGHTS",
  name: "Nights",
  type: "calendar",
  team_id: null,
  time_zone,
  on_call_now: ["UADA"],
  shifts: shifts.map(({ id }) => id),
  ical_url_overrides: null,
  slack: { channel_id: null, user_group_id: null },
  ...more,
});
const final = (timeZone: string, shifts: readonly Shift[]) =>
  list(
    "final-SNIGHTS",
    entriesOf(since, until, whoAt(timeZone, shifts)).map(({ from, to, who }) => ({
      user_pk: who,
      user_email: `${who.slice(1).toLowerCase()}@example.com`,
      user_username: who.slice(1).toLowerCase(),
      shift_start: new Date(from).toISOString(),
      shift_end: new Date(to).toISOString(),
    })),
  );
const read = (...files: readonly { name: string; text: string }[]) =>
  grafanaOncall.read([...files, users], { now });
const workdays = ["MO", "TU", "WE", "TH", "FR"];

describe("proved shift by shift over a change of the clocks", () => {
  it.each<[string, string, readonly Shift[], readonly string[]]>([
    [
      "weeks, from another turn",
      "Europe/Berlin",
      [shift({ start_rotation_from_user_index: 1 })],
      ["primary"],
    ],
    ["two people at once", "UTC", [shift({ rolling_users: [["UADA", "UBEN"], ["UCY"]] })], ["primary"]],
    [
      "nights of workdays, by the week",
      "Europe/Berlin",
      [shift({ start: "2026-01-07T22:00:00", duration: 28_800, by_day: workdays })],
      ["primary"],
    ],
    [
      "a week that begins on Sunday",
      "Europe/Berlin",
      [
        shift({
          start: "2026-01-07T22:00:00",
          duration: 28_800,
          by_day: ["SU", "MO", "WE"],
          week_start: "SU",
        }),
      ],
      ["primary"],
    ],
    [
      "days on workdays",
      "America/New_York",
      [shift({ frequency: "daily", duration: 86_400, by_day: workdays })],
      ["primary"],
    ],
    [
      "each second week, and nobody between",
      "Europe/Berlin",
      [
        shift({
          type: "recurrent_event",
          users: ["UADA"],
          interval: 2,
          duration: 36_000,
          by_day: ["MO", "WE"],
        }),
      ],
      ["primary"],
    ],
    ["two weeks", "Europe/Berlin", [shift({ interval: 2, duration: 1_209_600 })], ["primary"]],
    [
      "levels: the highest decides",
      "Europe/Berlin",
      [
        shift({ level: 1 }),
        shift({
          id: "O2",
          name: "Office",
          level: 2,
          type: "recurrent_event",
          users: ["UCY"],
          duration: 28_800,
          by_day: workdays,
        }),
      ],
      ["primary"],
    ],
    [
      "levels over two that are on call together",
      "Europe/Berlin",
      [
        shift({ level: 1 }),
        shift({ id: "O2", name: "Also", level: 1, rolling_users: [["UBEN"], ["UADA"]] }),
        shift({
          id: "O3",
          name: "Office",
          level: 2,
          type: "recurrent_event",
          users: ["UCY"],
          duration: 28_800,
          by_day: workdays,
        }),
        shift({
          id: "O4",
          name: "Noon",
          level: 2,
          type: "recurrent_event",
          users: ["UADA"],
          start: "2026-01-05T12:00:00",
          duration: 7_200,
          by_day: workdays,
        }),
      ],
      ["primary", "primary-2"],
    ],
    [
      "a single event, and an override",
      "Europe/Berlin",
      [
        shift({}),
        shift({
          id: "O2",
          name: "Once",
          type: "single_event",
          level: 3,
          users: ["UBEN"],
          start: "2027-02-20T10:00:00",
          duration: 18_000,
        }),
        shift({
          id: "O3",
          name: "Cover",
          type: "override",
          users: ["UADA"],
          start: "2027-02-21T10:00:00",
          duration: 18_000,
        }),
      ],
      ["primary"],
    ],
    [
      "one that ends, and one that begins",
      "Europe/Berlin",
      [
        shift({ frequency: "daily", duration: 86_400, until: "2027-03-09T09:00:00" }),
        shift({ id: "O2", name: "Next", start: "2027-03-10T09:00:00", rolling_users: [["UCY"], ["UBEN"]] }),
      ],
      ["primary"],
    ],
  ])("%s", (_, zone, shifts, roles) => {
    const {
      first,
      shifts: proofs,
      rows,
    } = read(list("schedules", [schedule(zone, shifts)]), list("shifts", shifts), final(zone, shifts));
    expect(first).toEqual([]);
    expect(proofs).toEqual([
      expect.objectContaining({ schedule: "Nights", tool: "Grafana OnCall", state: "same" }),
    ]);
    const made = (rows.all[0]?.body.rotations ?? []) as readonly { readonly role: string }[];
    expect([...new Set(made.map(({ role }) => role))]).toEqual(roles);
  });
});

describe("what cannot be said", () => {
  it("is a line: shifts by the month, of no file, calendars that are elsewhere", () => {
    const shifts = [
      shift({ frequency: "monthly", by_monthday: [1] }),
      shift({ id: "O2", name: "Hourly", frequency: "hourly", duration: 1_800 }),
      shift({ id: "O3", name: "Empty", rolling_users: [] }),
      shift({
        id: "O4",
        name: "Elsewhere",
        time_zone: "America/New_York",
        users: ["UGONE"],
        type: "recurrent_event",
      }),
    ];
    const migration = read(
      list("schedules", [
        schedule("Europe/Berlin", [...shifts, shift({ id: "O9" })]),
        {
          id: "SCAL",
          name: "Calendar",
          type: "ical",
          ical_url_primary: "https://calendar.example.com/a.ics",
          on_call_now: [],
        },
      ]),
      list("shifts", shifts),
    );
    expect(migration.first).toEqual([
      "schedule Nights: the shift O9 is in no file, and its people are not on call: add the answer of GET /on_call_shifts",
      'schedule Nights: the shift "Weeks" is left out, and its people are not on call: it comes on days of the month or in months, which no rotation says',
      'schedule Nights: the shift "Hourly" is left out, and its people are not on call: it comes by the hour and does not last until it comes again',
      expect.stringContaining('no file says the address of "UGONE"'),
      "schedule Calendar: nobody is called by it: its calendar is elsewhere; fetch it, and read it with `orgconfig migrate ical`",
    ]);
    const report = markdownOf(migration);
    expect(report).toContain("shift Empty: has nobody, and is left out");
    expect(report).toContain("shift Elsewhere: is meant in the time zone America/New_York");
    expect(report).toContain("not proved by Grafana OnCall: the files have no final shifts");
    expect(bundleOf(migration).on_call_rotas).toHaveLength(1);
    expect(() => grafanaOncall.read([users], {})).toThrow("no schedules and no escalation_chains");
  });
});
