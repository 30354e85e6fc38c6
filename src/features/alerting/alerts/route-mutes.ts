/** Mutes that hold for some routes only: what these routes would send is kept back, and sent when the mute ends. */
import { turnOf } from "../../../engine/context.ts";
import { grouped } from "../../../kernel/grouped.ts";
import { holdsAt, holdsUntil } from "../../../kernel/mute-times.ts";
import { inPieces, type Pieces } from "../../../kernel/time-slices.ts";
import { createMuting, type Mute } from "../../../renderers/alerting/mutes.ts";
import type { Scene } from "./deps.ts";
import type { MutableAlert, OpenRouting } from "./store.ts";
import type { RoutingMute } from "./withholding-store.ts";

/** Of what routes would send now, what their mutes keep back. */
export async function mutedRoutings(
  mutes: readonly Mute[],
  { call }: Scene,
  routings: readonly Pick<OpenRouting, "alertId" | "routeId">[],
  alerts: ReadonlyMap<string, MutableAlert>,
): Promise<readonly RoutingMute[]> {
  const holding = mutes.filter(({ times }) => holdsAt(times, call.now));
  if (holding.length === 0) return [];
  return inPieces(mutings(holding, routings, alerts, call.now), turnOf(call));
}

function* mutings(
  mutes: readonly Mute[],
  routings: readonly Pick<OpenRouting, "alertId" | "routeId">[],
  alerts: ReadonlyMap<string, MutableAlert>,
  now: Date,
): Pieces<RoutingMute[]> {
  const found: RoutingMute[] = [];
  for (const [routeId, ones] of grouped(routings, (one) => one.routeId)) {
    const muting = createMuting(mutes.filter(({ routeIds }) => routeIds.includes(routeId)));
    for (const { alertId } of ones) {
      const alert = alerts.get(alertId);
      const [mute] = alert === undefined ? [] : (yield* muting(alert, now)).mutes;
      if (mute !== undefined)
        found.push({ alertId, routeId, muteId: mute.id, until: holdsUntil(mute.times, now) });
    }
  }
  return found;
}
