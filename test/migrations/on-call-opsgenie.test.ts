/** Opsgenie's schedules as rotas, compared with what a model of Opsgenie's rules says is on call. */
import { describe, expect, it } from "vitest";
import { bundleOf } from "../../src/features/changes/migrations/bundle.ts";
import { opsgenie } from "../../src/features/changes/migrations/opsgenie.ts";
import { markdownOf } from "../../src/features/changes/migrations/report.ts";
import { entriesOf, hour, wallOf, weekMinute } from "./on-call-model.ts";

const now = new Date("2027-02-03T10:30:00Z");
const since = now.getTime();
const until = since + 95 * 24 * hour;

interface Time {
  readonly startDay?: string;
  readonly endDay?: string;
  readonly startHour: number;
  readonly startMin: number;
  readonly endHour: number;
  readonly endMin: number;
}
interface Participant {
  readonly type: string;
  readonly id?: string;
  readonly username?: string;
  readonly name?: string;
}
interface Rotation {
  readonly id: string;
  readonly name: string;
  readonly startDate: string;
  readonly endDate?: string;
  readonly type: "hourly" | "daily" | "weekly";
  readonly length: number;
  readonly participants: readonly Participant[];
  readonly timeRestriction?:
    | { readonly type: "time-of-day"; readonly restriction: Time }
    | { readonly type: "weekday-and-time-of-day"; readonly restrictions: readonly Time[] };
}

const user = (name: string): Participant => ({
  type: "user",
  id: `u-${name}`,
  username: `${name}@example.com`,
});
const [ada, ben, cy] = ["ada", "ben", "cy"].map(user) as [Participant, Participant, Participant];
const none: Participant = { type: "none" };
const shop: Participant = { type: "team", id: "t1", name: "Shop" };
const membersOfShop = ["ada@example.com", "cy@example.com"];

const rotation = (more: Partial<Rotation> & Pick<Rotation, "participants">): Rotation => ({
  id: "r1",
  name: "Weeks",
  startDate: "2026-01-05T08:00:00Z",
  type: "weekly",
  length: 1,
  ...more,
});
const at = (startHour: number, endHour: number, days: Partial<Time> = {}): Time => ({
  startHour,
  startMin: 0,
  endHour,
  endMin: 30,
  ...days,
});
const names = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

/** All rotations are on call together; turns go by the clock on the wall, those of hours by time. */
function whoAt(timeZone: string, rotations: readonly Rotation[]) {
  const wall = wallOf(timeZone);
  const within = (minute: number, { startDay, endDay, startHour, startMin, endHour, endMin }: Time) => {
    const round = startDay === undefined ? 1_440 : 10_080;
    const of = (day: string | undefined, hours: number, minutes: number) =>
      Math.max(0, names.indexOf(day ?? "")) * 1_440 + hours * 60 + minutes;
    const [start, end] = [of(startDay, startHour, startMin), of(endDay, endHour, endMin)];
    const length = (end - start + round) % round || round;
    return (((minute - start) % round) + round) % round < length;
  };
  return (moment: number) =>
    rotations.flatMap((one) => {
      const { startDate, endDate = "9999-01-01T00:00:00Z", participants, timeRestriction } = one;
      if (moment < Date.parse(startDate) || moment >= Date.parse(endDate)) return [];
      const times =
        timeRestriction === undefined
          ? []
          : timeRestriction.type === "time-of-day"
            ? [timeRestriction.restriction]
            : timeRestriction.restrictions;
      if (times.length > 0 && !times.some((time) => within(weekMinute(wall(moment)), time))) return [];
      const passed =
        one.type === "hourly" ? moment - Date.parse(startDate) : wall(moment) - wall(Date.parse(startDate));
      const turn = one.length * hour * { hourly: 1, daily: 24, weekly: 168 }[one.type];
      const who = participants[Math.floor(passed / turn) % participants.length] as Participant;
      if (who.type === "none") return [];
      return who.type === "team" ? membersOfShop : [who.username ?? ""];
    });
}

const json = (name: string, data: unknown) => ({ name: `${name}.json`, text: JSON.stringify({ data }) });
const parent = { id: "s1", name: "Nights", enabled: true };
const schedule = (timezone: string, rotations: readonly Rotation[], more: object = {}) =>
  json("schedules", [
    { ...parent, description: "", timezone, ownerTeam: { id: "t1", name: "Shop" }, rotations, ...more },
  ]);

interface Override {
  readonly alias: string;
  readonly user: Participant;
  readonly startDate: string;
  readonly endDate: string;
  readonly rotations: readonly { readonly id: string; readonly name: string }[];
}
const within = (moment: number, { startDate, endDate }: Override) =>
  moment >= Date.parse(startDate) && moment < Date.parse(endDate);

/** As GET /v2/schedules/{id}/timeline answers it. */
function timeline(timezone: string, rotations: readonly Rotation[], overrides: readonly Override[] = []) {
  const by = whoAt(timezone, rotations);
  const taken = (moment: number) =>
    overrides.filter((one) => within(moment, one)).flatMap((one) => one.user.username ?? []);
  const periods = entriesOf(since, until, (moment) =>
    taken(moment).length > 0 ? taken(moment) : by(moment),
  ).map(({ from, to, who }) => ({
    startDate: new Date(from).toISOString(),
    endDate: new Date(to).toISOString(),
    type: "default",
    recipient: { type: "user", id: `u-${who.split("@")[0]}`, name: who },
  }));
  const date = (moment: number) => new Date(moment).toISOString();
  return json("timeline", {
    _parent: parent,
    startDate: date(since),
    endDate: date(until),
    finalTimeline: { rotations: [{ id: "r1", name: "Weeks", order: 1, periods }] },
  });
}

const team = json("team", {
  id: "t1",
  name: "Shop",
  members: membersOfShop.map((username) => ({ role: "user", user: { id: `u-${username}`, username } })),
});
const read = (...files: readonly { name: string; text: string }[]) =>
  opsgenie.read([...files, team], { now });
const [friday, monday] = [{ startDay: "friday" }, { endDay: "monday" }];

describe("proved shift by shift over a change of the clocks", () => {
  it.each<[string, string, readonly Rotation[], readonly string[]]>([
    ["weeks", "Europe/Berlin", [rotation({ participants: [ada, ben, cy] })], ["primary"]],
    [
      "days with nobody's turn, and a team's",
      "America/New_York",
      [rotation({ type: "daily", participants: [ada, none, shop] })],
      ["primary"],
    ],
    ["hours", "UTC", [rotation({ type: "hourly", length: 12, participants: [ada, ben, cy] })], ["primary"]],
    [
      "day and night, which never overlap",
      "Europe/Berlin",
      [
        rotation({
          participants: [ada, ben],
          timeRestriction: { type: "time-of-day", restriction: { ...at(8, 20), endMin: 0 } },
        }),
        rotation({
          id: "r2",
          name: "Nights",
          participants: [cy, ben],
          timeRestriction: { type: "time-of-day", restriction: { ...at(20, 8), endMin: 0 } },
        }),
      ],
      ["primary"],
    ],
    [
      "three that overlap: all of them are on call",
      "Europe/Berlin",
      [
        rotation({ participants: [ada, ben] }),
        rotation({
          id: "r2",
          name: "Office",
          type: "daily",
          participants: [cy, ada],
          timeRestriction: { type: "time-of-day", restriction: at(9, 17) },
        }),
        rotation({
          id: "r3",
          name: "Weekends",
          participants: [ben],
          timeRestriction: {
            type: "weekday-and-time-of-day",
            restrictions: [at(18, 6, { ...friday, ...monday })],
          },
        }),
      ],
      ["primary", "primary-2", "primary-3"],
    ],
    [
      "one that follows another",
      "Europe/Berlin",
      [
        rotation({ participants: [ada, ben], endDate: "2027-03-10T12:30:00Z" }),
        rotation({ id: "r2", name: "Next", participants: [cy], startDate: "2027-03-10T12:30:00Z" }),
      ],
      ["primary"],
    ],
  ])("%s", (_, zone, rotations, roles) => {
    const { first, shifts, rows } = read(schedule(zone, rotations), timeline(zone, rotations));
    expect(first).toEqual([]);
    expect(shifts).toEqual([
      expect.objectContaining({ schedule: "Nights", tool: "Opsgenie", state: "same" }),
    ]);
    const body = rows.all.find(({ definition }) => definition.kind === "on_call_rotas")?.body;
    const made = (body?.rotations ?? []) as { readonly role: string }[];
    expect([...new Set(made.map(({ role }) => role))]).toEqual(roles);
  });

  it("with overrides, of all rotations and of one", () => {
    const rotations = [
      rotation({ participants: [ada, ben] }),
      rotation({
        id: "r2",
        name: "Office",
        participants: [cy],
        timeRestriction: { type: "time-of-day", restriction: at(9, 17) },
      }),
    ];
    const override = (more: Partial<Override>): Override => ({
      alias: "a",
      user: user("dee"),
      startDate: "2027-02-10T00:00:00Z",
      endDate: "2027-02-11T00:00:00Z",
      rotations: [],
      ...more,
    });
    const overrides = [
      override({}),
      override({ alias: "b", startDate: "2027-01-01T00:00:00Z", endDate: "2027-01-02T00:00:00Z" }),
    ];
    const list = json(
      "overrides",
      overrides.map((one) => ({ _parent: parent, ...one })),
    );
    const migration = read(
      schedule("Europe/Berlin", rotations),
      timeline("Europe/Berlin", rotations, overrides),
      list,
    );
    expect(migration.shifts[0]).toMatchObject({ state: "same" });
    expect(bundleOf(migration).on_call_overrides).toMatchObject(
      ["primary", "primary-2"].map((role) => ({
        role,
        email: "dee@example.com",
        replaces: null,
        starts_at: "2027-02-10T00:00:00.000Z",
      })),
    );
    const one = override({ rotations: [{ id: "r2", name: "Office" }] });
    const of = bundleOf(
      read(schedule("Europe/Berlin", rotations), json("one", [{ _parent: parent, ...one }])),
    );
    expect(of.on_call_overrides).toMatchObject([{ role: "primary-2" }]);
  });
});

describe("what cannot be said", () => {
  it("is a line: whom no file knows, escalations on call, schedules without rotations or that are off", () => {
    const migration = opsgenie.read(
      [
        schedule(
          "Europe/Berlin",
          [
            rotation({
              participants: [
                shop,
                { type: "escalation", id: "e1", name: "Late" },
                { type: "user", id: "gone" },
              ],
            }),
            rotation({ id: "r2", name: "Empty", participants: [] }),
          ],
          { enabled: false },
        ),
        json("list", [{ id: "s2", name: "Listed", timezone: "UTC" }]),
        json("forwarding", [
          {
            id: "f1",
            alias: "x",
            fromUser: ada,
            toUser: ben,
            startDate: "2027-01-01T00:00:00Z",
            endDate: "2027-01-02T00:00:00Z",
          },
        ]),
      ],
      { now },
    );
    expect(migration.first).toEqual([
      'schedule Nights: no file has the members of the team "Shop", which is on call: add GET /v2/teams/{id}',
      'schedule Nights: the escalation "Late" is on call in it, which no turn can say: put people in its place',
      expect.stringContaining('no file says the address of "gone"'),
      "schedule Listed: nobody is called by it: its rotations are not in the list of schedules",
    ]);
    const report = markdownOf(migration);
    expect(report).toContain("rotations[1].participants: has nobody");
    expect(report).toContain("it is switched off there");
    expect(report).toContain("make an absence of it");
    expect(report).toContain("not proved by Opsgenie: the files have no timeline");
  });
});
