/**
 * What a real Prometheus and a real blackbox_exporter say of servers that are up, down and slow, and that show every
 * sort of certificate: as the rules judge it, and as it would be reported.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer as createHttp } from "node:http";
import { type AddressInfo, createServer as createTcp, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer as createTls, type TlsOptions } from "node:tls";
import { afterAll, beforeAll, expect, it } from "vitest";
import { enginePrograms } from "../../../scripts/engine-programs.mjs";
import { freePort } from "../../../scripts/free-port.mjs";
import { blackboxRenderer } from "../../../src/renderers/blackbox/index.ts";
import {
  certificateQueries,
  certificateReports,
  checkQueries,
  checkReports,
} from "../../../src/renderers/blackbox/read-back.ts";
import { withDirectory } from "../../../src/renderers/named-files.ts";
import { prometheus as prometheusRenderer } from "../../../src/renderers/prometheus/index.ts";
import type { Sample } from "../../../src/renderers/read-back.ts";
import type { RendererRows } from "../../../src/renderers/renderer.ts";
import { comesToBe } from "../../support/comes-to-be.ts";
import { until } from "../../support/until.ts";
import { makeCertificates } from "./certificates.ts";
import { allTargets, blackbox, connectors, everything, organization, prometheus } from "./organization.ts";
import { exporterProgram } from "./programs.ts";

const startedAt = Date.now();
const folder = mkdtempSync(join(tmpdir(), "orgconfig-probed-"));
const servers: Server[] = [];
const children: ChildProcess[] = [];
let prometheusUrl: string;
let rendered: ReturnType<typeof prometheusRenderer.render>;

beforeAll(async () => {
  const rows = organization(await started());
  rendered = prometheusRenderer.render(rows, prometheus);
  expect(rendered.refusals).toEqual([]);
  const exporter = await startExporter(rows);
  prometheusUrl = await startPrometheus(rows, exporter);
});

afterAll(async () => {
  for (const child of children) {
    const ended = new Promise((resolve) => child.once("close", resolve));
    child.kill("SIGTERM");
    await ended;
  }
  for (const server of servers) server.close();
  rmSync(folder, { recursive: true });
});

const evaluated = (kind: string) => rendered.evaluated.find(({ resource }) => resource === kind)?.ids ?? [];

const answersTo = async ({ samples, times }: typeof checkQueries) => ({
  samples: await ask(samples),
  times: await ask(times),
});

it("shows what each check sees", async () => {
  const ids = evaluated("synthetic_checks");
  const reports = async () => checkReports(ids, await answersTo(checkQueries));
  const summary = async () =>
    Object.fromEntries(
      (await reports()).map(({ id, state: { status, last_error_kind, last_error_message } }) => [
        id,
        [status, last_error_kind, last_error_message].filter((part) => part !== null).join(": "),
      ]),
    );
  await comesToBe(summary, {
    chk_up: "up",
    chk_redirect: "up",
    chk_text: "up",
    chk_credentials: "up",
    chk_slow: "degraded",
    chk_tcp: "up",
    chk_tls: "up",
    chk_broken: "down: other: The answer has the status 500.",
    chk_strict_redirect: "down: other: The answer has the status 302.",
    chk_no_text: "down: other: The answer's body does not hold the text of body_contains.",
    chk_anonymous: "down: auth_invalid: The answer has the status 401.",
    chk_refused: "down: network: The target did not answer in time, or refused the connection.",
    chk_no_tls: "down: network: The TLS handshake failed, or the certificate is not trusted.",
    chk_no_name: "down: network: The target did not answer in time, or refused the connection.",
  });
  const slow = (await reports()).find(({ id }) => id === "chk_slow")?.state;
  expect(slow?.last_latency_ms).toBeGreaterThanOrEqual(slowMs);
  expect(Date.parse(String(slow?.last_checked_at))).toBeGreaterThan(startedAt);
});

it("shows the certificate that each host shows", async () => {
  const ids = evaluated("certificate_monitors");
  const reports = async () => certificateReports(ids, await answersTo(certificateQueries));
  const statuses = async () =>
    Object.fromEntries((await reports()).map(({ id, state }) => [id, state.status]));
  await comesToBe(statuses, {
    cert_valid: "valid",
    cert_named: "valid",
    cert_expiring: "expiring",
    cert_expired: "expired",
    cert_wrong: "invalid",
    cert_self_signed: "invalid",
    cert_old_tls: "invalid",
    cert_away: "unreachable",
  });
  const found = Object.fromEntries((await reports()).map(({ id, state }) => [id, state]));
  expect(found.cert_expired).toMatchObject({
    issuer: "CN=Test CA",
    subject_alt_names: ["localhost", "expired.example.com"],
    fingerprint_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    last_error_kind: "other",
    last_error_message: "The certificate has expired.",
  });
  expect(Date.parse(String(found.cert_expired?.not_after))).toBeLessThan(startedAt);
  expect(found.cert_old_tls?.last_error_message).toMatch(/min_tls_version/);
  expect(found.cert_away).not.toHaveProperty("issuer");
  expect(found.cert_valid).toMatchObject({ last_error_kind: null, last_error_message: null });
});

it("gives targets that Prometheus takes with their module, interval and timeout", async () => {
  const expected = allTargets(organization(everything), blackbox);
  const discovered = async () => {
    const answer = await fetch(`${prometheusUrl}/api/v1/targets?state=active`);
    const { data } = (await answer.json()) as { data: { activeTargets: ActiveTarget[] } };
    return data.activeTargets.filter(({ scrapePool }) => scrapePool === "as-given");
  };
  await until(async () => (await discovered()).length === expected.length);
  const shape = (module?: string, interval?: string, timeout?: string) =>
    [module, seconds(interval), seconds(timeout)].join(" ");
  expect(
    (await discovered())
      .map(({ discoveredLabels, scrapeInterval, scrapeTimeout }) =>
        shape(discoveredLabels.__param_module, scrapeInterval, scrapeTimeout),
      )
      .sort(),
  ).toEqual(
    expected
      .map(({ labels }) =>
        shape(labels.__param_module, labels.__scrape_interval__, labels.__scrape_timeout__),
      )
      .sort(),
  );
});

interface ActiveTarget {
  readonly scrapePool: string;
  readonly discoveredLabels: Readonly<Record<string, string>>;
  readonly scrapeInterval: string;
  readonly scrapeTimeout: string;
}

/** A duration of Prometheus, such as 1m30s, in seconds. */
function seconds(duration = ""): number {
  const units: Readonly<Record<string, number>> = { d: 86_400, h: 3_600, m: 60, s: 1, ms: 0.001 };
  const parts = duration.matchAll(/([0-9]+)(ms|[dhms])/g);
  return [...parts].reduce(
    (sum, [, count, unit = ""]) => sum + Number(count) * (units[unit] ?? Number.NaN),
    0,
  );
}

async function ask(query: string): Promise<Sample[]> {
  const answer = await fetch(`${prometheusUrl}/api/v1/query`, {
    method: "POST",
    body: new URLSearchParams({ query }),
  });
  return ((await answer.json()) as { data: { result: Sample[] } }).data.result;
}

const slowMs = 150;
const token = "test-token-of-the-check";

/** Starts the servers. @returns bodies of the checks and monitors that look at them */
async function started() {
  const http = await listening(
    createHttp(({ url, headers }, response) => {
      if (url === "/redirect") response.writeHead(302, { location: "/" }).end();
      else if (url === "/broken") response.writeHead(500).end();
      else if (url === "/private")
        response.writeHead(headers.authorization === `Bearer ${token}` ? 200 : 401).end();
      else setTimeout(() => response.end('{"state": "fine (a+b)"}'), url === "/slow" ? slowMs : 0);
    }),
  );
  const made = makeCertificates(folder);
  const tls = (options: TlsOptions) => listening(createTls(options).on("tlsClientError", () => {}));
  const [tcp, away] = [await listening(createTcp((socket) => socket.end())), await freePort()];
  const valid = await tls(made.valid);
  const check = (settings: object) => ({
    interval_seconds: 10,
    timeout_ms: 5_000,
    failure_threshold: 1,
    ...settings,
  });
  const web = (name: string, path: string, settings: object = {}) =>
    check({ name, kind: "http", target: `http://127.0.0.1:${http}${path}`, ...settings });
  const monitor = (port: number, settings: object = {}) => ({ hostname: "localhost", port, ...settings });
  return {
    syntheticChecks: {
      chk_up: web("up", "/"),
      chk_redirect: web("redirect", "/redirect"),
      chk_text: web("text", "/", { body_contains: '"fine (a+b)"' }),
      chk_credentials: web("credentials", "/private", { auth_header: `Bearer ${token}` }),
      chk_slow: web("slow", "/slow", { degraded_ms: slowMs / 2 }),
      chk_broken: web("broken", "/broken"),
      chk_strict_redirect: web("strict redirect", "/redirect", { expected_statuses: [200] }),
      chk_no_text: web("no text", "/", { body_contains: "fine .a.b." }),
      chk_anonymous: web("anonymous", "/private"),
      chk_tcp: check({ name: "tcp", kind: "tcp", target: `127.0.0.1:${tcp}` }),
      chk_tls: check({ name: "tls", kind: "tls", target: `localhost:${valid}` }),
      chk_refused: check({ name: "refused", kind: "tcp", target: `127.0.0.1:${away}` }),
      chk_no_tls: check({ name: "no tls", kind: "tls", target: `127.0.0.1:${tcp}` }),
      chk_no_name: check({ name: "no name", kind: "dns", target: "www.example.com", timeout_ms: 500 }),
    },
    certificateMonitors: {
      cert_valid: monitor(valid),
      cert_named: monitor(valid, { hostname: "127.0.0.1", server_name: "valid.example.com" }),
      cert_expiring: monitor(await tls(made.expiring)),
      cert_expired: monitor(await tls(made.expired)),
      cert_wrong: monitor(await tls(made.wrong)),
      cert_self_signed: monitor(await tls(made.selfSigned)),
      cert_old_tls: monitor(await tls({ ...made.valid, maxVersion: "TLSv1.2" }), { min_tls_version: "1.3" }),
      cert_away: monitor(away),
    },
    connectors: {
      ...connectors,
      conn_blackbox: {
        ...connectors.conn_blackbox,
        metadata: { ...connectors.conn_blackbox.metadata, dns_resolver: `127.0.0.1:${away}` },
      },
    },
  };
}

async function listening(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

function start(program: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): void {
  children.push(spawn(program, args, { cwd: folder, env: { ...process.env, ...env }, stdio: "ignore" }));
}

async function startExporter(rows: RendererRows): Promise<string> {
  const address = `127.0.0.1:${await freePort()}`;
  const [file] = blackboxRenderer.render(rows, blackbox).files;
  writeFileSync(join(folder, "blackbox.yml"), withDirectory("blackbox.yml", file?.content ?? "", folder));
  mkdirSync(join(folder, "secrets"));
  writeFileSync(join(folder, "secrets/chk_credentials"), token);
  start(exporterProgram(), ["--config.file=blackbox.yml", `--web.listen-address=${address}`], {
    SSL_CERT_FILE: join(folder, "ca.pem"),
  });
  await ready(`http://${address}/-/healthy`);
  return address;
}

async function startPrometheus(rows: RendererRows, exporter: string): Promise<string> {
  // The same targets and rules, only more often: an interval of ten seconds or two minutes is long for a test.
  const soon = allTargets(rows, blackbox).map(({ targets, labels }) => ({
    targets,
    labels: { ...labels, __scrape_interval__: "2s", __scrape_timeout__: "2s" },
  }));
  const given = await discovery(allTargets(organization(everything), blackbox));
  for (const { name, content } of rendered.files)
    writeFileSync(join(folder, name), content.replaceAll(/^( *interval:) .*$/gm, "$1 1s"));
  writeFileSync(
    join(folder, "prometheus.yml"),
    `rule_files: ["*.rules.yml"]
scrape_configs:
${scrapeJob("soon", await discovery(soon), exporter)}${scrapeJob("as-given", given, "127.0.0.1:1")}`,
  );
  const address = `127.0.0.1:${await freePort()}`;
  start(join(enginePrograms(), "prometheus"), [
    ...["--config.file=prometheus.yml", "--storage.tsdb.path=data", `--web.listen-address=${address}`],
  ]);
  await ready(`http://${address}/-/ready`);
  return `http://${address}`;
}

/** A server of http_sd for these targets. */
function discovery(groups: readonly object[]): Promise<number> {
  return listening(
    createHttp((_, response) => {
      response.setHeader("content-type", "application/json").end(JSON.stringify(groups));
    }),
  );
}

/** As docs show it: http_sd says everything but where the exporter is. */
function scrapeJob(name: string, port: number, exporter: string): string {
  return `  - job_name: ${name}
    metrics_path: /probe
    http_sd_configs: [{url: "http://127.0.0.1:${port}/"}]
    relabel_configs: [{target_label: __address__, replacement: "${exporter}"}]
`;
}

function ready(url: string): Promise<void> {
  return until(async () => (await fetch(url).catch(() => undefined))?.ok ?? false);
}
