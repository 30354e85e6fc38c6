/** What the calls about range queries take and answer. */
import { boolean, integer, list, object, text, timestamp } from "../../../kernel/field.ts";

const anything = Number.MAX_SAFE_INTEGER;
/** In base64, of 180 days: the longest window and the most days of a replay. */
const longestFigures = 300_000;

const id = text({ description: "The query's id.", max: 255 });

/** Of a rendering: what its agent is to run. */
export const waitingField = list({
  description:
    "Range queries that the agent is to run on its engine now, and answer with answer_range_query: a plan is replayed on the figures of SLIs that are not measured yet. Left out where there are none, and for callers that may only read. While there are some, the answer is never 304.",
  max: anything,
  optional: true,
  items: object({
    description: "One query.",
    fields: {
      id,
      query: text({
        description: "PromQL that gives two series, whose label orgconfig_figure is total and bad.",
        max: anything,
      }),
      starts_at: timestamp({ description: "When the first step begins." }),
      steps: integer({
        description: "How many steps of five minutes. The value of a step is that at its end.",
        min: 1,
      }),
      within_seconds: integer({ description: "For so long the answer is waited for.", unit: "seconds" }),
    },
  }),
});

const figures = (what: string) =>
  text({
    description: `${what} a second of each step, as float32, big-endian, in base64; NaN for none.`,
    max: longestFigures,
    optional: true,
    nullable: true,
  });

export const answerInput = {
  connector_id: text({ description: "The id of the engine's connector.", max: 255 }),
  id,
  total: figures("Events"),
  bad: figures("Bad events"),
  cut: boolean({
    description: "Whether only the newest steps are there.",
    default: false,
  }),
  error: text({
    description: "Why there are no figures.",
    max: 2_000,
    optional: true,
    nullable: true,
    sanitised: true,
  }),
} as const;

export const answerOutput = {
  taken: boolean({ description: "Whether it was still waited for." }),
} as const;
