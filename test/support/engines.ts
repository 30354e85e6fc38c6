/** Real engines for tests: each is a process of its own, on a free port, with folders of its own. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { enginePrograms, placeAlertmanagerTemplates } from "../../scripts/engine-programs.mjs";
import { freePort } from "../../scripts/free-port.mjs";
import { until } from "./until.ts";

/** A busy machine takes its time. */
const startMs = 60_000;

export interface RunningEngine {
  readonly url: string;
  readonly port: number;
  /** Everything that it printed so far. */
  output(): string;
  /** Ends it with SIGTERM. */
  stop(): Promise<void>;
  /** kill -9; ends when the process is gone. */
  kill(): Promise<void>;
  /** SIGSTOP: it takes connections, and answers nothing. */
  hang(): void;
  /** SIGCONT. */
  goOn(): void;
}

export const programPath = (name: string) => join(enginePrograms(), name);

/** The version that a program says it has, such as 2.42.0: Debian's, whichever that is today. */
export function versionOf(name: string): string {
  const said = execFileSync(programPath(name), ["--version"], { encoding: "utf8" });
  return /version (\d+\.\d+\.\d+)/.exec(said)?.[1] ?? expect.fail(`${name} says no version: ${said}`);
}

export interface PrometheusOptions {
  /** The folders that it reads rules from. */
  readonly rules: readonly string[];
  /** Whether it takes reloads. */
  readonly lifecycle?: boolean;
  readonly port?: number;
  /** More of its configuration, next to rule_files. */
  readonly config?: object;
  readonly args?: readonly string[];
  /** What it has measured before, as lines of OpenMetrics with times. */
  readonly measured?: readonly string[];
}

export async function startPrometheus({
  rules,
  lifecycle = true,
  port,
  config = {},
  args = [],
  measured = [],
}: PrometheusOptions): Promise<RunningEngine> {
  const folder = mkdtempSync(join(tmpdir(), "orgconfig-prometheus-"));
  const ruleFiles = rules.map((directory) => `${directory}/*.rules.yml`);
  // JSON is YAML too.
  writeFileSync(join(folder, "prometheus.yml"), JSON.stringify({ rule_files: ruleFiles, ...config }));
  if (measured.length > 0) {
    const before = join(folder, "measured");
    writeFileSync(before, `${[...measured, "# EOF"].join("\n")}\n`);
    execFileSync(programPath("promtool"), [
      "tsdb",
      "create-blocks-from",
      "openmetrics",
      before,
      `${folder}/data`,
    ]);
  }
  const at = port ?? (await freePort());
  return startEngine("prometheus", at, "/-/ready", [
    `--config.file=${folder}/prometheus.yml`,
    `--storage.tsdb.path=${folder}/data`,
    `--web.listen-address=127.0.0.1:${at}`,
    ...(lifecycle ? ["--web.enable-lifecycle"] : []),
    ...args,
  ]);
}

/**
 * @param file its configuration, which has to be there
 * @param env such as SSL_CERT_FILE, the authorities that it trusts
 */
export async function startBlackbox(
  file: string,
  port?: number,
  env: Readonly<Record<string, string>> = {},
): Promise<RunningEngine> {
  const at = port ?? (await freePort());
  const args = [`--config.file=${file}`, `--web.listen-address=127.0.0.1:${at}`];
  return startEngine("prometheus-blackbox-exporter", at, "/-/healthy", args, env);
}

/**
 * One of its own, without a cluster unless the arguments say one.
 * @param file its configuration, which has to be there
 */
export async function startAlertmanager(
  file: string,
  port?: number,
  args: readonly string[] = ["--cluster.listen-address="],
): Promise<RunningEngine> {
  placeAlertmanagerTemplates();
  const at = port ?? (await freePort());
  return startEngine("prometheus-alertmanager", at, "/-/ready", [
    `--config.file=${file}`,
    `--storage.path=${mkdtempSync(join(tmpdir(), "orgconfig-alertmanager-"))}`,
    `--web.listen-address=127.0.0.1:${at}`,
    ...args,
  ]);
}

/** Starts a program, and waits until it answers. */
export async function startEngine(
  program: string,
  port: number,
  readyPath: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<RunningEngine> {
  const child = spawn(programPath(program), args, {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk) => (printed += String(chunk)));
  const ended = endOf(child);
  const url = `http://127.0.0.1:${port}`;
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`${program} ended with ${child.exitCode}: ${printed}`);
    const answer = await fetch(`${url}${readyPath}`).catch(() => undefined);
    await answer?.arrayBuffer();
    return answer?.ok === true;
  }, startMs);
  return {
    url,
    port,
    output: () => printed,
    async stop() {
      child.kill("SIGTERM");
      await ended;
    },
    async kill() {
      child.kill("SIGKILL");
      await ended;
    },
    hang: () => void child.kill("SIGSTOP"),
    goOn: () => void child.kill("SIGCONT"),
  };
}

function endOf(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once("close", () => resolve());
    child.once("error", reject);
  });
}

/** What GET answers as JSON. */
// biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape
export async function getJson(url: string): Promise<any> {
  return (await fetch(url)).json();
}

/** What an instant query answers, as text. */
export async function samplesOf(url: string, query: string): Promise<string> {
  return (await fetch(`${url}/api/v1/query?query=${encodeURIComponent(query)}`)).text();
}
