/** What would keep an alert with some labels back if it began now, and when that changes next. */
import { type Call, turnOf } from "../../../engine/context.ts";
import { holdsAt, holdsUntil, nextHold } from "../../../kernel/mute-times.ts";
import { readable } from "../../../kernel/readable.ts";
import { inPieces } from "../../../kernel/time-slices.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import type { Candidate } from "../../../renderers/alerting/deciding.ts";
import { createMuting, type Mute } from "../../../renderers/alerting/mutes.ts";
import { titleOf } from "../../../renderers/alerting/own-alerts.ts";
import type { RouteDecision } from "../../../renderers/alerting/resolve.ts";
import { currentMutes, type InhibitionOfEvent } from "../events/index.ts";
import type { Labels } from "./column-types.ts";
import type { AlertDeps } from "./deps.ts";
import { sidesOf } from "./inhibiting.ts";
import { createOutcomes } from "./outcome.ts";
import type { AlertingRows } from "./rows.ts";
import { sourceOf } from "./rules.ts";
import { nameOfMute } from "./withheld.ts";

/** A mute's labels match whatever the hour. */
const always = { startsAt: new Date(0), endsAt: null, schedule: [] } as const;

/**
 * When a mute that takes the alert begins or ends next; null where none ever does. Mutes of routes that do not take it do
 * not concern it.
 */
export async function nextChange(
  mutes: readonly Mute[],
  call: Call,
  candidate: Candidate,
  routes: readonly RouteDecision[],
): Promise<JsonObject | null> {
  const taking = new Set(routes.flatMap(({ taken, route }) => (taken ? [route.id] : [])));
  const concerning = mutes.filter(
    ({ routeIds }) => routeIds.length === 0 || routeIds.some((id) => taking.has(id)),
  );
  const { labels } = candidate;
  const title = titleOf(candidate);
  const timeless = createMuting(concerning.map((mute) => ({ ...mute, times: always, own: mute })));
  const found = await inPieces(timeless({ title, labels }, call.now), turnOf(call));
  return firstChange(
    found.mutes.map(({ own }) => own),
    call.now,
  );
}

function firstChange(mutes: readonly Mute[], now: Date): JsonObject | null {
  const changes = mutes.flatMap((mute) => {
    const holds = holdsAt(mute.times, now);
    const at = holds ? holdsUntil(mute.times, now) : nextHold(mute.times, now);
    return at === undefined ? [] : [{ at, mute, what: holds ? "ends" : "begins" }];
  });
  const [first] = changes.sort((one, other) => one.at.getTime() - other.at.getTime());
  if (first === undefined) return null;
  const { at, mute, what } = first;
  const message = `the mute ${JSON.stringify(nameOfMute(mute))} ${what} to hold at ${readable(at)}`;
  return {
    at: at.toISOString(),
    mute_id: mute.id,
    message: what === "ends" ? message.replace("ends to hold", "ends") : message,
  };
}

/** A mute as the answer shows it. */
export function shownMute({ id, pattern, matchers, routeIds, reason, times }: Mute, now: Date): JsonObject {
  return {
    id,
    pattern,
    matchers: [...matchers],
    route_ids: [...routeIds],
    reason,
    expires_at: times.endsAt?.toISOString() ?? null,
    holds_until: holdsUntil(times, now).toISOString(),
  };
}

/** Whether an alert that begins now is kept back from everybody whom a route notifies. */
export async function isKeptBack(
  deps: AlertDeps,
  call: Call,
  rows: AlertingRows,
  { routeId, ...candidate }: Beginning,
): Promise<boolean> {
  const mutes = await currentMutes(deps.events, call.caller.organization.id, call.now);
  const { open } = await inhibitionFor(deps, call, rows, candidate.labels);
  const deciding = { ...rows, routes: [...rows.routes.values()], mutes, deserted: new Set<string>() };
  const circumstances = { opened: call.now, unacknowledgedSeconds: 0, open };
  const { mutedBy, routeMutes, inhibitedBy } = await inPieces(
    createOutcomes(deciding)(candidate, circumstances),
    turnOf(call),
  );
  const ofRoute = routeMutes.some(({ routeIds }) => routeIds.includes(routeId));
  return mutedBy.length > 0 || ofRoute || inhibitedBy !== undefined;
}

/** An alert that is about to begin, and a route that takes it. */
export interface Beginning extends Candidate {
  readonly routeId: string;
}

/** The open alerts that may keep it back by their source keys, and the inhibition that would; null where none does. */
export async function inhibitionFor(
  deps: AlertDeps,
  call: Call,
  rows: AlertingRows,
  labels: Labels,
): Promise<{
  readonly open: ReadonlyMap<string, string>;
  readonly inhibition: InhibitionOfEvent | null;
}> {
  const { id: organizationId } = call.caller.organization;
  const targetKeys = (await sidesOf({ rows, call }, [{ id: "", labels }])).get("")?.targetKeys ?? [];
  const open = await deps.withholding.in(deps.store).sources(organizationId, targetKeys);
  const source = sourceOf(rows.inhibitions, targetKeys, open);
  if (source === undefined) return { open, inhibition: null };
  const { rule, sourceId } = source;
  const [alert] = await deps.alerts.in(deps.store).byIds(organizationId, [sourceId]);
  const { name } = rule.configuration;
  const inhibition = { id: rule.id, name, alert_id: sourceId, alert_title: alert?.title ?? sourceId };
  return { open, inhibition };
}
