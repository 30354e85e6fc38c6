/** What becomes of a service's alerts: the routes and rules that can take them, and the mutes that hold now. */

import { type Call, turnOf } from "../../engine/context.ts";
import { hidingOf, shownHiding, takesEvery } from "../../kernel/route-reach.ts";
import { inPieces, type Pieces } from "../../kernel/time-slices.ts";
import type { JsonObject } from "../../kernel/validate.ts";
import { createBudgets } from "../../renderers/alerting/matchers.ts";
import { createMuting, type Mute } from "../../renderers/alerting/mutes.ts";
import { type ServiceTaking, serviceLabel, takesService } from "../../renderers/alerting/service-label.ts";
import { alertHeartbeats } from "../../resources/alert-heartbeats.ts";
import { alertMutes } from "../../resources/alert-mutes.ts";
import { alertRoutes } from "../../resources/alert-routes.ts";
import { outboundRules } from "../../resources/outbound-rules.ts";
import type { AlertingRows } from "../alerts/index.ts";
import { activeMutes } from "../events/index.ts";
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
  const within = createBudgets();
  const takes = (matchers: readonly string[]) => takesService(matchers, service, within);
  const found: JsonObject[] = [];
  let behind: string | null = null;
  const hiding = hidingOf([...rows.routes.values()]);
  for (const { id, configuration } of rows.routes.values()) {
    if (!configuration.enabled) continue;
    const { name } = configuration;
    const taking: ServiceTaking | undefined = yield* takes(configuration.matchers);
    if (taking === undefined) continue;
    const by = hiding.get(id);
    const unreachable = by === undefined ? null : shownHiding(by);
    found.push(shown(alertRoutes.kind, id, name, taking, { behind, unreachable }));
    if (taking.conditions.every(takesEvery) && !configuration.continue) behind ??= name;
  }
  for (const { id, configuration } of rows.heartbeats) {
    const { enabled, name } = configuration;
    if (!enabled || configuration.service !== service || !rows.ownRoutes.has(id)) continue;
    found.push(shown(alertHeartbeats.kind, id, name, { named: true, conditions: ["its own alert"] }));
  }
  for (const { id, configuration } of rows.rules) {
    const { name, enabled, matchers, min_severity: least } = configuration;
    const taking: ServiceTaking | undefined = enabled ? yield* takes(matchers) : undefined;
    if (taking === undefined) continue;
    const conditions = [...taking.conditions, ...(least === null ? [] : [`severity at least ${least}`])];
    found.push(shown(outboundRules.kind, id, name, { ...taking, conditions }));
  }
  for (const mute of mutes) {
    const taking = yield* muteTaking(mute, service, now, takes);
    if (taking === undefined) continue;
    const name = mute.pattern ?? mute.matchers.join(", ");
    found.push(
      shown(alertMutes.kind, mute.id, name, taking, { expires_at: mute.times.endsAt?.toISOString() ?? null }),
    );
  }
  return found;
}

/** A pattern is compared with titles too, which nobody knows yet: it counts where it takes the label. */
function* muteTaking(
  mute: Mute,
  service: string,
  now: Date,
  takes: (matchers: readonly string[]) => Pieces<ServiceTaking | undefined>,
): Pieces<ServiceTaking | undefined> {
  if (mute.pattern === null) return yield* takes(mute.matchers ?? []);
  const { mutes } = yield* createMuting([mute])({ title: "", labels: { [serviceLabel]: service } }, now);
  return mutes.length === 0 ? undefined : { named: true, conditions: [] };
}

function shown(
  kind: string,
  id: string,
  name: string,
  { named, conditions }: ServiceTaking,
  more: {
    readonly behind?: string | null;
    readonly unreachable?: JsonObject | null;
    readonly expires_at?: string | null;
  } = {},
): JsonObject {
  const none = { behind: null, unreachable: null, expires_at: null };
  return { kind, id, name, named, conditions: [...conditions], ...none, ...more };
}
