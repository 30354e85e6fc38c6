/** What the calls that ask another system take and answer. */
import {
  boolean,
  choice,
  defaultLimits,
  integer,
  list,
  map,
  number,
  object,
  text,
  timestamp,
} from "../../../kernel/field.ts";
import { connectors } from "../../../resources/connectors.ts";

const anything = Number.MAX_SAFE_INTEGER;

export const idInput = { id: text({ description: "The row's id.", max: 512 }) } as const;

export const queryInput = {
  ...idInput,
  query: text({
    description:
      "The query, in the data source's language. {{.window}} and $__window stand for a window, which is 5 minutes here.",
    min: 1,
    max: defaultLimits.query,
    multiline: true,
  }),
} as const;

const { choices } = connectors.fields.last_error_kind.shape;

export const outcomeOutput = {
  ok: boolean({
    description: "Whether it worked. False too where nothing could be asked: then asked is null.",
  }),
  asked: object({
    description: "What was asked; null where nothing was, and error says why.",
    nullable: true,
    fields: {
      method: choice({ description: "The request's method.", choices: ["GET", "POST", "PATCH"] }),
      url: text({ description: "Its URL. Credentials were in headers.", max: anything }),
    },
  }),
  status: integer({
    description: "The HTTP status of the answer; null where none came.",
    nullable: true,
    min: 100,
    max: 599,
  }),
  took_ms: integer({
    description: "How long the answer took; null where nothing was asked.",
    nullable: true,
    min: 0,
    unit: "milliseconds",
  }),
  summary: text({
    description: "What came back, in a sentence; null where it did not work.",
    nullable: true,
  }),
  error: text({
    description: "What went wrong, in a sentence without secrets; null where it worked.",
    nullable: true,
  }),
  next_step: text({
    description: "What to do next, in a sentence; null where it worked, or where error says it.",
    nullable: true,
  }),
  setting: text({
    description:
      "With which setting the operator lets this service reach the address, as NAME=value; null where that is not what is wrong.",
    nullable: true,
  }),
  error_kind: choice({
    description: "What kind of failure it was; null where it worked, or nothing could be asked.",
    choices,
    nullable: true,
  }),
} as const;

export const queryOutput = {
  ...outcomeOutput,
  result: object({
    description: "What the query gave now; null where it did not work.",
    nullable: true,
    fields: {
      truncated: boolean({ description: "Whether there are more than 100 series." }),
      series: list({
        description: "The first 100 of them.",
        max: anything,
        items: object({
          description: "One series.",
          fields: {
            labels: map({ description: "Its labels.", maxValue: anything, maxEntries: anything }),
            value: text({
              description:
                "Its value as the system wrote it: a number, NaN, +Inf or -Inf, or a line of a log.",
              max: anything,
            }),
          },
        }),
      }),
    },
  }),
} as const;

const percent = (description: string) => number({ description, unit: "percent", nullable: true });

/** What an SLO comes to by the events that its data source has. */
export const measureOutput = {
  ...outcomeOutput,
  measured: object({
    description: "What came of it; null where it did not work.",
    nullable: true,
    fields: {
      at: timestamp({ description: "The end of the last step of five minutes that counts." }),
      known_since: timestamp({
        description:
          "From when on the data source has events within the window; null where it has none. What is earlier is left out.",
        nullable: true,
      }),
      cut: boolean({
        description: "Whether there was no time for all of the window: the newest part counts.",
      }),
      sli_percent: percent("How much was good; null where there were no events."),
      error_budget_remaining_percent: percent(
        "How much of the error budget is left; less than 0 where it is overspent. Null where there were no events.",
      ),
      burn_rate: number({
        description:
          "How fast it was spent in the last hour; 1 is just sustainable. Null where there were no events.",
        nullable: true,
      }),
      points: list({
        description: "What was left of the budget over that time, oldest first, 180 at most.",
        max: anything,
        items: object({
          description: "One moment.",
          fields: {
            at: timestamp({ description: "When." }),
            error_budget_remaining_percent: number({ description: "What was left then.", unit: "percent" }),
          },
        }),
      }),
    },
  }),
} as const;
