/** What a plan that changes routes would have meant for the latest alerts: which would have gone elsewhere. */

import { type Call, turnOf } from "../../../engine/context.ts";
import { rowsAfter } from "../../../engine/plan/rows-after.ts";
import type { StagedRow } from "../../../engine/plan/stage.ts";
import { completed } from "../../../engine/render.ts";
import { inPieces, type Pieces } from "../../../kernel/time-slices.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import { createWays, takenOf, type WayRows } from "../../../renderers/alerting/deciding.ts";
import type { Destination, RouteRow } from "../../../renderers/alerting/resolve.ts";
import { alertHeartbeats } from "../../../resources/alert-heartbeats.ts";
import { alertRoutes } from "../../../resources/alert-routes.ts";
import { teams } from "../../../resources/teams.ts";
import type { Forecasts } from "./alerts.ts";
import type { AlertDeps } from "./deps.ts";
import { ownRoutesOf } from "./heartbeats.ts";
import type { AlertingRows } from "./rows.ts";
import { recentAlerts } from "./show.ts";
import type { RecentAlert } from "./store.ts";
import { teamsIn } from "./targets.ts";

const weekMs = 7 * 24 * 3_600_000;
/** Alerts that are looked at, the newest first, and decisions that are made about them at most. */
const most = { alerts: 5_000, decisions: 500_000 } as const;
const mostShown = 20;

/** Answers null where no route changes. */
export type ReroutesOf = (call: Call, changed: readonly StagedRow[]) => Promise<JsonObject | null>;

interface Deps extends Pick<AlertDeps, "store" | "alerts" | "rowsOf"> {
  readonly standingsOf: Forecasts["standingsOf"];
}

/** An alert that would have come to other places. */
interface Moved {
  readonly id: string;
  readonly title: string;
  /** RFC 3339. */
  readonly started_at: string;
  readonly open: boolean;
  readonly before: readonly RouteRow[];
  readonly after: readonly RouteRow[];
}

export function createReroutes({ store, alerts, rowsOf, standingsOf }: Deps): ReroutesOf {
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
    const data: Moved[] = [];
    let [looked, found] = [0, 0];
    for await (const batch of batches) {
      const moved = await inPieces(movedAmong(batch.slice(0, limit - looked), before, after), turn);
      looked += batch.length;
      found += moved.length;
      data.push(...moved.slice(0, mostShown - data.length));
    }
    const shown = await withDelivery({ store, alerts, standingsOf }, call, rows, changed, data);
    return { count: found, data: shown, looked_at: Math.min(looked, limit), complete: looked <= limit };
  };
}

/** Says of each route of these alerts whom it notifies, and whether what is sent there arrives. */
async function withDelivery(
  { store, alerts, standingsOf }: Omit<Deps, "rowsOf">,
  call: Call,
  rows: AlertingRows,
  changed: readonly StagedRow[],
  moved: readonly Moved[],
): Promise<JsonObject[]> {
  const all = moved.flatMap(({ before, after }) => [...before, ...after]);
  const destinations = all.flatMap(({ configuration }) => configuration.destinations);
  const delivery = await standingsOf(call, rows, destinations);
  const names = new Map([...rows.targets].map(([id, { configuration }]) => [id, configuration.name]));
  const { id: organizationId } = call.caller.organization;
  const named = await alerts.in(store).configurations(organizationId, teams.kind, teamsIn(destinations));
  for (const { id, configuration } of named) names.set(id, completed(teams, configuration).name);
  for (const { id, name } of rows.rotas.values()) names.set(id, name);
  for (const { now } of changed)
    if (typeof now?.configuration.name === "string") names.set(now.id, now.configuration.name);
  const nameOf = ({ team_id, outbound_config_id, rota_id, role, email = "" }: Destination) => {
    const id = team_id ?? outbound_config_id ?? rota_id;
    const name = id === undefined ? email : (names.get(id) ?? id);
    return role === undefined ? name : `${name} (${role})`;
  };
  const shown = ({ id, configuration }: RouteRow): JsonObject => ({
    ...{ id, name: configuration.name },
    notified: configuration.destinations.map((one) => ({ target: nameOf(one), delivery: delivery(one) })),
  });
  return moved.map(({ before, after, ...alert }) => ({
    ...alert,
    before: before.map(shown),
    after: after.map(shown),
  }));
}

function* movedAmong(alerts: readonly RecentAlert[], before: WayRows, after: WayRows): Pieces<Moved[]> {
  const [now, then] = [createWays(before), createWays(after)];
  const moved: Moved[] = [];
  for (const { id, title, labels, connectorId: raisedBy, startedAt, open } of alerts) {
    const was = takenOf(yield* now({ labels, raisedBy }));
    const is = takenOf(yield* then({ labels, raisedBy }));
    if (same(was, is)) continue;
    const started_at = startedAt.toISOString();
    moved.push({ id, title, started_at, open, before: was, after: is });
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
