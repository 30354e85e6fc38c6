/** A thread that decides verdicts of the past again, and ends. */
import { parentPort, workerData } from "node:worker_threads";
import { atOnce } from "../../kernel/time-slices.ts";
import { replayGate } from "./past-verdicts.ts";

parentPort?.postMessage(atOnce(replayGate(workerData)));
