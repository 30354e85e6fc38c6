/** A thread that replays SLOs once, and ends. */
import { parentPort, workerData } from "node:worker_threads";
import { atOnce } from "../../../kernel/time-slices.ts";
import { sloReplayOf } from "./spending.ts";

parentPort?.postMessage(atOnce(sloReplayOf(workerData)));
