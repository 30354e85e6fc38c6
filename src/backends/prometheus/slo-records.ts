/** How the series of an SLO are called, and how they are selected. */

/** Names that read-back and the alerts over all SLOs ask for. */
export const records = {
  /** What was counted in a minute, twice: all events, and the bad ones among them. `eventsLabel` tells which. */
  events: "orgconfig:slo_events:rate",
  hour: "slo:sli_error:ratio_rate1h",
  objective: "slo:objective:ratio",
  budget: "slo:error_budget:ratio",
  days: "slo:time_period:days",
  atRisk: "orgconfig:slo_at_risk:ratio",
  currentBurn: "slo:current_burn_rate:ratio",
  periodBurn: "slo:period_burn_rate:ratio",
  remaining: "slo:period_error_budget_remaining:ratio",
} as const;

export const idLabel = "orgconfig_slo_id";

/** The connector that evaluates the SLO: rules of other connectors, or of others' organizations, may share an engine. */
export const connectorLabel = "orgconfig_connector_id";

export const eventsLabel = "orgconfig_events";
export type Events = "bad" | "total";

/** The series of all SLOs that a connector evaluates. */
export function ofConnector(record: string, connectorId: string): string {
  return `${record}{${connectorLabel}="${connectorId}"}`;
}

/** Of these events of all SLOs that a connector evaluates. */
export function eventsOfConnector(events: Events, connectorId: string): string {
  return `${records.events}{${connectorLabel}="${connectorId}",${eventsLabel}="${events}"}`;
}
