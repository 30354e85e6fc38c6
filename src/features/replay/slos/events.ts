/** The events of the past, as they are kept, read for a replay. */
import { createSloHistoryStore, type UnpackedStep } from "../../figures/index.ts";
import type { Ground } from "../../ground.ts";
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
  const { organizationId, ids, since, now } = which;
  const history = createSloHistoryStore(database);
  // What is in no day yet first: it goes into the days meanwhile, and never out of them.
  const unpacked: UnpackedStep[] = [];
  for await (const part of history.unpacked(organizationId, ids, now))
    for (const one of part) unpacked.push(one);
  const days: SharedDays[] = [];
  for await (const part of history.days(organizationId, ids, since)) days.push(sharedDays(part));
  return { days, unpacked };
}
