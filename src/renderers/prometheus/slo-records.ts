/** How the series of an SLO are called, and how they are selected. */

/** Names that read-back and the alerts over all SLOs ask for. */
export const records = {
  /** The bad events at an evaluation, and all of them. Neither is there where the other is not. */
  bad: "orgconfig:slo_bad:rate",
  total: "orgconfig:slo_total:rate",
  /** What the queries give where it is no data, by their fields (figure-label.ts); not there where it is. */
  unusable: "orgconfig:slo_unusable:value",
  /** 1 while bad events do not count, else 0; of SLOs that have corrections. */
  corrected: "orgconfig:slo_corrected:bool",
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

/** The series of all SLOs that a connector evaluates. */
export function ofConnector(record: string, connectorId: string): string {
  return `${record}{${connectorLabel}="${connectorId}"}`;
}
