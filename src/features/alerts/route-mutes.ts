/** Mutes that hold for some routes only: what these routes would send is kept back, and sent when the mute ends. */
import { LRUCache } from "lru-cache";
import { turnOf } from "../../engine/context.ts";
import type { Committer } from "../../engine/ports/rows.ts";
import { grouped } from "../../kernel/grouped.ts";
import { holdsAt, holdsUntil } from "../../kernel/mute-times.ts";
import { inPieces, type Pieces } from "../../kernel/time-slices.ts";
import { createMuting, type Mute } from "../../renderers/alerting/mutes.ts";
import { alertMutes } from "../../resources/alert-mutes.ts";
import { muteOf } from "../events/index.ts";
import type { RenderStore } from "../rendering/index.ts";
import type { Scene } from "./deps.ts";
import type { MutableAlert, OpenRouting } from "./store.ts";
import type { RoutingMute } from "./withholding-store.ts";

/** More rows than any kind has. */
const all = 2_147_483_647;
const keptOrganizations = 64;

/** The mutes of routes, ended ones too. */
export type ReadRouteMutes = (rows: Committer, organizationId: string, now: Date) => Promise<readonly Mute[]>;

/** Reads them; they are kept in memory while no mute changes. */
export function createRouteMutes(renders: RenderStore): ReadRouteMutes {
  const kept = new LRUCache<string, { readonly stamp: string; readonly mutes: readonly Mute[] }>({
    max: keptOrganizations,
  });
  return async (rows, organizationId, now) => {
    const stamp = await renders.in(rows).stamp(organizationId, [alertMutes.kind]);
    const known = kept.get(organizationId);
    if (known?.stamp === stamp) return known.mutes;
    const found = await rows.list(organizationId, alertMutes.kind, "sort_key", [], all, now);
    const mutes = found.map((row) => muteOf(row.read())).filter(({ routeIds }) => routeIds.length > 0);
    kept.set(organizationId, { stamp, mutes });
    return mutes;
  };
}

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
