/** A thread that makes one replay, and ends. */
import { parentPort, workerData } from "node:worker_threads";
import { atOnce } from "../../kernel/time-slices.ts";
import { replayOf } from "./replay.ts";

parentPort?.postMessage(atOnce(replayOf(workerData)));
