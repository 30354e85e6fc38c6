/**
 * What PromQL's functions take and give (prometheus.io/docs/prometheus/latest/querying/functions). Those that
 * Prometheus takes only with a feature flag are left out.
 */

export type ValueType = "scalar" | "string" | "instant vector" | "range vector";

export interface Signature {
  readonly takes: readonly ValueType[];
  /** How many of them may stay away, from the end. */
  readonly optional: number;
  /** The last one may come any number of times, or stay away. */
  readonly repeats: boolean;
  readonly gives: ValueType;
  /** The first version of Prometheus that has it, where the oldest that rules are rendered for has not. */
  readonly since?: string;
}

const scalar = "scalar";
const text = "string";
const vector = "instant vector";
const range = "range vector";

function takes(...types: ValueType[]): Signature {
  return { takes: types, optional: 0, repeats: false, gives: vector };
}

function all(names: string, signature: Signature): Record<string, Signature> {
  return Object.fromEntries(names.split(" ").map((name) => [name, signature]));
}

export const functions: ReadonlyMap<string, Signature> = new Map(
  Object.entries({
    ...all(
      "abs absent acos acosh asin asinh atan atanh ceil cos cosh deg exp floor histogram_count histogram_sum ln log10 log2 rad sgn sin sinh sort sort_desc sqrt tan tanh timestamp",
      takes(vector),
    ),
    ...all(
      "absent_over_time avg_over_time changes count_over_time delta deriv idelta increase irate last_over_time max_over_time min_over_time present_over_time rate resets stddev_over_time stdvar_over_time sum_over_time",
      takes(range),
    ),
    ...all("day_of_month day_of_week day_of_year days_in_month hour minute month year", {
      ...takes(vector),
      optional: 1,
    }),
    ...all("clamp_max clamp_min", takes(vector, scalar)),
    ...all("pi time", { ...takes(), gives: scalar }),
    clamp: takes(vector, scalar, scalar),
    histogram_avg: { ...takes(vector), since: "2.51" },
    histogram_fraction: takes(scalar, scalar, vector),
    histogram_quantile: takes(scalar, vector),
    histogram_stddev: { ...takes(vector), since: "2.47" },
    histogram_stdvar: { ...takes(vector), since: "2.47" },
    label_join: { ...takes(vector, text, text, text), repeats: true },
    label_replace: takes(vector, text, text, text, text),
    predict_linear: takes(range, scalar),
    quantile_over_time: takes(scalar, range),
    round: { ...takes(vector, scalar), optional: 1 },
    scalar: { ...takes(vector), gives: scalar },
    vector: takes(scalar),
  }),
);

/** What the aggregations take that Prometheus has without a feature flag. */
export const aggregations: ReadonlyMap<string, readonly ValueType[]> = new Map(
  Object.entries({
    ...Object.fromEntries(
      ["avg", "count", "group", "max", "min", "stddev", "stdvar", "sum"].map((name) => [name, [vector]]),
    ),
    bottomk: [scalar, vector],
    count_values: [text, vector],
    quantile: [scalar, vector],
    topk: [scalar, vector],
  } satisfies Record<string, readonly ValueType[]>),
);
