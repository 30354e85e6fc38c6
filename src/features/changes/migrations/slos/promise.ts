/** What the sources of SLOs have in common: an SLI with its SLO, over the data source that the options name. */
import { given } from "../../../../kernel/given.ts";
import type { CreateBodyOf } from "../../../../kernel/row-types.ts";
import { slis } from "../../../../resources/slis.ts";
import { slos } from "../../../../resources/slos.ts";
import type { Attributes } from "../attributes.ts";
import type { AddRow, MigrationContext } from "../mapping.ts";
import { quotientOf } from "../terraform/promql.ts";

export type BurnAlerts = NonNullable<CreateBodyOf<typeof slos>["burn_alerts"]>;

/** The queries of an SLI that is a ratio. */
export type Ratio = Pick<CreateBodyOf<typeof slis>, "good_query" | "bad_query" | "total_query">;

export interface Promised {
  readonly name: string;
  readonly service: string;
  readonly description?: string | undefined;
  readonly ratio: Ratio;
  readonly target_percent: number;
  readonly window_days: number;
  readonly burn_alerts: BurnAlerts;
  readonly labels?: Readonly<Record<string, string>>;
  /** Null: nothing is raised where its figures stop. */
  readonly missing_after_minutes?: null;
}

export const needsDataSource =
  "the files name no Prometheus that it is measured with: run this with --data-source NAME, which is a data source here";

/** @returns what to do instead, where there is no data source */
export function addPromise(promised: Promised, add: AddRow, context: MigrationContext): string | undefined {
  const source = context.namedDataSource();
  if (source === undefined) return needsDataSource;
  const { name, service, description, ratio, ...promise } = promised;
  const more = given({ description });
  const sli = add(slis, { name, service, kind: "ratio", data_source_id: source.id, ...ratio, ...more });
  add(slos, { name, service, sli_id: sli.id, ...promise });
  return undefined;
}

/**
 * What an expression that gives the share of bad events counts. Where it is no quotient of two figures, each moment
 * counts as one event, as bad as the share says.
 */
export function ratioOfErrors(expression: string, from: Attributes, name: string): Ratio {
  const quotient = quotientOf(expression);
  if (quotient === undefined) {
    from.note(
      name,
      "gives a share and not events: each moment counts alike here, and a quiet hour as much as a busy one; write bad_query and total_query where events can be counted",
    );
    return { bad_query: expression, total_query: "vector(1)" };
  }
  // Of a share of errors the part is what is bad; where it is what a part leaves of one, the part is good.
  return quotient.counts === "good"
    ? { bad_query: quotient.part, total_query: quotient.total }
    : { good_query: quotient.part, total_query: quotient.total };
}

/** A target as a percentage; `0.999` and `99.9` would be two, of which the sources write the latter. */
export function isPercent(value: number | undefined): value is number {
  return value !== undefined && value > 0 && value < 100;
}
