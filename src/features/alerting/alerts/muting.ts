/** What begins and ends with a mute, for alerts that are open. */

import { type Call, turnOf } from "../../../engine/context.ts";
import type { Written } from "../../../engine/feature.ts";
import { eachOnItsOwn } from "../../../engine/periodic.ts";
import type { Writer } from "../../../engine/ports/rows.ts";
import { completed } from "../../../engine/render.ts";
import { withTransaction } from "../../../engine/transaction.ts";
import { holdsAt, holdsUntil, nextHold } from "../../../kernel/mute-times.ts";
import { inPieces, type Pieces } from "../../../kernel/time-slices.ts";
import { createMuting, type Mute } from "../../../renderers/alerting/mutes.ts";
import { alertMutes } from "../../../resources/alert-mutes.ts";
import { muteOf } from "../../reliability/index.ts";
import { activeMutes } from "../events/index.ts";
import { announce } from "./announce.ts";
import { type AlertDeps, alertsCall, lockOf, openScene, type Scene } from "./deps.ts";
import { holdBack } from "./inhibiting.ts";
import type { AlertKey, MutableAlert, StoredAlert } from "./store.ts";

/** Connectors that are looked at in one go. */
const batch = 100;

/** Open alerts that a new mute is compared with in one go: there may be a hundred thousand. */
const openBatch = 5_000;

/** What follows from a mute's row: it begins, or is deleted; what it kept back then waits for a report. */
export async function writeMute(
  deps: AlertDeps,
  writer: Writer,
  call: Call,
  { before, after }: Written,
): Promise<void> {
  const { id: organizationId } = call.caller.organization;
  const summaries = deps.muteSummaries.in(writer);
  const { planStart } = deps.withholding.in(writer);
  if (after === undefined) {
    if (before === undefined) return;
    await summaries.end(organizationId, before.id);
    await planStart(organizationId, before.id, undefined);
    return;
  }
  const mute = muteOf(after);
  if (completed(alertMutes, after.configuration).summary && mute.times.endsAt !== null)
    await summaries.want(organizationId, after.id, mute.times.endsAt);
  await planStart(organizationId, after.id, nextStart(mute, call.now));
  if (mute.routeIds.length === 0 && holdsAt(mute.times, call.now)) await beginMute(deps, writer, call, mute);
}

/** When the mute begins to hold next after this moment, of those whose beginnings have to be waited for. */
export function nextStart({ routeIds, times }: Mute, now: Date): Date | undefined {
  // What routes send is compared with their mutes when it is sent.
  if (routeIds.length > 0) return undefined;
  return nextHold(times, holdsAt(times, now) ? holdsUntil(times, now) : now);
}

/** A mute that begins keeps back what is open already: no step of a rule is taken, and nothing is repeated. */
export async function beginMute(deps: AlertDeps, writer: Writer, call: Call, mute: Mute): Promise<void> {
  const { id: organizationId } = call.caller.organization;
  const alerts = deps.alerts.in(writer);
  const muting = createMuting([mute]);
  let after: string | undefined = "";
  while (after !== undefined) {
    const open = await alerts.mutable(organizationId, after, openBatch);
    const muted = await inPieces(mutingOf(muting, open, call.now), turnOf(call));
    await alerts.mute(
      organizationId,
      [...muted].map(([id, by]) => ({ id, ...by })),
    );
    after = open.length < openBatch ? undefined : open.at(-1)?.id;
  }
}

/**
 * What is still open when its mute ends is confirmed by the next report, unless another mute takes it: Alertmanager sends
 * no end of what is silenced, so that it may be over.
 */
export function createMuteEnds(deps: AlertDeps): () => Promise<void> {
  return async () => {
    const lapsed = await deps.alerts.in(deps.store).lapsedMutings(alertMutes.kind, batch);
    await eachOnItsOwn(lapsed, async ({ organizationId, connectorId }) => {
      const locks = [lockOf(organizationId, connectorId)];
      await withTransaction(deps.store, locks, async (writer) => {
        const call = await alertsCall(deps, writer, organizationId);
        if (call !== undefined) await endMutes(deps, await openScene(deps, writer, call), connectorId);
        return true;
      });
    });
  };
}

/** Frees the open alerts of a connector whose mute has ended or is gone; under the lock of the connector. */
export async function endMutes(
  { events }: Pick<AlertDeps, "events">,
  { alerts, writer, organizationId, call }: Scene,
  connectorId: string,
): Promise<void> {
  const mutes = await activeMutes(events.in(writer), organizationId, call.now);
  const holding = new Set(mutes.map(({ id }) => id));
  const muted = await alerts.muted(organizationId, connectorId);
  const lapsed = muted.filter(
    ({ mutedBy, mutedUntil }) =>
      mutedBy !== null && (!holding.has(mutedBy) || (mutedUntil !== null && mutedUntil <= call.now)),
  );
  const others = await inPieces(mutingOf(createMuting(mutes), lapsed, call.now), turnOf(call));
  await alerts.mute(
    organizationId,
    lapsed.map(({ id }) => ({ id, ...(others.get(id) ?? unmuted) })),
  );
}

/**
 * What a report still has after the end of its mute is a change from here on.
 * @param since when the report was begun; null where that is now
 * @returns the ids of the alerts, of which the routes' targets are yet to be notified
 */
export async function confirmAlerts(
  deps: AlertDeps,
  scene: Scene,
  connectorId: string,
  reports: readonly AlertKey[],
  since: Date | null,
): Promise<readonly string[]> {
  const confirmed = await scene.alerts.confirm(scene.organizationId, connectorId, reports, since);
  const fresh = confirmed.filter(({ announced, inhibited }) => !announced && !inhibited);
  const held = await holdBack(deps, scene, fresh, false);
  await announce(
    deps,
    scene,
    fresh.filter(({ id }) => !held.has(id)),
  );
  return confirmed.map(({ id }) => id);
}

/** A mute keeps an alert back, until its hours end or it does. */
export type MutedBy = Pick<StoredAlert, "mutedBy"> & { readonly mutedUntil: Date | null };

export const unmuted: MutedBy = { mutedBy: null, mutedUntil: null };

export type Muting = ReturnType<typeof createMuting>;

/** The first mute that takes an alert; undefined where none does. */
export function* mutedByOf(
  muting: Muting,
  alert: Pick<MutableAlert, "labels" | "title">,
  now: Date,
): Pieces<MutedBy | undefined> {
  const { mutes } = yield* muting(alert, now);
  const [first] = mutes;
  return first && { mutedBy: first.id, mutedUntil: holdsUntil(first.times, now) };
}

/** The same of each alert. */
export function* mutingOf(
  muting: Muting,
  alerts: readonly MutableAlert[],
  now: Date,
): Pieces<Map<string, MutedBy>> {
  const found = new Map<string, MutedBy>();
  for (const alert of alerts) {
    const by = yield* mutedByOf(muting, alert, now);
    if (by !== undefined) found.set(alert.id, by);
  }
  return found;
}
