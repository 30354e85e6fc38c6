/** What a plan that changes routes would have meant for the latest alerts: which would have gone elsewhere. */

import { type Call, turnOf } from "../../engine/context.ts";
import { rowsAfter } from "../../engine/plan/rows-after.ts";
import type { StagedRow } from "../../engine/plan/stage.ts";
import { completed } from "../../engine/render.ts";
import { inPieces, type Pieces } from "../../kernel/time-slices.ts";
import type { JsonObject } from "../../kernel/validate.ts";
import { createWays, takenOf, type WayRows } from "../../renderers/alerting/deciding.ts";
import type { RouteRow } from "../../renderers/alerting/resolve.ts";
import { alertHeartbeats } from "../../resources/alert-heartbeats.ts";
import { alertRoutes } from "../../resources/alert-routes.ts";
import type { AlertDeps } from "./deps.ts";
import { ownRoutesOf } from "./heartbeats.ts";
import type { AlertingRows } from "./rows.ts";
import { recentAlerts } from "./show.ts";
import type { RecentAlert } from "./store.ts";

const weekMs = 7 * 24 * 3_600_000;
/** Alerts that are looked at, the newest first, and decisions that are made about them at most. */
const most = { alerts: 5_000, decisions: 500_000 } as const;
const mostShown = 20;

/** Answers null where no route changes. */
export type ReroutesOf = (call: Call, changed: readonly StagedRow[]) => Promise<JsonObject | null>;

export function createReroutes({
  store,
  alerts,
  rowsOf,
}: Pick<AlertDeps, "store" | "alerts" | "rowsOf">): ReroutesOf {
  return async (call, changed) => {
    const concerned: readonly string[] = [alertRoutes.kind, alertHeartbeats.kind];
    if (!changed.some(({ kind }) => concerned.includes(kind))) return null;
    const { id } = call.caller.organization;
    const rows = await rowsOf(store, id, call.now);
    const before = { routes: [...rows.routes.values()], ownRoutes: rows.ownRoutes };
    const after = waysAfter(rows, changed);
    const count = before.routes.length + after.routes.length;
    const limit = Math.min(most.alerts, Math.floor(most.decisions / Math.max(1, count)));
    const since = new Date(call.now.getTime() - weekMs);
    const turn = turnOf(call);
    const batches = recentAlerts(alerts.in(store), call, since, limit + 1);
    const data: JsonObject[] = [];
    let [looked, found] = [0, 0];
    for await (const batch of batches) {
      const moved = await inPieces(movedAmong(batch.slice(0, limit - looked), before, after), turn);
      looked += batch.length;
      found += moved.length;
      data.push(...moved.slice(0, mostShown - data.length));
    }
    return { count: found, data, looked_at: Math.min(looked, limit), complete: looked <= limit };
  };
}

function* movedAmong(alerts: readonly RecentAlert[], before: WayRows, after: WayRows): Pieces<JsonObject[]> {
  const [now, then] = [createWays(before), createWays(after)];
  const moved: JsonObject[] = [];
  for (const { id, title, labels, connectorId: raisedBy, startedAt, open } of alerts) {
    const was = takenOf(yield* now({ labels, raisedBy }));
    const is = takenOf(yield* then({ labels, raisedBy }));
    if (same(was, is)) continue;
    const started_at = startedAt.toISOString();
    moved.push({ id, title, started_at, open, before: was.map(named), after: is.map(named) });
  }
  return moved;
}

function waysAfter(rows: AlertingRows, changed: readonly StagedRow[]): WayRows {
  const routes = rowsAfter(alertRoutes, [...rows.routes.values()], changed, ({ id, configuration }) => ({
    id,
    configuration: completed(alertRoutes, configuration),
  }));
  const heartbeats = rowsAfter(alertHeartbeats, rows.heartbeats, changed, ({ id, configuration }) => ({
    id,
    configuration: completed(alertHeartbeats, configuration),
  }));
  return { routes, ownRoutes: ownRoutesOf(heartbeats) };
}

/** Whether an alert comes to the same places: a route may stay and name others. */
function same(was: readonly RouteRow[], is: readonly RouteRow[]): boolean {
  const places = (routes: readonly RouteRow[]) =>
    JSON.stringify(routes.map(({ id, configuration }) => [id, configuration.destinations]));
  return places(was) === places(is);
}

function named({ id, configuration }: RouteRow): JsonObject {
  return { id, name: configuration.name };
}
