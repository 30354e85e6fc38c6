/** The rules of all SLOs that a connector evaluates, as the file slos.rules.yml. */
import { grouped } from "../../kernel/grouped.ts";
import { connectorOfDataSource, evaluationInterval, ruleDataSourceType } from "../assignment.ts";
import type { Refusal, RendererRow, RendererRows, Target } from "../renderer.ts";
import { isBefore } from "../version.ts";
import { maskOf, type Span, spansOf } from "./corrections.ts";
import { durationMs } from "./duration.ts";
import { eventUnit } from "./event-unit.ts";
import { missingAlert } from "./missing-data.ts";
import { type RecordingRule, type Rule, type RuleContent, ruleFile, split } from "./rule-file.ts";
import { measureOf, measureProblems, type SliRow } from "./sli-measure.ts";
import { connectorLabel, idLabel, ofConnector, records } from "./slo-records.ts";
import { eventLabels, missingEvent, type SloRow, sloRules } from "./slo-rules.ts";

/** Above this many SLOs the sums over their whole windows are taken less often: each costs some 35 ms. */
const manySlos = 500;

interface Rendered {
  readonly slo: SloRow;
  readonly sli: SliRow;
}

export function renderSlos(rows: RendererRows, target: Target): RuleContent {
  const slis = byId(rows.slis);
  const teams = byId(rows.teams);
  const grammar = grammarOf(rows, target);
  const rendered: Rendered[] = [];
  const refusals: Refusal[] = [];
  const faults = new Map<string, readonly Refusal[]>();
  for (const slo of rows.slos.filter(({ configuration }) => configuration.enabled)) {
    const sli = slis.get(slo.configuration.sli_id);
    if (sli === undefined) continue;
    const place = placeOf(rows, sli, target.connectorId);
    if (place === "elsewhere") continue;
    if (place !== "here") {
      refusals.push(refusedSlo(slo, place.problem));
      continue;
    }
    const found = faults.get(sli.id) ?? refusedQueries(sli, grammar);
    faults.set(sli.id, found);
    if (found.length === 0) rendered.push({ slo, sli });
    else refusals.push(refusedOver(slo, sli, found));
  }
  const interval = evaluationInterval(rows, target.connectorId);
  return {
    content: contentOf(rendered, target.connectorId, {
      interval,
      teamName: (id) => teams.get(id)?.configuration.name,
      corrections: rows.sloCorrections,
      connectorName: rows.connectors.find(({ id }) => id === target.connectorId)?.configuration.name ?? "",
    }),
    refusals: [...[...faults.values()].flat(), ...refusals],
    evaluated: [
      {
        resource: "slos",
        ids: rendered.map(({ slo }) => slo.id),
        every_seconds: durationMs(interval) / 1_000,
      },
    ],
  };
}

interface Grammar {
  /** The version of Prometheus whose PromQL the engine takes; undefined for the newest. */
  readonly version: string | undefined;
  /** Said of a query that is not PromQL; empty where the engine has no other language. */
  readonly hint: string;
}

/** Other engines than Prometheus have versions and languages of their own: of those, what PromQL has too is rendered. */
function grammarOf({ connectors }: RendererRows, { connectorId, version }: Target): Grammar {
  const type = connectors.find(({ id }) => id === connectorId)?.configuration.connector_type;
  return {
    version: type === "prometheus" ? version : undefined,
    hint:
      type === "vmalert" ? "; rules for vmalert are PromQL only: what only MetricsQL has is not taken" : "",
  };
}

type Place = "here" | "elsewhere" | { readonly problem: string };

/**
 * Whether this connector evaluates an SLI. What no connector can take is said at each that evaluates rules, because it
 * belongs to none of them.
 */
function placeOf(rows: RendererRows, sli: SliRow, connectorId: string): Place {
  const source = rows.dataSources.find(({ id }) => id === sli.configuration.data_source_id);
  if (source === undefined) return "elsewhere";
  const { type, name, connector_id } = source.configuration;
  const assigned = connectorOfDataSource(rows, source);
  if (type !== ruleDataSourceType) {
    const otherOwns =
      connector_id !== null && "connector" in assigned && assigned.connector.id !== connectorId;
    if (otherOwns) return "elsewhere";
    return {
      problem: `its data source ${JSON.stringify(name)} is of type ${type}, and rules are made for ${ruleDataSourceType} only: it is evaluated elsewhere; report with PUT /api/v1/state`,
    };
  }
  if ("problem" in assigned) return assigned;
  return assigned.connector.id === connectorId ? "here" : "elsewhere";
}

function refusedSlo({ id }: SloRow, message: string): Refusal {
  return { resource: "slos", id, field: "sli_id", message };
}

/** What is wrong with an SLI's queries, said at the SLI, where it can be corrected. */
function refusedQueries(sli: SliRow, { version, hint }: Grammar): Refusal[] {
  return measureProblems(sli, version).map(({ message, ...problem }) => ({
    resource: "slis",
    id: sli.id,
    ...problem,
    message: `${message}${hint}`,
  }));
}

/** What is wrong stands at the SLI; the SLO says that it is left out for it. */
function refusedOver(slo: SloRow, sli: SliRow, faults: readonly Refusal[]): Refusal {
  const { service, name } = sli.configuration;
  const refusal = refusedSlo(slo, `its SLI ${JSON.stringify(`${service}/${name}`)} is not taken`);
  const versions = faults.flatMap(({ min_version }) => min_version ?? []);
  // A newer version helps where nothing else is wrong.
  if (versions.length < faults.length) return refusal;
  return { ...refusal, min_version: versions.reduce((one, other) => (isBefore(one, other) ? other : one)) };
}

function contentOf(
  rendered: readonly Rendered[],
  connectorId: string,
  {
    interval,
    teamName,
    corrections,
    connectorName,
  }: {
    readonly interval: string;
    readonly teamName: (id: string) => string | undefined;
    readonly corrections: RendererRows["sloCorrections"];
    readonly connectorName: string;
  },
): string {
  const isMany = rendered.length > manySlos;
  const groups = rendered.flatMap(({ slo, sli }) => {
    const { team_id } = slo.configuration;
    const team = team_id === null ? undefined : teamName(team_id);
    const rules = sloRules(
      { ...slo, connectorId },
      { measure: measureOf(sli), unit: eventUnit(sli), team, interval, spans: spansOf(corrections, slo) },
    );
    const name = `orgconfig-slo-${slo.id}`;
    if (!isMany) return split({ name, interval, rules: [...rules.often, ...rules.period, ...rules.alerts] });
    return [
      ...split({ name, interval, rules: [...rules.often, ...rules.alerts] }),
      ...split({ name: `${name}-period`, interval: "5m", rules: rules.period }),
    ];
  });
  if (groups.length === 0) return ruleFile([]);
  const corrected = rendered.map(({ slo }) => ({ slo, spans: spansOf(corrections, slo) }));
  const rules = [
    ...sharedRecords(corrected, connectorId),
    ...eventRules(connectorId),
    ...missingAlerts(
      rendered.map(({ slo }) => slo),
      { connectorId, connectorName },
    ),
  ];
  return ruleFile([...groups, { name: "orgconfig-slo-events", interval, rules }]);
}

/**
 * Records of all SLOs at once, which would else be the 21st and 22nd rule of each. They have the labels of each SLO's own
 * records, because they are made of one of these; no figure waits for them.
 */
function sharedRecords(
  evaluated: readonly { readonly slo: SloRow; readonly spans: readonly Span[] }[],
  connectorId: string,
): readonly RecordingRule[] {
  const of = (slos: typeof evaluated) => {
    const ids = slos.map(({ slo }) => slo.id).join("|");
    return `0 * ${records.objective}{${connectorLabel}="${connectorId}",${idLabel}=~"${ids}"}`;
  };
  const days = grouped(evaluated, ({ slo }) => slo.configuration.window_days);
  const masked = grouped(
    evaluated.filter(({ spans }) => spans.length > 0),
    ({ spans }) => maskOf(spans),
  );
  const record = (name: string, parts: readonly string[]): RecordingRule[] =>
    parts.length === 0
      ? []
      : [{ record: name, expr: parts.join("\nor\n"), labels: { [connectorLabel]: connectorId } }];
  return [
    ...record(
      records.days,
      [...days].map(([count, slos]) => `${of(slos)} + ${count}`),
    ),
    ...record(
      records.corrected,
      [...masked].map(([mask, slos]) => `${of(slos)} + 1 and on () (${mask})\nor\n${of(slos)}`),
    ),
  ];
}

/** Rules over all SLOs of a connector at once; service, team and the SLO's id are labels of the records. */
function eventRules(connectorId: string): readonly Rule[] {
  const every = (record: string) => ofConnector(record, connectorId);
  // A record of every five minutes is no longer seen just before the next one.
  const remaining = `last_over_time(${every(records.remaining)}[10m])`;
  return [
    {
      record: lostRecord,
      expr: `count(${every(records.objective)}) > 1 unless on () count(${every(records.total)})`,
      labels: { [connectorLabel]: connectorId },
    },
    {
      alert: "SLOBreach",
      expr: `${remaining} < 0 or ${stillSo("SLOBreach", connectorId)}`,
      labels: eventLabels.SLOBreach,
      annotations: {
        summary: "{{ $labels.sloth_service }}: {{ $labels.sloth_slo }} is breached",
        description: leftWords,
      },
    },
    {
      alert: "SLOBudget",
      expr: `${remaining} < on (${idLabel}) group_left () max by (${idLabel}) (${every(records.atRisk)}) or ${stillSo("SLOBudget", connectorId)}`,
      labels: eventLabels.SLOBudget,
      annotations: {
        summary: "{{ $labels.sloth_service }}: little is left of the error budget of {{ $labels.sloth_slo }}",
        description: leftWords,
      },
    },
  ];
}

/** What an alert that goes on without figures has for one: below 0 by more than any budget can be. */
const noFigure = "10000000000";

const leftWords = `{{ if eq $value -${noFigure}.0 }}It was so when its figures stopped.{{ else }}{{ $value | humanizePercentage }} of the error budget is left.{{ end }}`;

/** An alert that fired when the figures of its SLO stopped goes on until they say otherwise, or the SLO is gone. */
function stillSo(name: keyof typeof eventLabels, connectorId: string): string {
  const of = (record: string) => `on (${idLabel}) ${ofConnector(record, connectorId)}`;
  const own = ["alertname", "alertstate", ...Object.keys(eventLabels[name])].join(", ");
  const fired = `ALERTS{alertname="${name}",alertstate="firing",${connectorLabel}="${connectorId}"}`;
  const unmeasured = `and ${of(records.objective)} unless ${of(records.total)} unless ${of(records.remaining)}`;
  return `(max without (${own}) (${fired}) * 0 - ${noFigure} ${unmeasured})`;
}

/** Nothing is said of single SLOs where the connector's SLOs have all stopped: that is one cause. */
const lostRecord = "orgconfig:slos_lost:count";

/** One rule for all SLOs of which somebody is notified after as long; they have the labels of the SLOs' records. */
function missingAlerts(
  slos: readonly SloRow[],
  { connectorId, connectorName }: { readonly connectorId: string; readonly connectorName: string },
): readonly Rule[] {
  const lost = ofConnector(lostRecord, connectorId);
  const total = ofConnector(records.total, connectorId);
  const after = grouped(slos, ({ configuration }) => configuration.missing_after_minutes);
  const minutes = [...after.keys()].filter((one) => one !== null);
  const ofRows = [...after].flatMap(([minutes, ones]) => {
    const ids = after.size === 1 ? ".+" : ones.map(({ id }) => id).join("|");
    const objective = `${records.objective}{${connectorLabel}="${connectorId}",${idLabel}=~"${ids}"}`;
    const [rule, ...none] = missingAlert(minutes, {
      kind: "slos",
      name: "",
      labels: missingEvent,
      gone: `label_replace(${objective} unless on (${idLabel}) ${total}, "name", "$1", "sloth_slo", "(.*)") unless on () ${lost}`,
      summary: "",
      description:
        "A query of its SLI fails, or finds no series, or gives no number. Try them on the data source.",
    });
    if (rule === undefined) return none;
    const { name: _, ...labels } = rule.labels;
    const summary = "{{ $labels.sloth_service }}: {{ $labels.sloth_slo }} gives no data";
    return [{ ...rule, labels, annotations: { ...rule.annotations, summary } }];
  });
  return [
    ...ofRows,
    // One cause: whoever waits least for one of them is to know.
    ...missingAlert(minutes.length === 0 ? null : Math.min(...minutes), {
      kind: "connectors",
      name: connectorName,
      labels: { [connectorLabel]: connectorId, ...missingEvent },
      gone: lost,
      summary: "no SLO has data",
      description:
        "It evaluates its rules, and the SLIs of all its SLOs give nothing. Look at what it scrapes.",
    }),
  ];
}

function byId<D>(rows: readonly RendererRow<D>[]): ReadonlyMap<string, RendererRow<D>> {
  return new Map(rows.map((row) => [row.id, row]));
}
