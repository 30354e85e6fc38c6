/** A PostgreSQL server of the test's own, from Debian's binaries, that can be killed and started again. */
import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { binary, ownedByPostgres } from "./packages.ts";

const run = promisify(execFile);

export interface Postgres {
  readonly url: string;
  readonly port: number;
  readonly folder: string;
  start(): Promise<void>;
  /** kill -9 of every process of the server at once, as a machine that stops does it. */
  kill(): Promise<void>;
  /** Makes a standby the primary. */
  promote(): Promise<void>;
  /** Ends it, and removes its data. */
  remove(): Promise<void>;
}

/**
 * Initialized and not started yet.
 * @param settings such as "shared_buffers=64MB"
 * @param primary a server that runs; this one is its standby
 */
export async function makePostgres(
  settings: readonly string[] = [],
  folder = mkdtempSync(join(tmpdir(), "orgconfig-faults-")),
  primary?: Postgres,
): Promise<Postgres> {
  const data = join(folder, "data");
  const port = await steadyPort();
  ownedByPostgres(folder);
  if (primary === undefined) {
    const how = ["-U", "orgconfig", "--auth=trust", "-E", "UTF8", "--locale=C.UTF-8"];
    await asPostgres(binary("initdb"), ["-D", data, ...how]);
  } else {
    const from = ["-h", "127.0.0.1", "-p", String(primary.port), "-U", "orgconfig", "-c", "fast", "-R"];
    await asPostgres(binary("pg_basebackup"), ["-D", data, ...from]);
  }
  const options = [
    `-p ${port}`,
    "-c unix_socket_directories=''",
    "-c listen_addresses=127.0.0.1",
    "-c max_connections=200",
  ];
  const server: Postgres = {
    url: `postgres://orgconfig@127.0.0.1:${port}/postgres`,
    port,
    folder,
    async start() {
      const all = [...options, ...settings.map((setting) => `-c ${setting}`)].join(" ");
      await asPostgres(binary("pg_ctl"), [
        "-D",
        data,
        "-w",
        "-t",
        "60",
        "-l",
        join(folder, "log"),
        "-o",
        all,
        "start",
      ]).catch((error) => {
        const log = readFileSync(join(folder, "log"), "utf8").slice(-2_000);
        throw new Error(`PostgreSQL does not start: ${log}`, { cause: error });
      });
    },
    kill: () => killPostmaster(data),
    async promote() {
      await asPostgres(binary("pg_ctl"), ["-D", data, "-w", "promote"]);
    },
    async remove() {
      await asPostgres(binary("pg_ctl"), ["-D", data, "-m", "immediate", "stop"]).catch(() => {});
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return server;
}

/** kill -9 of a server and all its processes; ends when they are gone. */
export async function killPostmaster(data: string): Promise<void> {
  const [first = ""] = readFileSync(join(data, "postmaster.pid"), "utf8").split("\n");
  const pids = [Number(first), ...childrenOf(Number(first))];
  for (const pid of pids) if (existsSync(`/proc/${pid}`)) process.kill(pid, "SIGKILL");
  while (pids.some((pid) => existsSync(`/proc/${pid}`) && !isZombie(pid)))
    await new Promise((resolve) => setTimeout(resolve, 5));
  // Where nobody reaps orphans (a container's init) a dead server would pass for a living one.
  rmSync(join(data, "postmaster.pid"), { force: true });
}

/** As the user postgres where the test is root: PostgreSQL refuses root. */
export async function asPostgres(file: string, args: readonly string[]): Promise<string> {
  const asRoot = process.getuid?.() === 0;
  const [command, rest] = asRoot ? ["runuser", ["-u", "postgres", "--", file, ...args]] : [file, [...args]];
  return (await run(command, rest, { cwd: tmpdir() })).stdout;
}

/**
 * A free port from below the range of outgoing connections: while its server is away, a client that tries
 * again and again would in the end be given the port itself, and keep it.
 */
export async function steadyPort(): Promise<number> {
  for (let round = 0; round < 100; round += 1) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    const free = await new Promise<boolean>((resolve) => {
      const probe = createServer().once("error", () => resolve(false));
      probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
    });
    if (free) return port;
  }
  throw new Error("no free port was found");
}

export function childrenOf(parent: number): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => statOf(pid)?.parent === parent);
}

function isZombie(pid: number): boolean {
  return statOf(pid)?.state === "Z";
}

function statOf(pid: number): { state: string; parent: number } | undefined {
  try {
    const [, state = "", parent = ""] = /\) (\S) (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, "utf8")) ?? [];
    return { state, parent: Number(parent) };
  } catch {
    return undefined; // it ended meanwhile
  }
}
