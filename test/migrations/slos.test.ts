/** SLOs of other tools: what becomes of each form that they are written in. */
import { describe, expect, it } from "vitest";
import type { Migration, Options } from "../../src/features/changes/migrations/mapping.ts";
import { migrationSources } from "../../src/features/changes/migrations/sources.ts";

const options: Options = { dataSource: "Prometheus" };

function read(source: string, text: string, given: Options = options): Migration {
  const found = migrationSources.find(({ name }) => name === source);
  if (found === undefined) throw new Error(`no source ${source}`);
  return found.read([{ name: "file.yaml", text }], given);
}

const bodies = ({ rows }: Migration, kind: string) =>
  rows.all.filter(({ definition }) => definition.kind === kind).map(({ body }) => body);
const notes = ({ entries }: Migration) =>
  entries.flatMap(({ address, notes, instead }) => [
    ...notes.map(({ field, message }) => `${address} ${field}: ${message}`),
    ...(instead === undefined ? [] : [`${address}: ${instead}`]),
  ]);

const googles = [
  { long_minutes: 60, short_minutes: 5, threshold: 14.4, severity: "critical" },
  { long_minutes: 360, short_minutes: 30, threshold: 6, severity: "critical" },
  { long_minutes: 1_440, short_minutes: 120, threshold: 3, severity: "warning" },
  { long_minutes: 4_320, short_minutes: 360, threshold: 1, severity: "warning" },
];

describe("sloth", () => {
  const file = `version: "prometheus/v1"
service: "shop"
labels: {owner: payments, tier: 1}
slos:
  - name: requests
    objective: 99.9
    labels: {team: payments}
    description: Answers without a fault
    sli:
      events:
        error_query: sum(rate(http_requests_total{job="shop",code=~"5.."}[{{.window}}]))
        total_query: sum(rate(http_requests_total{job="shop"}[{{.window}}]))
    alerting:
      name: ShopErrors
      labels: {category: availability}
      page_alert: {labels: {severity: page, routing_key: pay}}
      ticket_alert: {disable: true}
  - name: share
    objective: 95
    sli: {raw: {error_ratio_query: "sum(rate(a_bad[{{.window}}])) / sum(rate(a_all[{{.window}}]))"}}
    alerting: {page_alert: {disable: true}, ticket_alert: {labels: {severity: slack}}}
  - name: recorded
    objective: 95
    sli: {raw: {error_ratio_query: 'shop:error_ratio:{{.window}}'}}
    alerting: {page_alert: {labels: {to: a, same: b}}, ticket_alert: {labels: {to: c, same: b, cluster: "{{ $labels.cluster }}"}}}
  - name: plugged
    objective: 99
    sli: {plugin: {id: sloth-common/kubernetes/apiserver/availability}}
`;

  it("becomes SLIs and SLOs, and what it cannot say is said", () => {
    const migration = read("sloth", file);
    expect(bodies(migration, "slis")).toMatchObject([
      {
        name: "requests",
        service: "shop",
        kind: "ratio",
        bad_query: 'sum(rate(http_requests_total{job="shop",code=~"5.."}[{{.window}}]))',
        total_query: 'sum(rate(http_requests_total{job="shop"}[{{.window}}]))',
      },
      {
        name: "share",
        bad_query: "sum(rate(a_bad[{{.window}}]))",
        total_query: "sum(rate(a_all[{{.window}}]))",
      },
      { name: "recorded", bad_query: "shop:error_ratio:{{.window}}", total_query: "vector(1)" },
    ]);
    expect(bodies(migration, "slos")).toMatchObject([
      { name: "requests", target_percent: 99.9, window_days: 30, burn_alerts: googles.slice(0, 2) },
      { name: "share", target_percent: 95, burn_alerts: googles.slice(2) },
      { name: "recorded", burn_alerts: googles },
    ]);
    const shared = { owner: "payments", tier: "1" };
    expect(bodies(migration, "slos").map((slo) => (slo as { labels?: object }).labels)).toEqual([
      { ...shared, team: "payments", category: "availability", routing_key: "pay" },
      shared,
      { ...shared, same: "b" },
    ]);
    const said = notes(migration).join("\n");
    expect(said).toContain("shop/requests alerting.name: burn alerts are called SLOBurnRate here");
    expect(said).toContain('shop/requests alerting.page_alert.labels.severity: "page" is critical here');
    expect(said).toContain('shop/share alerting.ticket_alert.labels.severity: "slack" is warning here');
    expect(said).toContain("shop/recorded alerting.page_alert.labels.to: is left out");
    expect(said).toContain("shop/recorded alerting.ticket_alert.labels.cluster: is left out");
    expect(said).toContain("shop/recorded sli.raw.error_ratio_query: gives a share and not events");
    expect(said).toContain("shop/plugged: its SLI is a plugin");
    expect(migration.rows.known.map(({ key }) => key)).toEqual([{ name: "Prometheus" }]);
  });

  it("reads the operator's objects alike", () => {
    const object = `apiVersion: sloth.slok.dev/v1
kind: PrometheusServiceLevel
metadata: {name: shop}
spec:
  service: shop
  slos:
    - name: requests
      objective: 99.9
      sli: {events: {errorQuery: "sum(rate(bad[{{.window}}]))", totalQuery: "sum(rate(all[{{.window}}]))"}}
      alerting: {pageAlert: {disable: true}, ticketAlert: {disable: true}}
`;
    const migration = read("sloth", object);
    expect(bodies(migration, "slos")).toMatchObject([{ name: "requests", burn_alerts: [] }]);
    expect(notes(migration)).toEqual([]);
  });

  it("asks for a data source where none is named, and refuses other files", () => {
    const migration = read("sloth", file, {});
    expect(migration.rows.all).toEqual([]);
    expect(notes(migration).join("\n")).toContain("--data-source");
    expect(() => read("sloth", "groups: []")).toThrow("no SLO of Sloth");
    expect(() => read("sloth", "a: 1\na: 2")).toThrow("twice");
  });
});

describe("pyrra", () => {
  const object = (indicator: string, more = "") => `apiVersion: pyrra.dev/v1alpha1
kind: ServiceLevelObjective
metadata: {name: shop-errors, labels: {pyrra.dev/service: shop, pyrra.dev/team: payments, app: other}}
spec:
  target: "99.5"
  window: 4w
  ${more}
  indicator: ${indicator}
`;
  it.each([
    [
      '{ratio: {errors: {metric: http_errors_total}, total: {metric: "http_total{job=\\"a\\"}"}}}',
      {
        bad_query: "sum(rate(http_errors_total[{{.window}}]))",
        total_query: 'sum(rate(http_total{job="a"}[{{.window}}]))',
      },
    ],
    [
      '{latency: {success: {metric: "d_bucket{le=\\"1\\"}"}, total: {metric: d_count}}}',
      {
        good_query: 'sum(rate(d_bucket{le="1"}[{{.window}}]))',
        total_query: "sum(rate(d_count[{{.window}}]))",
      },
    ],
    [
      "{latencyNative: {latency: 250ms, total: {metric: d}}}",
      {
        good_query:
          "histogram_fraction(0, 0.25, sum(rate(d[{{.window}}]))) * histogram_count(sum(rate(d[{{.window}}])))",
        total_query: "histogram_count(sum(rate(d[{{.window}}])))",
      },
    ],
    [
      "{bool_gauge: {metric: probe_success}}",
      {
        good_query: "sum(sum_over_time(probe_success[{{.window}}]))",
        total_query: "sum(count_over_time(probe_success[{{.window}}]))",
      },
    ],
  ])("reads the indicator %s", (indicator, queries) => {
    const migration = read("pyrra", object(indicator));
    expect(bodies(migration, "slis")).toMatchObject([{ name: "shop-errors", service: "shop", ...queries }]);
    expect(bodies(migration, "slos")).toMatchObject([
      {
        target_percent: 99.5,
        window_days: 28,
        labels: { team: "payments" },
        burn_alerts: [
          { long_minutes: 60, short_minutes: 5, threshold: 14, severity: "critical" },
          { long_minutes: 360, short_minutes: 30, threshold: 7, severity: "critical" },
          { long_minutes: 1_440, short_minutes: 120, threshold: 2, severity: "warning" },
          { long_minutes: 5_760, short_minutes: 360, threshold: 1, severity: "warning" },
        ],
      },
    ]);
  });

  it("says what groups and names of alerts lose", () => {
    const ratio = "{ratio: {errors: {metric: bad}, total: {metric: all}, grouping: [handler]}}";
    const said = notes(read("pyrra", object(ratio, "alerting: {name: Burn, burnrates: false}"))).join("\n");
    expect(said).toContain("indicator.ratio.grouping: makes an SLO of each group");
    expect(said).toContain("alerting.name: burn alerts are called SLOBurnRate");
  });
});

describe("openslo", () => {
  it("becomes what import openslo plans, with what is refused named", () => {
    const objects = `apiVersion: openslo/v1
kind: SLO
metadata: {name: shop-requests, labels: {team: payments, area: [eu], many: [a, b], severity: page}}
spec:
  service: shop
  indicator:
    metadata: {name: shop-requests}
    spec:
      ratioMetric:
        counter: true
        bad: {metricSource: {type: Prometheus, spec: {query: bad_total}}}
        total: {metricSource: {type: Prometheus, spec: {query: all_total}}}
  timeWindow: [{duration: 28d, isRolling: true}]
  budgetingMethod: Occurrences
  objectives: [{target: 0.999}]
---
apiVersion: openslo/v1
kind: SLO
metadata: {name: broken}
spec: {service: shop}
`;
    const migration = read("openslo", objects);
    expect(bodies(migration, "slos")).toMatchObject([
      {
        ...{ service: "shop", target_percent: 99.9, window_days: 28 },
        labels: { team: "payments", area: "eu" },
      },
    ]);
    expect(bodies(migration, "slis")).toHaveLength(1);
    expect(notes(migration).join("\n")).toContain("SLO broken");
    expect(notes(migration).join("\n")).toContain("metadata.labels.many: is left out");
    expect(notes(migration).join("\n")).toContain("metadata.labels.severity: is left out");
    expect(() => read("openslo", "kind: Other")).toThrow("OpenSLO");
  });
});

describe("prometheus-rules", () => {
  const rules = `groups:
- name: sloth-slo-sli-recordings-shop-requests
  rules:
  - record: slo:sli_error:ratio_rate5m
    expr: |
      (sum(rate(bad[5m])))
      /
      (sum(rate(all[5m])))
    labels: {sloth_id: shop-requests, sloth_service: shop, sloth_slo: requests, sloth_window: 5m}
- name: sloth-slo-meta-recordings-shop-requests
  rules:
  - {record: "slo:objective:ratio", expr: vector(0.9990000000000001), labels: {sloth_id: shop-requests, sloth_service: shop, sloth_slo: requests}}
  - {record: "slo:time_period:days", expr: vector(28), labels: {sloth_id: shop-requests, sloth_service: shop, sloth_slo: requests}}
- name: sloth-slo-alerts-shop-requests
  rules:
  - {alert: ShopErrors, expr: up == 0, labels: {sloth_severity: page, sloth_id: shop-requests, team: payments, severity: page}}
- name: shop-latency
  rules:
  - {record: "http:burnrate5m", expr: 'sum(rate(slow[5m])) / sum(rate(any[5m]))', labels: {slo: shop-latency}}
  - alert: ErrorBudgetBurn
    expr: http:burnrate5m{slo="shop-latency"} > (14 * (1-0.95)) and http:burnrate1h{slo="shop-latency"} > (14 * (1-0.95))
    labels: {exhaustion: 2d, long: 1h, severity: critical, short: 5m, slo: shop-latency, team: search, job: api}
- name: shop-latency-increase
  rules:
  - {record: "http:increase4w", expr: 'sum(increase(any[4w]))', labels: {slo: shop-latency}}
- name: node
  rules:
  - {alert: Watchdog, expr: vector(1), labels: {severity: none}}
  - {alert: Alive, expr: (vector(1) > 0)}
  - {alert: Down, expr: up == 0, labels: {severity: critical, service: "{{ $labels.job }}"}}
  - {record: "job:up:sum", expr: sum(up)}
`;
  it("recognizes what Sloth and Pyrra generated, and lists the labels of all others", () => {
    const migration = read("prometheus-rules", rules);
    expect(bodies(migration, "slis")).toMatchObject([
      {
        service: "shop",
        name: "requests",
        bad_query: "sum(rate(bad[5m]))",
        total_query: "sum(rate(all[5m]))",
      },
      { name: "shop-latency", bad_query: "sum(rate(slow[5m]))", total_query: "sum(rate(any[5m]))" },
    ]);
    expect(bodies(migration, "slos")).toMatchObject([
      { target_percent: 99.9, burn_alerts: googles.slice(0, 2), labels: { team: "payments" } },
      {
        target_percent: 95,
        window_days: 28,
        labels: { team: "search", job: "api" },
        burn_alerts: [{ long_minutes: 60, short_minutes: 5, threshold: 14, severity: "critical" }],
      },
    ]);
    const said = notes(migration).join("\n");
    expect(said).toContain(
      'node/Watchdog: the rule stays in Prometheus as it is; routes take its alerts by alertname="Watchdog", severity="none", and by the labels of its series. It always fires: an alert heartbeat with the matchers alertname="Watchdog", severity="none" raises an alert when it stops',
    );
    expect(said).toContain('It always fires: an alert heartbeat with the matchers alertname="Alive" raises');
    expect(said).toMatch(
      /alertname="Down", severity="critical", and by the labels of its series; by service too, which has a value of each series$/m,
    );
    expect(said).toContain("node/job:up:sum: it records, and stays");
    expect(said).toContain("take them out of Prometheus");
  });

  it("reads the operator's objects, and refuses what has no rules", () => {
    const object = `kind: PrometheusRule\nspec:\n  ${rules.replaceAll("\n", "\n  ")}`;
    expect(bodies(read("prometheus-rules", object), "slos")).toHaveLength(2);
    expect(() => read("prometheus-rules", "kind: SLO")).toThrow("no groups");
  });
});
