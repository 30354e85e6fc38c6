/**
 * A preview in a thread of its own: files of other tools are read whole, which takes seconds for large ones, and the
 * process serves others meanwhile. The thread has a bound on its memory and on its time.
 */
import { extname } from "node:path";
import { Worker } from "node:worker_threads";
import { Refusal } from "../../kernel/problem.ts";
import type { Preview, PreviewRequest } from "./preview.ts";
import { WrongFiles } from "./source.ts";

/** What the thread answers. */
export type FromThread = { readonly preview: Preview } | { readonly problems: readonly string[] };

const most = { atOnce: 2, waiting: 16, ms: 60_000, memoryMb: 768 } as const;

let open = 0;
const waiting: (() => void)[] = [];

/**
 * @param gone ends it, where nobody waits for it any more
 * @throws WrongFiles
 * @throws Refusal `unavailable` where too many are made already, or it takes more than a thread may take
 */
export async function previewInThread(
  request: PreviewRequest,
  gone: AbortSignal | undefined,
): Promise<Preview> {
  if (open >= most.atOnce) {
    if (waiting.length >= most.waiting) throw busy("Many migrations are looked at now");
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else open += 1;
  try {
    gone?.throwIfAborted();
    const answer = await run(request, gone);
    if ("problems" in answer) throw new WrongFiles(answer.problems);
    return answer.preview;
  } finally {
    const next = waiting.shift();
    if (next === undefined) open -= 1;
    else next();
  }
}

function run(request: PreviewRequest, gone: AbortSignal | undefined): Promise<FromThread> {
  const worker = startWorker(request);
  return new Promise<FromThread>((resolve, reject) => {
    const late = setTimeout(() => reject(busy("It takes too long here")), most.ms);
    const leave = () => reject(gone?.reason);
    gone?.addEventListener("abort", leave, { once: true });
    worker.once("message", resolve);
    worker.once("error", (error: NodeJS.ErrnoException) =>
      reject(error.code === "ERR_WORKER_OUT_OF_MEMORY" ? busy("It takes too much memory here") : error),
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

function busy(what: string): Refusal {
  return new Refusal(
    "unavailable",
    `${what}: try again in a moment, or run orgconfig migrate on a machine of your own.`,
    { reason: "busy", retryAfterSeconds: 5 },
  );
}
