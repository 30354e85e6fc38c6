/** The files of one organization's SLOs, as Prometheus gets them. */
import { renderSlos } from "../../../src/renderers/prometheus/slos.ts";
import { onePrometheus, rendererRows, target } from "../rows.ts";

const rows = rendererRows({
  ...onePrometheus,
  teams: { team_payments: { name: 'Payments {{ "EMEA" }}' } },
  slis: {
    sli_availability: {
      name: "availability",
      service: "checkout",
      kind: "ratio",
      data_source_id: "ds_prometheus",
      good_query: 'sum(rate(http_requests_total{service="checkout",code!~"5.."}[5m])) # what customers see',
      total_query: 'sum(rate(http_requests_total{service="checkout"}[5m]))',
    },
    sli_errors: {
      name: "errors",
      service: "search",
      kind: "ratio",
      data_source_id: "ds_prometheus",
      bad_query: 'increase(failures_total{service="search"}[{{.window}}])',
      total_query: 'increase(requests_total{service="search"}[{{.window}}])',
    },
    sli_latency: {
      name: "latency",
      service: "search",
      kind: "threshold",
      data_source_id: "ds_prometheus",
      threshold_query:
        'histogram_quantile(0.99,\n  sum by (le, region) (rate(request_seconds_bucket{service="search"}[5m]))\n)',
      threshold_op: "lte",
      threshold_value: 0.25,
    },
  },
  slos: {
    slo_availability: {
      name: "availability",
      service: "checkout",
      sli_id: "sli_availability",
      target_percent: 99.9,
      team_id: "team_payments",
    },
    slo_errors: {
      name: 'errors, "all" of them',
      service: "search",
      sli_id: "sli_errors",
      target_percent: 99.999999,
      window_days: 28,
      at_risk_percent: 12.5,
      burn_alerts: [
        { long_minutes: 90, short_minutes: 1, threshold: 2.5, severity: "error" },
        { long_minutes: 40_320, short_minutes: 10_080, threshold: 1, severity: "info" },
      ],
    },
    slo_latency: {
      name: "latency",
      service: "search",
      sli_id: "sli_latency",
      target_percent: 95,
      window_days: 1,
      burn_alerts: [],
    },
    slo_off: { name: "off", service: "search", sli_id: "sli_latency", target_percent: 95, enabled: false },
  },
});

/** By their names below test/golden. */
export const goldenSlos: Readonly<Record<string, () => string>> = {
  "backends/prometheus/slos.rules.yml": () => renderSlos(rows, target).content,
};
