/** Heartbeats as far as alerts concern them: those that alerts are the signals of, and the routes that some have. */

import { defaultsOf } from "../../../engine/render.ts";
import type { ConfigurationOf } from "../../../kernel/row-types.ts";
import { inPieces, type Pieces, type Turn } from "../../../kernel/time-slices.ts";
import { createBudgets, holds, matcherOf } from "../../../renderers/alerting/matchers.ts";
import type { RouteRow } from "../../../renderers/alerting/resolve.ts";
import type { RendererRow } from "../../../renderers/renderer.ts";
import type { alertHeartbeats } from "../../../resources/alert-heartbeats.ts";
import { alertRoutes } from "../../../resources/alert-routes.ts";
import type { Labels } from "./column-types.ts";

export type HeartbeatRow = RendererRow<ConfigurationOf<typeof alertHeartbeats>>;

/** The way of a heartbeat's alert to its own destinations, as a route with that id; undefined where it has none. */
function ownRouteOf({ id, configuration }: HeartbeatRow): RouteRow | undefined {
  const { name, destinations, owning_team_id } = configuration;
  if (destinations.length === 0) return undefined;
  const usual = defaultsOf(alertRoutes);
  return {
    id,
    configuration: {
      ...usual,
      name,
      position: 0,
      matchers: [],
      destinations,
      owning_team_id,
      // No Alertmanager has it wait.
      group_wait_seconds: 0,
    } as RouteRow["configuration"],
  };
}

/** Of all heartbeats, by their ids. */
export function ownRoutesOf(heartbeats: readonly HeartbeatRow[]): ReadonlyMap<string, RouteRow> {
  const own = heartbeats.flatMap((row) => ownRouteOf(row) ?? []);
  return new Map(own.map((route) => [route.id, route]));
}

/** The ids of the heartbeats that these open alerts are signals of. */
export async function heartbeatsSignalled(
  heartbeats: readonly HeartbeatRow[],
  alerts: readonly { readonly labels: Labels }[],
  turn: Turn,
): Promise<readonly string[]> {
  const listening = heartbeats.filter(({ configuration }) => configuration.matchers.length > 0);
  if (listening.length === 0) return [];
  // A drill plays an alert: that what sends it is alive, it does not say.
  const real = alerts.map(({ labels }) => labels).filter(({ drill = "" }) => !drill.startsWith("drill_"));
  if (real.length === 0) return [];
  return inPieces(matched(listening, real), turn);
}

function* matched(heartbeats: readonly HeartbeatRow[], all: readonly Labels[]): Pieces<readonly string[]> {
  const within = createBudgets();
  const found: string[] = [];
  for (const { id, configuration } of heartbeats) {
    const matchers = configuration.matchers.map(matcherOf);
    const signalled = yield* within(function* (budget): Pieces<boolean> {
      for (const labels of all) {
        yield;
        if (matchers.every((matcher) => matcher !== undefined && holds(matcher, labels, budget) === true))
          return true;
      }
      return false;
    });
    if (signalled) found.push(id);
  }
  return found;
}
