/** The loop beside a real vmalert, which keeps its figures in a real VictoriaMetrics. */
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { freePort } from "../../scripts/free-port.mjs";
import { makeSlo } from "../capabilities/slo.ts";
import { getJson, type RunningEngine, startEngine } from "../support/engines.ts";
import { startService, type TestService } from "../support/service.ts";
import { until } from "../support/until.ts";
import { freshFolder, makeAgent, makePlace } from "./set-up.ts";

const [directory, second] = [freshFolder(), freshFolder()];

let test: TestService;
let service: string;
let metrics: RunningEngine;
let vmalert: RunningEngine;
beforeAll(async () => {
  test = await startService();
  service = await test.service.server.listen({ host: "127.0.0.1", port: 0 });
  const [port, metricsPort] = [await freePort(), await freePort()];
  metrics = await startEngine("victoria-metrics", metricsPort, "/health", [
    `-httpListenAddr=127.0.0.1:${metricsPort}`,
    `-storageDataPath=${mkdtempSync(join(tmpdir(), "orgconfig-victoria-"))}`,
    // What was written is seen at once.
    "-search.latencyOffset=0s",
  ]);
  vmalert = await startEngine("vmalert", port, "/health", [
    `-rule=${directory}/*.rules.yml`,
    `-rule=${second}/*.rules.yml`,
    `-httpListenAddr=127.0.0.1:${port}`,
    `-datasource.url=${metrics.url}`,
    `-remoteWrite.url=${metrics.url}`,
    "-notifier.url=http://127.0.0.1:9",
  ]);
});
afterAll, beforeAll, expect, it } from "vitest";
import { freePort } from "../../scripts/free-port.mjs";
import { makeSlo } from "../capabilities/slo.ts";
import { getJson, type RunningEngine, startEngine } from "../support/engines.ts";
import { startService, type TestService } from "../support/service.ts";
import { until } from "../support/until.ts";
import { freshFolder, makeAgent, makePlace } from "./set-up.ts";

const [directory, second] = [freshFolder(), freshFolder()];

let test: TestService;
let service: string;
let metrics: RunningEngine;
let vmalert: RunningEngine;
beforeAll(async () => {
  test = await startService();
  service = await test.service.server.listen({ host: "127.0.0.1", port: 0 });
  const port = await freePort();
  // Nothing is evaluated here: what it asks and tells need not be there.
  const nobody = "http://127.0.0.1:9";
  vmalert = await startEngine("vmalert", port, "/health", [
    `-rule=${directory}/*.rules.yml`,
    `-rule=${second}/*.rules.yml`,
    `-httpListenAddr=127.0.0.1:${port}`,
    `-datasource.url=${nobody}`,
    `-remoteWrite.url=${nobody}`,
    `-notifier.url=${nobody}`,
  ]);
});
afterAll(async () => {
  await vmalert?.stop();
  await metrics?.stop();
  await test.close();
});

it("runs what is rendered, and keeps it when it refuses another", async () => {
  const place = await makePlace(test, "vmalert");
  const slo = await makeSlo(place.tenant, "checkout", "availability");
  const { agent, gate } = await makeAgent(place, { service, engine: vmalert.url, directory });
  expect(await agent.round()).toEqual({ ok: true, message: null });
  expect(JSON.stringify(await getJson(`${vmalert.url}/api/v1/rules`))).toContain(`orgconfig-slo-${slo}`);
  expect((await place.connector()).health_status).toBe("healthy");

  const content = 'groups:\n  - name: "x"\n    rules:\n      - record: a\n        expr: "sum("\n';
  const broken = (render: object) => ({
    ...render,
    digest: "b".repeat(64),
    files: [{ name: "slos.rules.yml", content }],
  });
  gate.change = broken;
  expect((await agent.round()).message).toMatch(/vmalert refuses the files: /);
  const unchecked = await makeAgent(place, { service, engine: vmalert.url, directory, checker: undefined });
  unchecked.gate.change = broken;
  expect((await unchecked.agent.round()).message).toBe("vmalert refuses the files; its log says why");
  expect(readFileSync(join(directory, "slos.rules.yml"), "utf8")).toContain(slo);
  expect((await place.connector()).health_status).toBe("failing");
  gate.change = undefined;
  expect((await agent.round()).ok).toBe(true);
});

it("has its figures read from what keeps them", async () => {
  const place = await makePlace(test, "vmalert");
  const slo = await makeSlo(place.tenant, "checkout", "availability", { target_percent: 98 });
  const { body } = await place.tenant.config("GET", `slos/${slo}`);
  const queries = { good_query: "vector(99)", total_query: "vector(100)" };
  await place.tenant.config("PUT", `slis/${body.sli_id}`, { body: queries });
  const { agent, later } = await makeAgent(place, {
    service,
    engine: vmalert.url,
    directory: second,
    queries: metrics.url,
  });
  expect((await agent.round()).ok).toBe(true);
  const row = async () => (await place.tenant.config("GET", `slos/${slo}`)).body;
  await until(async () => {
    later(60);
    await agent.round();
    return (await row()).status !== "no_data";
  }, 150_000);
  expect(await row()).toMatchObject({ status: "healthy", sli_percent: 99, burn_rate: 0.5 });
  const { body: sources } = await place.tenant.config("GET", "data_sources");
  expect(sources.data).toMatchObject([{ health_status: "healthy" }]);
});
