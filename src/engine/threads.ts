/**
 * Long work in a thread of its own, so that the process serves others meanwhile. A thread has a bound on its memory and on
 * its time, and does one piece of work.
 */
import { extname } from "node:path";
import { Worker } from "node:worker_threads";
import type { Turn } from "../kernel/time-slices.ts";
import { Turns } from "../kernel/turns.ts";

export interface ThreadBounds {
  /** Of all organizations; of one there is one at a time, so that it leaves the others a place. */
  readonly atOnce: number;
  /** How many organizations may wait for a place, how many calls of one may wait, and how long each waits in all. */
  readonly waiting: number;
  readonly waitingMs: number;
  readonly runningMs: number;
  readonly memoryMb: number;
}

/** What is thrown where a thread cannot do it. */
export interface ThreadRefusals {
  /** Too many are at work. */
  readonly busy: () => Error;
  /** @param what of time or memory it takes too much */
  readonly tooLarge: (what: string) => Error;
}

/**
 * @param folder the address of a module; `worker` next to it is what runs, and posts one message
 * @returns does the work of one request; the turn's signal ends it, where nobody waits for it any more
 */
export function createThreads<Request, Answer>(
  folder: string,
  most: ThreadBounds,
  refusals: ThreadRefusals,
): (request: Request, turn: Turn) => Promise<Answer> {
  const enter = createEntrance(most, refusals.busy);
  return async (request, { of, signal }) => {
    const leave = await enter(of);
    try {
      signal?.throwIfAborted();
      return await run<Answer>(startWorker(folder, request, most), most, refusals, signal);
    } finally {
      leave();
    }
  };
}

/** @returns takes a place for an organization, whose calls wait for each other first; its answer gives it back */
export function createEntrance(
  most: Pick<ThreadBounds, "atOnce" | "waiting" | "waitingMs">,
  busy: () => Error,
): (of: string) => Promise<() => void> {
  const all = new Turns();
  const lines = new Map<string, Turns>();
  return async (of) => {
    const until = performance.now() + most.waitingMs;
    const line = lines.get(of) ?? new Turns();
    lines.set(of, line);
    if (line.waiting >= most.waiting) throw busy();
    const leaveLine = await line.take(1, most.waitingMs, busy);
    const leave = () => {
      leaveLine();
      if (line.isIdle) lines.delete(of);
    };
    try {
      if (all.waiting >= most.waiting) throw busy();
      const leaveAll = await all.take(most.atOnce, until - performance.now(), busy);
      return () => {
        leaveAll();
        leave();
      };
    } catch (error) {
      leave();
      throw error;
    }
  };
}

function run<Answer>(
  worker: Worker,
  { runningMs }: ThreadBounds,
  { tooLarge }: ThreadRefusals,
  gone: AbortSignal | undefined,
): Promise<Answer> {
  return new Promise<Answer>((resolve, reject) => {
    const late = setTimeout(() => reject(tooLarge(`more than ${runningMs / 1_000} seconds`)), runningMs);
    const leave = () => reject(gone?.reason);
    gone?.addEventListener("abort", leave, { once: true });
    worker.once("message", resolve);
    worker.once("error", (error: NodeJS.ErrnoException) =>
      reject(error.code === "ERR_WORKER_OUT_OF_MEMORY" ? tooLarge("too much memory") : error),
    );
    worker.once("exit", () => {
      clearTimeout(late);
      gone?.removeEventListener("abort", leave);
      reject(new Error("a thread ended without an answer"));
    });
  }).finally(() => worker.terminate());
}

/** From its sources the program is compiled as it runs (tsx), and so is the thread. */
const compiling = 'import("tsx/esm/api").then(({ register }) => { register(); return import(';

function startWorker(folder: string, workerData: unknown, { memoryMb }: ThreadBounds): Worker {
  const extension = extname(folder);
  const file = new URL(`./worker${extension}`, folder);
  const options = { workerData, resourceLimits: { maxOldGenerationSizeMb: memoryMb }, execArgv: [] };
  return extension === ".ts"
    ? new Worker(`${compiling}${JSON.stringify(file.href)}); });`, { ...options, eval: true })
    : new Worker(file, options);
}
