/** A thread that makes one preview, and ends. */
import { parentPort, workerData } from "node:worker_threads";
import { letOthersFirst } from "../../../engine/thread-priority.ts";
import { previewOf } from "./preview.ts";
import { WrongFiles } from "./source.ts";
import type { FromThread } from "./thread.ts";

function answer(): FromThread {
  try {
    return { preview: previewOf(workerData) };
  } catch (error) {
    if (error instanceof WrongFiles) return { problems: error.problems };
    throw error;
  }
}

letOthersFirst();
parentPort?.postMessage(answer());
