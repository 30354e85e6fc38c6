/** The processes that a benchmark starts: ended with it, and watched for what they take of the machine. */
import { type ChildProcess, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface Started {
  readonly pid: number;
  /** Milliseconds from its start to its first good answer. */
  readonly readyMs: number;
}

const children: ChildProcess[] = [];

/** As `npm start` runs it. */
const nodeFlags = ["--max-semi-space-size=8"];

/** Clock ticks of /proc/<pid>/stat are hundredths of a second on every Linux. */
const microsecondsPerTick = 10_000;

/**
 * Runs a benchmark with the PostgreSQL that its command starts and a folder of its own, and leaves nothing behind.
 * @param command what people type for it
 */
export async function benchmark(
  command: string,
  main: (databaseUrl: string, folder: string) => Promise<void>,
): Promise<void> {
  const databaseUrl = process.env.TEST_DATABASE_URL;
  if (databaseUrl === undefined) throw new Error(`run it as \`${command}\`, which starts a PostgreSQL`);
  const folder = mkdtempSync(join(tmpdir(), "orgconfig-bench-"));
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => endAll().finally(() => process.exit(1)));
  try {
    await main(databaseUrl, folder);
  } finally {
    await endAll();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Ends it with the benchmark. */
export function watch(child: ChildProcess): void {
  children.push(child);
}

export interface Ran {
  readonly seconds: number;
  /** The most memory that it had, in MB. */
  readonly memory: number;
}

/** Runs a command of the built program. @throws with what it said, where it fails */
export async function runProgram(args: readonly string[], env: NodeJS.ProcessEnv): Promise<Ran> {
  const began = performance.now();
  const child = spawn(process.execPath, [...nodeFlags, "dist/src/main.js", ...args], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  watch(child);
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk) => {
      said += String(chunk);
    });
  let memory = 0;
  const timer = setInterval(() => {
    try {
      memory = Math.max(memory, memoryMb(child.pid as number));
    } catch {
      // it ended
    }
  }, 50);
  const [code] = await once(child, "close");
  clearInterval(timer);
  if (code !== 0) throw new Error(`orgconfig ${args.join(" ")} ended with ${code}: ${said}`);
  return { seconds: (performance.now() - began) / 1_000, memory };
}

/** Ends everything; a service under a profiler gets the time to write it down. */
export async function endAll(): Promise<void> {
  for (const child of children) {
    child.kill(profile === undefined ? "SIGKILL" : "SIGINT");
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  }
}

/** A folder for V8's CPU profiles of the service and of the bare servers. */
const profile = process.env.BENCH_PROFILE;
const profiler = profile === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${profile}`];

/** Starts the built service and waits until it is ready. */
export async function startService(port: number, env: NodeJS.ProcessEnv): Promise<Started> {
  const started = performance.now();
  const child = spawn(process.execPath, [...profiler, ...nodeFlags, "dist/src/main.js", "serve"], {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, ...env, PORT: String(port), LOG_LEVEL: "error" },
  });
  children.push(child);
  await until(port, "/readyz");
  return { pid: child.pid as number, readyMs: Math.round(performance.now() - started) };
}

/** Starts one of the bare servers of peers.mjs. */
export async function startPeer(port: number, kind: string, ...rest: string[]): Promise<Started> {
  const started = performance.now();
  const child = fork("bench/peers.mjs", [kind, String(port), ...rest], { execArgv: profiler });
  children.push(child);
  await until(port, "/");
  return { pid: child.pid as number, readyMs: Math.round(performance.now() - started) };
}

async function until(port: number, path: string): Promise<void> {
  for (let round = 0; round < 3_000; round += 1) {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`).catch(() => undefined);
    if (answer !== undefined && (path === "/" || answer.ok)) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`nothing answers at port ${port}`);
}

/** Resident memory in MB. */
export function memoryMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024);
}

/** Processor time of a process so far, its ended children's included, in microseconds. */
export function processorTime(pid: number): number {
  // The name, in parentheses, may hold spaces: the numbers begin after it.
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return stat.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) * microsecondsPerTick;
}

/** Processor time of a process and of all its children, in microseconds: a PostgreSQL server's. */
export function familyTime(parent: number): number {
  for (;;) {
    const own = processorTime(parent);
    let sum = own;
    for (const name of readdirSync("/proc")) {
      if (!/^\d+$/.test(name)) continue;
      try {
        if (parentOf(Number(name)) === parent) sum += processorTime(Number(name));
      } catch {
        // it ended meanwhile
      }
    }
    // The parent has the time of a child that ends: one that did meanwhile would count twice, or not at all.
    if (processorTime(parent) === own) return sum;
  }
}

export function parentOf(pid: number): number {
  return Number(/PPid:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
}
