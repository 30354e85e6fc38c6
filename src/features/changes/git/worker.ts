/** A thread that reads one folder's files, and ends. */
import { parentPort, workerData } from "node:worker_threads";
import { letOthersFirst } from "../../../engine/thread-priority.ts";
import { work } from "./reading.ts";

letOthersFirst();
parentPort?.postMessage(work(workerData));
