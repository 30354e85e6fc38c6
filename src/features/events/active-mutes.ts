/** The mutes that hold now, as alerts are compared with them. */

import type { StoredRow } from "../../engine/ports/rows.ts";
import { completed } from "../../engine/render.ts";
import { holdsAt, muteTimes } from "../../kernel/mute-times.ts";
import type { JsonObject } from "../../kernel/validate.ts";
import type { Mute } from "../../renderers/alerting/mutes.ts";
import { alertMutes } from "../../resources/alert-mutes.ts";
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

/** A row of alert_mutes. */
export function muteOf({
  id,
  configuration,
  state,
}: Pick<StoredRow, "id" | "configuration" | "state">): Mute {
  const whole = completed(alertMutes, configuration);
  const { pattern, matchers, route_ids, reason } = whole;
  return { id, pattern, matchers, routeIds: route_ids, reason, times: muteTimes(whole, madeAt(state)) };
}

function madeAt({ starts_at }: JsonObject): string | undefined {
  return typeof starts_at === "string" ? starts_at : undefined;
}
