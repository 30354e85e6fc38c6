/**
 * Long work in a thread of its own, so that the process serves others meanwhile. A thread has a bound on its memory and on
 * its time, and does one piece of work.
 */
import { extname } from "node:path";
import { Worker } from "node:worker_threads";
import { Turns } from "../kernel/turns.ts";

export interface ThreadBounds {
  readonly atOnce: number;
  /** How many may wait for a place, and how long. */
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
 * @returns does the work of one request; `gone` ends it, where nobody waits for it any more
 */
export function createThreads<Request, Answer>(
  folder: string,
  most: ThreadBounds,
  refusals: ThreadRefusals,
): (request: Request, gone?: AbortSignal) => Promise<Answer> {
  const turns = new Turns();
  return async (request, gone) => {
    if (turns.waiting >= most.waiting) throw refusals.busy();
    const leave = await turns.take(most.atOnce, most.waitingMs, refusals.busy);
    try {
      gone?.throwIfAborted();
      return await run<Answer>(startWorker(folder, request, most), most, refusals, gone);
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
