/** One figure of many rows over the last days, in short: what is drawn next to each row of a list. */
import { readInput } from "../../engine/input.ts";
import type { ConfigurationOperation } from "../../engine/operation.ts";
import {
  boolean,
  choice,
  date,
  type Fields,
  integer,
  list,
  number,
  object,
  text,
} from "../../kernel/field.ts";
import type { Kind } from "../../kernel/kind.ts";
import { unprocessable } from "../../kernel/problem.ts";
import { type FiguresDeps, kindsWithFigures, refuseWithoutFigures, rounded } from "./figures.ts";
import { keptNames } from "./history.ts";

const day = 86_400;
const mostRows = 1_000;
/** All reports of a day are read for a mean. */
const mostMeans = 200;
/** Older figures are kept by days, and not by hours. */
const mostDays = 30;

const output = {
  since: date({ description: "The first day, in UTC, as all of them." }),
  data: list({
    description: "The rows, in the order of their ids.",
    max: mostRows,
    items: object({
      description: "One row.",
      fields: {
        id: text({ description: "Its id." }),
        values: list({
          description:
            "For each day what was reported last on it, or the mean of it, weighted by time; null for a day without a report.",
          max: mostDays,
          items: number({
            description:
              "A figure; of a state 100, or 0 where it was bad, so that the mean is the percent of time that was not bad.",
            nullable: true,
          }),
        }),
      },
    }),
  }),
  truncated: boolean({
    description: `Whether there are more rows: name those that you mean in ids. Means are of at most ${mostMeans} rows.`,
  }),
} satisfies Fields;

/** The operation `list_figures`: at most {@link mostRows} rows, by one statement. */
export function listFigures({ figures, definitions }: FiguresDeps): ConfigurationOperation {
  const kinds = kindsWithFigures(definitions);
  const input = {
    kind: choice({ description: "The kind of the rows.", choices: kinds.map(({ kind }) => kind) }),
    field: text({ description: "The figure, such as error_budget_remaining_percent.", max: 100 }),
    days: integer({
      description: "How many days to look back, today included. Days begin at midnight UTC.",
      min: 1,
      max: mostDays,
      default: mostDays,
    }),
    value: choice({
      description: "What stands for a day.",
      choices: ["last", "mean"],
      default: "last",
    }),
    ids: list({
      description: `Only these rows; left out: the first ${mostRows} of the kind. An id that there is not is left out of the answer.`,
      max: mostRows,
      items: text({ description: "An id.", max: 512 }),
    }),
  };
  return {
    name: "list_figures",
    scans: "short",
    reach: { kinds: { in: "kind", of: definitions } },
    title: "List figures",
    description:
      "One figure of many rows, day by day, such as the error budgets of all SLOs. Use it to see which got worse; get_figures shows one closely.",
    tag: "figures",
    credential: "bearer",
    level: "read",
    effect: "read",
    method: "POST",
    path: "/api/v1/figures/{kind}",
    input: { fields: input },
    output: { fields: output },
    async run({ caller, now }, { body }) {
      refuseWithoutFigures(kinds, body.kind);
      const { kind, field, days, ids, value } = readInput(input, body);
      const limit = value === "mean" ? mostMeans : mostRows;
      refuseOtherFields(kinds.find((one) => one.kind === kind) as Kind, field);
      const since = new Date((Math.floor(now.getTime() / 1_000 / day) - days + 1) * day * 1_000);
      const series = { kind, field, ids, since, step: day, steps: days, limit: limit + 1 };
      const read = value === "mean" ? figures.meansOfMany : figures.ofMany;
      const rows = await read(caller.organization.id, series);
      const data = rows.slice(0, limit).map(({ id, values }) => ({
        id,
        values: values.map((value) => (value === null ? null : rounded(value))),
      }));
      return {
        status: 200,
        body: { since: since.toISOString().slice(0, 10), data, truncated: rows.length > limit },
      };
    },
  };
}

/** @throws Refusal `unprocessable` where the kind keeps no figures of the field */
function refuseOtherFields(definition: Kind, field: string): void {
  const names = keptNames(definition);
  if (!names.includes(field))
    throw unprocessable([{ field: "field", message: `must be one of: ${names.join(", ")}` }]);
}
