import { defineCollection } from "../kernel/define-kind.ts";
import { exampleOf } from "../kernel/example.ts";
import { choice, defaultLimits, number, reference, text } from "../kernel/field.ts";
import type { Problem } from "../kernel/problem.ts";
import { serviceName } from "./parts.ts";

const ratioFields = ["good_query", "bad_query", "total_query"] as const;
const thresholdFields = ["threshold_query", "threshold_op", "threshold_value"] as const;

export const slis = defineCollection({
  kind: "slis",
  title: "SLIs",
  group: "Reliability",
  description:
    "An SLI measures one quality of a service: as the share of good events among all (ratio), or as the share of time in which a value is within a bound (threshold). SLOs set targets on it.",
  level: "admin",
  idPrefix: "sli",
  naturalKey: ["service", "name"],
  listColumns: ["name", "kind", "data_source_id", "threshold_op", "threshold_value"],
  fields: {
    name: text({
      description: "What is measured, such as availability; unique within the service.",
      max: defaultLimits.name,
    }),
    service: serviceName("The service that is measured."),
    kind: choice({
      description:
        "How it is measured: ratio takes total_query and one of good_query and bad_query; threshold takes threshold_query, threshold_op and threshold_value. The other kind's fields stay null.",
      choices: ["ratio", "threshold"],
      fixed: true,
    }),
    data_source_id: reference({
      description: "The data source that the queries run on.",
      to: "data_sources",
    }),
    good_query: query("Counts the good events of a ratio; in place of bad_query.", "ratio"),
    bad_query: query("Counts the bad events of a ratio; in place of good_query.", "ratio"),
    total_query: query("Counts all events of a ratio.", "ratio"),
    threshold_query: query("Gives the value that is compared with the threshold.", "threshold"),
    threshold_op: choice({
      description:
        "When the value is good: less than (lt), at most (lte), more than (gt) or at least (gte) threshold_value.",
      choices: ["lt", "lte", "gt", "gte"],
      nullable: true,
      onlyFor: only("threshold"),
    }),
    threshold_value: number({
      description: "The bound that the value is compared with.",
      nullable: true,
      onlyFor: only("threshold"),
    }),
    description: text({
      description: "What the measure means to the people who rely on it.",
      nullable: true,
    }),
  },
  example: {
    name: "availability",
    service: "checkout",
    kind: "ratio",
    data_source_id: exampleOf("data_sources"),
    good_query: 'sum(rate(http_requests_total{service="checkout",code!~"5.."}[5m]))',
    total_query: 'sum(rate(http_requests_total{service="checkout"}[5m]))',
  },
  check({ configuration }) {
    const { kind } = configuration;
    const foreign = kind === "ratio" ? thresholdFields : ratioFields;
    return [
      ...(kind === "ratio"
        ? [...eventProblems(configuration), ...missing(configuration, ["total_query"])]
        : []),
      ...(kind === "threshold" ? missing(configuration, thresholdFields) : []),
      ...foreign
        .filter((name) => configuration[name] !== null)
        .map((name) => ({ field: name, message: `must be null: it has no part in a ${kind}` })),
    ];
  },
});

type Measure = Readonly<
  Record<(typeof ratioFields | typeof thresholdFields)[number], string | number | null>
> & {
  readonly kind: string;
};

/** Good events are counted, or bad ones, and never both. */
function eventProblems({ good_query, bad_query }: Measure): Problem[] {
  if (good_query === null && bad_query === null) {
    return [{ field: "good_query", message: "is required for a ratio: write it, or bad_query in its place" }];
  }
  if (good_query === null || bad_query === null) return [];
  return [
    {
      field: "bad_query",
      message: "must be null while good_query is set: a ratio takes exactly one of them",
    },
  ];
}

function missing(measure: Measure, names: readonly (keyof typeof advice)[]): Problem[] {
  return names
    .filter((name) => measure[name] === null)
    .map((name) => ({ field: name, message: `is required for a ${measure.kind}: ${advice[name]}` }));
}

const advice = {
  total_query: "write the query that counts all events",
  threshold_query: "write the query that gives the value",
  threshold_op: "write one of lt, lte, gt, gte",
  threshold_value: "write the bound that the value is compared with",
} as const;

function query(description: string, kind: "ratio" | "threshold") {
  return text({
    description,
    min: 1,
    max: defaultLimits.query,
    nullable: true,
    multiline: true,
    onlyFor: only(kind),
  });
}

function only(kind: "ratio" | "threshold") {
  return { field: "kind", values: [kind] };
}
