/**
 * Long work in a thread of its own, so that the process serves others meanwhile. A thread has a bound on its memory and on
 * its time, and does one piece of work.
 */
import { extname } from "node:path";
import { Worker } from "node:worker_threads";
import type { Turn } from "../kernel/time-slices.ts";
import { createEntrance, type EntranceBounds } from "../kernel/turns.ts";

export interface ThreadBounds extends EntranceBounds {
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
