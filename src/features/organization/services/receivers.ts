/** What becomes of a service's alerts: the routes and rules that can take them, and the mutes that hold now. */
import { type Call, turnOf } from "../../../engine/context.ts";
import { hidingOf, shownHiding, takesEvery } from "../../../kernel/route-reach.ts";
import { inPieces, type Pieces } from "../../../kernel/time-slices.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import type { Mute } from "../../../renderers/alerting/mutes.ts";
import {
  type Possible,
  possibleMutes,
  possibleRoutes,
  possibleRules,
} from "../../../renderers/alerting/possible.ts";
import { heartbeatLabels } from "../../../renderers/alerting/row-alerts.ts";
import { alertHeartbeats } from "../../../resources/alert-heartbeats.ts";
import { alertMutes } from "../../../resources/alert-mutes.ts";
import { alertRoutes } from "../../../resources/alert-routes.ts";
import { outboundRules } from "../../../resources/outbound-rules.ts";
import { type AlertingRows, activeMutes } from "../../alerting/index.ts";
import type { ServicesDeps } from "./deps.ts";

export async function receiversOf(
  { events, store, alerts }: Pick<ServicesDeps, "events" | "store" | "alerts">,
  call: Call,
  service: string,
): Promise<JsonObject[]> {
  const { id } = call.caller.organization;
  const rows = await alerts.rowsOf(store, id, call.now);
  const mutes = await activeMutes(events.store, id, call.now);
  return inPieces(receivers(rows, mutes, service, call.now), turnOf(call));
}

function* receivers(
  rows: AlertingRows,
  mutes: readonly Mute[],
  service: string,
  now: Date,
): Pieces<JsonObject[]> {
  const found: JsonObject[] = [];
  let behind: string | null = null;
  const routes = [...rows.routes.values()];
  const hiding = hidingOf(routes);
  for (const taking of yield* possibleRoutes(routes, service)) {
    const { id, configuration } = taking.row;
    const by = hiding.get(id);
    const unreachable = by === undefined ? null : shownHiding(by);
    found.push(shown(alertRoutes.kind, id, configuration.name, taking, { behind, unreachable }));
    if (taking.conditions.every(takesEvery) && !configuration.continue) behind ??= configuration.name;
  }
  for (const { id, configuration } of rows.heartbeats) {
    const { enabled, name } = configuration;
    const own = enabled && rows.ownRoutes.has(id) && heartbeatLabels(configuration, true).service === service;
    if (own)
      found.push(shown(alertHeartbeats.kind, id, name, { named: true, conditions: ["its own alert"] }));
  }
  for (const taking of yield* possibleRules(rows.rules, service))
    found.push(shown(outboundRules.kind, taking.row.id, taking.row.configuration.name, taking));
  for (const taking of yield* possibleMutes(mutes, service, now)) {
    const { id, pattern, matchers, times } = taking.row;
    const expires_at = times.endsAt?.toISOString() ?? null;
    found.push(shown(alertMutes.kind, id, pattern ?? matchers.join(", "), taking, { expires_at }));
  }
  return found;
}

function shown(
  kind: string,
  id: string,
  name: string,
  { named, conditions }: Pick<Possible<unknown>, "named" | "conditions">,
  more: {
    readonly behind?: string | null;
    readonly unreachable?: JsonObject | null;
    readonly expires_at?: string | null;
  } = {},
): JsonObject {
  const none = { behind: null, unreachable: null, expires_at: null };
  return { kind, id, name, named, conditions: [...conditions], ...none, ...more };
}
