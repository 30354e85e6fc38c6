/** What a replay promises of a budget, and what a real Prometheus says once the plan is applied, right at an offset as rules are evaluated. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import type { SloSide } from "../../src/features/reliability/slo-replay/budgets.ts";
import { sloReplayOf } from "../../src/features/reliability/slo-replay/spending.ts";
import { atOnce } from "../../src/kernel/time-slices.ts";
import { spansOf } from "../../src/renderers/prometheus/corrections.ts";
import { sloQueries } from "../../src/renderers/prometheus/read-back.ts";
import { renderSlos } from "../../src/renderers/prometheus/slos.ts";
import type { RendererRows } from "../../src/renderers/renderer.ts";
import { onePrometheus, rendererRows, target } from "../renderers/rows.ts";
import { getJson, type RunningEngine, startPrometheus } from "../support/engines.ts";

const minute = 60;
const step = 300;
/** Evaluations are at 37 seconds past, and the newest one is now: in each of the five minutes of a kept step once. */
const minutes = [0, 1, 2, 3, 4] as const;
const newest = Math.floor(Date.now() / 1_000 / minute) * minute - minute + 37;
let now: number;

/** When an SLO began to be measured, and when how much of its events were bad, in minutes ago. */
interface History {
  readonly since: number;
  readonly outages: readonly (readonly [from: number, until: number, share: number])[];
}
const histories: Readonly<Record<string, History>> = {
  running: { since: 420, outages: [[12, 0, 1]] },
  young: { since: 11, outages: [[11, 0, 1]] },
  over: { since: 420, outages: [[150, 130, 0.5]] },
  twice: {
    since: 420,
    outages: [
      [400, 390, 1],
      [60, 40, 0.4],
    ],
  },
};

let prometheus: RunningEngine;
async function start(): Promise<void> {
  const samples = (record: string, of: (bad: number) => number) => [
    `# TYPE ${record} gauge`,
    ...Object.entries(histories).flatMap(([id, { since, outages }]) =>
      Array.from({ length: since }, (_, at) => since - 1 - at).map((ago) => {
        const bad = outages.find(([from, until]) => ago <= from && ago >= until)?.[2] ?? 0;
        const labels = `orgconfig_connector_id="conn_prometheus",orgconfig_slo_id="${id}"`;
        return `${record}{${labels}} ${of(bad)} ${now - ago * minute}`;
      }),
    ),
  ];
  prometheus = await startPrometheus({
    rules: [mkdtempSync(join(tmpdir(), "orgconfig-rules-"))],
    measured: [
      ...samples("orgconfig:slo_total:rate", () => 10),
      ...samples("orgconfig:slo_bad:rate", (bad) => 10 * bad),
    ],
  });
}

/** By how many minutes ago it begins and ends. */
type Correction = readonly [from: number, until: number];

function rowsOf(id: string, target_percent: number, corrections: readonly Correction[]): RendererRows {
  const queries = { bad_query: "sum(rate(bad[5m]))", total_query: "sum(rate(total[5m]))" };
  const rows = rendererRows({
    ...onePrometheus,
    slis: {
      sli_1: { name: "a", service: "shop", kind: "ratio", data_source_id: "ds_prometheus", ...queries },
    },
    slos: { [id]: { name: "a", service: "shop", sli_id: "sli_1", target_percent, window_days: 1 } },
    sloCorrections: Object.fromEntries(
      corrections.map(([from, until], at) => [
        `corr_${at}`,
        {
          service: "shop",
          reason: `Move ${at}`,
          starts_at: new Date((now - from * minute) * 1_000).toISOString(),
          ends_at: new Date((now - until * minute) * 1_000).toISOString(),
        },
      ]),
    ),
  });
  return rows;
}

/** What is left of the budget, by the rules as they are rendered. */
async function leftAt(rows: RendererRows): Promise<number> {
  const rules = parse(renderSlos(rows, target).content).groups.flatMap(
    ({ rules }: { rules: { record?: string; expr: string }[] }) => rules,
  );
  const { expr } = rules.find(({ record }: { record?: string }) => record === "slo:sli_error:ratio_rate1d");
  const { data } = await getJson(
    `${prometheus.url}/api/v1/query?${new URLSearchParams({ query: expr, time: String(now) })}`,
  );
  const slo = rows.slos[0] ?? expect.fail();
  return 100 * (1 - Number(data.result[0].value[1]) / (1 - slo.configuration.target_percent / 100));
}

/** What an agent reads back each minute, as it is kept: the mean of each step. */
async function keptOf(id: string, since: number) {
  const start = now - since * minute;
  const query = `sum by (orgconfig_figure) (max by (orgconfig_slo_id, orgconfig_figure) (${sloQueries("conn_prometheus").events}) * on (orgconfig_slo_id) group_left () (0 * max by (orgconfig_slo_id) (last_over_time(orgconfig:slo_total:rate{orgconfig_slo_id="${id}"}[10m])) + 1))`;
  const range = new URLSearchParams({ query, start: String(start), end: String(now), step: "60" });
  const { data } = await getJson(`${prometheus.url}/api/v1/query_range?${range}`);
  const steps = new Map<number, Record<string, number[]>>();
  for (const { metric, values } of data.result)
    for (const [at, value] of values) {
      const begin = Math.floor(at / step) * step;
      // The step that goes on is not kept yet.
      if (begin + step > now) continue;
      const found = steps.get(begin) ?? { total: [], bad: [] };
      found[metric.orgconfig_figure]?.push(Number(value));
      steps.set(begin, found);
    }
  const mean = (values: readonly number[] = []) => values.reduce((sum, one) => sum + one, 0) / values.length;
  return [...steps].map(([at, { total, bad }]) => ({ id, at, total: mean(total), bad: mean(bad) }));
}

function sideOf(rows: RendererRows): SloSide {
  const slo = rows.slos[0] ?? expect.fail();
  const { target_percent, window_days, burn_alerts, min_bad_events } = slo.configuration;
  return {
    target_percent,
    window_days,
    burn_alerts,
    min_bad_events,
    spans: spansOf(rows.sloCorrections, slo),
  };
}

interface Change {
  readonly target?: readonly [before: number, after: number];
  readonly before?: readonly Correction[];
  readonly after?: readonly Correction[];
  /** Minutes of events that were kept, where not all were. */
  readonly kept?: number;
  /** By how much it may be wrong by its own words. */
  readonly sure?: number;
}

const changes: readonly (readonly [what: string, id: string, change: Change])[] = [
  ["an outage that goes on", "running", { after: [[30, -60]], sure: 1 }],
  ["one of an SLO that is just made", "young", { after: [[30, -60]], sure: 1 }],
  ["one that is over", "over", { after: [[200, 100]], sure: 3.1 }],
  ["half of one", "over", { after: [[140, 100]] }],
  ["one of two", "twice", { after: [[90, 20]], sure: 3.1 }],
  ["one of two, where the other was not kept", "twice", { after: [[90, 20]], kept: 180 }],
  ["one that a correction no longer has", "over", { before: [[200, 100]] }],
  ["what begins amid one that goes on", "running", { after: [[6, -60]] }],
  ["another target", "twice", { target: [99, 95], sure: 0 }],
  ["another target, where little was kept", "twice", { target: [99, 99.5], kept: 90, sure: 0 }],
];

describe.each(minutes)("%d minutes ago", (ago) => {
  beforeAll(async () => {
    now = newest - ago * minute;
    await start();
  });
  afterAll(() => prometheus?.stop());

  it.each(changes)(
    "of %s it is what Prometheus says then, or says by how much it can be wrong (%s)",
    async (_, id, change) => {
      const [was, is] = change.target ?? [99, 99];
      const [before, after] = [rowsOf(id, was, change.before ?? []), rowsOf(id, is, change.after ?? [])];
      const { since } = histories[id] ?? expect.fail();
      const remaining = await leftAt(before);
      const slo = {
        ...{ id, name: "shop/a", unitSeconds: 1, before: sideOf(before), after: sideOf(after) },
        row: { remaining, since: (now - since * minute) * 1_000 },
      };
      const [replayed] = atOnce(
        sloReplayOf({
          slos: [slo],
          days: [],
          unpacked: await keptOf(id, change.kept ?? since),
          since: (now - 86_400) * 1_000,
          now: now * 1_000,
        }),
      );
      const { budget_before, budget_after, budget_off_by } = replayed ?? expect.fail();
      expect(budget_before).toBe(remaining);
      const says = await leftAt(after);
      const wrong = Math.abs((budget_after ?? Number.NaN) - says);
      const most = Math.max(0.01 * Math.abs(says), 0.01 * Math.abs(100 - says), budget_off_by ?? 0);
      expect(wrong, JSON.stringify({ remaining, budget_after, says, budget_off_by })).toBeLessThanOrEqual(
        most + 1e-6,
      );
      if (change.sure !== undefined) expect(budget_off_by).toBeLessThanOrEqual(change.sure);
    },
  );
});
