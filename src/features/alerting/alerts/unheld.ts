/** What would be sent now, and what keeps it back: other alerts, and mutes of routes. One decider, for messages and for steps of pages. */
import { grouped } from "../../../kernel/grouped.ts";
import { isUnwritten } from "../../../renderers/alerting/inhibitions.ts";
import type { UnheldPages } from "../pages/index.ts";
import { type AlertDeps, alertsCall, openScene, type Scene } from "./deps.ts";
import { holdBack } from "./inhibiting.ts";
import { mutedRoutings } from "./route-mutes.ts";

/** An alert that a route, or a rule or heartbeat in its place, would send. */
interface Sending {
  readonly alertId: string;
  readonly routeId: string;
  /** Whether it is a burn alert of an SLO; left out where nobody has looked. */
  readonly burns?: boolean;
}

/** Those that nothing keeps back now. What keeps the others back is on record then. */
export async function unheld<S extends Sending>(
  deps: AlertDeps,
  scene: Scene,
  routings: readonly S[],
): Promise<readonly S[]> {
  const { writer, organizationId, rows, call } = scene;
  const ids = [...new Set(routings.map(({ alertId }) => alertId))];
  if (ids.length === 0) return routings;
  const mutes = await deps.routeMutes(writer, organizationId, call.now);
  // Then only burn alerts keep each other back. Most organizations have it so, and their alerts' labels are not read.
  const isWritten = rows.inhibitions.some(({ id }) => !isUnwritten(id));
  if (!isWritten && mutes.length === 0 && routings.every(({ burns }) => burns === false)) return routings;
  const withholding = deps.withholding.in(writer);
  const looked = await withholding.labels(organizationId, ids);
  const held = await holdBack(deps, scene, looked, true);
  const going = routings.filter(({ alertId }) => !held.has(alertId));
  const alerts = new Map(looked.map((one) => [one.id, one]));
  const muted = await mutedRoutings(mutes, scene, going, alerts);
  await withholding.muteRoutings(organizationId, muted);
  const keys = new Set(muted.map(({ alertId, routeId }) => `${alertId} ${routeId}`));
  return going.filter(({ alertId, routeId }) => !keys.has(`${alertId} ${routeId}`));
}

/** The same of what pages of any organization are about. */
export function createUnheldPages(deps: AlertDeps): UnheldPages {
  return async (writer, sendings) => {
    const going: (typeof sendings)[number][] = [];
    for (const [organizationId, ones] of grouped(sendings, (one) => one.organizationId)) {
      const call = await alertsCall(deps, writer, organizationId);
      if (call !== undefined) going.push(...(await unheld(deps, await openScene(deps, writer, call), ones)));
    }
    return going;
  };
}
