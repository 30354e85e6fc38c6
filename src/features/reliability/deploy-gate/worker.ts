/** A thread that decides verdicts of the past again, and ends. */
import { parentPort, workerData } from "node:worker_threads";
import { letOthersFirst } from "../../../engine/thread-priority.ts";
import { atOnce } from "../../../kernel/time-slices.ts";
import { replayGate } from "./past-verdicts.ts";

letOthersFirst();
parentPort?.postMessage(atOnce(replayGate(workerData)));
