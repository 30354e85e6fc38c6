/**
 * `npm run bench:engines`: 1,000 SLOs and 2,000 checks, made by plans, as they are rendered, and as an agent brings them
 * to a real Prometheus. Takes some five minutes.
 */
import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../scripts/free-port.mjs";
import { programPath, startPrometheus } from "../test/support/engines.ts";
import { environment, openAccess } from "./access.ts";
import { type Ask, askerAt, machine, median, pause, printHead, printRow } from "./harness.ts";
import { benchmark, memoryMb, startService } from "./processes.ts";

const slos = 1_000;
const checks = 2_000;
const rowsAPlan = 500;
const rounds = 20;
const unchanged = 500;
const minutes = 3;

await benchmark("npm run bench:engines", main);

async function main(databaseUrl: string, folder: string): Promise<void> {
  const port = await freePort();
  await startService(port, { ...environment, DATABASE_URL: databaseUrl });
  const { makeKey } = await openAccess(port);
  const service = `http://127.0.0.1:${port}`;
  const key = await makeKey("api:admin");
  const ask = askerAt(port, key);
  console.log(machine());
  console.log(`${slos} SLOs and ${checks} checks\n`);
  printHead("what", "median", "longest");
  await makeRows(ask);
  for (const connector of await rendersOf(ask)) await measureRenders(ask, connector);
  await measureAgent(ask, { service, key, folder });
}

async function makeRows(ask: Ask): Promise<void> {
  const connector = (name: string, connector_type: string) => ({
    name,
    connector_type,
    type: "observability",
  });
  const source = { name: "Prometheus", type: "prometheus", url: "https://prometheus.example.com" };
  await apply(ask, {
    connectors: [connector("Blackbox", "blackbox_exporter"), connector("Prometheus", "prometheus")],
    data_sources: [{ ...source, connector_id: { name: "Prometheus" } }],
  });
  await inPlans(ask, "slis", slos, (at) => ({
    service: `service-${at}`,
    name: "availability",
    kind: "ratio",
    data_source_id: { name: "Prometheus" },
    good_query: `sum(rate(http_requests_total{service="service-${at}",code!~"5.."}[5m]))`,
    total_query: `sum(rate(http_requests_total{service="service-${at}"}[5m]))`,
  }));
  await inPlans(ask, "slos", slos, (at) => {
    const names = { service: `service-${at}`, name: "availability" };
    return { ...names, sli_id: names, target_percent: 99.9, window_days: 14 };
  });
  await inPlans(ask, "synthetic_checks", checks, (at) => ({
    name: `check-${at}`,
    kind: "http",
    target: `https://service-${at}.example.com/health`,
  }));
}

async function inPlans(ask: Ask, kind: string, count: number, make: (at: number) => object): Promise<void> {
  const rows = Array.from({ length: count }, (_, at) => make(at));
  for (let from = 0; from < count; from += rowsAPlan)
    await apply(ask, { [kind]: rows.slice(from, from + rowsAPlan) });
}

async function apply(ask: Ask, bundle: object): Promise<void> {
  const { body } = await ask("POST", "plans", { bundle });
  await ask("POST", `plans/${body.id}/apply`, {});
}

interface Connector {
  readonly connector_id: string;
  readonly name: string;
  readonly digest: string;
  readonly applied: { readonly ok: boolean; readonly running_digest: string | null } | null;
}

async function rendersOf(ask: Ask): Promise<readonly Connector[]> {
  return (await ask("GET", "render")).body.data;
}

/** After a change of a row, which is rendered anew; and while nothing has changed. */
async function measureRenders(ask: Ask, { connector_id, name }: Connector): Promise<void> {
  const path = `render/${connector_id}`;
  const { body } = await ask("GET", "config/slos?service=service-0");
  const changed: number[] = [];
  let last = await ask("GET", path);
  for (let round = 0; round < rounds; round += 1) {
    await ask("PUT", `config/slos/${body.data[0].id}`, { target_percent: 99 + (round % 2) / 2 });
    last = await ask("GET", path);
    changed.push(last.ms);
  }
  report(`${name}: rendered after a change (${Math.ceil(Buffer.byteLength(last.text) / 1e3)} kB)`, changed);
  const same: number[] = [];
  for (let round = 0; round < unchanged; round += 1) {
    const answer = await ask("GET", path, undefined, { "if-none-match": last.etag ?? "" });
    if (answer.status !== 304) throw new Error(`it answered ${answer.status} although nothing changed`);
    same.push(answer.ms);
  }
  report(`${name}: 304`, same);
}

/** The agent as it is started next to Prometheus: what it takes, and how often it asks. */
async function measureAgent(
  ask: Ask,
  at: { readonly service: string; readonly key: string; readonly folder: string },
): Promise<void> {
  const directory = join(at.folder, "rules");
  mkdirSync(directory);
  const prometheus = await startPrometheus({ rules: [directory] });
  const args = ["agent", "--connector", "Prometheus", "--directory", directory, "--url", at.service];
  const begun = performance.now();
  const agent = spawn(
    process.execPath,
    [
      // As the installed program starts itself.
      ...["--max-semi-space-size=8", "dist/src/main.js", ...args],
      ...["--reload-url", `${prometheus.url}/-/reload`, "--checker", programPath("promtool")],
    ],
    { env: { ...process.env, ORGCONFIG_KEY: at.key }, stdio: "ignore" },
  );
  try {
    while (!(await runsPresent(ask))) {
      if (agent.exitCode !== null) throw new Error(`the agent ended with ${agent.exitCode}`);
      await pause(500);
    }
    const runs_s = (performance.now() - begun) / 1_000;
    const before = await queriesRun(prometheus.url);
    const memory: number[] = [];
    for (const end = Date.now() + minutes * 60_000; Date.now() < end; await pause(1_000))
      memory.push(memoryMb(agent.pid as number));
    const queries = ((await queriesRun(prometheus.url)) - before) / minutes;
    console.log(`\nPrometheus ran the rules ${runs_s.toFixed(0)} s after the agent's start.`);
    console.log(`The agent's memory: ${median(memory)} MB, at most ${Math.max(...memory)} MB.`);
    console.log(`Node's own, with nothing to do: ${await bareNodeMb()} MB.`);
    console.log(`Queries of Prometheus: ${queries.toFixed(1)} a minute.`);
  } finally {
    agent.kill("SIGKILL");
    await prometheus.stop();
  }
}

async function bareNodeMb(): Promise<number> {
  const bare = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
  await pause(2_000);
  const memory = memoryMb(bare.pid as number);
  bare.kill("SIGKILL");
  return memory;
}

async function runsPresent(ask: Ask): Promise<boolean> {
  const { applied, digest } = (await rendersOf(ask)).find(({ name }) => name === "Prometheus") as Connector;
  return applied?.ok === true && applied.running_digest === digest;
}

/** How many instant queries Prometheus has answered since it started. */
async function queriesRun(url: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  const counted = metrics.matchAll(
    /^prometheus_http_requests_total\{.*handler="\/api\/v1\/query"\} (\S+)$/gm,
  );
  return [...counted].reduce((sum, [, count]) => sum + Number(count), 0);
}

function report(what: string, values: readonly number[]): void {
  printRow(what, `${median(values).toFixed(1)} ms`, `${Math.max(...values).toFixed(1)} ms`);
}
