/** One figure of many rows over the last days, in short: what is drawn next to each row of a list. */
import { readInput } from "../../../engine/input.ts";
import type { ConfigurationOperation } from "../../../engine/operation.ts";
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
} from "../../../kernel/field.ts";
import type { Kind } from "../../../kernel/kind.ts";
import { unprocessable } from "../../../kernel/problem.ts";
import { dayAt } from "../../../kernel/time-zone.ts";
import {
  daysBefore,
  type FiguresDeps,
  kindsWithFigures,
  refuseWithoutFigures,
  rounded,
  timezone,
} from "./figures.ts";
import { keptNames } from "./history.ts";

const mostRows = 1_000;
/** All reports of a day are read for a mean. */
const mostMeans = 200;
/** Older figures are kept by days, and not by hours. */
const mostDays = 30;

const output = {
  since: date({ description: "The first day." }),
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
      description: "How many days, today included.",
      min: 1,
      max: mostDays,
      default: mostDays,
    }),
    timezone,
    value: choice({
      description: "What stands for a day.",
      choices: ["last", "mean"],
      default: "last",
    }),
    ids: list({
      description: `Only these rows; left out: the first ${mostRows}. Ids of none are left out.`,
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
      "One figure of many rows by day, such as all SLOs' error budgets: which got worse. get_figures shows one closely.",
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
      const { kind, field, days, ids, value, timezone: zone } = readInput(input, body);
      const limit = value === "mean" ? mostMeans : mostRows;
      refuseOtherFields(kinds.find((one) => one.kind === kind) as Kind, field);
      const first = daysBefore(dayAt(now.getTime(), zone), days - 1);
      const series = { kind, field, ids, first, zone, days, limit: limit + 1 };
      const read = value === "mean" ? figures.meansOfMany : figures.ofMany;
      const rows = await read(caller.organization.id, series);
      const data = rows.slice(0, limit).map(({ id, values }) => ({
        id,
        values: values.map((value) => (value === null ? null : rounded(value))),
      }));
      return {
        status: 200,
        body: { since: first, data, truncated: rows.length > limit },
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
