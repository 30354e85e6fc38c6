/** A thread that replays SLOs once, and ends. */
import { parentPort, workerData } from "node:worker_threads";
import { letOthersFirst } from "../../../engine/thread-priority.ts";
import { atOnce } from "../../../kernel/time-slices.ts";
import { sloReplayOf } from "./spending.ts";

letOthersFirst();
parentPort?.postMessage(atOnce(sloReplayOf(workerData)));
