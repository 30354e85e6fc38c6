/**
 * A preview in a thread of its own: files of other tools are read whole, which takes seconds for large ones, and the
 * process serves others meanwhile. The thread has a bound on its memory and on its time.
 */
import { extname } from "node:path";
import { Worker } from "node:worker_threads";
import { Refusal } from "../../kernel/problem.ts";
import { Turns } from "../../kernel/turns.ts";
import type { Preview, PreviewRequest } from "./preview.ts";
import { WrongFiles } from "./source.ts";

/** What the thread answers. */
export type FromThread = { readonly preview: Preview } | { readonly problems: readonly string[] };

/** Both times together are well below those after which the server closes a connection that says nothing (30 s). */
export const most = { atOnce: 2, waiting: 16, waitingMs: 5_000, runningMs: 20_000, memoryMb: 768 };

const turns = new Turns();

/**
 * @param gone ends it, where nobody waits for it any more
 * @throws WrongFiles where they take more time or memory than a thread may take, too
 * @throws Refusal `unavailable` where too many are made already
 */
export async function previewInThread(
  request: PreviewRequest,
  gone: AbortSignal | undefined,
): Promise<Preview> {
  if (turns.waiting >= most.waiting) throw busy();
  const leave = await turns.take(most.atOnce, most.waitingMs, busy);
  try {
    gone?.throwIfAborted();
    const answer = await run(request, gone);
    if ("problems" in answer) throw new WrongFiles(answer.problems);
    return answer.preview;
  } finally {
    leave();
  }
}

function run(request: PreviewRequest, gone: AbortSignal | undefined): Promise<FromThread> {
  const worker = startWorker(request);
  return new Promise<FromThread>((resolve, reject) => {
    const late = setTimeout(
      () => reject(tooLarge(`more than ${most.runningMs / 1_000} seconds`)),
      most.runningMs,
    );
    const leave = () => reject(gone?.reason);
    gone?.addEventListener("abort", leave, { once: true });
    worker.once("message", resolve);
    worker.once("error", (error: NodeJS.ErrnoException) =>
      reject(error.code === "ERR_WORKER_OUT_OF_MEMORY" ? tooLarge("too much memory") : error),
    );
    worker.once("exit", () => {
      clearTimeout(late);
      gone?.removeEventListener("abort", leave);
      reject(new Error("the thread of a migration ended without an answer"));
    });
  }).finally(() => worker.terminate());
}

/** From its sources the program is compiled as it runs (tsx), and so is the thread. */
const compiling = 'import("tsx/esm/api").then(({ register }) => { register(); return import(';

function startWorker(request: PreviewRequest): Worker {
  const extension = extname(import.meta.url);
  const file = new URL(`./worker${extension}`, import.meta.url);
  const resourceLimits = { maxOldGenerationSizeMb: most.memoryMb };
  const options = { workerData: request, resourceLimits, execArgv: [] };
  return extension === ".ts"
    ? new Worker(`${compiling}${JSON.stringify(file.href)}); });`, { ...options, eval: true })
    : new Worker(file, options);
}

function busy(): Refusal {
  return new Refusal(
    "unavailable",
    "Many migrations are looked at now: try again in a moment, or run `orgconfig migrate` on the command line.",
    { reason: "busy", retryAfterSeconds: 5 },
  );
}

/** It would be the same the next time. */
function tooLarge(what: string): WrongFiles {
  return new WrongFiles([
    `take ${what} to look at here; run \`orgconfig migrate\` on the command line, which has no such bound`,
  ]);
}
