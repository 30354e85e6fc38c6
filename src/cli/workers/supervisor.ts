/**
 * One service on several cores: a supervisor, and workers that share its listening socket. Each worker is to the others
 * what another node is: they meet in the database. The supervisor serves nothing itself, so that there is little in it
 * that can fail. It replaces a worker that ends, and on SIGHUP all of them, one after the other
 * (docs/decisions/0031-workers.md).
 */
import cluster, { type Worker } from "node:cluster";
import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "pino";
import { AggregatorRegistry } from "prom-client";
import { notifySystemd } from "../notify-systemd.ts";
import { type FromSupervisor, type FromWorker, workerVariable } from "./messages.ts";

/** A worker that ends sooner than this after it was ready has failed again. */
const steadyMs = 10_000;
/** Between two tries to replace it; twice as long each time. */
const firstRestMs = 250;
const longestRestMs = 30_000;

interface Ended {
  readonly code: number | null;
  readonly signal: string | null;
}

interface Started {
  readonly worker: Worker;
  /** The address that it serves at; undefined where it ended before. */
  readonly ready: Promise<string | undefined>;
  readonly ended: Promise<Ended>;
  /** It is to end, and nobody replaces it any more. */
  leaving: boolean;
}

/** Where one of the workers stands. */
interface Place {
  started: Started;
  failures: number;
}

/** Serves with as many workers until SIGTERM or SIGINT. A first worker that does not get up ends it all, with its code. */
export async function supervise(count: number, logger: Logger): Promise<void> {
  // Each worker takes connections off the shared socket by itself: those of one that dies wait there for the others.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  answerMetrics();
  let stopping = false;
  const places: Place[] = [];

  function keep(place: Place): void {
    const { started } = place;
    let readyAt = Number.POSITIVE_INFINITY;
    void started.ready.then((url) => {
      if (url !== undefined) readyAt = performance.now();
    });
    void started.ended.then(async ({ code, signal }) => {
      if (stopping || started.leaving) return;
      place.failures = performance.now() - readyAt > steadyMs ? 1 : place.failures + 1;
      const restMs = Math.min(firstRestMs * 2 ** (place.failures - 1), longestRestMs);
      const pid = started.worker.process.pid;
      logger.error({ worker: pid, code, signal, replaced_in_ms: restMs }, "a worker ended; it is replaced");
      await pause(restMs);
      if (stopping) return;
      place.started = start("later");
      keep(place);
    });
  }

  async function stop(signal: NodeJS.Signals): Promise<void> {
    if (stopping) return;
    stopping = true;
    notifySystemd("STOPPING=1", logger);
    await Promise.all(
      places.map(({ started }) => {
        started.worker.process.kill(signal);
        return started.ended;
      }),
    );
    process.exit(0);
  }

  /** Each in turn: the new one is ready before the old one leaves. */
  async function replaceAll(): Promise<void> {
    for (const place of places) {
      if (stopping) return;
      const next = start("later");
      if ((await next.ready) === undefined) {
        logger.error("the new worker did not start; those that serve go on");
        return;
      }
      const before = place.started;
      before.leaving = true;
      place.started = next;
      keep(place);
      if (before.worker.isConnected()) send(before.worker, { about: "retire" });
      await before.ended;
    }
    logger.info("all workers were replaced");
  }

  process.on("SIGTERM", (signal) => void stop(signal));
  process.on("SIGINT", (signal) => void stop(signal));
  let replacing = Promise.resolve();
  process.on("SIGHUP", () => {
    replacing = replacing.then(replaceAll);
  });

  // The first brings the schema up to date and makes the first start; the others find it done.
  const first = start("first");
  places.push({ started: first, failures: 0 });
  const url = await first.ready;
  if (url === undefined) {
    const { code } = await first.ended;
    process.exit(stopping ? 0 : (code ?? 1));
  }
  while (places.length < count) places.push({ started: start("later"), failures: 0 });
  for (const place of places) keep(place);
  await Promise.all(places.map(({ started }) => started.ready));
  if (stopping) return;
  logger.info(`orgconfig serves at ${url} with ${count} workers`);
  notifySystemd("READY=1", logger);
}

function start(which: "first" | "later"): Started {
  const worker = cluster.fork({ [workerVariable]: which });
  const ended = new Promise<Ended>((resolve) => {
    worker.once("exit", (code, signal) => resolve({ code, signal }));
  });
  const ready = new Promise<string | undefined>((resolve) => {
    worker.on("message", (message: FromWorker) => {
      if (message.about === "ready") resolve(message.url);
    });
    void ended.then(() => resolve(undefined));
  });
  return { worker, ready, ended, leaving: false };
}

/** A scrape meets one worker; the figures of all of them are added up here. */
function answerMetrics(): void {
  const registry = new AggregatorRegistry();
  cluster.on("message", (worker, message: FromWorker) => {
    if (message.about !== "metrics") return;
    registry.clusterMetrics().then(
      (text) => send(worker, { about: "metrics", request: message.request, text }),
      // One of them was just ending: the worker that was pending reports its own.
      () => send(worker, { about: "metrics", request: message.request, text: undefined }),
    );
  });
}

function send(worker: Worker, message: FromSupervisor): void {
  if (worker.isConnected()) worker.send(message);
}
