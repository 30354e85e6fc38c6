/** The mutes that hold now, as alerts are compared with them. */

import type { StoredRow } from "../../engine/ports/rows.ts";
import { completed } from "../../engine/render.ts";
import type { Mute } from "../../renderers/alerting/mutes.ts";
import { alertMutes } from "../../resources/alert-mutes.ts";
import type { EventReader } from "./store.ts";

/** More mutes than anybody keeps at once; the newest are looked at. */
const maxMutes = 10_000;

export async function activeMutes(events: EventReader, organizationId: string, now: Date): Promise<Mute[]> {
  const rows = await activeMuteRows(events, organizationId, now);
  return rows.map(({ heldUntil, ...row }) => muteOf(row, heldUntil));
}

/** Their rows. */
export function activeMuteRows(events: EventReader, organizationId: string, now: Date) {
  return events.activeRows(organizationId, alertMutes.kind, now, maxMutes);
}

/** A row of alert_mutes, until it ends. */
export function muteOf(
  { id, configuration }: Pick<StoredRow, "id" | "configuration">,
  expiresAt: Date,
): Mute {
  const { pattern, matchers } = completed(alertMutes, configuration);
  return { id, pattern, matchers, expiresAt };
}
