/**
 * An agent whose clock is an hour ahead, and an hour behind (Debian's faketime), next to a real Prometheus. What it
 * reports has the service's time once the two have spoken, which they do every minute.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, renameSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, onTestFailed } from "vitest";
import { programPath, type RunningEngine, startPrometheus } from "../support/engines.ts";
import { mainFile, type Program } from "../support/program.ts";
import { until } from "../support/until.ts";
import { createAlertCalls } from "./alert-calls.ts";
import { type Installation, install, internalErrors, verified } from "./installation.ts";
import { fakeClock } from "./packages.ts";
import { record } from "./record.ts";
import { spread, timed } from "./table.ts";

const jumps = ["-1h", "+1h", "-1h", "+0"];
/** A read every 8 seconds, and an acknowledgement every minute. */
const patienceMs = 180_000;
/** What a clock may be off without being wrong. */
const toleranceMs = 60_000;

const folder = mkdtempSync(join(tmpdir(), "orgconfig-agent-clock-"));
const rules = join(folder, "rules");
const file = join(folder, "offset");
let installation: Installation;
let node: Program;
let prometheus: RunningEngine;
let agent: ChildProcess;
let logged = "";
beforeAll(async () => {
  installation = await install();
  [node, prometheus] = [await installation.start(), await startPrometheus({ rules: [rules] })];
});
afterAll(async () => {
  agent.kill("SIGTERM");
  await prometheus.stop();
  await node.stop();
});

it("reports what it sees with the service's time", { timeout: 900_000 }, async () => {
  onTestFailed(() => console.log(logged.slice(-10_000)));
  const calls = createAlertCalls(installation.key, () => node.url);
  const source = { name: "p", type: "prometheus", url: "https://prometheus.example.com" };
  const data_source_id = await calls.make("data_sources", source);
  const ratio = { kind: "ratio", good_query: "good", total_query: "total" };
  const sli_id = await calls.make("slis", {
    name: "availability",
    service: "shop",
    data_source_id,
    ...ratio,
  });
  await calls.make("slos", { name: "availability", service: "shop", sli_id, target_percent: 99 });
  const engine = { name: "Engine", type: "observability", connector_type: "prometheus" };
  const connector = await calls.make("connectors", engine);
  const row = async (path: string) => (await calls.read(`config/${path}`)) as Record<string, string | null>;
  const seen = async () => Date.parse((await row(`data_sources/${data_source_id}`)).last_success_at ?? "");
  /** Whether what is seen is of now, by this clock, which is the service's too. */
  const isRight = async (since: number) => {
    const at = await seen();
    return at > since - toleranceMs && at <= Date.now();
  };
  jump("+0");
  agent = startAgent();
  await until(() => isRight(Date.now()), patienceMs);
  const backMs: number[] = [];
  for (const offset of jumps) {
    const before = await seen();
    jump(offset);
    const since = Date.now();
    await timed(backMs, () =>
      until(async () => (await seen()) !== before && (await isRight(since)), patienceMs),
    );
    // It stays so: what is read next has another time, and that is right too.
    for (let round = 0; round < 3; round += 1) {
      const last = await seen();
      await until(async () => (await seen()) > last, patienceMs);
      expect(await isRight(since)).toBe(true);
    }
    expect(await row(`connectors/${connector}`)).toMatchObject({ health_status: "healthy" });
  }
  record({
    fault: "an agent's clock is off",
    done: `${jumps.join(", ")}; the engine's and the service's stay`,
    lost: "nothing: files and reports go on",
    back: `${spread(backMs)} until times are right`,
    figures: "ahead they are never later than the service's",
  });
  expect(internalErrors(node)).toEqual([]);
  expect(await node.stop()).toBe(0);
  expect(verified(installation)).toEqual({ status: 0, stderr: "" });
});

function startAgent(): ChildProcess {
  const args = [
    ...["agent", "--connector", "Engine", "--directory", rules, "--url", node.url, "--interval", "2s"],
    ...["--reload-url", `${prometheus.url}/-/reload`, "--checker", programPath("promtool")],
  ];
  const child = spawn(process.execPath, [mainFile, ...args], {
    env: { ...process.env, ORGCONFIG_KEY: installation.key, ...fakeClock(file) },
    stdio: ["ignore", "ignore", "pipe"],
  });
  child.stderr.on("data", (chunk) => (logged += String(chunk)));
  return child;
}

/** Moves the agent's clock. The file is replaced whole: the agent reads it at every look at the clock. */
function jump(offset: string): void {
  writeFileSync(`${file}.next`, `${offset}\n`);
  renameSync(`${file}.next`, file);
}
