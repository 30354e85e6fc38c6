import { daily, moments, past, rounded } from "./reports.ts";
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
  ["healthy", 82, 0.4],
  ["healthy", 51.25, 0.9],
  ["at_risk", 12.4, 2.75],
  ["healthy", 97, 0.1],
  ["breached", -160, 8.2],
  ["healthy", 63.333333, 0],
  undefined,
];
type Fortune = readonly [status: string, budget: number, burn: number];

const slowBurn = { long_minutes: 4_320, short_minutes: 360, threshold: 1, severity: "warning" } as const;

const targetOf = (tier: number) => (tier === 1 ? 99.9 : 99.5);

const slos = [
  ...measured.map((service, index) =>
    row(
      "slos",
      {
        name: "availability",
        service: service.name,
        sli_id: ref("slis", service.name, "availability"),
        target_percent: targetOf(service.tier),
        team_id: ref("teams", service.team),
        ...(service.tier === 1 ? {} : { burn_alerts: [slowBurn], at_risk_percent: 33.3 }),
      },
      ...kept(index, targetOf(service.tier), service.tier === 1 ? moments : daily),
      ...fortuneOf(index, targetOf(service.tier)),
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
      ...weeks(index + 3),
      ...fortuneOf(index + 3, 99),
    ),
  ),
  row(
    "slos",
    {
      name: "captures succeed",
      service: "payments",
      sli_id: ref("slis", "payments", "captures that fail"),
      target_percent: 99.995,
      labels: { tier: "1" },
      missing_after_minutes: null,
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
    ...spent({ target: 99.995, left: 24, badDays: [19, 4], times: daily }),
    evaluated(99.995, "at_risk", 24, 1.8),
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
    ...spent({ target: 92.5, left: 43.333333, badDays: [23, 11], times: daily }),
    evaluated(92.5, "healthy", 43.333333, 0.7),
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

/** The share of good events is the one that leaves so much of the budget. */
function evaluated(target: number, ...[status, budget, burn]: Fortune): Step {
  return report({
    status,
    sli_percent: rounded(100 - (100 - target) * (1 - budget / 100)),
    error_budget_remaining_percent: budget,
    burn_rate: burn,
    last_evaluated_at: ago(1),
  });
}

interface Spending {
  /** In percent. */
  readonly target: number;
  /** What is left now, in percent. */
  readonly left: number;
  /** Days ago. */
  readonly badDays: readonly number[];
  /** Of the reports, in minutes ago. */
  readonly times: readonly number[];
}

function kept(index: number, target: number, times: readonly number[]): Step[] {
  const left = fortunes[index % fortunes.length]?.[1] ?? 38;
  return spent({ target, left, badDays: [8 + (index % 9), 21 - (index % 9)], times });
}

/**
 * A month of it: a budget that is spent day by day, and most of it on two bad days. Its events add up to what is left at
 * the end.
 */
function spent({ target, left, badDays, times }: Spending): Step[] {
  const isBad = (days: number) => badDays.some((day) => Math.abs(days - day) < 0.6);
  const share = 1 - left / 100;
  const bad = times.filter((minutes) => isBad(minutes / 1_440)).length;
  const usual = 0.3 * share;
  const worst = (share * times.length - usual * (times.length - bad)) / bad;
  let budget = 100;
  return past((days) => {
    const burn = isBad(days) ? worst : usual;
    budget -= (100 * burn) / times.length;
    return {
      status: isBad(days) ? "at_risk" : "healthy",
      sli_percent: rounded(100 - burn * (100 - target)),
      error_budget_remaining_percent: rounded(budget),
      burn_rate: rounded(burn),
      total_rate: 40,
      bad_rate: Math.round(400_000 * burn * (100 - target)) / 1_000_000,
    };
  }, times);
}

/** A month of a window of seven days: a bad day takes its part of the budget, and gives it back a week later. */
function weeks(index: number): Step[] {
  const left = fortunes[index % fortunes.length]?.[1];
  if (left === undefined) return [];
  const badDays = [3 + (index % 3), 12 + (index % 5), 22 + (index % 4)];
  return past((days) => {
    const isBad = badDays.some((day) => Math.abs(days - day) < 0.6);
    const isWithin = badDays.some((day) => days <= day + 0.5 && days > day - 6.5);
    const budget = 100 - (100 - left) * (isWithin ? 1 : 0.35);
    return {
      status: budget < 0 ? "breached" : isBad ? "at_risk" : "healthy",
      sli_percent: rounded(100 - (100 - budget) / 100),
      error_budget_remaining_percent: rounded(budget),
      burn_rate: rounded(((100 - left) / 100) * (isBad ? 3 : 0.5)),
    };
  }, daily);
}

function fortuneOf(index: number, target: number): Step[] {
  const fortune = fortunes[index % fortunes.length];
  return fortune === undefined ? [] : [evaluated(target, ...fortune)];
}

export const objectiveRows: readonly SeedRow[] = [...slis, ...slos];

/** They name incidents of the status page. */
export const correctionRows: readonly SeedRow[] = sloCorrections;
