/** What the call about load takes and answers. */
import { boolean, choice, integer, list, number, object, text, timestamp } from "../../../kernel/field.ts";
import type { ObjectValueOf } from "../../../kernel/row-types.ts";

export const usualDays = 30;
export const longestDays = 400;
const anything = Number.MAX_SAFE_INTEGER;

export const input = {
  from: timestamp({
    description: `From when on; ${usualDays} days ago where it is left out.`,
    nullable: true,
  }),
  to: timestamp({
    description: `Until when; in ${usualDays} days where it is left out, and at most ${longestDays} days after from.`,
    nullable: true,
  }),
  format: choice({ description: "The form of the answer.", choices: ["json", "csv"], default: "json" }),
} as const;

const figures = (description: string) =>
  object({
    description,
    fields: {
      hours: number({ description: "Hours on call.", min: 0 }),
      nights: integer({ description: "Nights, 22:00 to 07:00, with time on call.", min: 0 }),
      weekends: integer({ description: "Weekends with time on call.", min: 0 }),
    },
  });

const shape = object({
  description: "What being on call asks of people.",
  fields: {
    from: timestamp({ description: "From when on." }),
    to: timestamp({ description: "Until when." }),
    known_since: timestamp({
      description: "From when on pages are known: alerts that ended earlier are gone. Null where all is.",
      nullable: true,
    }),
    cut: boolean({ description: "True where there were more pages or acknowledgements than are counted." }),
    data: list({
      description: "People who are on call, were paged or acknowledged, by address.",
      max: anything,
      items: object({
        description: "A person.",
        fields: {
          email: text({ description: "The address.", max: 254 }),
          name: text({ description: "The name." }),
          past: figures("Until now, by the rows of today."),
          planned: figures("From now on."),
          pages: integer({ description: "Alerts that were mailed to them.", min: 0 }),
          pages_at_night: integer({
            description: "Of these at night, by the zone of the rota in which they were on call.",
            min: 0,
          }),
          acknowledged: integer({ description: "Alerts that they acknowledged.", min: 0 }),
          seconds_to_acknowledge: number({
            description: "How long that took, the median; null where they acknowledged nothing.",
            min: 0,
            nullable: true,
          }),
        },
      }),
    }),
  },
});
export type OnCallLoad = ObjectValueOf<typeof shape.fields>;

export const output = {
  load: shape,
  csv: text({ description: "A line for each person, with a head (RFC 4180).", max: anything }),
} as const;
