/** What the rules of SLOs say of traffic that is known, by Prometheus' own test of rules. Time passes in it, not here. */
import { expect, it } from "vitest";
import { stringify } from "yaml";
import type { JsonObject } from "../../../src/kernel/validate.ts";
import { sloQueries } from "../../../src/renderers/prometheus/read-back.ts";
import { records } from "../../../src/renderers/prometheus/slo-records.ts";
import { renderSlos } from "../../../src/renderers/prometheus/slos.ts";
import type { RendererRows } from "../../../src/renderers/renderer.ts";
import { promtool } from "../promtool.ts";
import { onePrometheus, rendererRows, target } from "../rows.ts";

/** An SLI with its SLO; both are named by the key. */
type Promise = Readonly<Record<"sli" | "slo", JsonObject>>;

/** What a query answers at a time: values by the SLO's id. */
type Expected = readonly [minutes: number, query: string, values: Readonly<Record<string, number>>];

interface Traffic {
  /** What becomes of the rules; left out, they stay. */
  readonly changed?: (content: string) => string;
  /** Series in promtool's notation. */
  readonly series: Readonly<Record<string, string>>;
  readonly promises: Readonly<Record<string, Promise>>;
  readonly interval: string;
  /** By id: what takes bad events out of budgets. */
  readonly corrections?: Readonly<Record<string, JsonObject>>;
  readonly expected: readonly Expected[];
}

/** Gives the rules and the traffic to promtool. @returns what it has against them; empty where all is as expected */
function judged({
  series,
  promises,
  interval,
  corrections = {},
  expected,
  changed = (same) => same,
}: Traffic): string {
  const both = (kind: keyof Promise, make: (name: string) => JsonObject) =>
    Object.fromEntries(
      Object.entries(promises).map(([name, promise]) => [
        kind === "sli" ? `sli_${name}` : name,
        { name, service: "shop", ...make(name), ...promise[kind] },
      ]),
    );
  const rows = rendererRows({
    ...onePrometheus,
    slis: both("sli", () => ({ data_source_id: "ds_prometheus", kind: "ratio" })),
    slos: both("slo", (name) => ({
      sli_id: `sli_${name}`,
      target_percent: 99,
      window_days: 1,
      burn_alerts: [],
    })),
  });
  // Their times are those of the test, which no rule for what people write would take.
  const sloCorrections = Object.entries(corrections).map(([id, body]) => ({
    id,
    configuration: { service: null, slo_ids: [], status_page_incident_id: null, ...body },
  })) as unknown as RendererRows["sloCorrections"];
  const { content, refusals } = renderSlos({ ...rows, sloCorrections }, target);
  expect(refusals).toEqual([]);
  const tests = {
    rule_files: ["slos.rules.yml"],
    evaluation_interval: interval,
    tests: [
      {
        interval,
        input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
        promql_expr_test: expected.map(([minutes, query, values]) => ({
          expr: `sum by (orgconfig_slo_id) (${query})`,
          eval_time: `${minutes}m`,
          exp_samples: Object.entries(values).map(([id, value]) => ({
            labels: `{orgconfig_slo_id="${id}"}`,
            value,
          })),
        })),
      },
    ],
  };
  const { ok, printed } = promtool(["test", "rules", "test.yml"], {
    "slos.rules.yml": changed(content),
    "test.yml": stringify(tests),
  });
  return ok ? "" : printed;
}

const queries = sloQueries(target.connectorId);

const counted = (name: string) => `sum(rate(${name}[5m]))`;
const ratio = (name: string, events: "bad" | "good" = "bad") => ({
  [`${events}_query`]: counted(`${name}_${events}`),
  total_query: counted(`${name}_total`),
});

/** The first of two figures: when the SLI was measured, and not its rules. */
const measuredAt = `max by (orgconfig_slo_id) (${queries.time.split(" or label_replace(")[0]})`;

/** To three digits, so that the window of the rates does not count. */
const near = (record: string, step: number, only: string) =>
  `round(${record}{orgconfig_slo_id=~"${only}"}, ${step})`;

/** What a query over all SLOs answers of some. */
const only = (query: string, ids: string) =>
  `(${query}) and on (orgconfig_slo_id) slo:objective:ratio{orgconfig_slo_id=~"${ids}"}`;

/** A counter that grows by a step for some samples, then by another one. */
function counter(...parts: readonly (readonly [samples: number, step: number])[]): string {
  let value = 0;
  const runs = parts.map(([samples, step]) => {
    const first = value + step;
    value += samples * step;
    return `${first}+${step}x${samples - 1}`;
  });
  return runs.join(" ");
}

function gauge(...parts: readonly (readonly [samples: number, value: number | string])[]): string {
  return parts.map(([samples, value]) => Array(samples).fill(value).join(" ")).join(" ");
}

it("counts events exactly, whatever the traffic, and never gives NaN", () => {
  const rows = "uneven|uneven_good|windowed";
  const error1d = "slo:sli_error:ratio_rate1d";
  const error5m = "slo:sli_error:ratio_rate5m";
  const remaining = "slo:period_error_budget_remaining:ratio";
  const firing = (alert: string, only: string) =>
    `ALERTS{alertname="${alert}", alertstate="firing", service="shop", orgconfig_slo_id=~"${only}"}`;
  const theirs = (record: string) =>
    `${record}{orgconfig_connector_id="conn_other",orgconfig_slo_id="theirs",service="shop"}`;
  const traffic: Traffic = {
    interval: "1m",
    series: {
      // Five hours of 1,000 events a minute without errors, then five of 10 with one error in each.
      uneven_total: counter([300, 1_000], [300, 10]),
      uneven_bad: counter([300, 0], [300, 1]),
      uneven_good: counter([300, 1_000], [300, 9]),
      // An hour with errors, four of silence, and five with errors again.
      silent_total: counter([60, 100], [240, 0], [300, 100]),
      silent_bad: counter([60, 1], [240, 0], [300, 1]),
      // No series of errors until the seventh hour.
      fresh_total: counter([600, 100]),
      fresh_bad: `${gauge([360, "_"])} ${counter([240, 50])}`,
      // A little more is bad than there is in all: the counters are not read at the same moment.
      over_total: counter([600, 100]),
      over_bad: counter([600, 105]),
      // A latency by instance; for an hour nobody asks one of them anything.
      'latency{instance="a"}': gauge([600, 0.1]),
      'latency{instance="b"}': gauge([60, 0.9], [60, "NaN"], [480, 0.1]),
      // Nobody asks anything, from the start.
      idle_latency: gauge([600, "NaN"]),
      // It is gone after five hours.
      lost_total: `${counter([300, 100])} stale`,
      lost_bad: counter([600, 0]),
      // What another connector has in the same engine, with its own rules.
      [theirs("slo:objective:ratio")]: gauge([600, 0.99]),
      [theirs("orgconfig:slo_at_risk:ratio")]: gauge([600, 0.2]),
      [theirs("slo:period_error_budget_remaining:ratio")]: gauge([600, -5]),
    },
    promises: {
      uneven: { sli: ratio("uneven"), slo: {} },
      uneven_good: { sli: ratio("uneven", "good"), slo: {} },
      windowed: {
        sli: {
          bad_query: "sum(rate(uneven_bad[{{.window}}])) # over {{ .window }}",
          total_query: "sum(rate(uneven_total[$__window]))",
        },
        slo: {},
      },
      silent: { sli: ratio("silent"), slo: { target_percent: 95 } },
      over: { sli: ratio("over"), slo: {} },
      over_windowed: {
        sli: { bad_query: "sum(rate(over_bad[$__window]))", total_query: "sum(rate(over_total[$__window]))" },
        slo: {},
      },
      fresh: { sli: ratio("fresh"), slo: { target_percent: 80 } },
      slow: { sli: latency("latency"), slo: { target_percent: 90, at_risk_percent: 60 } },
      idle: { sli: latency("idle_latency"), slo: {} },
      lost: { sli: ratio("lost"), slo: {} },
    },
    expected: [
      // 300 of 303,000 events. A mean of ratios would say 5 %.
      [599, near(error1d, 0.0001, rows), { uneven: 0.001, uneven_good: 0.001, windowed: 0.001 }],
      [599, near(remaining, 0.01, rows), { uneven: 0.9, uneven_good: 0.9, windowed: 0.9 }],
      [
        599,
        near("slo:sli_error:ratio_rate1h", 0.001, rows),
        { uneven: 0.1, uneven_good: 0.1, windowed: 0.1 },
      ],
      // All of it is bad, and no more than all.
      [599, near(error5m, 0.001, "over.*"), { over: 1, over_windowed: 1 }],
      [599, near("slo:sli_error:ratio_rate1h", 0.001, "over.*"), { over: 1, over_windowed: 1 }],
      [599, near(remaining, 1e-6, "over.*"), { over: -99, over_windowed: -99 }],
      [599, `round(${only(queries.burn, "over.*")}, 1e-6)`, { over: 100, over_windowed: 100 }],
      // In silence, and after it.
      [200, near(error1d, 0.001, "silent"), { silent: 0.01 }],
      [200, `${error5m}{orgconfig_slo_id="silent"}`, {}],
      [200, "orgconfig:slo_total:rate{orgconfig_slo_id=~'silent|idle'}", { silent: 0 }],
      [200, only(queries.burn, "silent|idle"), { silent: 0 }],
      // Nobody knows how long nothing takes.
      [200, firing("MissingData", ".*"), { idle: 1 }],
      [599, near(error1d, 0.001, "silent"), { silent: 0.01 }],
      // Before the first error, and after: half of the events in 4 of 10 hours, where a fifth may fail.
      [300, near(remaining, 0.01, "fresh"), { fresh: 1 }],
      [599, near(remaining, 0.1, "fresh"), { fresh: 0 }],
      // 60 of 60 + 540 samples at most, and a hundredth more for the five minutes at each edge.
      [599, near(error1d, 0.01, "slow"), { slow: 0.05 }],
      [30, `${error5m}{orgconfig_slo_id="slow"}`, { slow: 0.5 }],
      [90, `${error5m}{orgconfig_slo_id="slow"}`, { slow: 0 }],
      [30, firing("SLOBreach", "slow"), { slow: 1 }],
      [599, firing("SLOBreach", "slow"), {}],
      [599, firing("SLOBudget", "slow|uneven"), { slow: 1 }],
      // Its total is gone at 300 minutes and five more, in which the rate still sees it.
      [310, firing("MissingData", ".*"), { idle: 1 }],
      [322, firing("MissingData", ".*"), { idle: 1, lost: 1 }],
      [599, "ALERTS{orgconfig_slo_id='theirs'}", {}],
      [599, only(queries.budget, "theirs"), {}],
      // Read back.
      [
        599,
        `round(${only(queries.burn, `${rows}|silent|lost|slow`)}, 0.1)`,
        { uneven: 10, uneven_good: 10, windowed: 10, silent: 0.2, slow: 0 },
      ],
    ],
  };
  expect(judged(traffic)).toBe("");
});

const latency = (query: string) => ({
  kind: "threshold",
  threshold_query: query,
  threshold_op: "lt",
  threshold_value: 0.5,
});

it("fires and ends at the workbook's windows", () => {
  const promise = (name: string, long_minutes: number, short_minutes: number, threshold: number) => ({
    sli: { bad_query: `sum(rate(${name}_bad[10m]))`, total_query: "sum(rate(all_total[10m]))" },
    slo: {
      target_percent: 99.9,
      window_days: 30,
      burn_alerts: [{ long_minutes, short_minutes, threshold, severity: "critical" }],
    },
  });
  // Three days without errors, ten hours with them, and nine more without; one sample each five minutes.
  const start = 4_320;
  const end = start + 600;
  const firing =
    'ALERTS{alertname="SLOBurnRate", alertstate="firing", severity="critical", orgconfig_event="slo_burn_rate"}';
  const at = (minutes: number, ...ids: string[]): Expected => [
    minutes,
    firing,
    Object.fromEntries(ids.map((id) => [id, 1])),
  ];
  const traffic: Traffic = {
    interval: "5m",
    series: {
      all_total: counter([1_092, 5_000]),
      // 28.8 times what the budget allows, for an hour, and 8 times for ten.
      fast_bad: counter([864, 0], [12, 144], [216, 0]),
      steady_bad: counter([864, 0], [120, 40], [108, 0]),
    },
    promises: {
      hour: promise("fast", 60, 5, 14.4),
      quarter: promise("steady", 360, 30, 6),
      day: promise("steady", 1_440, 120, 3),
      days: promise("steady", 4_320, 360, 1),
    },
    expected: [
      at(start + 20),
      // Half of the hour.
      at(start + 45, "hour"),
      at(start + 80),
      // Six eighths of the six hours.
      at(start + 255),
      at(start + 295, "quarter"),
      // Three eighths of the day, and one eighth of the three days.
      at(start + 520, "quarter"),
      at(start + 565, "day", "days", "quarter"),
      // Each ends when its short window has seen enough of the end.
      at(end + 30, "day", "days"),
      at(end + 60, "day", "days"),
      at(end + 95, "days"),
      at(end + 295, "days"),
      at(end + 340),
    ],
  };
  expect(judged(traffic)).toBe("");
});

/** What a query of an SLI gives in the second of four hours, and what is said of that: by field, the values. */
const faults: Readonly<
  Record<
    string,
    { readonly sli: "bad" | "good" | "value"; readonly given: JsonObject; readonly says: JsonObject }
  >
> = {
  bad_nan: { sli: "bad", given: { bad: "NaN" }, says: { total_query: 100 } },
  bad_infinite: { sli: "bad", given: { bad: "Inf" }, says: { total_query: 100, bad_query: Infinity } },
  bad_negative: { sli: "bad", given: { bad: -3 }, says: { total_query: 100, bad_query: -3 } },
  // The other series hides it.
  bad_hidden: { sli: "bad", given: { bad: -3, bad_too: 9 }, says: { total_query: 100, bad_query: -3 } },
  bad_more: { sli: "bad", given: { bad: 40_000 }, says: { total_query: 100, bad_query: 40_000 } },
  bad_double: { sli: "bad", given: { bad: 200 }, says: { total_query: 100, bad_query: 200 } },
  bad_of_none: { sli: "bad", given: { bad: 5, total: 0 }, says: { total_query: 0, bad_query: 5 } },
  // A recording rule that was renamed.
  bad_renamed: { sli: "bad", given: { bad: "_", bad_too: "_" }, says: { total_query: 100 } },
  good_nan: { sli: "good", given: { good: "NaN" }, says: { total_query: 100 } },
  good_infinite: { sli: "good", given: { good: "Inf" }, says: { total_query: 100, good_query: Infinity } },
  good_negative: { sli: "good", given: { good: -3 }, says: { total_query: 100, good_query: -3 } },
  good_more: { sli: "good", given: { good: 200 }, says: { total_query: 100, good_query: 200 } },
  good_renamed: { sli: "good", given: { good: "_" }, says: { total_query: 100 } },
  total_nan: { sli: "bad", given: { total: "NaN" }, says: { bad_query: 1 } },
  total_infinite: { sli: "bad", given: { total: "Inf" }, says: { total_query: Infinity, bad_query: 1 } },
  total_negative: { sli: "good", given: { total: -100 }, says: { total_query: -100, good_query: 99 } },
  total_gone: { sli: "bad", given: { total: "_" }, says: { bad_query: 1 } },
  value_nan: { sli: "value", given: { slow: "NaN", fast: "NaN" }, says: {} },
  value_infinite: { sli: "value", given: { slow: "Inf", fast: "_" }, says: { threshold_query: Infinity } },
  value_minus: { sli: "value", given: { slow: "-Inf", fast: "-Inf" }, says: { threshold_query: -Infinity } },
};
/** What there is before and after: of a hundred events one is bad, of two series one. */
const usual: JsonObject = { bad: 1, bad_too: 0, good: 99, total: 100, slow: 0.9, fast: 0.1 };

it("takes what is no number for no data, in each query of each kind of SLI, and says what it is", () => {
  const names = Object.keys(faults);
  const recorded: JsonObject = { bad_too: "bad", slow: "latency", fast: "latency" };
  const of = (metric: string, name: string) =>
    `job:${recorded[metric] ?? metric}:rate5m{of="${name}",at="${metric}"}`;
  const measures = (name: string): JsonObject => {
    const part = {
      bad: `job:bad:rate5m{of="${name}"}`,
      good: of("good", name),
    };
    const { sli } = faults[name] ?? expect.fail(name);
    if (sli === "value") return latency(`job:latency:rate5m{of="${name}"}`);
    return { [`${sli}_query`]: part[sli], total_query: of("total", name) };
  };
  // Each has metrics of its own, as a renamed rule has taken all of its series along.
  const own = (text: string, name: string) => text.replaceAll("job:", `${name}:`);
  const said = (which: (name: string) => unknown): Record<string, number> =>
    Object.fromEntries(
      names.flatMap((name) => {
        const value = which(name);
        return value === undefined ? [] : [[name, Number(value)]];
      }),
    );
  const fields = ["total_query", "bad_query", "good_query", "threshold_query"];
  const share = (name: string) => (faults[name]?.sli === "value" ? 0.5 : 0.01);
  const traffic: Traffic = {
    interval: "1m",
    series: Object.fromEntries(
      names.flatMap((name) =>
        Object.entries(usual).map(([metric, value]) => {
          const given = { ...usual, ...faults[name]?.given }[metric];
          const values = gauge([60, Number(value)], [60, String(given)], [120, Number(value)]);
          return [own(of(metric, name), name), values.replaceAll(" _", " stale")];
        }),
      ),
    ),
    promises: Object.fromEntries(
      names.map((name) => [
        name,
        {
          sli: JSON.parse(own(JSON.stringify(measures(name)), name)),
          slo: { target_percent: 40, burn_alerts: [] },
        },
      ]),
    ),
    expected: [
      [59, "orgconfig:slo_unusable:value", {}],
      ...[61, 90, 119].flatMap((minute): Expected[] => [
        [minute, "orgconfig:slo_bad:rate or orgconfig:slo_total:rate", {}],
        [minute, "slo:sli_error:ratio_rate5m", {}],
        ...fields.map(
          (field): Expected => [
            minute,
            `${records.unusable}{orgconfig_figure="${field}"} == ${records.unusable}`,
            said((name) => faults[name]?.says[field]),
          ],
        ),
        // Whatever the values are: none of them says nothing.
        [minute, `count by (orgconfig_slo_id) (${records.unusable}) >= bool 1`, said(() => 1)],
      ]),
      [125, records.unusable, {}],
      // Nothing of that hour counts.
      [239, "round(slo:sli_error:ratio_rate1d, 0.0001)", said(share)],
      [125, "round(slo:sli_error:ratio_rate1d, 0.0001)", said(share)],
    ],
  };
  expect(judged(traffic)).toBe("");
});

it("counts what is a little more than all as all, and rounded zeros as none", () => {
  const of = (part: string) => ({ [part]: "sum(part)", total_query: "sum(whole)" });
  const traffic = (value: number): Pick<Traffic, "interval" | "series"> => ({
    interval: "1m",
    series: { part: gauge([60, value]), whole: gauge([60, 100]) },
  });
  const promises = { bad: { sli: of("bad_query"), slo: {} }, good: { sli: of("good_query"), slo: {} } };
  const ratio = "slo:sli_error:ratio_rate1h";
  for (const [value, ratios] of [
    [109, { bad: 1, good: 0 }],
    [-1e-10, { bad: 0, good: 1 }],
  ] as const)
    expect(judged({ ...traffic(value), promises, expected: [[59, `round(${ratio}, 0.01)`, ratios]] })).toBe(
      "",
    );
});

it("counts nothing where a query fails, and says so", () => {
  // A second series of info is one too many for the join, from the second hour on.
  const joined = "sum(rate(bad[5m]) * on () group_left () info)";
  const promises = {
    failing: { sli: { bad_query: joined, total_query: counted("all") }, slo: { target_percent: 95 } },
    good: { sli: { good_query: joined, total_query: counted("all") }, slo: { target_percent: 95 } },
  };
  const series = {
    all: counter([240, 100]),
    bad: counter([240, 10]),
    'info{version="1"}': gauge([240, 1]),
    'info{version="2"}': gauge([61, "_"], [179, 1]),
  };
  const shared = { interval: "1m", promises, expected: [[120, "ALERTS", {}]] } as const;
  const failed = judged({ ...shared, series });
  expect(failed).toContain("found duplicate series for the match group");
  const rules = Array.from(failed.matchAll(/rule: (\S+), time: (\S+),/g), ([, rule, time]) => [rule, time]);
  expect(rules).toEqual([
    // Of both SLOs all records of it, so that neither is counted without the other.
    ["orgconfig:slo_bad:rate", "1h1m0s"],
    ["orgconfig:slo_total:rate", "1h1m0s"],
    ["orgconfig:slo_unusable:value", "1h1m0s"],
    ["orgconfig:slo_bad:rate", "1h1m0s"],
    ["orgconfig:slo_total:rate", "1h1m0s"],
    ["orgconfig:slo_unusable:value", "1h1m0s"],
  ]);

  // promtool ends where a rule fails, so that what Prometheus goes on with is given: no more samples of that rule.
  const events = (id: string, which: string) =>
    `orgconfig:slo_${which}:rate{orgconfig_connector_id="conn_prometheus",orgconfig_slo_id="${id}",service="shop"}`;
  const burnt = { [events("failing", "bad")]: "10x60", [events("failing", "total")]: "100x60" };
  const firing = (alert: string) => `ALERTS{alertname="${alert}", alertstate="firing"}`;
  expect(
    judged({
      ...shared,
      promises: { failing: promises.failing },
      series: burnt,
      changed: (content) =>
        content.replace(
          / {6}- record: orgconfig:slo_(bad:rate|total:rate|unusable:value)\n(?: {8}.*\n)+/g,
          "",
        ),
      expected: [
        [58, "round(slo:period_error_budget_remaining:ratio, 0.1)", { failing: -1 }],
        [58, `round(${queries.burn}, 0.1)`, { failing: 2 }],
        [58, measuredAt, { failing: 58 * 60 }],
        [210, "round(slo:period_error_budget_remaining:ratio, 0.1)", { failing: -1 }],
        [210, queries.burn, {}],
        [210, measuredAt, {}],
        [70, firing("MissingData"), {}],
        [90, firing("MissingData"), { failing: 1 }],
        [210, firing("SLOBreach"), { failing: 1 }],
        // The window has no figures any more: that is no end of what was so.
        [1_530, "slo:period_error_budget_remaining:ratio", {}],
        [1_530, firing("SLOBreach"), { failing: 1 }],
        [1_530, firing("SLOBudget"), { failing: 1 }],
      ],
    }),
  ).toBe("");
});

it("leaves bad events in a correction out of every window, and takes them back without it", () => {
  const remaining = "round(slo:period_error_budget_remaining:ratio, 0.1)";
  const hour = "round(slo:sli_error:ratio_rate1h, 0.1)";
  const pair = { long_minutes: 60, short_minutes: 5, threshold: 10, severity: "critical" };
  const promises = {
    shop: { sli: ratio("shop"), slo: { target_percent: 90, burn_alerts: [{ ...pair, threshold: 4 }] } },
    windowed: {
      sli: {
        bad_query: "sum(rate(shop_bad[{{.window}}]))",
        total_query: "sum(rate(shop_total[{{.window}}]))",
      },
      slo: { target_percent: 90 },
    },
    other: { sli: ratio("shop"), slo: { service: "elsewhere", target_percent: 90 } },
  };
  const shared = {
    interval: "1m",
    promises,
    series: {
      // Two hours without errors, one in which half of the events are bad, and three without again.
      shop_total: counter([360, 100]),
      shop_bad: counter([120, 0], [60, 50], [180, 0]),
    },
  };
  const firing = 'ALERTS{alertname="SLOBurnRate", alertstate="firing"}';
  // 3,000 of 36,000 events are bad, where 3,600 may be.
  expect(
    judged({
      ...shared,
      expected: [
        [179, hour, { shop: 0.5, windowed: 0.5, other: 0.5 }],
        [179, firing, { shop: 1 }],
        [359, remaining, { shop: 0.2, windowed: 0.2, other: 0.2 }],
      ],
    }),
  ).toBe("");
  const time = (hours: string) => `1970-01-01T${hours}:00Z`;
  const corrected = (from: string, until: string) => ({
    corr_1: { service: "shop", starts_at: time(from), ends_at: time(until), reason: "Move" },
  });
  expect(
    judged({
      ...shared,
      corrections: corrected("02:00", "03:00"),
      expected: [
        [110, "orgconfig:slo_corrected:bool", { shop: 0, windowed: 0 }],
        [179, "orgconfig:slo_corrected:bool", { shop: 1, windowed: 1 }],
        [
          179,
          'round(slo:sli_error:ratio_rate5m{orgconfig_slo_id!="other"}, 0.001)',
          { shop: 0, windowed: 0 },
        ],
        [179, hour, { shop: 0, windowed: 0, other: 0.5 }],
        [179, firing, {}],
        [359, remaining, { shop: 1, windowed: 1, other: 0.2 }],
      ],
    }),
  ).toBe("");
  // Half of it: half of what was bad counts, but for the five minutes that rates look back.
  expect(
    judged({
      ...shared,
      corrections: {
        ...corrected("02:00", "02:25"),
        corr_2: { slo_ids: ["other"], starts_at: time("02:30"), ends_at: time("02:55"), reason: "Move" },
      },
      expected: [
        [
          359,
          "round(slo:period_error_budget_remaining:ratio, 0.1)",
          { shop: 0.6, windowed: 0.6, other: 0.6 },
        ],
      ],
    }),
  ).toBe("");
});

it("needs as many bad events in a burn alert's long window as the SLO says", () => {
  const pair = { long_minutes: 60, short_minutes: 5, threshold: 5, severity: "critical" };
  const promise = (min_bad_events: number, sli: JsonObject) => ({
    sli,
    slo: { target_percent: 99, burn_alerts: [pair], min_bad_events },
  });
  const increase = (range: string) => ({
    bad_query: `sum(increase(few_bad[${range}]))`,
    total_query: `sum(increase(few_total[${range}]))`,
  });
  const traffic: Traffic = {
    interval: "1m",
    series: {
      // Ten events a minute, of which two are bad for twenty minutes: forty in all.
      few_total: counter([240, 10]),
      few_bad: counter([120, 0], [20, 2], [100, 0]),
      'seconds{instance="a"}': gauge([120, 0.1], [20, 0.9], [100, 0.1]),
    },
    promises: {
      ten: promise(30, ratio("few")),
      many: promise(50, ratio("few")),
      each: promise(30, increase("5m")),
      each_many: promise(50, increase("5m")),
      wide: promise(30, increase("10m")),
      wide_many: promise(50, increase("10m")),
      slow: promise(15, latency("seconds")),
      slow_many: promise(25, latency("seconds")),
    },
    expected: [
      [125, 'ALERTS{alertname="SLOBurnRate", alertstate="firing"}', {}],
      [139, 'ALERTS{alertname="SLOBurnRate", alertstate="firing"}', { ten: 1, each: 1, wide: 1, slow: 1 }],
    ],
  };
  expect(judged(traffic)).toBe("");
});
