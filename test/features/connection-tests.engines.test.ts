/** Tests of connections and queries next to a real Prometheus, and what TLS allows. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { freePort } from "../../scripts/free-port.mjs";
import { type RunningEngine, startPrometheus } from "../support/engines.ts";
import { startService, type Tenant, type TestService } from "../support/service.ts";
import { until } from "../support/until.ts";

const folder = mkdtempSync(join(tmpdir(), "orgconfig-asking-"));
let test: TestService;
let tenant: Tenant;
let prometheus: RunningEngine;
let url: string;
let secure: Server;

beforeAll(async () => {
  test = await startService({ ORGCONFIG_OUTBOUND_ALLOW: "127.0.0.1,localhost" });
  tenant = await test.makeTenant();
  const port = await freePort();
  const itself = { job_name: "itself", static_configs: [{ targets: [`127.0.0.1:${port}`] }] };
  const config = { global: { scrape_interval: "1s" }, scrape_configs: [itself] };
  prometheus = await startPrometheus({ rules: [], port, config });
  url = prometheus.url;
  execFileSync(
    "openssl",
    [
      ...[
        "req",
        "-x509",
        "-newkey",
        "ec",
        "-pkeyopt",
        "ec_paramgen_curve:prime256v1",
        "-nodes",
        "-days",
        "1",
      ],
      ...["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"],
      ...["-keyout", "key.pem", "-out", "cert.pem"],
    ],
    { cwd: folder, stdio: "ignore" },
  );
  const read = (name: string) => readFileSync(join(folder, name));
  secure = createServer({ key: read("key.pem"), cert: read("cert.pem") }, (_, response) => {
    const data = { resultType: "vector", result: [] };
    response.end(JSON.stringify({ status: "success", data }));
  });
  await new Promise<void>((resolve) => secure.listen(0, "127.0.0.1", resolve));
});

afterAll(async () => {
  await prometheus.stop();
  secure.close();
  await test.close();
  rmSync(folder, { recursive: true });
});

const make = async (kind: string, body: object): Promise<string> => {
  const answer = await tenant.config("POST", kind, { body });
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body.id;
};
const ask = async (path: string, body?: object) =>
  (await tenant.api("POST", path, body === undefined ? {} : { body })).body;

it("a real Prometheus is tested, as a data source and as a connector", async () => {
  const source = await make("data_sources", { name: "Real", type: "prometheus", url });
  expect(await ask(`data_sources/${source}/test`)).toMatchObject({
    ok: true,
    status: 200,
    summary: "it evaluates queries",
  });
  const connector = await make("connectors", {
    name: "Real",
    type: "observability",
    connector_type: "prometheus",
    config: { url },
  });
  const tested = await ask(`connectors/${connector}/test`);
  expect(tested).toMatchObject({ ok: true, asked: { url: `${url}/api/v1/status/buildinfo` } });
  expect(tested.summary).toMatch(/^it is version \d+\.\d+/);
});

it("queries run on it as an SLI's do, and its own refusals are reported", async () => {
  const id = await make("data_sources", { name: "Queried", type: "prometheus", url });
  const query = (text: string) => ask(`data_sources/${id}/query`, { query: text });
  await until(async () => (await query("up")).result?.series.length === 1);
  expect((await query("up")).result).toMatchObject({
    truncated: false,
    series: [{ labels: { __name__: "up", job: "itself" }, value: "1" }],
  });
  expect(await query("sum(rate(prometheus_http_requests_total[{{.window}}]))")).toMatchObject({
    ok: true,
    asked: { url: expect.stringContaining("%5B5m%5D") },
  });
  expect((await query("nothing_of_this_name")).result.series).toEqual([]);
  const many = await query('{__name__=~".+"}');
  expect([many.result.truncated, many.result.series.length]).toEqual([true, 100]);
  // Our parser has nothing against it; only what is there does.
  const refused = await query('{__name__=~"up|scrape_.*"} + on () vector(1)');
  expect(refused).toMatchObject({ ok: false, status: 422, error_kind: "malformed_query", result: null });
  expect(refused.error).toContain("many-to-one matching must be explicit");
});

it("an invalid certificate is refused, unless the data source says otherwise", async () => {
  const secured = `https://localhost:${(secure.address() as AddressInfo).port}`;
  const test = async (rest: object) => {
    const body = { name: `TLS ${JSON.stringify(rest)}`, type: "prometheus", url: secured, ...rest };
    return ask(`data_sources/${await make("data_sources", body)}/test`);
  };
  expect(await test({})).toMatchObject({
    ok: false,
    error_kind: "network",
    error: "its certificate is signed by itself",
  });
  expect(await test({ tls_skip_verify: true })).toMatchObject({ ok: true });
  expect(await test({ timeout_ms: 9_000 })).toMatchObject({ ok: false });
  const plain = url.replace("http:", "https:");
  expect((await test({ url: plain })).error).toContain("it does not speak TLS there");
});
