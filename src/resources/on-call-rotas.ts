import { defineCollection } from "../kernel/define-kind.ts";
import { exampleOf } from "../kernel/example.ts";
import { boolean, choice, date, integer, list, object, reference, text } from "../kernel/field.ts";
import type { Problem } from "../kernel/problem.ts";
import {
  hoursFields,
  hoursProblems,
  hoursZone,
  nameField,
  owningTeam,
  repeatedProblems,
  weekday,
} from "./parts.ts";

/** The roles of people on call are named freely; this is who is called first. */
export const firstRole = "primary";

export const onCallRotas = defineCollection({
  kind: "on_call_rotas",
  decides: true,
  title: "On-call rotas",
  group: "On call",
  description:
    "An on-call rota says who is called when. Its rotations are layers of one role each: people take turns, and the last rotation of a role that covers a moment decides. Overrides and absences are rows of their own.",
  level: "admin",
  idPrefix: "rota",
  naturalKey: ["name"],
  listColumns: ["name", "timezone", "team_id", "on_gap"],
  fields: {
    name: nameField(),
    description: text({ description: "What it is for.", default: "", prose: true }),
    timezone: { ...hoursZone(), description: "The time zone of its clock: of hand-overs, hours and dates." },
    team_id: owningTeam("The team that owns the rota; null for none."),
    rotations: list({
      description: "Its layers, the lowest first.",
      max: 20,
      items: object({
        description: "People of one role who take turns.",
        fields: {
          name: text({ description: "What people call it.", default: "", max: 255, oneLine: true }),
          role: roleField("The role that it fills, such as primary or secondary."),
          turns: list({
            description: "Who takes the first turn, the second, and so on; then it begins again.",
            min: 1,
            max: 100,
            items: object({
              description: "One turn.",
              fields: {
                people: list({
                  description: "Who is on call in it, all at once: members of the organization.",
                  min: 1,
                  max: 20,
                  items: personField("The email address of a member."),
                }),
              },
            }),
          }),
          starts_on: date({
            description:
              "The day of the first hand-over; with weeks or months the first such day from then on. Before it nobody is on call.",
          }),
          ends_on: date({ description: "Its last day, through its end; null for none.", nullable: true }),
          handover: object({
            description: "When one turn hands over to the next.",
            fields: {
              every: integer({
                description: "How many of the unit a turn lasts.",
                min: 1,
                max: 1_000,
                default: 1,
              }),
              unit: choice({
                description:
                  "Hours pass; days, weeks and months go by the clock of the time zone, so that nine in the morning stays nine in the morning.",
                choices: ["hours", "days", "weeks", "months"],
              }),
              at: text({ description: "The time of day.", format: "clock", max: 5, default: "09:00" }),
              weekday: { ...weekday(), description: "The day of the week, with weeks.", default: "mon" },
              day_of_month: integer({
                description:
                  "The day of the month, with months; a month that is shorter hands over on its last day.",
                min: 1,
                max: 31,
                default: 1,
              }),
            },
          }),
          hours: list({
            description:
              "The hours that it covers; empty is always. Only turns that cover something count, so that after Friday's person comes Monday's.",
            max: 14,
            items: object({
              description: "Hours of some days of the week.",
              fields: hoursFields("the hours begin"),
            }),
          }),
          offset: integer({
            description:
              "How many turns on it begins: 1 makes a secondary of the same turns the next primary.",
            min: 0,
            max: 1_000,
            default: 0,
          }),
        },
      }),
    }),
    must_cover: object({
      description: "When somebody has to be on call; null asks for nothing.",
      nullable: true,
      fields: {
        always: boolean({ description: "At every moment.", default: false }),
        hours: list({
          description: "In these hours, by the clock of the rota's time zone.",
          max: 14,
          items: object({
            description: "Hours of some days of the week.",
            fields: hoursFields("the hours begin"),
          }),
        }),
      },
    }),
    on_gap: choice({
      description:
        "What becomes of a change that leaves such a time of the next 90 days to nobody: it is warned of, or refused unless override_tests says why.",
      choices: ["warn", "refuse"],
      default: "warn",
    }),
    fallback: object({
      description: "Who is notified where nobody is on call; null is nobody.",
      nullable: true,
      exactlyOne: true,
      fields: {
        outbound_config_id: reference({
          description: "An outbound target.",
          to: "outbound_configs",
          optional: true,
        }),
        email: text({ description: "An email address.", format: "email", max: 254, optional: true }),
      },
    }),
  },
  example: {
    name: "Payments",
    timezone: "Europe/Berlin",
    team_id: exampleOf("teams"),
    rotations: [
      {
        name: "Weeks",
        role: firstRole,
        turns: [{ people: ["ada@example.com"] }, { people: ["ben@example.com"] }],
        starts_on: "2026-01-05",
        ends_on: null,
        handover: { every: 1, unit: "weeks", at: "09:00", weekday: "mon", day_of_month: 1 },
        hours: [],
        offset: 0,
      },
    ],
    must_cover: { always: true, hours: [] },
    fallback: { email: "oncall@example.com" },
  },
  check({ configuration: { rotations, must_cover } }) {
    return [
      ...rotations.flatMap(({ hours, starts_on, ends_on, turns }, index) => [
        ...allHours(`rotations[${index}].hours`, hours),
        ...(ends_on !== null && ends_on < starts_on
          ? [{ field: `rotations[${index}].ends_on`, message: `must not be before starts_on (${starts_on})` }]
          : []),
        ...[starts_on, ...(ends_on === null ? [] : [ends_on])].flatMap((day) =>
          day < earliest || day > latest
            ? [
                {
                  field: `rotations[${index}].${day === starts_on ? "starts_on" : "ends_on"}`,
                  message: `must be from ${earliest} to ${latest}`,
                },
              ]
            : [],
        ),
        ...turns.flatMap(({ people }, turn) =>
          repeatedProblems(
            `rotations[${index}].turns[${turn}].people`,
            people.map((one) => one.toLowerCase()),
          ),
        ),
      ]),
      ...(must_cover === null ? [] : coverProblems(must_cover)),
    ];
  },
});

/** Whoever reckons further than this has mistyped a year. */
const [earliest, latest] = ["1990-01-01", "2199-12-31"];

export function roleField(description: string) {
  return text({ description, format: "slug", max: 64, default: firstRole });
}

export function personField(description: string) {
  return text({ description, format: "email", max: 254 });
}

interface Hours {
  readonly days: readonly string[];
  readonly start: string;
  readonly end: string;
}

function allHours(path: string, hours: readonly Hours[]): Problem[] {
  return hours.flatMap((one, index) => [
    ...repeatedProblems(`${path}[${index}].days`, one.days),
    ...hoursProblems(`${path}[${index}]`, one),
  ]);
}

function coverProblems({
  always,
  hours,
}: {
  readonly always: boolean;
  readonly hours: readonly Hours[];
}): Problem[] {
  if (always && hours.length > 0)
    return [
      { field: "must_cover.hours", message: "must be empty where always is true: leave one of them out" },
    ];
  if (!always && hours.length === 0)
    return [
      { field: "must_cover.always", message: "must be true, or hours must name some; null asks for nothing" },
    ];
  return allHours("must_cover.hours", hours);
}
