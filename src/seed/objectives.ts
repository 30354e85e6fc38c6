import { moments, past, rounded } from "./reports.ts";
import { ago, type Body, ref, report, row, rows, type SeedRow, type Step } from "./row.ts";
import { type Service, services } from "./services.ts";

const prometheus = ({ cloud }: Service) =>
  ref("data_sources", cloud.account === "345678901234" ? "prometheus-payments" : "prometheus-shop");

const measured = services.filter(({ tier }) => tier < 3);
const quick = services.filter(({ tier }) => tier === 1);

const slis = rows("slis", [
  ...measured.map(
    (service): Body => ({
      name: "availability",
      service: service.name,
      kind: "ratio",
      data_source_id: prometheus(service),
      good_query: `sum(rate(http_requests_total{service="${service.name}",code!~"5.."}[5m]))`,
      total_query: `sum(rate(http_requests_total{service="${service.name}"}[5m]))`,
    }),
  ),
  ...quick.map(
    (service): Body => ({
      name: "latency",
      service: service.name,
      kind: "threshold",
      data_source_id: prometheus(service),
      threshold_query: `histogram_quantile(\n  0.99,\n  sum by (le) (rate(http_request_seconds_bucket{service="${service.name}"}[5m]))\n)`,
      threshold_op: "lte",
      threshold_value: 0.35,
      description: "Ninety-nine in a hundred requests are answered within 350 ms.",
    }),
  ),
  {
    name: "captures that fail",
    service: "payments",
    kind: "ratio",
    data_source_id: ref("data_sources", "cloudwatch-payments"),
    bad_query: "SUM(METRICS('errors'))",
    total_query: "SUM(METRICS('invocations'))",
    description: "Money that customers meant to pay and could not.",
  },
  {
    name: "träffar utan svar",
    service: "search",
    kind: "ratio",
    data_source_id: ref("data_sources", "elasticsearch-söklogg"),
    bad_query:
      '{"query":{"bool":{"filter":[{"term":{"träffar":0}},{"range":{"@timestamp":{"gte":"now-5m"}}}]}}}',
    total_query: '{"query":{"range":{"@timestamp":{"gte":"now-5m"}}}}',
  },
  {
    name: "stock is fresh",
    service: "inventory",
    kind: "threshold",
    data_source_id: ref("data_sources", "Lagerdatabas (Склад)"),
    threshold_query: "SELECT extract(epoch FROM now() - max(räknad)) FROM lager.saldo",
    threshold_op: "lt",
    threshold_value: 900,
  },
  {
    name: "spare capacity",
    service: "edge",
    kind: "threshold",
    data_source_id: ref("data_sources", "datadog"),
    threshold_query: "avg:tidewater.edge.headroom{env:prod}",
    threshold_op: "gte",
    threshold_value: 0.4,
  },
  {
    name: "orders an hour",
    service: "checkout",
    kind: "threshold",
    data_source_id: ref("data_sources", "grafana"),
    threshold_query: 'sum(increase(orders_placed_total{currency=~"SEK|EUR|NOK"}[1h]))',
    threshold_op: "gt",
    threshold_value: 120.5,
    description: "A quiet hour by day is an outage that no other figure shows.",
  },
]);

/** How the promises are kept, in turn: most well, one in seven broken, one not yet measured. */
const fortunes: readonly (Fortune | undefined)[] = [
  ["healthy", 99.982, 82, 0.4],
  ["healthy", 99.951, 51.25, 0.9],
  ["at_risk", 99.912, 12.4, 2.75],
  ["healthy", 99.997, 97, 0.1],
  ["breached", 99.74, -160, 8.2],
  ["healthy", 99.963, 63.333333, 0],
  undefined,
];
type Fortune = readonly [status: string, sli: number, budget: number, burn: number];

const slowBurn = { long_minutes: 4_320, short_minutes: 360, threshold: 1, severity: "warning" } as const;

const slos = [
  ...measured.map((service, index) =>
    row(
      "slos",
      {
        name: "availability",
        service: service.name,
        sli_id: ref("slis", service.name, "availability"),
        target_percent: service.tier === 1 ? 99.9 : 99.5,
        team_id: ref("teams", service.team),
        ...(service.tier === 1 ? {} : { burn_alerts: [slowBurn], at_risk_percent: 33.3 }),
      },
      ...(service.tier === 1 ? kept(index) : []),
      ...fortuneOf(index),
    ),
  ),
  ...quick.map((service, index) =>
    row(
      "slos",
      {
        name: "latency",
        service: service.name,
        sli_id: ref("slis", service.name, "latency"),
        target_percent: 99,
        window_days: 7,
        ...(index % 2 === 0 ? { team_id: ref("teams", service.team) } : {}),
      },
      ...fortuneOf(index + 3),
    ),
  ),
  row(
    "slos",
    {
      name: "captures succeed",
      service: "payments",
      sli_id: ref("slis", "payments", "captures that fail"),
      target_percent: 99.995,
      window_days: 90,
      at_risk_percent: 50,
      burn_alerts: [
        { long_minutes: 30, short_minutes: 5, threshold: 20.5, severity: "critical" },
        { long_minutes: 720, short_minutes: 60, threshold: 4, severity: "error" },
        slowBurn,
      ],
      team_id: ref("teams", "Payments"),
      min_bad_events: 10,
    },
    evaluated("at_risk", 99.9962, 24, 1.8),
  ),
  row(
    "slos",
    {
      name: "folk hittar något",
      service: "search",
      sli_id: ref("slis", "search", "träffar utan svar"),
      target_percent: 92.5,
      window_days: 28,
      burn_alerts: [],
    },
    evaluated("healthy", 95.75, 43.333333, 0.7),
  ),
  row("slos", {
    name: "stock is fresh",
    service: "inventory",
    sli_id: ref("slis", "inventory", "stock is fresh"),
    target_percent: 95,
    window_days: 1,
    burn_alerts: [{ long_minutes: 60, short_minutes: 5, threshold: 6, severity: "warning" }],
    enabled: false,
    team_id: ref("teams", "Склад"),
  }),
];

const sloCorrections = rows("slo_corrections", [
  {
    service: "payments",
    starts_at: "2031-03-02T01:00:00.000Z",
    ends_at: "2031-03-02T03:30:00.000Z",
    reason: "The acquirer moves its data centre; it was announced, and payments are refused meanwhile.",
    status_page_incident_id: ref("status_page_incidents", "CHG-0113"),
  },
  {
    slo_ids: [ref("slos", "search", "folk hittar något")],
    starts_at: "2031-06-20T08:00:00.000Z",
    ends_at: "2031-06-22T08:00:00.000Z",
    reason: "Midsommar: everything is closed, and nobody finds anything.",
  },
  {
    service: "edge",
    starts_at: "2031-01-01T00:00:00.000Z",
    ends_at: "2031-01-01T00:20:00.000Z",
    reason: "Проверка питания",
  },
]);

function evaluated(status: string, sli: number, budget: number, burn: number): Step {
  return report({
    status,
    sli_percent: sli,
    error_budget_remaining_percent: budget,
    burn_rate: burn,
    last_evaluated_at: ago(1),
  });
}

/**
 * A month of it: a budget that is spent day by day, and most of it on two bad days. Its events add up to what is left at
 * the end.
 */
function kept(index: number): Step[] {
  const badDays = [8 + index, 21 - index];
  const isBad = (days: number) => badDays.some((day) => Math.abs(days - day) < 0.6);
  const left = fortunes[index % fortunes.length]?.[2] ?? 38;
  const spent = 1 - left / 100;
  const bad = moments.filter((minutes) => isBad(minutes / 1_440)).length;
  const usual = 0.3 * spent;
  const worst = (spent * moments.length - usual * (moments.length - bad)) / bad;
  let budget = 100;
  return past((days) => {
    const burn = isBad(days) ? worst : usual;
    budget -= (100 * burn) / moments.length;
    return {
      status: isBad(days) ? "at_risk" : "healthy",
      sli_percent: rounded(100 - burn * 0.1),
      error_budget_remaining_percent: rounded(budget),
      burn_rate: rounded(burn),
      total_rate: 40,
      bad_rate: Math.round(40_000 * burn) / 1_000_000,
    };
  });
}

function fortuneOf(index: number): Step[] {
  const fortune = fortunes[index % fortunes.length];
  return fortune === undefined ? [] : [evaluated(...fortune)];
}

export const objectiveRows: readonly SeedRow[] = [...slis, ...slos];

/** They name incidents of the status page. */
export const correctionRows: readonly SeedRow[] = sloCorrections;
