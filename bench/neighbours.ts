/**
 * `npm run bench:neighbours`: what one organization can do to another on the same node. A hostile one makes each call at
 * its limits, over 16 connections that stay or go away early; meanwhile its neighbour reads a row 50 times a second and
 * has an alert taken in and delivered twice a second. Wanted: the neighbour's p99 within three times what it was just
 * before, when the hostile one was quiet (in parentheses), and a node that lives with a heap of 256 MB.
 *
 * "Busy in one go" is the node's processor time between two turns of its event loop (slices.mjs): 99 of 100 of them,
 * and the longest. What else the machine does falls on the latencies, and not on that.
 *
 * BENCH_SECONDS (5) is how long each call is made, BENCH_DATABASES which databases are measured (server,embedded),
 * BENCH_ONLY a part of an attack's name; BENCH_PROFILE names a folder for CPU profiles. The limit on requests is the
 * usual one.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { freePort } from "../scripts/free-port.mjs";
import { webhook } from "../test/alerts/support.ts";
import { create, environment, openAccess } from "./access.ts";
import { ask, prepareHostile, prepareStorm, storm } from "./attacks.ts";
import { machine, pause, printHead, printRow, quantile, type Receiver, startReceiver } from "./harness.ts";
import type { Attack, Outcome } from "./hostile.ts";
import { benchmark, memoryMb, startService, watch } from "./processes.ts";

const seconds = Number(process.env.BENCH_SECONDS ?? 5);
const databases = (process.env.BENCH_DATABASES ?? "server,embedded").split(",");
const only = process.env.BENCH_ONLY ?? "";
const connections = 16;
const closesAfterMs = 200;
const readEveryMs = 20;
const notifyEveryMs = 500;
const mostDeliveryMs = 30_000;
const wanted = 3;
const warmUpSeconds = 3;
const stormEveryMs = 10;

await benchmark("npm run bench:neighbours", main);

async function main(url: string, folder: string): Promise<void> {
  console.log(`${machine()}; ${seconds} s each\n`);
  const receiver = await startReceiver();
  for (const database of databases) {
    const port = await freePort();
    const slices = join(folder, `slices-${database}`);
    const { pid } = await startService(port, {
      ...environment,
      ORGCONFIG_RATE_LIMIT: "",
      ORGCONFIG_OUTBOUND_ALLOW: "127.0.0.1",
      NODE_OPTIONS: `--max-old-space-size=256 --import ${new URL("slices.mjs", import.meta.url).href}`,
      BENCH_SLICES: slices,
      ...(database === "server"
        ? { DATABASE_URL: url }
        : { DATABASE_URL: "", ORGCONFIG_DATA_DIR: join(folder, database) }),
    });
    await measure(database, { port, pid, receiver, slices });
  }
  receiver.close();
}

interface Node {
  readonly port: number;
  readonly pid: number;
  /** The file of slices.mjs. */
  readonly slices: string;
  readonly receiver: Receiver;
}

async function measure(database: string, node: Node): Promise<void> {
  const { makeKey, makeOrganization, organizationId } = await openAccess(node.port);
  const neighbour = await prepareNeighbour(node, await makeKey("api:admin", organizationId), database);
  const hostile = await makeOrganization("hostile");
  const hostileKey = await makeKey("api:admin", hostile);
  const stormKey = await makeKey("api:admin", await makeOrganization("storm"));
  const attacks = {
    ...(await prepareStorm(node.port, stormKey)),
    ...(await prepareHostile(node.port, hostileKey, await makeKey("mcp:admin", hostile))),
  };
  await neighbour(warmUpSeconds);
  console.log(`${database}\n`);
  const latencies = ["GET p99", "intake p99", "delivery p99"];
  printHead(
    "the hostile tenant",
    "its answers",
    ...latencies,
    "busy in one go",
    "memory, heap",
    "most × quiet",
  );
  for (const [name, requests] of Object.entries(attacks)) {
    for (const way of name === storm ? ["stays"] : ["stays", "goes early"]) {
      if (!`${name}, ${way}`.includes(only)) continue;
      // What else the machine does falls on both.
      const quiet = await neighbour(seconds);
      await busyIn(node);
      const goes = way === "stays" ? {} : { closesAfterMs };
      const pace = name === storm ? { everyMs: stormEveryMs } : {};
      const target = { port: node.port, key: hostileKey, connections, seconds };
      const attacking = attack({ ...target, ...goes, ...pace, requests });
      const figures = await neighbour(seconds).catch(() => undefined);
      const outcome = await attacking;
      if (figures === undefined) {
        console.log(
          `| ${name}, ${way} | ${inWords(outcome)} | the node ended, or answered the neighbour an error ||||||`,
        );
        return;
      }
      const heap = await heapMb(node.port);
      report(`${name}, ${way}`, outcome, figures, quiet, [
        await busyIn(node),
        `${memoryMb(node.pid)}, ${heap} MB`,
      ]);
    }
  }
  console.log("");
}

async function attack(what: Attack): Promise<Outcome> {
  const child = fork(fileURLToPath(new URL("hostile.ts", import.meta.url)));
  watch(child);
  child.send(what);
  const [outcome] = (await once(child, "message")) as [Outcome];
  return outcome;
}

/** Milliseconds. */
interface Figures {
  readonly read: number;
  readonly intake: number;
  readonly delivery: number;
}

/** Makes the neighbour's rows, and answers what measures it for so many seconds. */
async function prepareNeighbour(
  { port, receiver }: Node,
  key: string,
  database: string,
): Promise<(seconds: number) => Promise<Figures>> {
  const name = "neighbour";
  const { id } = await create(port, key, "teams", { name });
  const connector = await create(port, key, "connectors", {
    name,
    type: "observability",
    connector_type: "alertmanager",
  });
  const target = await create(port, key, "outbound_configs", { name, kind: "webhook", url: receiver.url });
  const route = await create(port, key, "alert_routes", {
    name,
    matchers: ['alertname=~".+"'],
    destinations: [{ outbound_config_id: target.id }],
  });
  let count = 0;
  return async (seconds) => {
    const reads: number[] = [];
    const answers: number[] = [];
    const sentAt = new Map<string, number>();
    const end = performance.now() + seconds * 1_000;
    const read = () => timed(port, key, "GET", `/api/v1/config/teams/${id}`, undefined, reads);
    const notify = () => {
      count += 1;
      const title = `${database} ${count}`;
      sentAt.set(title, performance.now());
      const fired = { name: title, startsAt: new Date().toISOString(), annotations: { summary: title } };
      const body = JSON.stringify(webhook({ receiver: route.id, group: title }, [fired]));
      return timed(port, key, "POST", `/api/v1/intake/alertmanager/${connector.id}`, body, answers);
    };
    await Promise.all([every(readEveryMs, end, read), every(notifyEveryMs, end, notify)]);
    for (const until = performance.now() + mostDeliveryMs; performance.now() < until; await pause(10))
      if ([...sentAt.keys()].every((title) => receiver.arrived.has(title))) break;
    const delays = [...sentAt].map(
      ([title, at]) => (receiver.arrived.get(title)?.[0] ?? Number.POSITIVE_INFINITY) - at,
    );
    return { read: p99(reads), intake: p99(answers), delivery: p99(delays) };
  };
}

/** By the clock and not by the answers: what is slow does not slow down what comes. */
async function every(ms: number, end: number, work: () => Promise<void>): Promise<void> {
  const under: Promise<void>[] = [];
  for (let due = performance.now(); due < end; due += ms) {
    while (performance.now() < due) await pause(Math.max(0, due - performance.now()));
    under.push(work());
  }
  await Promise.all(under);
}

async function timed(
  port: number,
  key: string,
  method: string,
  path: string,
  body: string | undefined,
  times: number[],
): Promise<void> {
  const from = performance.now();
  const answer = await ask(port, key, { method, path, ...(body === undefined ? {} : { body }) });
  if (answer.status !== 200)
    throw new Error(`the neighbour's ${path} was answered ${answer.status}: ${answer.text}`);
  times.push(performance.now() - from);
}

/** How long the node was busy in one go since this was asked last, for 99 of 100 times and at most. */
async function busyIn({ pid, slices }: Node): Promise<string> {
  rmSync(slices, { force: true });
  process.kill(pid, "SIGUSR2");
  for (;;) {
    const written = existsSync(slices) ? readFileSync(slices, "utf8") : "";
    if (written !== "") {
      const { p99, longest } = JSON.parse(written) as { readonly p99: number; readonly longest: number };
      return `${p99.toFixed(0)} · ${longest.toFixed(0)} ms`;
    }
    await pause(10);
  }
}

/** What V8 holds, after the attack and before anything is collected for that. */
async function heapMb(port: number): Promise<number> {
  const { text } = await ask(port, "", { method: "GET", path: "/metrics" });
  return Math.round(Number(/^nodejs_heap_size_used_bytes (\S+)$/m.exec(text)?.[1]) / 1e6);
}

function report(
  name: string,
  outcome: Outcome,
  now: Figures,
  quiet: Figures,
  ofNode: readonly string[],
): void {
  const parts = ["read", "intake", "delivery"] as const;
  const most = Math.max(...parts.map((part) => now[part] / quiet[part]));
  printRow(
    name,
    inWords(outcome),
    ...parts.map((part) => `${now[part].toFixed(0)} (${quiet[part].toFixed(0)}) ms`),
    ...ofNode,
    most <= wanted ? most.toFixed(1) : `**${most.toFixed(1)}**`,
  );
}

function inWords(outcome: Outcome): string {
  return Object.entries(outcome)
    .map(([status, count]) => `${count} × ${status}`)
    .join(", ");
}

function p99(values: readonly number[]): number {
  return quantile(values, 0.99);
}
