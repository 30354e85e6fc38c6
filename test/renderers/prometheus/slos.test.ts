import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import type { JsonObject } from "../../../src/kernel/validate.ts";
import { rendererFor } from "../../../src/renderers/index.ts";
import type { RuleGroup } from "../../../src/renderers/prometheus/rule-file.ts";
import type { Rendering, Target } from "../../../src/renderers/renderer.ts";
import { onePrometheus, type RowBodies, rendererRows, target } from "../rows.ts";

const sli = {
  name: "availability",
  service: "checkout",
  kind: "ratio",
  data_source_id: "ds_prometheus",
  bad_query: "sum(rate(bad[5m]))",
  total_query: "sum(rate(all[5m]))",
};
const slo = { name: "availability", service: "checkout", sli_id: "sli_1", target_percent: 99.9 };
const one = { ...onePrometheus, slis: { sli_1: sli }, slos: { slo_1: slo } };
const mimir = { name: "Mimir", type: "observability", connector_type: "mimir" };

function render(bodies: RowBodies, to: Partial<Target> = {}): Rendering {
  const rows = rendererRows(bodies);
  const { connectorId } = { ...target, ...to };
  const connector = rows.connectors.find(({ id }) => id === connectorId);
  const renderer = rendererFor(connector?.configuration.connector_type ?? "");
  if (renderer === undefined) throw new Error("nothing is rendered for the connector");
  return renderer.render(rows, { ...target, ...to });
}

function groupsOf({ files }: Rendering): RuleGroup[] {
  return parse(files.find(({ name }) => name === "slos.rules.yml")?.content ?? "").groups;
}

function withSource(source: JsonObject, connectors: RowBodies["connectors"] = {}): RowBodies {
  return {
    ...one,
    connectors: { ...onePrometheus.connectors, ...connectors },
    dataSources: { ds_prometheus: { ...onePrometheus.dataSources.ds_prometheus, ...source } },
  };
}

describe("the rules of an SLO", () => {
  it("come in one group, in an order in which each finds what it stands on", () => {
    const [group, events] = groupsOf(render(one));
    expect(group?.rules.map((rule) => ("record" in rule ? rule.record : rule.alert))).toEqual([
      "orgconfig:slo_bad:rate",
      "orgconfig:slo_total:rate",
      "orgconfig:slo_unusable:value",
      ...["5m", "30m", "1h", "2h", "6h", "1d", "3d"].map((window) => `slo:sli_error:ratio_rate${window}`),
      "slo:objective:ratio",
      "slo:error_budget:ratio",
      "orgconfig:slo_at_risk:ratio",
      "slo:current_burn_rate:ratio",
      "slo:sli_error:ratio_rate30d",
      "slo:period_burn_rate:ratio",
      "slo:period_error_budget_remaining:ratio",
      "SLOBurnRate",
      "SLOBurnRate",
    ]);
    expect(events?.rules.map((rule) => rule.labels.orgconfig_event ?? rule)).toEqual([
      expect.objectContaining({ record: "slo:time_period:days" }),
      expect.objectContaining({ record: "orgconfig:slos_lost:count" }),
      "slo_breach",
      "slo_budget",
      "slo_tracking_failure",
      "slo_tracking_failure",
    ]);
  });

  it("carry what they are of", () => {
    const rules = groupsOf(
      render({
        ...one,
        teams: { team_1: { name: "Payments" } },
        slos: { slo_1: { ...slo, team_id: "team_1" } },
      }),
    ).flatMap((group) => (group.name === "orgconfig-slo-slo_1" ? group.rules : []));
    const labels = {
      orgconfig_connector_id: "conn_prometheus",
      orgconfig_slo_id: "slo_1",
      service: "checkout",
      sloth_id: "checkout-availability",
      sloth_service: "checkout",
      sloth_slo: "availability",
      team: "Payments",
    };
    expect(
      rules.filter((rule) => !Object.entries(labels).every(([name, value]) => rule.labels[name] === value)),
    ).toEqual([]);
  });

  it("are split where a group would have more than 20", () => {
    const burn_alerts = ["info", "warning", "error", "critical"].map((severity, index) => ({
      long_minutes: 100 + index,
      short_minutes: 10 + index,
      threshold: 2,
      severity,
    }));
    const groups = groupsOf(render({ ...one, slos: { slo_1: { ...slo, burn_alerts } } }));
    expect(groups.map(({ name, rules }) => [name, rules.length])).toEqual([
      ["orgconfig-slo-slo_1", 20],
      ["orgconfig-slo-slo_1-2", 4],
      ["orgconfig-slo-events", 6],
    ]);
  });

  it("sum over the whole window every five minutes only, where there are more than 500 SLOs", () => {
    const many = Object.fromEntries(
      Array.from({ length: 501 }, (_, index) => [`slo_${index}`, { ...slo, name: `n${index}` }]),
    );
    const content = render({ ...one, slos: many }).files[2]?.content ?? "";
    const groups = content.split("\n  - name: ").slice(1);
    expect(groups).toHaveLength(2 * 501 + 1);
    expect(groups[1]).toMatch(/^"orgconfig-slo-slo_0-period"\n {4}interval: 5m\n/);
    expect(Array.from(groups[1]?.matchAll(/record: (.*)/g) ?? [], ([, record]) => record)).toEqual([
      "slo:sli_error:ratio_rate30d",
      "slo:period_burn_rate:ratio",
      "slo:period_error_budget_remaining:ratio",
    ]);
  });

  it("are evaluated as often as the connector says", () => {
    const connector = onePrometheus.connectors.conn_prometheus;
    const often = { conn_prometheus: { ...connector, metadata: { evaluation_interval: "15s" } } };
    const intervals = (rows: object) =>
      [...new Set(JSON.stringify(groupsOf(render({ ...one, ...rows }))).match(/"interval":"\w+"/g))].join();
    expect([intervals({}), intervals({ connectors: often })]).toEqual([
      '"interval":"1m"',
      '"interval":"15s"',
    ]);
  });

  it("are left out where the SLO is switched off, and all where the connector is", () => {
    expect(groupsOf(render({ ...one, slos: { slo_1: { ...slo, enabled: false } } }))).toEqual([]);
    const off = { conn_prometheus: { ...onePrometheus.connectors.conn_prometheus, enabled: false } };
    const files = ["certificates", "checks", "slos"].map((name) => ({
      name: `${name}.rules.yml`,
      content: "groups: []\n",
    }));
    expect(render({ ...one, connectors: off })).toEqual({ files, refusals: [], evaluated: [] });
    // As many where there is nothing to evaluate: they are read one by one.
    expect(render(onePrometheus)).toEqual({ files, refusals: [], evaluated: [] });
  });
});

describe("an SLO is refused", () => {
  const messages = (rendering: Rendering) => rendering.refusals.map(({ message }) => message);

  it("where a query is wrong, at the SLI and at the SLO", () => {
    const rendering = render({ ...one, slis: { sli_1: { ...sli, bad_query: "sum(\n  rate(bad)\n)" } } });
    const message =
      "line 2, column 8: argument 1 of rate has to be a range vector, and this is an instant vector; write a range after it, such as [5m]";
    expect(rendering.refusals).toEqual([
      { resource: "slis", id: "sli_1", field: "bad_query", message },
      {
        resource: "slos",
        id: "slo_1",
        field: "sli_id",
        message: 'its SLI "checkout/availability" is not taken',
      },
    ]);
    expect(groupsOf(rendering)).toEqual([]);
    expect(rendering.evaluated).toEqual([]);
  });

  it("where a query holds a variable that is not known", () => {
    const total_query = "sum(rate(all[$__rate_interval]))";
    expect(messages(render({ ...one, slis: { sli_1: { ...sli, total_query } } }))[0]).toBe(
      'line 1, column 14: "$" is not expected here; the only variables are {{.window}} and $__window, and the query has $__rate_interval',
    );
  });

  it("where a query needs another version, which it names", () => {
    const total_query = "histogram_avg(all)";
    const bodies = { ...one, slis: { sli_1: { ...sli, total_query } } };
    expect(render(bodies).refusals).toMatchObject([{ min_version: "2.51" }, { resource: "slos" }]);
    expect(render(bodies, { version: "2.53.1" }).refusals).toEqual([]);
    // Others' versions are not Prometheus': they refuse by themselves what they do not know.
    const vmalert = { name: "vmalert", type: "observability", connector_type: "vmalert" };
    const other = { ...bodies, connectors: { conn_prometheus: vmalert } };
    expect(render(other, { version: "1.79.5" }).refusals).toEqual([]);
  });

  it("where vmalert is given what only MetricsQL has, with what to write", () => {
    const vmalert = { name: "vmalert", type: "observability", connector_type: "vmalert" };
    const bodies = {
      ...one,
      connectors: { conn_prometheus: vmalert },
      slis: { sli_1: { ...sli, total_query: "sum(rate(all))" } },
    };
    expect(render(bodies).refusals[0]).toMatchObject({
      resource: "slis",
      field: "total_query",
      message:
        "line 1, column 10: argument 1 of rate has to be a range vector, and this is an instant vector; write a range after it, such as [5m]; rules for vmalert are PromQL only: what only MetricsQL has is not taken",
    });
    const metricsQl = { sli_1: { ...sli, total_query: "sum(rate(all[5m])) default 0" } };
    expect(render({ ...bodies, slis: metricsQl }).refusals[0]?.message).toMatch(
      /^line 1, column \d+: .*; rules for vmalert are PromQL only: what only MetricsQL has is not taken$/,
    );
  });

  it("where its data source is of another type", () => {
    expect(messages(render(withSource({ type: "cloudwatch" })))).toEqual([
      'its data source "Prometheus" is of type cloudwatch, and rules are made for prometheus only: it is evaluated elsewhere; report with PUT /api/v1/state',
    ]);
  });

  it("at each of several connectors that could take it, until one is named", () => {
    const two = { conn_mimir: mimir };
    for (const connectorId of ["conn_prometheus", "conn_mimir"])
      expect(messages(render(withSource({}, two), { connectorId }))).toEqual([
        '2 connectors evaluate rules; name a connector at the data source "Prometheus" (connector_id)',
      ]);
    const named = withSource({ connector_id: "conn_mimir" }, two);
    expect(groupsOf(render(named))).toEqual([]);
    expect(render(named).refusals).toEqual([]);
    expect(groupsOf(render(named, { connectorId: "conn_mimir" }))).toHaveLength(2);
  });

  it("where its data source names a connector that evaluates no rules", () => {
    const aws = { conn_aws: { name: "AWS", type: "cloud", connector_type: "aws" } };
    expect(messages(render(withSource({ connector_id: "conn_aws" }, aws)))).toEqual([
      'the connector of the data source "Prometheus" is of type aws, and only connectors of type prometheus, mimir, vmalert evaluate rules; name one of those at the data source (connector_id), or none',
    ]);
  });
});
