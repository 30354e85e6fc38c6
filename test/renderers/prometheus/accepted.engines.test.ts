/** Prometheus itself judges what is rendered: one expression that it refuses would hold up everybody's rules. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import type { JsonObject } from "../../../src/kernel/validate.ts";
import { queryProblem } from "../../../src/renderers/prometheus/promql.ts";
import { ruleFile } from "../../../src/renderers/prometheus/rule-file.ts";
import { sloWarnings } from "../../../src/renderers/prometheus/slo-warnings.ts";
import { renderSlos } from "../../../src/renderers/prometheus/slos.ts";
import { slos } from "../../../src/resources/slos.ts";
import { judge } from "../../resources/rules.ts";
import { fc } from "../../support/property.ts";
import { promtool, ruleFileProblems } from "../promtool.ts";
import { onePrometheus, rendererRows, target } from "../rows.ts";
import { goldenSlos } from "./golden.ts";
import { madeUpQueries, queries, wrongQueries } from "./queries.ts";

it("takes the golden files", () => {
  const files = Object.fromEntries(
    Object.keys(goldenSlos).map((name) => [
      name.split("/").at(-1) ?? "",
      readFileSync(new URL(`../../golden/${name}`, import.meta.url), "utf8"),
    ]),
  );
  const config = 'rule_files: ["*.rules.yml"]\n';
  const args = ["check", "config", "--lint-fatal", "prometheus.yml"];
  expect(promtool(args, { ...files, "prometheus.yml": config })).toMatchObject({ ok: true });
});

it("takes the queries that we take, and refuses those that we refuse", () => {
  expect(ruleFileProblems(asRules(queries))).toBe("");
  const { printed } = promtool(["check", "rules", "r.yml"], { "r.yml": asRules(wrongQueries) });
  const refused = new Set(Array.from(printed.matchAll(/rule (\d+)/g), ([, number]) => Number(number)));
  expect(wrongQueries.filter((_, index) => !refused.has(index + 1))).toEqual([]);
});

it("takes every made-up query in which we find nothing wrong", () => {
  const drawn = fc.sample(madeUpQueries, 2_000);
  const taken = [...new Set(drawn)].filter((query) => queryProblem(query, "2.42") === undefined);
  expect(taken.length).toBeGreaterThan(200);
  expect(ruleFileProblems(asRules(taken))).toBe("");
});

it("fires a burn alert at the threshold that a warning names, and never above it", () => {
  const total = "vector(10)";
  const sli = {
    name: "a",
    kind: "ratio",
    data_source_id: "ds_prometheus",
    bad_query: total,
    total_query: total,
  };
  const alert = { long_minutes: 60, short_minutes: 5, severity: "critical" };
  const firing = (threshold: number) => {
    const slo = {
      name: "a",
      service: "s",
      sli_id: "sli_1",
      target_percent: 90,
      burn_alerts: [{ ...alert, threshold }],
    };
    const rows = rendererRows({
      ...onePrometheus,
      slis: { sli_1: { ...sli, service: "s" } },
      slos: { slo_1: slo },
    });
    const said = sloWarnings(rows).map(({ message }) => message);
    const expr = 'count(ALERTS{alertname="SLOBurnRate"}) or vector(0)';
    const samples = (value: number) => [{ labels: "{}", value }];
    const judged = (value: number) =>
      promtool(["test", "rules", "t.yml"], {
        "r.yml": renderSlos(rows, target).content,
        "t.yml": JSON.stringify({
          rule_files: ["r.yml"],
          evaluation_interval: "1m",
          tests: [
            { interval: "1m", promql_expr_test: [{ expr, eval_time: "2h", exp_samples: samples(value) }] },
          ],
        }),
      });
    return { said, fires: judged(1).ok, never: judged(0).ok };
  };
  const never =
    "never fires: at a target of 90 % the burn rate is 10 at most, when everything is bad; write 10 or less";
  expect(firing(14.4)).toEqual({ said: [never], fires: false, never: true });
  expect(firing(10)).toEqual({ said: [], fires: true, never: false });
});

it("takes the rules of every SLO, or refuses the SLO with a reason", () => {
  const drawn = fc.sample(promises, 150);
  const rows = rendererRows({
    ...onePrometheus,
    teams: Object.fromEntries(
      drawn.map(({ team }, index) => [`team_${index}`, { name: `${index} ${team}` }]),
    ),
    slis: Object.fromEntries(
      drawn.map(({ sli }, index) => [`sli_${index}`, { ...sli, service: `s${index}` }]),
    ),
    slos: Object.fromEntries(
      drawn.map(({ slo }, index) => [
        `slo_${index}`,
        { ...slo, sli_id: `sli_${index}`, team_id: `team_${index}` },
      ]),
    ),
  });
  const { content, refusals } = renderSlos(rows, target);
  const refused = new Set(refusals.filter(({ message }) => message !== "").map(({ id }) => id));
  const lost = rows.slos.filter(({ id }) => refused.has(id) === content.includes(`"${id}"`));
  expect(lost.map(({ id }) => id)).toEqual([]);
  expect(ruleFileProblems(content)).toBe("");
});

function asRules(expressions: readonly string[]): string {
  const rules = expressions.map((expr, index) => ({
    record: `r${index}`,
    expr: `sum(\n${expr}\n)`,
    labels: {},
  }));
  return ruleFile([{ name: "queries", interval: "1m", rules }]);
}

const anyText = fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 });
const anyName = anyText.filter(
  (text) =>
    judge(slos, { name: text, service: text, sli_id: "sli_1", target_percent: 99 }).problems.length === 0,
);
const name = fc.oneof(
  anyName,
  fc.constantFrom("{{ .x }}", "{{", 'a "b"', "a: b # c", "yes", "'", "\\", "-", "~"),
);
// Characters that YAML, and Prometheus outside of texts and comments, take for something else.
const strange = fc
  .string({ unit: "binary", minLength: 1, maxLength: 6 })
  .filter((text) => !text.includes("\0") && text.isWellFormed())
  .chain((text) => fc.constantFrom(`up # ${text}`, `up{a=\`${text}\`}`, `up{a="${text}"}`, `up ${text}`));
const query = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...queries) },
  madeUpQueries,
  anyText,
  strange,
);

const sli = fc.oneof(
  fc.record({ total_query: query, bad_query: query }),
  fc.record({ total_query: query, good_query: query }),
  fc.record({
    threshold_query: query,
    threshold_op: fc.constantFrom("lt", "lte", "gt", "gte"),
    threshold_value: fc.oneof(
      fc.integer(),
      fc.integer({ min: -1e9, max: 1e9 }).map((value) => value / 1e6),
    ),
  }),
);

const burnAlert = fc
  .record({
    windows: fc.tuple(fc.integer({ min: 1, max: 129_600 }), fc.integer({ min: 1, max: 129_600 })),
    threshold: fc.integer({ min: 1, max: 1e12 - 1 }).map((value) => value / 1e6),
    severity: fc.constantFrom("info", "warning", "error", "critical"),
  })
  .map(({ windows, ...rest }) => ({
    long_minutes: Math.max(...windows),
    short_minutes: Math.min(...windows),
    ...rest,
  }));

const slo = fc.record(
  {
    name,
    service: name,
    target_percent: fc.integer({ min: 1, max: 99_999_999 }).map((value) => value / 1e6),
    window_days: fc.integer({ min: 1, max: 90 }),
    at_risk_percent: fc.integer({ min: 0, max: 100_000_000 }).map((value) => value / 1e6),
    burn_alerts: fc.array(burnAlert, { maxLength: 10 }),
  },
  { requiredKeys: ["name", "service", "target_percent"] },
);

const promises: fc.Arbitrary<{ team: string; sli: JsonObject; slo: JsonObject }> = fc.record({
  team: name,
  sli: sli.map((measure) => ({
    name: "s",
    data_source_id: "ds_prometheus",
    kind: "threshold_op" in measure ? "threshold" : "ratio",
    ...measure,
  })),
  slo,
});
