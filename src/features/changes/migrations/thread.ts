/**
 * A preview in a thread of its own: files of other tools are read whole, which takes seconds for large ones.
 */
import { createThreads } from "../../../engine/threads.ts";
import { Refusal } from "../../../kernel/problem.ts";
import type { Turn } from "../../../kernel/time-slices.ts";
import type { Preview, PreviewRequest } from "./preview.ts";
import { WrongFiles } from "./source.ts";

/** What the thread answers. */
export type FromThread = { readonly preview: Preview } | { readonly problems: readonly string[] };

/** Both times together are well below those after which the server closes a connection that says nothing (30 s). */
export const most = { atOnce: 2, waiting: 16, waitingMs: 5_000, runningMs: 20_000, memoryMb: 768 };

const inThread = createThreads<PreviewRequest, FromThread>(import.meta.url, most, { busy, tooLarge });

/**
 * @throws WrongFiles where they take more time or memory than a thread may take, too
 * @throws Refusal `unavailable` where too many are made already
 */
export async function previewInThread(request: PreviewRequest, turn: Turn): Promise<Preview> {
  const answer = await inThread(request, turn);
  if ("problems" in answer) throw new WrongFiles(answer.problems);
  return answer.preview;
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
