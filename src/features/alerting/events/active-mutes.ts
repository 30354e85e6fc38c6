/** The mutes that hold now, as alerts are compared with them. */

import { holdsAt } from "../../../kernel/mute-times.ts";
import type { Mute } from "../../../renderers/alerting/mutes.ts";
import { alertMutes } from "../../../resources/alert-mutes.ts";
import { muteOf } from "../../reliability/index.ts";
import type { EventReader } from "./store.ts";

/** More mutes than anybody keeps at once; the newest are looked at. */
const maxMutes = 10_000;

/** Those that hold now, wherever an alert goes. */
export async function activeMutes(events: EventReader, organizationId: string, now: Date): Promise<Mute[]> {
  const mutes = await currentMutes(events, organizationId, now);
  return mutes.filter(({ times, routeIds }) => routeIds.length === 0 && holdsAt(times, now));
}

/** Those that hold now or may hold later. */
export async function currentMutes(events: EventReader, organizationId: string, now: Date): Promise<Mute[]> {
  const rows = await events.activeRows(organizationId, alertMutes.kind, now, maxMutes);
  return rows.map(muteOf);
}
