/** SLI objects as SLIs, those too that are written into their SLOs. */

import type { Json } from "../../kernel/field.ts";
import { given } from "../../kernel/given.ts";
import type { JsonObject } from "../../kernel/validate.ts";
import { ratesOf } from "./counters.ts";
import type { Around } from "./objects.ts";
import {
  annotation,
  annotationPart,
  type Entry,
  isNumber,
  noteLost,
  type Part,
  type SourceObject,
} from "./part.ts";
import type { Use, Uses } from "./read-objectives.ts";

type Sources = ReadonlyMap<string, Entry>;
/** Fields and where they come from; undefined where they are refused. */
type Measure = Readonly<Record<string, { readonly value: Json; readonly part: Part }>> | undefined;

/** By their objects, without those that are refused. */
export function readIndicators(
  around: Around,
  sources: Sources,
  uses: Uses,
): ReadonlyMap<SourceObject, Entry> {
  const all = new Set([...around.objects.all("SLI"), ...uses.keys()]);
  return new Map(
    [...all].flatMap((object) => {
      const entry = indicatorEntry(around, sources, object, uses.get(object) ?? []);
      return entry === undefined ? [] : [[object, entry] as const];
    }),
  );
}

function indicatorEntry(
  around: Around,
  sources: Sources,
  object: SourceObject,
  uses: readonly Use[],
): Entry | undefined {
  const { report } = around;
  const { whole, metadata, spec } = object;
  const [ratio, threshold] = [spec.member("ratioMetric"), spec.member("thresholdMetric")];
  noteLost(report, object, ["description", "ratioMetric", "thresholdMetric"]);
  const service = serviceOf(around, object, uses);
  const name = annotation(report, object, "name") ?? object.name;
  if (ratio.isGiven === threshold.isGiven)
    return report.refuse(spec, "needs exactly one of ratioMetric and thresholdMetric");
  const measure = ratio.isGiven
    ? ratioOf(around, sources, object, ratio)
    : thresholdOf(around, sources, object, threshold, uses);
  const description = report.optionalText(spec.member("description"));
  if (measure === undefined || service === undefined) return undefined;
  const named = Object.entries(measure);
  return {
    resource: "slis",
    from: whole,
    body: {
      service,
      name,
      kind: ratio.isGiven ? "ratio" : "threshold",
      ...Object.fromEntries(named.map(([field, { value }]) => [field, value])),
      ...given({ description }),
    },
    fields: {
      name: metadata.member("name"),
      service: annotationPart(metadata, "service"),
      description: spec.member("description"),
      ...Object.fromEntries(named.map(([field, { part }]) => [field, part])),
    },
  };
}

/** OpenSLO's SLIs have no service: an annotation says it, or the SLOs that use it. */
function serviceOf({ report }: Around, object: SourceObject, uses: readonly Use[]): string | undefined {
  const annotated = annotation(report, object, "service");
  if (annotated !== undefined) return annotated;
  const [service, ...others] = new Set(uses.map((use) => use.service));
  const part = annotationPart(object.metadata, "service");
  if (service === undefined)
    return report.refuse(
      part,
      "is required: no SLO of the files has this SLI, and an SLI belongs to a service here",
    );
  if (others.length === 0) return service;
  return report.refuse(
    part,
    `is required: SLOs of several services have this SLI (${[service, ...others].join(", ")}), and it belongs to one here`,
  );
}

function ratioOf(around: Around, sources: Sources, object: SourceObject, ratio: Part): Measure {
  const { report } = around;
  report.noteOthers(ratio, ["counter", "good", "bad", "total", "raw", "rawType"]);
  const [good, bad, total, raw] = ["good", "bad", "total", "raw"].map((name) => ratio.member(name)) as [
    Part,
    Part,
    Part,
    Part,
  ];
  if (raw.isGiven)
    return report.refuse(
      raw,
      "is a ratio that was computed before, and SLIs here count events: write total, and good or bad",
    );
  if (good.isGiven === bad.isGiven) return report.refuse(ratio, "needs exactly one of good and bad");
  const counted = good.isGiven ? good : bad;
  const [part, all] = [metricOf(around, sources, object, counted), metricOf(around, sources, object, total)];
  if (part === undefined || all === undefined) return undefined;
  if (JSON.stringify(part.source) !== JSON.stringify(all.source))
    return report.refuse(total, "has another data source than the rest, and an SLI has one here");
  const rates = [part, all].map((metric) => rateOf(around, ratio.member("counter"), metric));
  const [partRate, allRate] = rates;
  if (partRate === undefined || allRate === undefined) return undefined;
  return {
    data_source_id: { value: part.source, part: part.sourcePart },
    [good.isGiven ? "good_query" : "bad_query"]: { value: partRate, part: part.query },
    total_query: { value: allRate, part: all.query },
  };
}

/** Queries here give how much there is now; a counter's own value says how much there has been since a restart. */
function rateOf({ report }: Around, counter: Part, metric: Metric): string | undefined {
  const { text, query, type } = metric;
  if (counter.value !== true) return text;
  if (type !== undefined && type !== "prometheus") {
    report.note(
      counter,
      `is true: the queries are taken as they are, and have to give events, not a growing count`,
    );
    return text;
  }
  const rates = ratesOf(text);
  if (rates === undefined)
    return report.refuse(
      query,
      "counts since a restart (counter: true); write rate(…[5m]) around its counters",
    );
  if (rates !== text) report.note(query, `its counters are counted as ${rates}`);
  return rates;
}

function thresholdOf(
  around: Around,
  sources: Sources,
  object: SourceObject,
  threshold: Part,
  uses: readonly Use[],
): Measure {
  const metric = metricOf(around, sources, object, threshold);
  const bound = boundOf(around, object, uses);
  if (metric === undefined || bound === undefined) return undefined;
  return {
    data_source_id: { value: metric.source, part: metric.sourcePart },
    threshold_query: { value: metric.text, part: metric.query },
    ...bound,
  };
}

/** OpenSLO has the bound of a measure at each SLO that uses it. Here it is the measure's own. */
function boundOf({ report }: Around, object: SourceObject, uses: readonly Use[]): Measure {
  const [first, ...others] = uses;
  if (first === undefined) return annotatedBound({ report }, object);
  const [op, value] = [first.objective.member("op"), first.objective.member("value")];
  const sign = report.text(op);
  const bound = report.number(value);
  if (sign === undefined || bound === undefined) return undefined;
  for (const { objective } of others)
    if (objective.member("op").value !== sign || objective.member("value").value !== bound)
      return report.refuse(
        objective,
        `compares with another op or value than ${first.objective.subject} (${sign} ${bound}), and an SLI has one bound here; write an SLI for each`,
      );
  return { threshold_op: { value: sign, part: op }, threshold_value: { value: bound, part: value } };
}

function annotatedBound({ report }: Pick<Around, "report">, object: SourceObject): Measure {
  const [sign, written] = [
    annotation(report, object, "thresholdOp"),
    annotation(report, object, "thresholdValue"),
  ];
  const [op, value] = [
    annotationPart(object.metadata, "thresholdOp"),
    annotationPart(object.metadata, "thresholdValue"),
  ];
  if (sign === undefined || written === undefined)
    return report.refuse(
      op,
      "is required: no SLO of the files has this SLI, and says what its value is compared with",
    );
  if (!isNumber(written)) return report.refuse(value, "must be a number, as text");
  return {
    threshold_op: { value: sign, part: op },
    threshold_value: { value: Number(written), part: value },
  };
}

interface Metric {
  readonly source: JsonObject;
  readonly sourcePart: Part;
  readonly text: string;
  readonly query: Part;
  /** The data source's type, where the files say it. */
  readonly type: string | undefined;
}

/** What others call a query. */
const queryNames = ["query", "promql"];

function metricOf(around: Around, sources: Sources, object: SourceObject, metric: Part): Metric | undefined {
  const { report } = around;
  const source = metric.member("metricSource");
  if (!source.isGiven) return report.refuse(source, "is required");
  report.noteOthers(source, ["metricSourceRef", "type", "spec"]);
  const spec = source.member("spec");
  const query =
    queryNames.map((name) => spec.member(name)).find((part) => part.isGiven) ?? spec.member("query");
  report.noteOthers(
    spec,
    queryNames,
    "is left out: an SLI has a query, and no other settings of its data source",
  );
  const text = report.text(query);
  const found = sourceOf(around, sources, object, source);
  if (text === undefined || found === undefined) return undefined;
  return { ...found, text, query };
}

function sourceOf(
  { report, objects, options }: Around,
  sources: Sources,
  object: SourceObject,
  metricSource: Part,
): Pick<Metric, "source" | "sourcePart" | "type"> | undefined {
  const part = metricSource.member("metricSourceRef");
  const written = metricSource.member("type").value;
  const type = typeof written === "string" ? written.toLowerCase() : undefined;
  const name = report.optionalText(part);
  const annotated = annotation(report, object, "dataSource");
  if (name === undefined) {
    const fallback = annotated ?? options.dataSource;
    if (fallback !== undefined) return { source: { name: fallback }, sourcePart: metricSource, type };
    return report.refuse(
      part,
      "is required: name a data source, here or for all such metrics with --data-source",
    );
  }
  if (objects.find("DataSource", name) === undefined)
    return { source: { name: annotated ?? name }, sourcePart: part, type };
  const entry = sources.get(name);
  // Of a data source that is refused, the refusal is enough.
  return (
    entry && { source: { name: entry.body.name ?? name }, sourcePart: part, type: String(entry.body.type) }
  );
}
