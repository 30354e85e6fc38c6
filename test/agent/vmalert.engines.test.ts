/** The loop next to a real vmalert, which keeps its figures in a real VictoriaMetrics. */
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { freePort } from "../../scripts/free-port.mjs";
import { sloQueries } from "../../src/renderers/prometheus/read-back.ts";
import { makeSlo } from "../features/slo.ts";
import { getJson, type RunningEngine, samplesOf, startEngine } from "../support/engines.ts";
import { startService, type TestService } from "../support/service.ts";
import { until } from "../support/until.ts";
import { freshFolder, makeAgent, makePlace } from "./set-up.ts";

const directory = freshFolder();

let test: TestService;
let service: string;
let metrics: RunningEngine;
let vmalert: RunningEngine;
beforeAll(async () => {
  test = await startService();
  service = await test.service.server.listen({ host: "127.0.0.1", port: 0 });
  const [port, metricsPort, nobody] = [await freePort(), await freePort(), await freePort()];
  metrics = await startEngine("victoria-metrics", metricsPort, "/health", [
    `-httpListenAddr=127.0.0.1:${metricsPort}`,
    `-storageDataPath=${mkdtempSync(join(tmpdir(), "orgconfig-victoria-"))}`,
    // What was written is found at once, and not after half a minute.
    "-search.latencyOffset=0s",
  ]);
  vmalert = await startEngine("vmalert", port, "/health", [
    `-rule=${directory}/*.rules.yml`,
    `-httpListenAddr=127.0.0.1:${port}`,
    `-datasource.url=${metrics.url}`,
    `-remoteWrite.url=${metrics.url}`,
    `-notifier.url=http://127.0.0.1:${nobody}`,
  ]);
});
afterAll(async () => {
  await vmalert?.stop();
  await metrics?.stop();
  await test.close();
});

it("runs what is rendered, has its figures read from what keeps them, and keeps it when it refuses another", async () => {
  const place = await makePlace(test, "vmalert", { metadata: { evaluation_interval: "10s" } });
  const slo = await makeSlo(place.tenant, "checkout", "availability");
  const at = { service, engine: vmalert.url, directory };
  const { agent, gate, later } = await makeAgent(place, { ...at, queries: metrics.url });
  expect(await agent.round()).toMatchObject({ ok: true, message: null });
  expect(JSON.stringify(await getJson(`${vmalert.url}/api/v1/rules`))).toContain(`orgconfig-slo-${slo}`);
  expect((await place.connector()).health_status).toBe("healthy");

  await writeFigures(place.connectorId, slo);
  const { time } = sloQueries(place.connectorId);
  await until(async () => (await samplesOf(metrics.url, time)).includes(slo));
  later(60);
  await agent.round();
  const { body: row } = await place.tenant.config("GET", `slos/${slo}`);
  expect(row).toMatchObject({ status: "healthy", sli_percent: 99.95, error_budget_remaining_percent: 50 });
  const { body: sources } = await place.tenant.config("GET", "data_sources");
  expect(sources.data).toMatchObject([{ health_status: "healthy" }]);

  const content = 'groups:\n  - name: "x"\n    rules:\n      - record: a\n        expr: "sum("\n';
  const broken = (render: object) => ({
    ...render,
    digest: "b".repeat(64),
    files: [{ name: "slos.rules.yml", content }],
  });
  gate.change = broken;
  expect((await agent.round()).message).toMatch(/vmalert refuses the files: /);
  const unchecked = await makeAgent(place, { ...at, checker: undefined });
  unchecked.gate.change = broken;
  expect((await unchecked.agent.round()).message).toBe("vmalert refuses the files; its log says why");
  expect(readFileSync(join(directory, "slos.rules.yml"), "utf8")).toContain(slo);
  expect((await place.connector()).health_status).toBe("failing");
  gate.change = undefined;
  expect((await agent.round()).ok).toBe(true);

  // Its checker takes files without rules for a mistake of the command line.
  await place.tenant.config("DELETE", `slos/${slo}`);
  expect(await agent.round()).toMatchObject({ ok: true, message: null });
  expect(readFileSync(join(directory, "slos.rules.yml"), "utf8")).toBe("groups: []\n");
  expect(JSON.stringify(await getJson(`${vmalert.url}/api/v1/rules`))).not.toContain(slo);
});

/** What vmalert would have written within the last minutes, at a target of 99.9 % and half of the budget spent. */
async function writeFigures(connector: string, slo: string): Promise<void> {
  const figures = {
    "orgconfig:slo_total:rate": 100,
    "slo:sli_error:ratio_rate1h": 0.0005,
    "slo:error_budget:ratio": 0.001,
    "orgconfig:slo_at_risk:ratio": 0.2,
    "slo:period_burn_rate:ratio": 0.5,
    "slo:period_error_budget_remaining:ratio": 0.5,
  };
  // The newest is newer than what the first round reported: that there was nothing yet.
  const times = [0, 60, 120].map((seconds) => Date.now() - seconds * 1_000);
  const labels = `orgconfig_connector_id="${connector}",orgconfig_slo_id="${slo}"`;
  const lines = Object.entries(figures).flatMap(([name, value]) =>
    times.map((time) => `${name}{${labels}} ${value} ${time}\n`),
  );
  const answer = await fetch(`${metrics.url}/api/v1/import/prometheus`, {
    method: "POST",
    body: lines.join(""),
  });
  if (!answer.ok) throw new Error(await answer.text());
}
