/**
 * The alerts that can be made of rows, by their labels as routes see them. The rule files and the service itself give
 * alerts these very labels. Pure.
 */
import type { ConfigurationOf } from "../../kernel/row-types.ts";
import type { alertHeartbeats } from "../../resources/alert-heartbeats.ts";
import { connectorOfDataSource } from "../assignment.ts";
import { certificateAlerts } from "../prometheus/certificates.ts";
import { checkAlerts } from "../prometheus/checks.ts";
import type { AlertingRule } from "../prometheus/rule-file.ts";
import { sloAlerts } from "../prometheus/slo-rules.ts";
import type { RendererRow, RendererRows } from "../renderer.ts";
import type { Labels } from "./facts.ts";
import { failedAlert, missingAlert } from "./own-alerts.ts";

export type HeartbeatLabelled = Pick<
  ConfigurationOf<typeof alertHeartbeats>,
  "name" | "service" | "severity" | "labels"
>;

/** @param failed whether it said itself that it failed */
export function heartbeatLabels(
  { name, service, severity, labels }: HeartbeatLabelled,
  failed: boolean,
): Labels {
  return {
    ...labels,
    alertname: failed ? failedAlert : missingAlert,
    heartbeat: name,
    severity,
    ...(service !== null && { service }),
  };
}

export interface OwnAlertRows
  extends Pick<
    RendererRows,
    "certificateMonitors" | "connectors" | "dataSources" | "slis" | "slos" | "syntheticChecks" | "teams"
  > {
  readonly heartbeats: readonly RendererRow<ConfigurationOf<typeof alertHeartbeats>>[];
}

/** The alerts that one row can raise. */
export interface OwnAlerts {
  readonly resource: "slos" | "synthetic_checks" | "certificate_monitors" | "alert_heartbeats";
  readonly id: string;
  readonly alerts: readonly Labels[];
}

/** Of every row that is on. */
export function* ownAlertsOf(rows: OwnAlertRows): Generator<OwnAlerts> {
  const teams = new Map(rows.teams.map(({ id, configuration }) => [id, configuration.name]));
  const slis = new Map(rows.slis.map(({ id, configuration }) => [id, configuration.data_source_id]));
  const engines = new Map(
    rows.dataSources.map((source) => {
      const assigned = connectorOfDataSource(rows, source);
      return [source.id, "connector" in assigned ? assigned.connector.id : undefined];
    }),
  );
  for (const row of rows.slos) {
    const { sli_id, team_id, enabled } = row.configuration;
    if (!enabled) continue;
    // One that nothing evaluates yet has the alerts that it will have.
    const slo = { ...row, connectorId: engines.get(slis.get(sli_id) ?? "") ?? "" };
    const alerts = sloAlerts(slo, teams.get(team_id ?? ""));
    yield { resource: "slos", id: row.id, alerts };
  }
  for (const row of rows.syntheticChecks)
    if (row.configuration.enabled)
      yield { resource: "synthetic_checks", id: row.id, alerts: checkAlerts(row).map(labelsOf) };
  for (const row of rows.certificateMonitors)
    if (row.configuration.enabled) {
      const team = teams.get(row.configuration.team_id ?? "");
      const alerts = certificateAlerts(row, team).map(labelsOf);
      yield { resource: "certificate_monitors", id: row.id, alerts };
    }
  for (const { id, configuration } of rows.heartbeats)
    if (configuration.enabled)
      yield {
        resource: "alert_heartbeats",
        id,
        alerts: [heartbeatLabels(configuration, false), heartbeatLabels(configuration, true)],
      };
}

function labelsOf({ alert, labels }: AlertingRule): Labels {
  return { alertname: alert, ...labels };
}
