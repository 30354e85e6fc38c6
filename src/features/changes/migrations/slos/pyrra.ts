/** Pyrra's SLOs: objects of the kind ServiceLevelObjective (pyrra.dev/v1alpha1). */
import type { JsonObject } from "../../../../kernel/validate.ts";
import { durationMs } from "../../../../renderers/prometheus/duration.ts";
import type { Attributes } from "../attributes.ts";
import type { AddRow, MigrationContext } from "../mapping.ts";
import { type Found, inner, listed, migrateParts, objectsIn, type Part, textOf } from "../objects.ts";
import { carriedLabels, type LabelPairs } from "../own-labels.ts";
import { type MigrationSource, mostBytes, WrongFiles } from "../source.ts";
import { addPromise, type BurnAlerts, isPercent, type Ratio } from "./promise.ts";

const minuteMs = 60_000;
const dayMs = 1_440 * minuteMs;

export const pyrra: MigrationSource = {
  name: "pyrra",
  title: "SLOs of Pyrra",
  files: "objects of the kind ServiceLevelObjective",
  form: "yaml",
  mostBytes,
  options: ["service", "dataSource"],
  read(files, options) {
    const parts = objectsIn(files).flatMap(partsOf);
    if (parts.length === 0)
      throw new WrongFiles(["the files hold no object of the kind ServiceLevelObjective"]);
    return migrateParts(parts, options);
  },
};

function partsOf({ file, value }: Found): Part[] {
  if (value.kind === "List") return listed(value, "items").flatMap((one) => partsOf({ file, value: one }));
  if (value.kind !== "ServiceLevelObjective") return [];
  const { metadata: _, ...rest } = value;
  const metadata = inner(value, "metadata");
  const own = textOf(metadata.name);
  const name = own ?? "no name";
  const labels = inner(metadata, "labels");
  const service = [...serviceLabels].map((label) => textOf(labels[label])).find((one) => one !== undefined);
  return [
    {
      file,
      value: { ...inner(rest, "spec"), ...annotationsOf(metadata) },
      address: name,
      label: name,
      map: (spec, add, context) =>
        own === undefined
          ? "it has no metadata.name, which it is called by: write one"
          : mapSlo({ name, labelled: service, labels: propagated(labels) }, spec, add, context),
    },
  ];
}

/** Pyrra writes the labels with this prefix on what it makes, without it (slo/slo.go, `PropagationLabelsPrefix`). */
const prefix = "pyrra.dev/";

function propagated(labels: JsonObject): LabelPairs {
  return Object.entries(labels).flatMap(([name, value]) =>
    name.startsWith(prefix) ? [[name.slice(prefix.length), String(value)] as const] : [],
  );
}

/** Those that Pyrra writes on its alerts. */
function annotationsOf(metadata: JsonObject): JsonObject {
  const all = Object.entries(inner(metadata, "annotations"));
  const own = all.filter(([name]) => name.startsWith(prefix));
  return own.length === 0 ? {} : { "metadata.annotations": Object.fromEntries(own) };
}

const serviceLabels = ["pyrra.dev/service", "service", "app.kubernetes.io/name", "app"];

interface Labelled {
  readonly name: string;
  /** The service that a label names. */
  readonly labelled: string | undefined;
  readonly labels: LabelPairs;
}

function mapSlo(
  { name, labelled, labels }: Labelled,
  spec: Attributes,
  add: AddRow,
  context: MigrationContext,
): string | undefined {
  const service = labelled ?? context.options.service ?? name;
  if (labelled === undefined && context.options.service === undefined)
    spec.note(
      "",
      "has no label service: its own name is written for it; --service names another one",
      "info",
    );
  const target = spec.numeral("target");
  const windowMs = durationMs(spec.text("window") ?? "");
  const ratio = ratioOf(spec.map("indicator"));
  if (ratio === undefined)
    return "its indicator is unknown here, or lacks a part; those that are known are ratio (errors.metric, total.metric), latency (success.metric, total.metric), latencyNative (latency, total.metric) and bool_gauge (metric)";
  if (!isPercent(target)) return "its target is no percentage between 0 and 100, such as 99.9";
  if (windowMs === 0) return "its window is no duration, such as 4w";
  spec.lost("serviceLevel", "is left out", "info");
  const alerting = spec.map("alerting");
  alerting.lost("name", "burn alerts are called SLOBurnRate here; change routes that go by the alert's name");
  const isRaised = alerting.flag("absent") !== false && alerting.flag("disabled") !== true;
  alerting.lost("absentName", absentAlert);
  if (isRaised) alerting.note("absent", absentAlert);
  const isOff = alerting.flag("disabled") === true || alerting.flag("burnrates") === false;
  return addPromise(
    {
      name,
      service,
      description: spec.text("description"),
      ratio,
      target_percent: target,
      window_days: Math.max(Math.round(windowMs / dayMs), 1),
      burn_alerts: isOff ? [] : burnAlertsOf(windowMs),
      ...(isRaised ? {} : { missing_after_minutes: null }),
      ...carriedLabels(labels, spec, "metadata.labels", { service }),
    },
    add,
    context,
  );
}

const absentAlert =
  "series that are gone raise the alert MissingData here, after missing_after_minutes and with the severity warning: change routes that go by the name SLOMetricAbsent or its severity critical";

/** As Pyrra makes them of any window (slo/rules.go, `Windows`). */
function burnAlertsOf(windowMs: number): BurnAlerts {
  const minutes = (divisor: number) => Math.max(Math.round(windowMs / divisor / minuteMs), 1);
  const days = 28;
  return [
    {
      long_minutes: minutes(days * 24),
      short_minutes: minutes(days * 24 * 12),
      threshold: 14,
      severity: "critical",
    },
    {
      long_minutes: minutes(days * 4),
      short_minutes: minutes(days * 48),
      threshold: 7,
      severity: "critical",
    },
    { long_minutes: minutes(days), short_minutes: minutes(days * 12), threshold: 2, severity: "warning" },
    { long_minutes: minutes(7), short_minutes: minutes(days * 4), threshold: 1, severity: "warning" },
  ];
}

function ratioOf(indicator: Attributes): Ratio | undefined {
  const [ratio, latency] = [indicator.map("ratio"), indicator.map("latency")];
  const [native, gauge] = [indicator.map("latencyNative"), indicator.map("bool_gauge")];
  for (const one of [ratio, latency, native, gauge])
    one.lost(
      "grouping",
      "makes an SLO of each group in Pyrra: here all series are counted together; write one SLI and SLO for each that needs its own",
    );
  const counted = (metric: string) => `sum(rate(${metric}[{{.window}}]))`;
  const [errors, all] = [ratio.map("errors").text("metric"), ratio.map("total").text("metric")];
  if (errors !== undefined && all !== undefined)
    return { bad_query: counted(errors), total_query: counted(all) };
  const [fast, requests] = [latency.map("success").text("metric"), latency.map("total").text("metric")];
  if (fast !== undefined && requests !== undefined)
    return { good_query: counted(fast), total_query: counted(requests) };
  const [histogram, bound] = [native.map("total").text("metric"), native.text("latency")];
  if (histogram !== undefined && bound !== undefined) {
    const count = `histogram_count(${counted(histogram)})`;
    const seconds = durationMs(bound) / 1_000;
    return {
      good_query: `histogram_fraction(0, ${seconds}, ${counted(histogram)}) * ${count}`,
      total_query: count,
    };
  }
  const probe = gauge.text("metric");
  if (probe === undefined) return undefined;
  return {
    good_query: `sum(sum_over_time(${probe}[{{.window}}]))`,
    total_query: `sum(count_over_time(${probe}[{{.window}}]))`,
  };
}
