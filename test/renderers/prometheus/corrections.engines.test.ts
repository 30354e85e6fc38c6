/** What a real Prometheus says of an SLO before and after a correction, and of burn alerts that need so many events. */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { afterAll, expect, it } from "vitest";
import type { JsonObject } from "../../../src/kernel/validate.ts";
import { countedNow, countedOver, type Span } from "../../../src/renderers/prometheus/corrections.ts";
import { renderSlos } from "../../../src/renderers/prometheus/slos.ts";
import { getJson, type RunningEngine, startPrometheus, versionOf } from "../../support/engines.ts";
import { fc } from "../../support/property.ts";
import { until } from "../../support/until.ts";
import { onePrometheus, rendererRows, target } from "../rows.ts";

const running: RunningEngine[] = [];
afterAll(() => Promise.all(running.map((engine) => engine.stop())));

const minute = 60;
const now = Math.floor(Date.now() / 1_000 / minute) * minute;
/** Two hours are measured; for twenty minutes of them, an hour ago, half of the events were bad. */
const outage = { from: now - 80 * minute, until: now - 60 * minute };

/** The records as they would be there, each minute until now. */
const measured = ["total", "bad"].flatMap((which) => [
  `# TYPE orgconfig:slo_${which}:rate gauge`,
  ...["few", "many"].flatMap((id) =>
    Array.from({ length: 121 }, (_, at) => now - (120 - at) * minute).map((at) => {
      const bad = at > outage.from && at <= outage.until ? 0.9 : 0;
      const labels = `{orgconfig_connector_id="conn_prometheus",orgconfig_slo_id="${id}"}`;
      return `orgconfig:slo_${which}:rate${labels} ${which === "bad" ? bad : 1} ${at}`;
    }),
  ),
]);

function rulesOf(corrections: Readonly<Record<string, JsonObject>>): string {
  const sli = (name: string) => ({
    name,
    service: "shop",
    kind: "ratio",
    data_source_id: "ds_prometheus",
    bad_query: "sum(rate(nothing_bad[5m]))",
    total_query: "sum(rate(nothing_total[5m]))",
  });
  const slo = (name: string, min_bad_events: number) => ({
    name,
    service: "shop",
    sli_id: `sli_${name}`,
    target_percent: 95,
    window_days: 1,
    min_bad_events,
    burn_alerts: [{ long_minutes: 120, short_minutes: 120, threshold: 1, severity: "critical" }],
  });
  const rows = rendererRows({
    ...onePrometheus,
    slis: { sli_few: sli("few"), sli_many: sli("many") },
    slos: { few: slo("few", 10_000), many: slo("many", 10) },
    sloCorrections: corrections,
  });
  const { content, refusals } = renderSlos(rows, target);
  expect(refusals).toEqual([]);
  // What was measured is there already; nothing more is. And the test waits less than a minute.
  return content
    .replaceAll(" interval: 1m", " interval: 1s")
    .replace(/ {6}- record: orgconfig:slo_(bad|total):rate\n(?: {8}.*\n)+/g, "");
}

it("gives the budget back for a correction in the past, and alerts only where there were enough events", async () => {
  const folder = mkdtempSync(join(tmpdir(), "orgconfig-rules-"));
  const file = join(folder, "slos.rules.yml");
  writeFileSync(file, rulesOf({}));
  const prometheus = await startPrometheus({
    rules: [folder],
    measured,
  });
  running.push(prometheus);
  const values = async (query: string): Promise<Record<string, number>> => {
    const url = `${prometheus.url}/api/v1/query?query=${encodeURIComponent(`sum by (orgconfig_slo_id) (${query})`)}`;
    const { data } = await getJson(url);
    return Object.fromEntries(
      data.result.map(
        ({ metric, value }: { metric: { orgconfig_slo_id: string }; value: [number, string] }) => [
          metric.orgconfig_slo_id,
          Number(Number(value[1]).toFixed(1)),
        ],
      ),
    );
  };
  // 18 of 121 where 6.05 may be bad.
  const remaining = "slo:period_error_budget_remaining:ratio";
  await until(async () => isDeepStrictEqual(await values(remaining), { few: -2, many: -2 }));
  const firing = 'ALERTS{alertname="SLOBurnRate", alertstate="firing"}';
  await until(async () => isDeepStrictEqual(await values(firing), { many: 1 }));

  const time = (at: number) => new Date(at * 1_000).toISOString();
  const span = { starts_at: time(outage.from), ends_at: time(outage.until) };
  writeFileSync(file, rulesOf({ corr_1: { slo_ids: ["many"], ...span, reason: "Database move" } }));
  expect((await fetch(`${prometheus.url}/-/reload`, { method: "POST" })).status).toBe(200);
  await until(async () => isDeepStrictEqual(await values(remaining), { few: -2, many: 1 }));
  await until(async () => isDeepStrictEqual(await values(firing), {}));
  await until(async () => isDeepStrictEqual(await values("orgconfig:slo_corrected:bool"), { many: 0 }));

  // Without the correction it is as it was: the records keep what was bad.
  writeFileSync(file, rulesOf({}));
  await fetch(`${prometheus.url}/-/reload`, { method: "POST" });
  await until(async () => isDeepStrictEqual(await values(remaining), { few: -2, many: -2 }));
});

/**
 * Rules are evaluated at an offset of their own within each interval, where neither minutes nor the steps of subqueries
 * begin. promtool has no offsets: so the expressions are asked of the engine at such moments.
 */
it("leaves out exactly the samples in corrections, whenever it is evaluated", async () => {
  const every = 60;
  const samples = Array.from({ length: 400 }, (_, at) => ({
    // As evaluations come: at 37 seconds past, some of them late, and some of them missed.
    at: now - (400 - at) * every + 37 + (at % 7 === 0 ? 0.25 : 0),
    value: at % 3 === 0 ? 0 : 1 + (at % 11),
  })).filter((_, at) => at % 13 !== 0);
  // Rules never see what comes after their evaluation: so each of these has been evaluated until another moment.
  const ends = [60, 61, 100, 200, 201, 300, samples.length];
  const prometheus = await startPrometheus({
    rules: [mkdtempSync(join(tmpdir(), "orgconfig-rules-"))],
    measured: [
      "# TYPE bad gauge",
      ...ends.flatMap((end) =>
        samples.slice(0, end).map(({ at, value }) => `bad{until="${end}"} ${value} ${at}`),
      ),
    ],
  });
  running.push(prometheus);
  const answer = async (query: string, at: number): Promise<number | undefined> => {
    const body = new URLSearchParams({ query, time: String(at) });
    const { data, error } = await getJson(`${prometheus.url}/api/v1/query?${body}`);
    expect(error).toBeUndefined();
    return data.result.length === 0 ? undefined : Number(data.result[0].value[1]);
  };
  // Until version 3 a range has the sample at its very beginning, too.
  const closed = versionOf("prometheus").startsWith("2.");
  const minutesAgo = fc.integer({ min: 1, max: 390 });
  const spans = fc
    .array(fc.record({ begun: minutesAgo, seconds: fc.integer({ min: 1, max: 7_200 }), shift: fc.nat(59) }), {
      minLength: 1,
      maxLength: 4,
    })
    .map((drawn) =>
      drawn
        .map(({ begun, seconds, shift }) => ({ from: now - begun * minute + shift, seconds }))
        .sort((one, other) => one.from - other.from)
        // None of them meets another, as in the rules; the last one may still go on.
        .map(({ from, seconds }, at, all) => ({
          from,
          until: Math.min(from + seconds, (all[at + 1]?.from ?? Infinity) - 1),
        }))
        .filter((span): span is Span => span.until > span.from),
    );
  const asked = fc.record({
    spans,
    window: fc.constantFrom(5, 30, 60, 120, 360),
    end: fc.constantFrom(...ends),
    // Right at a sample, as rules are, and some time later.
    late: fc.constantFrom(0, 0, 11.5, 59),
  });
  await fc.assert(
    fc.asyncProperty(asked, async ({ spans, window, end, late }) => {
      const known = samples.slice(0, end);
      const series = `bad{until="${end}"}`;
      const at = (known.at(-1)?.at ?? 0) + late;
      const counts = (one: number) => !spans.some(({ from, until }) => one >= from && one < until);
      const since = at - window * minute;
      const seen = known.filter((one) => one.at > since || (closed && one.at === since));
      const expected = seen.filter((one) => counts(one.at)).reduce((sum, { value }) => sum + value, 0);
      const over = await answer(
        countedOver(series, { name: `${window}m`, seconds: window * minute }, spans),
        at,
      );
      expect(over ?? 0).toBeCloseTo(expected, 6);
      const newest = known.findLast((one) => one.at <= at && one.at > at - 300);
      const of = newest === undefined ? undefined : counts(newest.at) ? newest.value : 0;
      expect(await answer(countedNow(series, spans), at)).toBe(of);
    }),
    { numRuns: 300 },
  );
});

it("takes all of an outage that goes on out of the budget, at every evaluation of a real engine", async () => {
  const rows = (corrections: Readonly<Record<string, JsonObject>>) =>
    renderSlos(
      rendererRows({
        ...onePrometheus,
        slis: {
          sli_down: {
            name: "down",
            service: "shop",
            kind: "ratio",
            data_source_id: "ds_prometheus",
            bad_query: "vector(1)",
            total_query: "vector(1)",
          },
        },
        slos: { down: { name: "down", service: "shop", sli_id: "sli_down", target_percent: 99.99 } },
        sloCorrections: corrections,
      }),
      target,
    ).content.replaceAll(" interval: 1m", " interval: 2s");
  const folder = mkdtempSync(join(tmpdir(), "orgconfig-rules-"));
  const file = join(folder, "slos.rules.yml");
  writeFileSync(file, rows({}));
  const prometheus = await startPrometheus({ rules: [folder] });
  running.push(prometheus);
  const values = async (query: string): Promise<readonly number[]> => {
    const { data } = await getJson(`${prometheus.url}/api/v1/query?query=${encodeURIComponent(query)}`);
    return data.result.flatMap(
      ({ value, values }: { value?: [number, string]; values?: [number, string][] }) =>
        (values ?? [value ?? [0, ""]]).map(([, one]) => Number(one)),
    );
  };
  const firing = 'ALERTS{alertname=~"SLOBurnRate|SLOBreach", alertstate="firing"}';
  await until(async () => (await values(firing)).length === 3);
  const ofTime = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString();
  const correction = { service: "shop", starts_at: ofTime(-3_600), ends_at: ofTime(3_600), reason: "Move" };
  writeFileSync(file, rows({ corr_1: correction }));
  const reloaded = Date.now() / 1_000;
  expect((await fetch(`${prometheus.url}/-/reload`, { method: "POST" })).status).toBe(200);
  await until(async () => (await values("orgconfig:slo_corrected:bool")).includes(1));
  await until(async () => (await values(firing)).length === 0);
  // Six more evaluations, none of which sees a bad event that counts.
  const since = () => `[${Math.max(Math.floor(Date.now() / 1_000 - reloaded) - 3, 1)}s]`;
  await until(async () => (await values(`orgconfig:slo_corrected:bool${since()}`)).length >= 6);
  expect(new Set(await values(`slo:period_error_budget_remaining:ratio${since()}`))).toEqual(new Set([1]));
  expect(new Set(await values(`{__name__=~"slo:sli_error:ratio_rate.*"}${since()}`))).toEqual(new Set([0]));
});
