/** Calendars as rotas, compared with the events that ical.js works out of them. */
import { describe, expect, it } from "vitest";
import { bundleOf } from "../../src/features/changes/migrations/bundle.ts";
import { ical } from "../../src/features/changes/migrations/ical.ts";
import { markdownOf } from "../../src/features/changes/migrations/report.ts";

const now = new Date("2027-02-03T10:30:00Z");

const event = (summary: string, start: string, end: string, ...more: readonly string[]) =>
  [
    "BEGIN:VEVENT",
    `UID:${summary}-${start}-${more.join()}`,
    "DTSTAMP:20260101T000000Z",
    start.endsWith("Z") ? `DTSTART:${start}` : `DTSTART;TZID=Europe/Berlin:${start}`,
    end.endsWith("Z") ? `DTEND:${end}` : `DTEND;TZID=Europe/Berlin:${end}`,
    `SUMMARY:${summary}`,
    ...more,
    "END:VEVENT",
  ].join("\r\n");

const calendar = (...events: readonly string[]) => ({
  name: "on-call/Nights.ics",
  text: [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Example//On call//EN",
    ...events,
    "END:VCALENDAR",
    "",
  ].join("\r\n"),
});
const people = { "Ada Quill": "ada@example.com" };
const read = (...events: readonly string[]) => ical.read([calendar(...events)], { now, people });
const rotations = (migration: ReturnType<typeof read>) =>
  (migration.rows.all[0]?.body.rotations ?? []) as readonly {
    readonly role: string;
    readonly turns: readonly { readonly people: readonly string[] }[];
  }[];

describe("events that come again", () => {
  it("are the turns of one rotation where each comes a week after the other", () => {
    const migration = read(
      event("Ada Quill", "20260105T090000", "20260112T090000", "RRULE:FREQ=WEEKLY;INTERVAL=3"),
      event("On call: ben@example.com", "20260112T090000", "20260119T090000", "RRULE:FREQ=WEEKLY;INTERVAL=3"),
      event(
        "[L1] Cy",
        "20260119T090000",
        "20260126T090000",
        "ATTENDEE;CN=Cy:mailto:cy@example.com",
        "RRULE:FREQ=WEEKLY;INTERVAL=3",
      ),
    );
    expect(migration.first).toEqual([]);
    expect(bundleOf(migration).on_call_rotas).toMatchObject([
      {
        name: "Nights",
        timezone: "Europe/Berlin",
        rotations: [
          {
            role: "primary",
            turns: ["ada", "ben", "cy"].map((one) => ({ people: [`${one}@example.com`] })),
            starts_on: "2026-01-05",
            handover: { every: 1, unit: "weeks", at: "09:00", weekday: "mon" },
            hours: [],
          },
        ],
      },
    ]);
    expect(migration.shifts[0]).toMatchObject({
      state: "same",
      says: expect.stringMatching(/^14 shifts from 3 Feb/),
    });
  });

  it.each<[string, readonly string[], readonly string[]]>([
    [
      "on workdays, of two people in turn",
      [
        event(
          "a@example.com",
          "20260105T090000",
          "20260105T170000",
          "RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TU,WE,TH,FR;WKST=MO",
        ),
        event(
          "b@example.com",
          "20260112T090000",
          "20260112T170000",
          "RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TU,WE,TH,FR;WKST=MO",
        ),
      ],
      ["primary"],
    ],
    [
      "each day across midnight",
      [event("a@example.com", "20260105T220000", "20260106T060000", "RRULE:FREQ=DAILY")],
      ["primary"],
    ],
    [
      "each second day, and nobody between",
      [event("a@example.com", "20260105T220000", "20260106T060000", "RRULE:FREQ=DAILY;INTERVAL=2")],
      ["primary"],
    ],
    [
      "that end",
      [
        event(
          "a@example.com",
          "20260105T090000",
          "20260106T090000",
          "RRULE:FREQ=DAILY;UNTIL=20270310T080000Z",
        ),
      ],
      ["primary"],
    ],
    [
      "that are counted",
      [event("a@example.com", "20270201T090000", "20270201T170000", "RRULE:FREQ=DAILY;COUNT=20")],
      ["primary"],
    ],
    [
      "that begin later",
      [event("a@example.com", "20270301T090000", "20270301T170000", "RRULE:FREQ=WEEKLY")],
      ["primary"],
    ],
    [
      "that overlap: both are on call",
      [
        event("a@example.com", "20260105T090000", "20260112T090000", "RRULE:FREQ=WEEKLY"),
        event("b@example.com", "20260106T120000", "20260106T180000", "RRULE:FREQ=WEEKLY"),
      ],
      ["primary", "primary-2"],
    ],
    [
      "two people at once",
      [
        event("a@example.com", "20260105T090000", "20260112T090000", "RRULE:FREQ=WEEKLY"),
        event("b@example.com", "20260105T090000", "20260112T090000", "RRULE:FREQ=WEEKLY"),
      ],
      ["primary"],
    ],
    [
      "in UTC, for a rota of a zone",
      [event("a@example.com", "20260105T080000Z", "20260105T160000Z", "RRULE:FREQ=HOURLY;INTERVAL=8")],
      ["primary"],
    ],
  ])("%s", (_, events, roles) => {
    const migration = read(...events);
    expect(migration.first).toEqual([]);
    expect(migration.shifts).toEqual([expect.objectContaining({ state: "same" })]);
    expect([...new Set(rotations(migration).map(({ role }) => role))]).toEqual(roles);
  });

  it("become overrides where no rotation says them, and the report begins with it", () => {
    const migration = read(
      event("a@example.com", "20260105T090000", "20260105T170000", "RRULE:FREQ=MONTHLY;BYMONTHDAY=5"),
      event(
        "b@example.com",
        "20260106T090000",
        "20260106T170000",
        "RRULE:FREQ=WEEKLY",
        "EXDATE;TZID=Europe/Berlin:20270209T090000",
      ),
    );
    expect(migration.first).toEqual([
      expect.stringMatching(
        /a@example.com come again and become overrides until 4 May 2027.*: it has BYMONTHDAY$/,
      ),
      expect.stringContaining("some of them are left out (EXDATE)"),
      expect.stringContaining(
        "it has no turns that come again, and the rota overrides alone: nobody is on call after",
      ),
    ]);
    expect(migration.shifts[0]).toMatchObject({ state: "same" });
    const overrides = bundleOf(migration).on_call_overrides as { email: string }[];
    expect(overrides.filter(({ email }) => email === "a@example.com")).toHaveLength(3);
  });
});

describe("single events", () => {
  it("become overrides, in a role of their own next to those that come again, unless they are over", () => {
    const migration = read(
      event("a@example.com", "20260105T090000", "20260112T090000", "RRULE:FREQ=WEEKLY"),
      event("b@example.com", "20270210T090000", "20270210T170000"),
      event("c@example.com", "20270210T120000", "20270210T170000"),
      event("old@example.com", "20260210T090000", "20260210T170000"),
      event("gone@example.com", "20270210T120000", "20270210T170000", "STATUS:CANCELLED"),
    );
    expect(bundleOf(migration).on_call_overrides).toMatchObject([
      { email: "b@example.com", role: "primary-2", starts_at: "2027-02-10T08:00:00.000Z" },
      { email: "c@example.com", role: "primary-3" },
    ]);
    expect(migration.shifts[0]).toMatchObject({ state: "same" });
    expect(markdownOf(migration)).toContain("3 events that do not come again become overrides");
  });

  it("are of whom their name says; whoever has no address is named", () => {
    const migration = read(event("Somebody", "20270210T090000", "20270210T170000"));
    expect(migration.first.join()).toContain('no file says the address of "Somebody"');
  });
});

it("refuses what is not a calendar, or has no events", () => {
  expect(() => ical.read([{ name: "a.ics", text: "hello" }], { now })).toThrow("a.ics: is not a calendar");
  expect(() => ical.read([calendar()], { now })).toThrow("without events");
});
