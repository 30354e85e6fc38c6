/** The mutes that hold for some routes only, kept in memory while no mute changes. */
import { LRUCache } from "lru-cache";
import { allRows, type Committer } from "../../../engine/ports/rows.ts";
import type { Mute } from "../../../renderers/alerting/mutes.ts";
import { alertMutes } from "../../../resources/alert-mutes.ts";
import { muteOf, type RenderStore } from "../../reliability/index.ts";

const keptOrganizations = 64;

/** The mutes of routes, ended ones too. */
export type ReadRouteMutes = (rows: Committer, organizationId: string, now: Date) => Promise<readonly Mute[]>;

export function createRouteMutes(renders: RenderStore): ReadRouteMutes {
  const kept = new LRUCache<string, { readonly stamp: string; readonly mutes: readonly Mute[] }>({
    max: keptOrganizations,
  });
  return async (rows, organizationId, now) => {
    const stamp = await renders.in(rows).stamp(organizationId, [alertMutes.kind]);
    const known = kept.get(organizationId);
    if (known?.stamp === stamp) return known.mutes;
    const found = await rows.list(organizationId, alertMutes.kind, "sort_key", [], allRows, now);
    const mutes = found.map((row) => muteOf(row.read())).filter(({ routeIds }) => routeIds.length > 0);
    kept.set(organizationId, { stamp, mutes });
    return mutes;
  };
}
