/** A thread that replays SLOs once, and ends. Where it can, it reads their events itself: that is most of the work. */
import { parentPort, workerData } from "node:worker_threads";
import { openServer } from "../../../database/server.ts";
import { letOthersFirst } from "../../../engine/thread-priority.ts";
import { atOnce } from "../../../kernel/time-slices.ts";
import { type KeptEvents, readEvents } from "./events.ts";
import type { SloReplayOrder } from "./index.ts";
import { sloReplayOf } from "./spending.ts";

letOthersFirst();
const { events, ...request } = workerData as SloReplayOrder;
parentPort?.postMessage(atOnce(sloReplayOf({ ...request, ...(await eventsOf(events)) })));

async function eventsOf(events: SloReplayOrder["events"]): Promise<KeptEvents> {
  if (!("server" in events)) return events;
  const database = openServer(events.server.url, events.server);
  try {
    return await readEvents(database, events);
  } finally {
    await database.close();
  }
}
