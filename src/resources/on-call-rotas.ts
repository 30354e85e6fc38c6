import { defineCollection } from "../kernel/define-kind.ts";
import { exampleOf } from "../kernel/example.ts";
import { boolean, choice, date, integer, list, object, reference, text } from "../kernel/field.ts";
import { foldEmail } from "../kernel/natural-key.ts";
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
    "An on-call rota says who is called when. The last of its rotations of a role that covers a moment decides.",
  level: "admin",
  idPrefix: "rota",
  naturalKey: ["name"],
  listColumns: ["name", "timezone", "team_id", "on_gap"],
  fields: {
    name: nameField(),
    description: text({ description: "Its purpose.", default: "", prose: true }),
    timezone: { ...hoursZone(), description: "Its time zone." },
    team_id: owningTeam("The team that owns it."),
    rotations: list({
      description: "The lowest first.",
      max: 20,
      items: object({
        description: "One.",
        fields: {
          name: text({ description: "Its name.", default: "", max: 255, oneLine: true }),
          role: roleField("Its role."),
          turns: list({
            description: "The turns, in order.",
            min: 1,
            max: 100,
            items: object({
              description: "One turn.",
              fields: {
                people: list({
                  description: "Together.",
                  min: 1,
                  max: 20,
                  items: personField("The email address of a member."),
                }),
              },
            }),
          }),
          starts_on: date({
            description: "The first hand-over: this day, or the first such day after it.",
          }),
          ends_on: date({ description: "Its last day.", nullable: true }),
          handover: object({
            description: "When turns change.",
            fields: {
              every: integer({
                description: "How many units.",
                min: 1,
                max: 1_000,
                default: 1,
              }),
              unit: choice({
                description: "Hours pass; all others go by the clock.",
                choices: ["hours", "days", "weeks", "months"],
              }),
              at: text({ description: "The time of day.", format: "clock", max: 5, default: "09:00" }),
              weekday: { ...weekday(), description: "With weeks.", default: "mon" },
              day_of_month: integer({
                description: "With months; a shorter month: its last.",
                min: 1,
                max: 31,
                default: 1,
              }),
            },
          }),
          hours: list({
            description: "When it covers; empty: always. Other turns do not count.",
            max: 14,
            items: object({
              description: "Hours.",
              fields: hoursFields("they begin"),
            }),
          }),
          offset: integer({
            description: "Turns to skip at first.",
            min: 0,
            max: 1_000,
            default: 0,
          }),
        },
      }),
    }),
    must_cover: object({
      description: "When all roles must be filled.",
      nullable: true,
      fields: {
        always: boolean({ description: "At every moment.", default: false }),
        hours: list({
          description: "Or in these.",
          max: 14,
          items: object({
            description: "Hours.",
            fields: hoursFields("they begin"),
          }),
        }),
      },
    }),
    on_gap: choice({
      description: "A change that leaves such a time within 90 days to nobody.",
      choices: ["warn", "refuse"],
      default: "warn",
    }),
    handover_target_id: reference({
      description: "Notified of hand-overs; no pager.",
      to: "outbound_configs",
      nullable: true,
      section: "Advanced",
    }),
    fallback: object({
      description: "Notified where nobody is on call.",
      nullable: true,
      exactlyOne: true,
      fields: {
        outbound_config_id: reference({
          description: "A target.",
          to: "outbound_configs",
          optional: true,
        }),
        email: text({ description: "A mailbox.", format: "email", max: 254, optional: true }),
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
          repeatedProblems(`rotations[${index}].turns[${turn}].people`, people.map(foldEmail)),
        ),
      ]),
      ...allHours("must_cover.hours", must_cover?.hours ?? []),
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
