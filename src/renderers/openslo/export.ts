/** From rows to OpenSLO v1: what OpenSLO has no field for stands in annotations. */

import type { Json } from "../../kernel/field.ts";
import { given } from "../../kernel/given.ts";
import type { JsonObject } from "../../kernel/validate.ts";
import type { RendererRow, RendererRows } from "../renderer.ts";
import {
  annotations,
  apiVersion,
  never,
  noBurnAlerts,
  notificationTarget,
  type ObjectKind,
  type OpenSloObject,
  shifted,
  shorthandOf,
  sourceTypes,
} from "./document.ts";
import { displayNameOf, labelOf, type NameOf, namesAmong } from "./names.ts";

type SloRow = RendererRows["slos"][number];
type SliRow = RendererRows["slis"][number];
type BurnAlert = SloRow["configuration"]["burn_alerts"][number];

/** A data source, and the names of its secrets that are set. */
export type SourceRow = RendererRows["dataSources"][number] & { readonly secretsSet: readonly string[] };

/** The rows in the order of their natural keys. Those of kinds that are not written are needed all the same. */
export interface OpenSloRows {
  readonly dataSources: readonly SourceRow[];
  readonly slis: readonly SliRow[];
  readonly slos: readonly SloRow[];
  /** The parts of the natural key of a row that one of these refers to; undefined where it has gone. */
  keyOf(kind: string, id: string): readonly string[] | undefined;
}

/** The kinds that become objects. */
export type WrittenKinds = ReadonlySet<string>;

/** Every object once, those that others refer to before them. */
export function* openSloObjects(rows: OpenSloRows, written: WrittenKinds): Generator<OpenSloObject> {
  const slos = written.has("slos") ? rows.slos : [];
  const slis = written.has("slis") ? rows.slis : [];
  const names = namesOf(rows);
  const around = { rows, names, written, slis: byId(rows.slis), sources: byId(rows.dataSources) };
  for (const service of servicesOf([...slis, ...slos]))
    yield object("Service", names.service([service]), service, { [annotations.service]: service }, {});
  if (written.has("data_sources")) for (const row of rows.dataSources) yield sourceObject(around, row);
  for (const row of slis) yield sliObject(around, row);
  const alerts = alertsOf(slos);
  if (alerts.size > 0) yield targetObject();
  for (const [name, alert] of alerts) yield conditionObject(name, alert);
  for (const [name, alert] of alerts) yield policyObject(name, alert);
  for (const row of slos) yield sloObject(around, row);
}

interface Around {
  readonly rows: OpenSloRows;
  readonly names: Names;
  readonly written: WrittenKinds;
  readonly slis: ReadonlyMap<string, SliRow>;
  readonly sources: ReadonlyMap<string, SourceRow>;
}

function byId<R extends { readonly id: string }>(rows: readonly R[]): ReadonlyMap<string, R> {
  return new Map(rows.map((row) => [row.id, row]));
}

interface Names {
  readonly service: NameOf;
  readonly source: NameOf;
  readonly sli: NameOf;
  readonly slo: NameOf;
}

/** By all rows, so that an object has the same name whichever kinds are written. */
function namesOf({ dataSources, slis, slos }: OpenSloRows): Names {
  const services = servicesOf([...slis, ...slos]);
  return {
    service: namesAmong(services.map((service) => [service])),
    source: namesAmong(dataSources.map(({ configuration: { name } }) => [name])),
    sli: namesAmong(slis.map(keyOfRow)),
    slo: namesAmong(slos.map(keyOfRow)),
  };
}

type Named = RendererRow<{ readonly service: string; readonly name: string }>;

function keyOfRow({ configuration: { service, name } }: Named): [string, string] {
  return [service, name];
}

function servicesOf(rows: readonly Named[]): string[] {
  return [...new Set(rows.map(({ configuration: { service } }) => service))].sort(byCodeUnits);
}

function byCodeUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

type Annotations = Readonly<Record<string, string | undefined>>;

function object(
  kind: ObjectKind,
  name: string,
  title: string,
  noted: Annotations,
  spec: JsonObject,
  labels: Readonly<Record<string, string>> = {},
): OpenSloObject {
  const notes = Object.entries(noted).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const labelled = Object.keys(labels).length === 0 ? {} : { labels };
  const metadata = { name, displayName: displayNameOf(title), ...labelled };
  return {
    apiVersion,
    kind,
    metadata: notes.length === 0 ? metadata : { ...metadata, annotations: Object.fromEntries(notes) },
    spec,
  };
}

function sourceObject({ rows, names }: Around, { configuration, secretsSet }: SourceRow): OpenSloObject {
  const { name, type, connector_id, ...rest } = configuration;
  const details = Object.entries(rest).filter(([, value]) => value !== null);
  const [connector] = connector_id === null ? [] : (rows.keyOf("connectors", connector_id) ?? []);
  const secrets = [...secretsSet].sort(byCodeUnits).join(", ");
  return object(
    "DataSource",
    names.source([name]),
    name,
    {
      [annotations.name]: name,
      [annotations.leftOut]:
        secrets === ""
          ? undefined
          : `Stored, and never written down: ${secrets}. An import leaves them as they are.`,
    },
    {
      type: sourceTypes[type],
      connectionDetails: {
        ...Object.fromEntries<Json>(details),
        ...given({ connector }),
      },
    },
  );
}

function sliObject({ rows, names, written, sources }: Around, { configuration }: SliRow): OpenSloObject {
  const { name, service, description, data_source_id, ...measure } = configuration;
  const source = rows.keyOf("data_sources", data_source_id);
  const type = sources.get(data_source_id)?.configuration.type;
  const metric = (query: string) => ({
    metricSource: {
      ...(source === undefined ? {} : { metricSourceRef: names.source(source) }),
      ...(type === undefined ? {} : { type: sourceTypes[type] }),
      spec: { query },
    },
  });
  const queries: [string, string | null][] = [
    ["good", measure.good_query],
    ["bad", measure.bad_query],
    ["total", measure.total_query],
  ];
  const ratio = queries.flatMap(([part, query]) => (query === null ? [] : [[part, metric(query)] as const]));
  return object(
    "SLI",
    names.sli([service, name]),
    name,
    {
      [annotations.service]: service,
      [annotations.name]: name,
      [annotations.dataSource]: written.has("data_sources") ? undefined : source?.[0],
      [annotations.thresholdOp]: measure.threshold_op ?? undefined,
      [annotations.thresholdValue]:
        measure.threshold_value === null ? undefined : String(measure.threshold_value),
    },
    {
      ...(description === null ? {} : { description }),
      ...(measure.threshold_query === null
        ? // The queries give rates, which go up and down.
          { ratioMetric: { counter: false, ...Object.fromEntries(ratio) } }
        : { thresholdMetric: metric(measure.threshold_query) }),
    },
  );
}

/** Alerts of the same shape are one policy, whichever SLOs have it. */
function alertsOf(slos: readonly SloRow[]): ReadonlyMap<string, BurnAlert> {
  const alerts = slos.flatMap(({ configuration }) => configuration.burn_alerts);
  const named = alerts.map((alert) => [alertName(alert), alert] as const);
  return new Map(named.sort(([a], [b]) => byCodeUnits(a, b)));
}

function alertName({ long_minutes, short_minutes, threshold, severity }: BurnAlert): string {
  const windows = `${shorthandOf(long_minutes)}-${shorthandOf(short_minutes)}`;
  return labelOf(`burn-rate-${severity}-${windows}-${String(threshold).replace("e-", "e-minus-")}`);
}

function alertTitle({ long_minutes, threshold, severity }: BurnAlert): string {
  return `Burn rate ${threshold} over ${shorthandOf(long_minutes)} (${severity})`;
}

function targetObject(): OpenSloObject {
  return object(
    "AlertNotificationTarget",
    notificationTarget,
    "Alert routes",
    {},
    {
      description: "The alert routes of the service that this was exported from decide who is notified.",
      target: notificationTarget,
    },
  );
}

function conditionObject(name: string, alert: BurnAlert): OpenSloObject {
  const { long_minutes, short_minutes, threshold, severity } = alert;
  const short = shorthandOf(short_minutes);
  return object(
    "AlertCondition",
    name,
    alertTitle(alert),
    {
      [annotations.shortWindow]: short,
      // Two windows of the same length are one.
      [annotations.leftOut]:
        short_minutes === long_minutes
          ? undefined
          : `The burn rate has to be at or above the threshold over the last ${short} too. A condition holds one window.`,
    },
    {
      severity,
      condition: { kind: "burnrate", op: "gte", threshold, lookbackWindow: shorthandOf(long_minutes) },
    },
  );
}

function policyObject(name: string, alert: BurnAlert): OpenSloObject {
  return object(
    "AlertPolicy",
    name,
    alertTitle(alert),
    {},
    {
      alertWhenBreaching: true,
      alertWhenResolved: true,
      alertWhenNoData: false,
      conditions: [{ conditionRef: name }],
      notificationTargets: [{ targetRef: notificationTarget }],
    },
  );
}

function sloObject({ rows, names, written, slis }: Around, { configuration }: SloRow): OpenSloObject {
  const { name, service, sli_id, team_id, target_percent, window_days, at_risk_percent } = configuration;
  const { burn_alerts, enabled, labels, min_bad_events, missing_after_minutes: missingAfter } = configuration;
  const sli = rows.keyOf("slis", sli_id);
  const [sliService, sliName] = written.has("slis") ? [] : (sli ?? []);
  const { threshold_op, threshold_value } = slis.get(sli_id)?.configuration ?? {};
  const compared =
    threshold_op == null || threshold_value == null ? {} : { op: threshold_op, value: threshold_value };
  return object(
    "SLO",
    names.slo([service, name]),
    name,
    {
      [annotations.service]: service,
      [annotations.name]: name,
      [annotations.sliService]: sliService,
      [annotations.sliName]: sliName,
      [annotations.team]: team_id === null ? undefined : rows.keyOf("teams", team_id)?.[0],
      [annotations.atRiskPercent]: String(at_risk_percent),
      [annotations.minBadEvents]: min_bad_events === null ? undefined : String(min_bad_events),
      [annotations.missingAfter]: String(missingAfter ?? never),
      [annotations.enabled]: String(enabled),
      [annotations.burnAlerts]: burn_alerts.length === 0 ? noBurnAlerts : undefined,
      [annotations.leftOut]: enabled ? undefined : "It is switched off, which OpenSLO has no field for.",
    },
    {
      service: names.service([service]),
      ...(sli === undefined ? {} : { indicatorRef: names.sli(sli) }),
      timeWindow: [{ duration: shorthandOf(window_days * minutesADay), isRolling: true }],
      budgetingMethod: "Occurrences",
      objectives: [{ ...compared, target: shifted(target_percent, -2) }],
      ...(burn_alerts.length === 0
        ? {}
        : { alertPolicies: burn_alerts.map((alert) => ({ alertPolicyRef: alertName(alert) })) }),
    },
    labels,
  );
}

const minutesADay = 1_440;
