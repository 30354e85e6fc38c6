/** A thread that makes one replay, and ends. */
import { parentPort, workerData } from "node:worker_threads";
import { letOthersFirst } from "../../../engine/thread-priority.ts";
import { atOnce } from "../../../kernel/time-slices.ts";
import { replayOf } from "./replay.ts";

letOthersFirst();
parentPort?.postMessage(atOnce(replayOf(workerData)));
