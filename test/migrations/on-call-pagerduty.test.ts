/** PagerDuty's schedules as rotas, compared with what a model of PagerDuty's rules says is on call. */
import { describe, expect, it } from "vitest";
import { bundleOf } from "../../src/features/changes/migrations/bundle.ts";
import { pagerduty } from "../../src/features/changes/migrations/pagerduty.ts";
import { markdownOf } from "../../src/features/changes/migrations/report.ts";
import { entriesOf, hour, wallOf, weekMinute } from "./on-call-model.ts";

const now = new Date("2027-02-03T10:30:00Z");
const since = now.getTime() - (now.getTime() % hour);
const until = since + 100 * 24 * hour;

interface Restriction {
  readonly type: "daily_restriction" | "weekly_restriction";
  readonly start_time_of_day: string;
  readonly duration_seconds: number;
  readonly start_day_of_week?: number;
}

interface Layer {
  readonly name: string;
  readonly start: string;
  readonly end: string | null;
  readonly rotation_virtual_start: string;
  readonly rotation_turn_length_seconds: number;
  readonly users: readonly { readonly user: Reference }[];
  readonly restrictions: readonly Restriction[];
}

const reference = (id: string, summary: string) => ({
  id,
  type: "user_reference",
  summary,
  self: `https://api.pagerduty.example/users/${id}`,
  html_url: `https://shop.pagerduty.example/users/${id}`,
});
type Reference = ReturnType<typeof reference>;

const people = {
  ada: reference("PADA001", "Ada Quill"),
  ben: reference("PBEN002", "Ben Oak"),
  cy: reference("PCYY003", "Cy Reed"),
};
const users = Object.entries(people).map(([name, { id, summary }]) => ({
  id,
  type: "user",
  summary,
  name: summary,
  email: `${name}@example.com`,
}));

const layer = (more: Partial<Layer> & Pick<Layer, "users">): Layer => ({
  name: "Layer 1",
  start: "2026-01-05T09:00:00+01:00",
  end: null,
  rotation_virtual_start: "2026-01-05T09:00:00+01:00",
  rotation_turn_length_seconds: 604_800,
  restrictions: [],
  ...more,
});
const of = (...some: readonly Reference[]) => some.map((user) => ({ user }));
const everybody = of(people.ada, people.ben, people.cy);

/** By PagerDuty's rules: layers from the lowest to the highest, turns counted by the clock on the wall. */
function whoAt(timeZone: string, layers: readonly Layer[]) {
  const wall = wallOf(timeZone);
  const isWithin = (at: number, { restrictions }: Layer) => {
    const minute = weekMinute(wall(at));
    return (
      restrictions.length === 0 ||
      restrictions.some(({ type, start_time_of_day, duration_seconds, start_day_of_week = 1 }) => {
        const [hours = 0, minutes = 0] = start_time_of_day.split(":").map(Number);
        const round = type === "daily_restriction" ? 1_440 : 10_080;
        const begins =
          (type === "daily_restriction" ? 0 : (start_day_of_week - 1) * 1_440) + hours * 60 + minutes;
        return (((minute - begins) % round) + round) % round < duration_seconds / 60;
      })
    );
  };
  return (at: number) => {
    let who: string[] = [];
    for (const one of layers) {
      if (
        at < Date.parse(one.start) ||
        at >= Date.parse(one.end ?? "9999-01-01T00:00:00Z") ||
        !isWithin(at, one)
      )
        continue;
      const turn = one.rotation_turn_length_seconds * 1_000;
      const passed =
        turn % (24 * hour) === 0
          ? wall(at) - wall(Date.parse(one.rotation_virtual_start))
          : at - Date.parse(one.rotation_virtual_start);
      const index = Math.floor(passed / turn);
      const { length } = one.users;
      if (length > 0) who = [one.users[((index % length) + length) % length]?.user.id ?? ""];
    }
    return who;
  };
}

const rendered = (user: Reference, from: number, to: number) => ({
  start: new Date(from).toISOString(),
  end: new Date(to).toISOString(),
  user,
});

/** As GET /schedules/{id} answers it: the highest layer first. */
function answer(
  time_zone: string,
  layers: readonly Layer[],
  more: { overrides?: readonly ReturnType<typeof rendered>[]; render?: boolean; name?: string } = {},
) {
  const { overrides = [], render = true, name = "Payments" } = more;
  const by = whoAt(time_zone, layers);
  const taken = (at: number) =>
    overrides
      .filter(({ start, end }) => at >= Date.parse(start) && at < Date.parse(end))
      .map(({ user }) => user.id);
  const final = entriesOf(since, until, (at) => (taken(at).length > 0 ? taken(at) : by(at)));
  const all = [...Object.values(people), ...layers.flatMap((one) => one.users.map(({ user }) => user))];
  const named = new Map(all.map((user) => [user.id, user]));
  const schedule = {
    id: `P${name}`,
    type: "schedule",
    summary: name,
    self: "https://api.pagerduty.example/schedules/PSCHED1",
    html_url: "https://shop.pagerduty.example/schedules/PSCHED1",
    name,
    time_zone,
    description: "Who is woken",
    escalation_policies: [],
    users: [],
    teams: [],
    schedule_layers: layers
      .map((one) => ({
        id: `L${one.name}`,
        ...one,
        rendered_schedule_entries: [],
        rendered_coverage_percentage: null,
      }))
      .reverse(),
    overrides_subschedule: {
      name: "Overrides",
      rendered_schedule_entries: overrides,
      rendered_coverage_percentage: null,
    },
    final_schedule: {
      name: "Final Schedule",
      rendered_schedule_entries: render
        ? final.map(({ from, to, who }) => rendered(named.get(who) as Reference, from, to))
        : [],
      rendered_coverage_percentage: 100,
    },
  };
  return { name: `${name}.json`, text: JSON.stringify({ schedule }) };
}

const usersFile = { name: "users.json", text: JSON.stringify({ users, limit: 25, offset: 0, more: false }) };
const read = (...files: readonly { name: string; text: string }[]) =>
  pagerduty.read([...files, usersFile], { now });

const workdays: Restriction[] = [1, 2, 3, 4, 5].map((start_day_of_week) => ({
  type: "weekly_restriction",
  start_time_of_day: "08:30:00",
  duration_seconds: 9 * 3_600,
  start_day_of_week,
}));
const nights: Restriction[] = [
  { type: "daily_restriction", start_time_of_day: "22:00:00", duration_seconds: 8 * 3_600 },
];

describe("proved shift by shift over a change of the clocks", () => {
  it.each<[string, string, readonly Layer[]]>([
    ["weeks", "Europe/Berlin", [layer({ users: everybody })]],
    ["two weeks", "America/New_York", [layer({ users: everybody, rotation_turn_length_seconds: 1_209_600 })]],
    [
      "days, a virtual start long ago",
      "Europe/London",
      [
        layer({
          users: everybody,
          rotation_turn_length_seconds: 86_400,
          rotation_virtual_start: "2019-06-01T07:30:00Z",
        }),
      ],
    ],
    [
      "days on workdays: days off have turns as well",
      "Europe/Berlin",
      [
        layer({
          users: of(people.ada, people.ben),
          rotation_turn_length_seconds: 86_400,
          restrictions: workdays,
        }),
      ],
    ],
    [
      "days on workdays, of seven",
      "Europe/Berlin",
      [
        layer({
          users: [...everybody, ...everybody, ...of(people.ada)],
          rotation_turn_length_seconds: 86_400,
          restrictions: workdays,
        }),
      ],
    ],
    ["hours across midnight", "Europe/Berlin", [layer({ users: everybody, restrictions: nights })]],
    [
      "a week's restriction of several days",
      "Europe/Berlin",
      [
        layer({
          users: everybody,
          restrictions: [
            {
              type: "weekly_restriction",
              start_day_of_week: 5,
              start_time_of_day: "17:00:00",
              duration_seconds: 64 * 3_600,
            },
          ],
        }),
      ],
    ],
    ["twelve hours", "UTC", [layer({ users: everybody, rotation_turn_length_seconds: 43_200 })]],
    [
      "twelve hours at night",
      "UTC",
      [layer({ users: everybody, rotation_turn_length_seconds: 43_200, restrictions: nights })],
    ],
    [
      "layers, of which the highest decides",
      "Europe/Berlin",
      [
        layer({ users: everybody }),
        layer({
          name: "Layer 2",
          users: of(people.cy, people.ada),
          rotation_turn_length_seconds: 86_400,
          restrictions: nights,
        }),
        layer({ name: "Layer 3", users: of(people.ben), restrictions: workdays }),
      ],
    ],
    [
      "a layer that ends, and one that begins in the middle of a turn",
      "Europe/Berlin",
      [
        layer({ users: everybody, end: "2027-03-03T11:30:00+01:00" }),
        layer({ name: "Layer 2", users: everybody, start: "2027-03-03T11:30:00+01:00" }),
      ],
    ],
    [
      "a layer that ended",
      "Europe/Berlin",
      [
        layer({ users: everybody }),
        layer({ name: "Layer 2", users: of(people.cy), end: "2026-12-01T00:00:00Z" }),
      ],
    ],
    [
      "a virtual start that is yet to come",
      "Europe/Berlin",
      [layer({ users: everybody, rotation_virtual_start: "2027-02-22T09:00:00+01:00" })],
    ],
    [
      "a layer with nobody",
      "Europe/Berlin",
      [layer({ users: everybody }), layer({ name: "Layer 2", users: [] })],
    ],
  ])("%s", (_, zone, layers) => {
    const { first, shifts, rows } = read(answer(zone, layers));
    expect(first).toEqual([]);
    expect(shifts).toEqual([
      expect.objectContaining({ schedule: "Payments", tool: "PagerDuty", state: "same", differs: [] }),
    ]);
    expect(shifts[0]?.says).toMatch(
      /^\d+ shifts from \d Feb 2027, .* UTC to \d May 2027, .* UTC: the same people in all$/,
    );
    expect(rows.all).toHaveLength(1);
  });
});

describe("what becomes of a schedule", () => {
  it("is a rota with rotations, and its overrides that are not over", () => {
    const day = 24 * hour;
    const overrides = [
      rendered(people.cy, since - 3 * day, since - 2 * day),
      rendered(people.cy, since + 3 * day, since + 4 * day),
    ];
    const migration = read(
      answer(
        "Europe/Berlin",
        [
          layer({ users: everybody }),
          layer({ name: "Office", users: of(people.ben), restrictions: workdays }),
        ],
        { overrides },
      ),
    );
    const handover = { every: 1, unit: "weeks", at: "09:00", weekday: "mon", day_of_month: 5 };
    const rotation = { role: "primary", starts_on: "2026-01-05", ends_on: null, handover, offset: 0 };
    const hours = [{ days: ["mon", "tue", "wed", "thu", "fri"], start: "08:30", end: "17:30" }];
    expect(bundleOf(migration)).toEqual({
      on_call_rotas: [
        {
          name: "Payments",
          description: "Who is woken",
          timezone: "Europe/Berlin",
          rotations: [
            {
              ...rotation,
              name: "Layer 1",
              turns: ["ada", "ben", "cy"].map((one) => ({ people: [`${one}@example.com`] })),
              hours: [],
            },
            { ...rotation, name: "Office", turns: [{ people: ["ben@example.com"] }], hours },
          ],
        },
      ],
      on_call_overrides: [
        {
          rota_id: { name: "Payments" },
          role: "primary",
          email: "cy@example.com",
          replaces: null,
          starts_at: "2027-02-06T10:00:00.000Z",
          ends_at: "2027-02-07T10:00:00.000Z",
          reason: "From PagerDuty",
        },
      ],
    });
    expect(migration.shifts[0]).toMatchObject({ state: "same" });
    expect(migration.first).toEqual([]);
  });

  it("keeps the turns of somebody whose address nobody says, or who was deleted, and begins with it", () => {
    const deleted = {
      ...reference("PGONE09", "Dee Past"),
      self: null,
      html_url: null,
    } as unknown as Reference;
    const file = answer("Europe/Berlin", [layer({ users: [...everybody, ...of(deleted)] })]);
    const migration = pagerduty.read([file], {
      now,
      people: { PADA001: "ada@example.org", "ben oak": "ben@example.org" },
    });
    const turns = [
      ["ada@example.org"],
      ["ben@example.org"],
      ["pcyy003@unknown.invalid"],
      ["pgone09@unknown.invalid"],
    ];
    expect(migration.rows.all[0]?.body).toMatchObject({
      rotations: [{ turns: turns.map((people) => ({ people })) }],
    });
    expect(migration.first).toEqual([
      expect.stringMatching(
        /^schedule Payments: no file says the address of "Cy Reed" \(PCYY003\): pcyy003@unknown.invalid stands/,
      ),
      expect.stringContaining('--people ("PGONE09": their address)'),
    ]);
    expect(migration.shifts[0]?.state).toBe("same");
  });

  it("says when somebody else is on call than there, and where nothing is proved", () => {
    const layers = [layer({ users: everybody })];
    const changed = answer("Europe/Berlin", layers).text.replaceAll(
      '"rotation_turn_length_seconds":604800',
      '"rotation_turn_length_seconds":1209600',
    );
    const differing = read({ name: "changed.json", text: changed });
    expect(differing.shifts[0]).toMatchObject({ state: "differs" });
    expect(differing.shifts[0]?.differs[0]).toBe(
      "primary from 3 Feb 2027, 10:30 UTC to 8 Feb 2027, 08:00 UTC: in PagerDuty cy@example.com, here ben@example.com",
    );
    expect(differing.first.join()).toContain(
      "somebody else is on call than in PagerDuty: primary from 3 Feb 2027",
    );
    const unknown = read(answer("Europe/Berlin", layers, { render: false }));
    expect(unknown.first).toEqual([]);
    expect(markdownOf(unknown)).toContain(
      '## Shifts\n\n- "Payments": not proved by PagerDuty: the file has no rendered entries; GET /schedules/{id}?since=…&until=… has them',
    );
  });

  it("compares where the entries lie, where that is in the past", () => {
    const { shifts } = pagerduty.read([answer("Europe/Berlin", [layer({ users: everybody })]), usersFile], {
      now: new Date("2028-01-01T00:00:00Z"),
    });
    expect(shifts[0]).toMatchObject({
      state: "same",
      says: expect.stringContaining("from 3 Feb 2027, 10:00 UTC to 14 May 2027, 10:00 UTC"),
    });
  });

  it("names what no rotation says, and begins with whom nobody calls any more", () => {
    const odd = layer({ name: "Odd", users: everybody, rotation_turn_length_seconds: 5_400 });
    const uneven = layer({
      name: "Uneven",
      users: everybody,
      rotation_turn_length_seconds: 172_800,
      restrictions: [
        {
          type: "weekly_restriction",
          start_day_of_week: 6,
          start_time_of_day: "12:00:30",
          duration_seconds: 3_600,
        },
      ],
    });
    const migration = read(
      answer("Europe/Berlin", [odd, uneven], { render: false }),
      {
        name: "mars.json",
        text: answer("UTC", [layer({ users: everybody })], { render: false, name: "Mars" }).text.replace(
          '"UTC"',
          '"Mars/Base"',
        ),
      },
      answer("Europe/Berlin", [], { render: false, name: "Empty" }),
      {
        name: "list.json",
        text: JSON.stringify({
          schedules: [{ id: "PL", type: "schedule", name: "Listed", time_zone: "UTC" }],
        }),
      },
    );
    expect(migration.first).toEqual([
      'schedule Payments: the layer "Odd" is left out, and its people are not on call: turns of 5400 seconds cannot be said here, those of whole hours can',
      "schedule Empty: nobody is on call by it: it has no turns, and the rota is empty",
      "schedule Listed: nobody is called by it: the list of schedules does not have its layers",
    ]);
    const report = markdownOf(migration);
    expect(report).toContain("has turns of 2 days of which some cover nothing");
    expect(report).toContain("begins or ends at a second that is no whole minute");
    expect(report).toContain('nobody knows its time zone "Mars/Base": UTC is written');
    expect(report).toContain("add the answer of GET /schedules/{id}");
    expect(() => pagerduty.read([usersFile], {})).toThrow("no schedules and no escalation_policies");
  });

  it("takes the list and the answer about one of it as one", () => {
    const one = answer("Europe/Berlin", [layer({ users: everybody })]);
    const list = {
      name: "list.json",
      text: JSON.stringify({
        schedules: [{ id: "PPayments", name: "Payments", time_zone: "Europe/Berlin" }],
      }),
    };
    expect(read(list, one).rows.all).toHaveLength(1);
    expect(read(one, list).first).toEqual([]);
  });
});
