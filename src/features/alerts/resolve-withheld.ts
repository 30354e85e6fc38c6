/** What would keep an alert with some labels back if it began now, and when that changes next. */
import { type Call, turnOf } from "../../engine/context.ts";
import { holdsAt, holdsUntil, nextHold } from "../../kernel/mute-times.ts";
import { readable } from "../../kernel/readable.ts";
import { inPieces } from "../../kernel/time-slices.ts";
import type { JsonObject } from "../../kernel/validate.ts";
import { factsOf } from "../../renderers/alerting/facts.ts";
import { createMuting, type Mute } from "../../renderers/alerting/mutes.ts";
import { currentMutes, type InhibitionOfEvent } from "../events/index.ts";
import type { Labels } from "./column-types.ts";
import type { AlertDeps } from "./deps.ts";
import { inhibitedBy, sidesOf } from "./inhibiting.ts";
import type { AlertingRows } from "./rows.ts";
import { nameOfMute } from "./withheld.ts";

/** A mute's labels match whatever the hour. */
const always = { startsAt: new Date(0), endsAt: null, schedule: [] } as const;

export interface MutesFound {
  /** Those that hold now, wherever an alert goes. */
  readonly everywhere: readonly Mute[];
  /** Those that hold now, for some of the routes that take the alert only. */
  readonly ofRoutes: readonly Mute[];
  /** When one of them, or one that takes the alert later, begins or ends next; null where none ever does. */
  readonly next: JsonObject | null;
}

/** @param routeIds the routes that take the alert: mutes of others do not concern it */
export async function mutesFor(
  { events }: AlertDeps,
  call: Call,
  labels: Labels,
  routeIds: ReadonlySet<string>,
): Promise<MutesFound> {
  const { now } = call;
  const current = await currentMutes(events, call.caller.organization.id, now);
  const mutes = current.filter(
    (mute) => mute.routeIds.length === 0 || mute.routeIds.some((id) => routeIds.has(id)),
  );
  const { title } = factsOf({ labels, annotations: {} });
  const timeless = createMuting(mutes.map((mute) => ({ ...mute, times: always, own: mute })));
  const found = await inPieces(timeless({ title, labels }, now), turnOf(call));
  const taken = found.mutes.map(({ own }) => own);
  const holding = taken.filter(({ times }) => holdsAt(times, now));
  return {
    everywhere: holding.filter(({ routeIds }) => routeIds.length === 0),
    ofRoutes: holding.filter(({ routeIds }) => routeIds.length > 0),
    next: nextChange(taken, now),
  };
}

function nextChange(mutes: readonly Mute[], now: Date): JsonObject | null {
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

/** The inhibition that would keep it back because of an alert that is open; null where none does. */
export async function inhibitionFor(
  deps: AlertDeps,
  call: Call,
  rows: AlertingRows,
  labels: Labels,
): Promise<InhibitionOfEvent | null> {
  const { id: organizationId } = call.caller.organization;
  const sides = await sidesOf({ rows, call }, [{ id: "", labels }]);
  const found = await inhibitedBy(deps, { writer: deps.store, organizationId }, sides);
  const source = found.get("");
  if (source === undefined) return null;
  const [alert] = await deps.alerts.in(deps.store).byIds(organizationId, [source.sourceId]);
  const rule = rows.inhibitions.find(({ id }) => id === source.ruleId);
  return {
    id: source.ruleId,
    name: rule?.configuration.name ?? source.ruleId,
    alert_id: source.sourceId,
    alert_title: alert?.title ?? source.sourceId,
  };
}
