/** What a real Prometheus says of an SLO before and after a correction, and of burn alerts that need so many events. */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { afterAll, expect, it } from "vitest";
import type { JsonObject } from "../../../src/kernel/validate.ts";
import { renderSlos } from "../../../src/renderers/prometheus/slos.ts";
import { getJson, type RunningEngine, startPrometheus } from "../../support/engines.ts";
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
  expect(await values("orgconfig:slo_corrected:bool")).toEqual({ many: 0 });

  // Without the correction it is as it was: the records keep what was bad.
  writeFileSync(file, rulesOf({}));
  await fetch(`${prometheus.url}/-/reload`, { method: "POST" });
  await until(async () => isDeepStrictEqual(await values(remaining), { few: -2, many: -2 }));
});
