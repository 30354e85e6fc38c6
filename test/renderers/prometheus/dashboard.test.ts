/** The Grafana dashboard of examples/observability, as far as it can be judged without Grafana. */
import { readFileSync } from "node:fs";
import { parser } from "@prometheus-io/lezer-promql";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { records } from "../../../src/renderers/prometheus/slo-records.ts";

interface Target {
  readonly refId: string;
  readonly expr: string;
}

interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly datasource: object;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly targets: readonly Target[];
  readonly fieldConfig: { readonly defaults: object; readonly overrides: readonly object[] };
  readonly options: object;
}

interface Variable {
  readonly name: string;
  readonly type: string;
  readonly query: string | { readonly query: string };
}

const path = "../../../examples/observability/grafana/slo-dashboard.json";
const dashboard: {
  readonly uid: string;
  readonly title: string;
  readonly schemaVersion: number;
  readonly panels: readonly Panel[];
  readonly templating: { readonly list: readonly Variable[] };
  readonly time: object;
  readonly annotations: object;
} = JSON.parse(readFileSync(new URL(path, import.meta.url), "utf8"));

const golden = new URL("../../golden/backends/prometheus/slos.rules.yml", import.meta.url);
const {
  groups,
}: { groups: { rules: { record?: string; alert?: string; labels?: Record<string, string> }[] }[] } = parse(
  readFileSync(golden, "utf8"),
);
const rules = groups.flatMap((group) => group.rules);
/** What the renderer writes; ALERTS Prometheus keeps itself. */
const known = new Set([...Object.values(records), ...rules.flatMap(({ record }) => record ?? []), "ALERTS"]);
const labels = new Set([
  ...rules.flatMap((rule) => Object.keys(rule.labels ?? {})),
  ...["alertname", "alertstate"],
]);

const source = { type: "prometheus", uid: "$" + "{datasource}" };

describe("the dashboard", () => {
  it("has what Grafana requires of one", () => {
    expect(dashboard.schemaVersion).toBeGreaterThanOrEqual(36);
    expect(dashboard).toMatchObject({
      uid: expect.stringMatching(/^[\w-]{1,40}$/),
      title: expect.any(String),
      time: { from: expect.any(String), to: expect.any(String) },
      annotations: { list: [] },
    });
    expect(dashboard.templating.list.map(({ name, type }) => `${name}: ${type}`)).toEqual([
      "datasource: datasource",
      "service: query",
      "slo: query",
    ]);
    const ids = dashboard.panels.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const panel of dashboard.panels) {
      expect(panel, panel.title).toMatchObject({
        type: expect.stringMatching(/^(table|timeseries|bargauge)$/),
        title: expect.stringMatching(/./),
        datasource: source,
        fieldConfig: { defaults: expect.any(Object), overrides: expect.any(Array) },
        options: expect.any(Object),
      });
      const refIds = panel.targets.map(({ refId }) => refId);
      expect(new Set(refIds).size).toBe(refIds.length);
      for (const target of panel.targets) expect(target).toMatchObject({ datasource: source });
    }
  });

  it("puts no panel upon another one, or beyond the 24 columns", () => {
    const taken = new Set<string>();
    for (const { title, gridPos } of dashboard.panels) {
      expect(gridPos.x + gridPos.w, title).toBeLessThanOrEqual(24);
      for (let x = gridPos.x; x < gridPos.x + gridPos.w; x += 1)
        for (let y = gridPos.y; y < gridPos.y + gridPos.h; y += 1) {
          expect(taken.has(`${x}/${y}`), `${title} at ${x}/${y}`).toBe(false);
          taken.add(`${x}/${y}`);
        }
    }
  });

  it("shows what every SLO's rules record", () => {
    const asked = new Set(expressions.flatMap(({ expr }) => namesIn(filled(expr)).metrics));
    const { objective, budget, remaining, currentBurn, periodBurn, days, hour } = records;
    for (const record of [objective, budget, remaining, currentBurn, periodBurn, days, hour, "ALERTS"])
      expect(asked).toContain(record);
  });
});

const expressions = dashboard.panels.flatMap(({ title, targets }) =>
  targets.map(({ refId, expr }) => ({ name: `${title} ${refId}`, expr })),
);

describe("an expression", () => {
  it.each(expressions)("of $name parses, and names only what the renderer writes", ({ expr }) => {
    const { metrics, matched } = namesIn(filled(expr));
    expect(metrics.length).toBeGreaterThan(0);
    for (const metric of metrics) expect(known).toContain(metric);
    for (const label of matched) expect(labels).toContain(label);
  });

  it("of a variable asks for a label of such a record", () => {
    const queries = dashboard.templating.list.flatMap(({ query }) =>
      typeof query === "string" ? [] : [query.query],
    );
    for (const query of queries) {
      const [, selector = "", label = ""] = /^label_values\((.+), (\w+)\)$/.exec(query) ?? [];
      for (const metric of namesIn(filled(selector)).metrics) expect(known).toContain(metric);
      expect(labels).toContain(label);
    }
    expect(queries).toHaveLength(2);
  });
});

/** As Grafana fills it in where everything is chosen. */
function filled(expr: string): string {
  const names = dashboard.templating.list.map(({ name }) => name).join("|");
  const text = expr.replaceAll(new RegExp(`\\$(?:${names})\\b`, "g"), ".*");
  expect(text).not.toContain("$");
  return text;
}

/** The metrics and the labels of selectors. @throws where the expression has an error */
function namesIn(expr: string): { metrics: string[]; matched: string[] } {
  const metrics: string[] = [];
  const matched: string[] = [];
  parser.parse(expr).iterate({
    enter({ type, from, to, node }) {
      if (type.isError) throw new Error(`${expr}: an error at ${from}`);
      if (type.name === "Identifier" && node.parent?.name === "VectorSelector")
        metrics.push(expr.slice(from, to));
      if (type.name === "LabelName") matched.push(expr.slice(from, to));
    },
  });
  return { metrics, matched };
}
