/** The arithmetic of behaviour tests about SLOs, held equal to what promtool says of the rules that Prometheus is given. */
import { expect, it } from "vitest";
import { stringify } from "yaml";
import { type Run, runsOf } from "../../../src/kernel/event-series.ts";
import type { JsonObject } from "../../../src/kernel/validate.ts";
import { budgetOf, burnAlertsOf, sumsOf } from "../../../src/renderers/prometheus/burn-series.ts";
import { renderSlos } from "../../../src/renderers/prometheus/slos.ts";
import { promtool } from "../promtool.ts";
import { onePrometheus, rendererRows, target } from "../rows.ts";

interface Traffic {
  readonly good: string;
  readonly bad: string;
  readonly slo?: JsonObject;
}

const traffic: Readonly<Record<string, Traffic>> = {
  twenty: { good: "980x90", bad: "20x90" },
  harmless: { good: "1000x90", bad: "0x90" },
  slow: { good: "990x200", bad: "10x200" },
  later: { good: "1000x60 900x40", bad: "0x60 100x40" },
  spike: { good: "1000x40 500x3 1000x60", bad: "0x40 500x3 0x60" },
  idle: { good: "0x30 10x60", bad: "0x30 10x60" },
  few: { good: "10x90", bad: "0x20 1x5 0x65", slo: { min_bad_events: 10 } },
  enough: { good: "100x90", bad: "0x20 4x20 0x50", slo: { min_bad_events: 10 } },
  own: {
    good: "97x60",
    bad: "3x60",
    slo: {
      target_percent: 95,
      burn_alerts: [
        { long_minutes: 30, short_minutes: 10, threshold: 0.5, severity: "warning" },
        { long_minutes: 20, short_minutes: 5, threshold: 0.7, severity: "error" },
      ],
    },
  },
};

function runs(text: string): readonly Run[] {
  const read = runsOf(text);
  if ("problem" in read) throw new Error(read.problem);
  return read.runs;
}

function events(text: string): readonly number[] {
  return runs(text).flatMap((run) => Array.from({ length: run.minutes }, () => run.events));
}

/** A counter that begins at nothing, one sample a minute. */
function counter(text: string): string {
  let sum = 0;
  return [0, ...events(text)].map((one) => (sum += one)).join(" ");
}

/** Of an alert that never fires, not every minute is looked at. */
const sparse = 9;

it("fires the burn alerts in the minute in which Prometheus does, and has as much of the budget left", () => {
  const names = Object.keys(traffic);
  const each = (make: (name: string) => JsonObject) =>
    Object.fromEntries(names.map((name) => [name, make(name)]));
  const rated = (name: string) => `rate(${name}[{{.window}}])`;
  const rows = rendererRows({
    ...onePrometheus,
    slis: Object.fromEntries(
      names.map((name) => [
        `sli_${name}`,
        {
          name,
          service: "shop",
          data_source_id: "ds_prometheus",
          kind: "ratio",
          bad_query: `sum(${rated(`${name}_bad`)})`,
          total_query: `sum(${rated(`${name}_good`)}) + sum(${rated(`${name}_bad`)})`,
        },
      ]),
    ),
    slos: each((name) => ({
      name,
      service: "shop",
      sli_id: `sli_${name}`,
      target_percent: 99.9,
      ...traffic[name]?.slo,
    })),
  });
  const { content, refusals } = renderSlos(rows, target);
  expect(refusals).toEqual([]);
  const expected = rows.slos.flatMap(({ id, configuration }) => {
    const { good, bad } = traffic[id] as Traffic;
    const fired = burnAlertsOf(configuration, runs(good), runs(bad));
    const of = (minute: number, severity: string, count: number) => ({
      expr: `count(ALERTS{alertname="SLOBurnRate", orgconfig_slo_id="${id}", severity="${severity}"}) or vector(0)`,
      eval_time: `${minute}m`,
      exp_samples: [{ labels: "{}", value: count }],
    });
    // Records are rates over five minutes: what is bad comes into their sums over some minutes, and leaves them so.
    const sums = {
      stepMinutes: 1,
      all: sumsOf(events(good).length, events(good), events(bad)),
      bad: sumsOf(events(bad).length, events(bad)),
    };
    const spent = 1 - (budgetOf(configuration, sums)(events(good).length) ?? 1);
    const left = `max(slo:period_error_budget_remaining:ratio{orgconfig_slo_id="${id}"})`;
    const budget = {
      expr: `abs(1 - ${left} - ${spent}) <= bool ${spent / 8}`,
      eval_time: `${events(good).length}m`,
      exp_samples: [{ labels: "{}", value: 1 }],
    };
    const severities = [...new Set(configuration.burn_alerts.map(({ severity }) => severity))];
    const alerts = severities.flatMap((severity) => {
      const minute = fired.find((one) => one.severity === severity)?.minute;
      if (minute !== undefined) return [of(minute - 1, severity, 0), of(minute, severity, 1)];
      return events(good).flatMap((_, index) => (index % sparse === 0 ? [of(index + 1, severity, 0)] : []));
    });
    return [budget, ...alerts];
  });
  expect(expected.filter(({ exp_samples: [sample] }) => sample?.value === 1).length).toBeGreaterThan(
    8 + names.length,
  );
  const tests = {
    rule_files: ["slos.rules.yml"],
    evaluation_interval: "1m",
    tests: [
      {
        interval: "1m",
        input_series: Object.entries(traffic).flatMap(([name, { good, bad }]) => [
          { series: `${name}_good`, values: counter(good) },
          { series: `${name}_bad`, values: counter(bad) },
        ]),
        promql_expr_test: expected,
      },
    ],
  };
  const { ok, printed } = promtool(["test", "rules", "test.yml"], {
    "slos.rules.yml": content,
    "test.yml": stringify(tests),
  });
  expect(ok ? "" : printed).toBe("");
});
