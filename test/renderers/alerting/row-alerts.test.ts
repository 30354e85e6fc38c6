/** The labels that a forecast knows are those that rule files write. */
import { expect, it } from "vitest";
import { parse } from "yaml";
import { ownAlertsOf } from "../../../src/renderers/alerting/row-alerts.ts";
import { certificateRules } from "../../../src/renderers/prometheus/certificates.ts";
import { checkRules } from "../../../src/renderers/prometheus/checks.ts";
import { renderSlos } from "../../../src/renderers/prometheus/slos.ts";
import { onePrometheus, rendererRows, target } from "../rows.ts";

const labels = { team: "payments", text: "{{ not a template }}" };
const rows = rendererRows({
  ...onePrometheus,
  connectors: {
    ...onePrometheus.connectors,
    conn_blackbox: { name: "Blackbox", type: "observability", connector_type: "blackbox_exporter" },
  },
  teams: { team_1: { name: "Platform" } },
  slis: {
    sli_1: {
      ...{ name: "requests", service: "shop", kind: "ratio", data_source_id: "ds_prometheus" },
      ...{ bad_query: "sum(rate(bad[5m]))", total_query: "sum(rate(all[5m]))" },
    },
  },
  slos: {
    slo_1: {
      ...{ name: "requests", service: "shop", sli_id: "sli_1", target_percent: 99.9, team_id: "team_1" },
      labels,
    },
    slo_2: { name: "plain", service: "shop", sli_id: "sli_1", target_percent: 99, team_id: "team_1" },
  },
  syntheticChecks: {
    chk_1: { name: "home", kind: "http", target: "https://example.com/", service: "shop", labels },
  },
  certificateMonitors: { cert_1: { hostname: "example.com", team_id: "team_1", labels } },
});

interface Rule {
  alert?: string;
  record?: string;
  labels: Record<string, string>;
}

interface RuleFile {
  groups: { rules: Rule[] }[];
}

const series: Readonly<Record<string, string>> = {
  SLOBreach: "slo:period_error_budget_remaining:ratio",
  SLOBudget: "slo:period_error_budget_remaining:ratio",
};

/** What Prometheus makes of a text that `literal` wrote. */
const executed = (text: string) => text.replaceAll('{{"{{"}}', "{{");

it("writes the owner's labels on every alert, and the forecast has the same ones", () => {
  const files = [renderSlos(rows, target), checkRules(rows, target), certificateRules(rows, target)];
  const all = files.flatMap(({ content }) =>
    (parse(content) as RuleFile).groups.flatMap(({ rules }) => rules),
  );
  const labelsOf = ({ labels: own }: Rule) =>
    Object.fromEntries(Object.entries(own).map(([name, value]) => [name, executed(value)]));
  // Alerts over all SLOs have the labels of the series that they look at.
  const written = all.flatMap((rule): Record<string, string>[] => {
    // What all SLOs of an engine lack is no row's.
    if (rule.alert === undefined || rule.labels.kind === "connectors") return [];
    const own = { alertname: rule.alert, ...labelsOf(rule) };
    const record = rule.labels.kind === "slos" ? "slo:objective:ratio" : series[rule.alert];
    if (record === undefined) return [own];
    const named = (one: Rule) => (rule.labels.kind === "slos" ? { name: one.labels.sloth_slo ?? "" } : {});
    return all
      .filter((one) => one.record === record)
      .map((one) => ({ ...one.labels, ...named(one), ...own }));
  });
  const forecast = [...ownAlertsOf({ ...rows, heartbeats: [] })].flatMap(({ alerts }) => alerts);
  const sorted = (alerts: readonly object[]) =>
    alerts.map((one) => JSON.stringify(Object.entries(one).sort())).sort();
  expect(sorted(forecast)).toEqual(sorted(written));
  const isPlain = (one: Record<string, string>) => one.orgconfig_slo_id === "slo_2";
  expect(written.length).toBeGreaterThan(15);
  for (const alert of written) expect(alert).toMatchObject(isPlain(alert) ? { team: "Platform" } : labels);
});
