/** The events of the past, as they are kept, read for a replay. */

import type { Ground } from "../../ground.ts";
import { createSloHistoryStore, type UnpackedStep } from "../figures/index.ts";
import { type SharedDays, sharedDays } from "./spending.ts";

/** Whose events are read, and since when. */
export interface EventsOf {
  readonly organizationId: string;
  readonly ids: readonly string[];
  readonly since: Date;
  readonly now: Date;
}

export interface KeptEvents {
  readonly days: readonly SharedDays[];
  readonly unpacked: readonly UnpackedStep[];
}

export async function readEvents(database: Ground["database"], which: EventsOf): Promise<KeptEvents> {
  // What is in no day yet first: it goes into the days meanwhile, and never out of them.
  const unpacked = await readUnpacked(database, which);
  return { days: await readDays(database, which), unpacked };
}

export async function readUnpacked(
  database: Ground["database"],
  { organizationId, ids, now }: EventsOf,
): Promise<readonly UnpackedStep[]> {
  const unpacked: UnpackedStep[] = [];
  for await (const part of createSloHistoryStore(database).unpacked(organizationId, ids, now))
    for (const one of part) unpacked.push(one);
  return unpacked;
}

export async function readDays(
  database: Ground["database"],
  { organizationId, ids, since }: EventsOf,
): Promise<readonly SharedDays[]> {
  const days: SharedDays[] = [];
  for await (const part of createSloHistoryStore(database).days(organizationId, ids, since))
    days.push(sharedDays(part));
  return days;
}
