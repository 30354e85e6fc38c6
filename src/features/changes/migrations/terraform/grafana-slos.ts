/** A Grafana SLO becomes an SLI, and an SLO for each of its objectives. */
import { given } from "../../../../kernel/given.ts";
import type { ConfigurationOf } from "../../../../kernel/row-types.ts";
import { durationMs } from "../../../../renderers/prometheus/duration.ts";
import { slis } from "../../../../resources/slis.ts";
import { slos } from "../../../../resources/slos.ts";
import type { Attributes } from "../attributes.ts";
import type { AddRow, MigrationContext } from "../mapping.ts";
import { carriedLabels, type LabelPairs } from "../own-labels.ts";
import { joinedQueries } from "./grafana-queries.ts";
import { quotientOf } from "./promql.ts";

/**
 * When Grafana's fast and slow burn alerts fire, and the severities that it labels them with: grafana.com/docs/plugins/
 * grafana-slo-app, "Configure burn-rate notifications".
 */
const burnAlerts = {
  fastburn: [
    { long_minutes: 60, short_minutes: 5, threshold: 14.4, severity: "critical" },
    { long_minutes: 360, short_minutes: 30, threshold: 6, severity: "critical" },
  ],
  slowburn: [
    { long_minutes: 1_440, short_minutes: 120, threshold: 3, severity: "warning" },
    { long_minutes: 4_320, short_minutes: 360, threshold: 1, severity: "warning" },
  ],
} as const;

export function mapSlo(slo: Attributes, add: AddRow, context: MigrationContext): string | undefined {
  const { options, rows, sources } = context;
  slo.ignore("id", "uuid");
  const name = slo.text("name") ?? "";
  const named = labelsOf(slo);
  const service = named.service ?? options.service;
  if (service === undefined)
    return "it names no service: give it the label service in Grafana, or run this with --service";
  const destination = slo.blocks("destination_datasource")[0]?.text("uid");
  const measured = queriesOf(slo);
  const uid = measured?.uid ?? destination ?? "";
  const key = ["grafana_data_source", "uid", uid] as const;
  const source = rows(...key)[0] ?? context.namedDataSource();
  if (source === undefined)
    return sources(...key).length > 0
      ? `its data source ("${uid}") was left out: the report says why`
      : `its data source ("${uid}") is not in the file: add a data "grafana_data_source" with this uid to Grafana's configuration, apply, and export again, or name one that is here already with --data-source`;
  if (measured === undefined)
    return "its query does not divide one figure by another, such as sum(…) / sum(…); aggregate both sides in Grafana and export again, or write good_query and total_query of an SLI, or threshold_query, by hand";
  const { uid: _, ...queries } = measured;
  const description = slo.text("description");
  const sli = add(slis, {
    name,
    service,
    kind: "ratio",
    data_source_id: source.id,
    ...queries,
    ...given({ description }),
  });
  const objectives = slo.blocks("objectives").flatMap((objective) => objectiveOf(objective));
  const burn_alerts = burnAlertsOf(slo);
  const pairs = [
    ...named.others,
    ...slo
      .blocks("alerting")
      .slice(0, 1)
      .flatMap((one) => textPairs(one.blocks("label"))),
  ];
  const labels = carriedLabels(pairs, slo, "label", { service });
  if (objectives.length > 0 && burn_alerts.length === 0)
    slo.note(
      "alerting",
      "makes no burn alerts, and the SLO gets none here: nobody is notified when its budget burns; write burn_alerts where somebody should be",
    );
  for (const [index, { window, ...promise }] of objectives.entries())
    add(
      slos,
      {
        name: objectives.length === 1 ? name : `${name} ${window}`,
        service,
        sli_id: sli.id,
        ...promise,
        burn_alerts,
        ...labels,
      },
      index === 0 ? {} : { labelEnd: window },
    );
  return undefined;
}

/** The service that a label names, and the other labels, which Grafana puts on the SLO's alerts too. */
function labelsOf(slo: Attributes): { service: string | undefined; others: LabelPairs } {
  const labels = textPairs(slo.blocks("label"));
  const named = labels.find(([key]) => key === "service") ?? labels.find(([key]) => key === "service_name");
  return { service: named?.[1], others: labels.filter((label) => label !== named) };
}

function textPairs(blocks: readonly Attributes[]): LabelPairs {
  return blocks.flatMap((block) => {
    const [key, value] = [block.text("key"), block.text("value")];
    return key === undefined || value === undefined ? [] : [[key, value] as const];
  });
}

interface Queries {
  readonly good_query?: string;
  readonly bad_query?: string;
  readonly total_query: string;
  /** Of the data source that they are for, where they name one of their own. */
  readonly uid?: string;
}

function queriesOf(slo: Attributes): Queries | undefined {
  const [query] = slo.blocks("query");
  if (query === undefined) return undefined;
  const type = query.text("type");
  const [[ratio], [freeform], [several]] = [
    query.blocks("ratio"),
    query.blocks("freeform"),
    query.blocks("grafana_queries"),
  ];
  if (type === "ratio" && ratio !== undefined) {
    const [good, total] = [ratio.text("success_metric"), ratio.text("total_metric")];
    if (good === undefined || total === undefined) return undefined;
    ratio.lost("group_by_labels", "an SLI has one figure: all series are counted together");
    ratio.note("", "the counters are counted as sum(rate(…[5m])); change the range where it does not fit");
    return { good_query: `sum(rate(${good}[5m]))`, total_query: `sum(rate(${total}[5m]))` };
  }
  if (type === "freeform" && freeform !== undefined)
    return dividedIn(freeform.text("query"), freeform, "query");
  if (type !== "grafana_queries" || several === undefined) return undefined;
  const joined = joinedQueries(several.text("grafana_queries"));
  const divided = joined && dividedIn(joined.text, several, "grafana_queries");
  return divided && { ...divided, ...given({ uid: joined.uid }) };
}

const inGrafana = /\$(__rate_interval|__interval|__range)\b/g;

function dividedIn(text: string | undefined, from: Attributes, name: string): Queries | undefined {
  const quotient = text === undefined ? undefined : quotientOf(text);
  if (text === undefined || quotient === undefined) return undefined;
  if (text.search(inGrafana) >= 0)
    from.note(name, "Grafana's variables for intervals are written as 5m; change them where it does not fit");
  if (quotient.filled)
    from.note(
      name,
      "what fills in for no events, such as or vector(0) and > 0, is left out: an SLI here counts no events as none",
    );
  const [part, total_query] = [quotient.part, quotient.total].map((one) => one.replace(inGrafana, "5m")) as [
    string,
    string,
  ];
  return quotient.counts === "good" ? { good_query: part, total_query } : { bad_query: part, total_query };
}

interface Objective {
  readonly window: string;
  readonly target_percent: number;
  readonly window_days: number;
}

function objectiveOf(objective: Attributes): Objective[] {
  const [value, window = ""] = [objective.number("value"), objective.text("window")];
  const days = daysOf(window);
  if (value === undefined) {
    objective.note("", "says no number as its value; this objective is left out");
    return [];
  }
  if (days === undefined) {
    objective.note("window", `"${window}" is not a whole number of days; this objective is left out`);
    return [];
  }
  return [{ window, target_percent: percentOf(value), window_days: days }];
}

/** Without the noise of binary fractions: 0.9999 is 99.99 percent. */
function percentOf(share: number): number {
  return Number((share * 100).toPrecision(15));
}

/** The whole days in one of Prometheus' durations; undefined for anything else. */
export function daysOf(duration: string): number | undefined {
  const days = /^(\d+[wdh])+$/.test(duration) ? durationMs(duration) / 86_400_000 : Number.NaN;
  return Number.isInteger(days) ? days : undefined;
}

/** Without the block, Grafana makes no alerts; with it, those that it names. */
function burnAlertsOf(slo: Attributes): ConfigurationOf<typeof slos>["burn_alerts"] {
  const [alerting] = slo.blocks("alerting");
  if (alerting === undefined) return [];
  alerting.lost("annotation", "burn alerts carry none of their own here");
  const [fast, slow] = [alerting.blocks("fastburn"), alerting.blocks("slowburn")];
  return [...(fast.length > 0 ? burnAlerts.fastburn : []), ...(slow.length > 0 ? burnAlerts.slowburn : [])];
}
