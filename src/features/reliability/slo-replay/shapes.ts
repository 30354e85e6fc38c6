/** What a replay says of SLOs, as every door shows it. */
import {
  choice,
  date,
  type Fields,
  integer,
  list,
  number,
  object,
  text,
  timestamp,
} from "../../../kernel/field.ts";
import { severityRanks } from "../../../renderers/alerting/facts.ts";
import { consequence } from "./spending.ts";

const anything = Number.MAX_SAFE_INTEGER;

const budget = (description: string) =>
  number({
    description: `${description}; less than 0 where it is overspent. Null where it is off, or had no events.`,
    unit: "percent",
    nullable: true,
  });

const minutes = (description: string) => integer({ description, min: 0, unit: "minutes" });

export const sloReplayFields = {
  slos: list({
    description:
      "SLOs whose target, window, burn alerts or corrections change, decided again on their own events in steps of five minutes; those first whose budget moves most.",
    max: anything,
    items: object({
      description: "One SLO.",
      fields: {
        id: text({ description: "Its id." }),
        name: text({ description: "Its service and its name.", max: anything }),
        known_since: timestamp({
          description:
            "From when on its events are known. What is earlier than that, of the days or of its window, is left out.",
        }),
        budget_before: budget(
          "How much of the error budget is left now by the rows as they are: the SLO's own figure, and of one without a figure what the known events say",
        ),
        budget_after: budget("How much would be left now by the rows as they would be"),
        budget_off_by: number({
          description:
            "By how much budget_after can be wrong: events are known in steps of five minutes, and what was not kept may lie in a correction or not. Null where budget_after is.",
          min: 0,
          unit: "percent",
          nullable: true,
          optional: true,
        }),
        spent_on: list({
          description: "The days, in UTC, at some time of which none of the budget would have been left.",
          max: anything,
          items: date({ description: "The day." }),
        }),
        fired: list({
          description: "The burn alerts that would have fired, newest first, 20 at most.",
          max: anything,
          items: object({
            description: "One alert.",
            fields: {
              severity: choice({ description: "Its severity.", choices: Object.keys(severityRanks) }),
              at: timestamp({ description: "When it would have fired." }),
              after_minutes: minutes(
                "How long after the errors began: the first five minutes, of those that it looks at, in which more was bad than the target allows.",
              ),
              lasted_minutes: minutes("For how long it would have fired."),
              budget_spent_percent: number({
                description: "How much of the budget was spent from when the errors began until its end.",
                unit: "percent",
              }),
            },
          }),
        }),
        fired_before: integer({ description: "How many fire by the rows as they are.", min: 0 }),
        fired_after: integer({ description: "How many by the rows as they would be.", min: 0 }),
        false: integer({
          description: `Of those in fired_after, how many are of no consequence: less than ${consequence} percent of the budget was spent.`,
          min: 0,
        }),
      },
    }),
  }),
} satisfies Fields;
