/**
 * Writes of two checkouts of the program, in one run and alternating, over databases of their own on one server:
 * `node scripts/with-postgres.mjs tsx bench/checkouts.ts OTHER_FOLDER`. Prints medians of requests a second
 * and of the node's processor time a request, and the ratios of this checkout to the other: the median of the pairs,
 * and their middle half. BENCH_ALTERNATIONS (7) and BENCH_SECONDS (4) shorten it. Both run from their sources.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import pg from "pg";
import { create, environment, openAccess } from "./access.ts";
import { type Load, load } from "./load.ts";
import { processorTime } from "./processes.ts";

const alternations = Number(process.env.BENCH_ALTERNATIONS ?? 7);
const seconds = Number(process.env.BENCH_SECONDS ?? 4);
const firstPort = Number(process.env.BENCH_PORT ?? 28_090);
const connections = 16;
const rowCount = 64;

const [other] = process.argv.slice(2);
const databaseUrl = process.env.TEST_DATABASE_URL;
if (other === undefined || databaseUrl === undefined)
  throw new Error("name the other checkout's folder, and start it by scripts/with-postgres.mjs");
const folders = [process.cwd(), other];
const nodes: ChildProcess[] = [];

interface Figure {
  readonly perSecond: number;
  readonly cpu: number;
}

type Requests = Omit<Load, "connections" | "seconds">;

try {
  const sides: Record<string, Requests>[] = [];
  for (const [index, folder] of folders.entries()) sides.push(await prepare(folder, firstPort + index));
  for (const name of Object.keys(sides[0] as object)) console.log(await compare(name, sides));
} finally {
  for (const node of nodes) {
    node.kill("SIGKILL");
    await once(node, "exit");
  }
}

async function compare(name: string, sides: readonly Record<string, Requests>[]): Promise<string> {
  const figures: [Figure[], Figure[]] = [[], []];
  for (const side of sides) await load({ ...(side[name] as Requests), connections, seconds: 2 });
  for (let round = 0; round < alternations; round += 1) {
    for (const index of round % 2 === 0 ? [0, 1] : [1, 0]) {
      const pid = nodes[index]?.pid as number;
      const before = processorTime(pid);
      const { perSecond } = await load({ ...(sides[index]?.[name] as Requests), connections, seconds });
      figures[index as 0 | 1].push({ perSecond, cpu: (processorTime(pid) - before) / (perSecond * seconds) });
    }
  }
  const [ours, theirs] = figures.map((runs) => ({
    perSecond: median(runs.map((run) => run.perSecond)),
    cpu: median(runs.map((run) => run.cpu)),
  })) as [Figure, Figure];
  // Of each pair of neighbouring runs, so that what the machine does meanwhile falls on both.
  const ratio = (of: keyof Figure) => {
    const ratios = figures[0].map((run, round) => run[of] / (figures[1][round] as Figure)[of]);
    ratios.sort((a, b) => a - b);
    const at = (share: number) => (ratios[Math.floor((ratios.length - 1) * share)] as number).toFixed(2);
    return `${at(0.5)} (${at(0.25)} to ${at(0.75)})`;
  };
  const reported = ({ perSecond, cpu }: Figure) => `${Math.round(perSecond)}/s, ${Math.round(cpu)} µs`;
  return `${name}: here ${reported(ours)}; there ${reported(theirs)}; requests ${ratio("perSecond")}, processor time ${ratio("cpu")}`;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
}

/** A node of that checkout over a database of its own, with rows, and what to ask of it. */
async function prepare(folder: string, port: number): Promise<Record<string, Requests>> {
  const url = new URL(databaseUrl as string);
  const database = new pg.Client({ connectionString: url.href });
  await database.connect();
  url.pathname = `/bench_${port}`;
  await database.query(`CREATE DATABASE bench_${port}`);
  await database.end();
  const env = {
    ...process.env,
    ...environment,
    DATABASE_URL: url.href,
    PORT: String(port),
    LOG_LEVEL: "error",
  };
  nodes.push(
    spawn(process.execPath, ["--max-semi-space-size=8", "--import", "tsx", "src/main.ts", "serve"], {
      cwd: folder,
      stdio: ["ignore", "ignore", "inherit"],
      env,
    }),
  );
  while (!(await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined))?.ok)
    await new Promise((resolve) => setTimeout(resolve, 50));
  const key = await (await openAccess(port)).makeKey("api:admin");
  const checks = [];
  const incidents = [];
  for (let index = 0; index < rowCount; index += 1) {
    const check = { name: `check ${index}`, kind: "http", target: "https://shop.example.com" };
    checks.push(await create(port, key, "synthetic_checks", check));
    const incident = { title: `incident ${index}`, body: "We look into it.", impact: "minor" };
    incidents.push(await create(port, key, "status_page_incidents", incident));
  }
  /** Each row twice, with another value the second time: every write changes something. */
  const puts = (kind: string, rows: readonly { id: string }[], bodies: readonly object[]): Requests => ({
    port,
    status: 200,
    requests: bodies.flatMap((body) => rows.map(({ id }) => put(key, `${kind}/${id}`, body))),
  });
  return {
    "PUT in one statement (synthetic_checks)": puts("synthetic_checks", checks, [
      { target: "https://shop.example.com/one" },
      { target: "https://shop.example.com/two" },
    ]),
    "PUT in a transaction (status_page_incidents)": puts("status_page_incidents", incidents, [
      { impact: "major" },
      { impact: "minor" },
    ]),
  };
}

function put(key: string, path: string, body: unknown): string {
  const text = JSON.stringify(body);
  return `PUT /api/v1/config/${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
}
