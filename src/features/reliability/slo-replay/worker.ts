/**
 * A thread that replays SLOs once, and ends. Where it can, it reads their events itself, which is half of the work: those
 * of the next SLOs while it decides about the ones before them.
 */
import { parentPort, workerData } from "node:worker_threads";
import type { ServerAddress } from "../../../database/database.ts";
import { openServer } from "../../../database/server.ts";
import { letOthersFirst } from "../../../engine/thread-priority.ts";
import { grouped } from "../../../kernel/grouped.ts";
import { atOnce } from "../../../kernel/time-slices.ts";
import { type EventsOf, readDays, readUnpacked } from "./events.ts";
import type { SloReplayOrder } from "./index.ts";
import { type ReplayedSlo, sloReplayOf } from "./spending.ts";

/** SLOs that are read with one statement. */
const batch = 10;

letOthersFirst();
const { events, ...request } = workerData as SloReplayOrder;
parentPort?.postMessage(
  "server" in events ? await replayFrom(events) : atOnce(sloReplayOf({ ...request, ...events })),
);

async function replayFrom({ server, ...which }: EventsOf & { readonly server: ServerAddress }) {
  const database = openServer(server.url, server);
  try {
    const unpacked = grouped(await readUnpacked(database, which), ({ id }) => id);
    const replayed: ReplayedSlo[] = [];
    const partAt = (at: number) => request.slos.slice(at, at + batch);
    const daysAt = (at: number) => readDays(database, { ...which, ids: partAt(at).map(({ id }) => id) });
    for (let [at, next] = [0, daysAt(0)]; at < request.slos.length; at += batch) {
      const days = await next;
      next = daysAt(at + batch);
      const slos = partAt(at);
      const part = { slos, days, unpacked: slos.flatMap(({ id }) => unpacked.get(id) ?? []) };
      for (const one of atOnce(sloReplayOf({ ...request, ...part }))) replayed.push(one);
    }
    return replayed;
  } finally {
    await database.close();
  }
}
