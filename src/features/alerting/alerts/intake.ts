/**
 * Takes in what Alertmanager notifies of. All that follows from it is in one transaction, under the lock of the
 * connector: two Alertmanagers that say the same meet there, and the second one brings no change.
 */

import { createHash } from "node:crypto";
import { type Call, turnOf } from "../../../engine/context.ts";
import { notFound } from "../../../engine/reading.ts";
import { withTransaction } from "../../../engine/transaction.ts";
import { inPieces } from "../../../kernel/time-slices.ts";
import { severityOf } from "../../../renderers/alerting/facts.ts";
import { createMuting } from "../../../renderers/alerting/mutes.ts";
import { receiversOf as receiversOfRoute } from "../../../renderers/alertmanager/receivers.ts";
import { alertMutes } from "../../../resources/alert-mutes.ts";
import { connectors } from "../../../resources/connectors.ts";
import { activeMutes } from "../events/index.ts";
import { announce } from "./announce.ts";
import { type AlertDeps, lockOf, openScene, type Scene } from "./deps.ts";
import { heartbeatsSignalled } from "./heartbeats.ts";
import { unmeasured, withoutUnmeasuredEnds } from "./held-ends.ts";
import { inhibitedBy, sidesOf } from "./inhibiting.ts";
import {
  confirmAlerts,
  endMutes,
  type MutedBy,
  type Muting,
  mutedByOf,
  mutingOf,
  unmuted,
} from "./muting.ts";
import { notifyFiring, notifyResolved } from "./notify.ts";
import { type Fitting, fittingIn, type Merging, mergingOf, overflowOf } from "./overflow.ts";
import {
  begunAt,
  changesOf,
  type Reading,
  type ReceivedReport,
  type StateChanges,
  type Storable,
  storable,
} from "./states.ts";
import type { AlertKey, KnownAlert, NewAlert, Routing } from "./store.ts";
import type { Notification, Report } from "./webhook.ts";

/** What a notification came to. */
export interface TakenIn {
  /** Alerts that it reports. */
  readonly alerts: number;
  /** Of these, the ones that nobody knew of. */
  readonly opened: number;
  /** Alerts that it ended. */
  readonly ended: number;
  /** Those that look like a late word of before an end: they open unless an end follows. */
  readonly held: number;
}

/** Takes in notifications of one connector, in order, and answers after the commit. */
export type TakeIn = (
  call: Call,
  connectorId: string,
  notifications: readonly Notification[],
) => Promise<readonly TakenIn[]>;

export function createTakeIn(deps: AlertDeps): TakeIn {
  return async (call, connectorId, notifications) => {
    const { id: organizationId } = call.caller.organization;
    const locks = [lockOf(organizationId, connectorId)];
    const { taken, signalled } = await withTransaction(deps.store, locks, async (writer) => {
      const scene = await openScene(deps, writer, call);
      // It was deleted while this waited for its lock.
      if (!scene.rows.connectors.has(connectorId)) throw notFound(connectors);
      const reports = notifications.flatMap((one) => one.reports);
      const open = reports.filter(({ endedAt }) => endedAt === null);
      return {
        signalled: await heartbeatsSignalled(scene.rows.heartbeats, open, turnOf(call)),
        taken: await takeInAll(deps, scene, connectorId, notifications),
      };
    });
    if (signalled.length > 0) await deps.signalled(organizationId, signalled);
    deps.queue.wake();
    return taken;
  };
}

export interface TakingIn {
  /** When what they say was read, by the database's clock; null where that is now. */
  readonly since?: Date | null;
  /** Whether no more are stored than the bounds say. */
  readonly bounded?: boolean;
  /** The mute that keeps back what is new, where its own labels say of none. */
  readonly mutedBy?: MutedBy | null;
  /** Whether what is open and is reported is confirmed by that. */
  readonly confirming?: boolean;
  /** Whether the service itself measures what they are about. */
  readonly measured?: boolean;
  /** Whether a firing soon after an end of the same beginning waits until it is known whether it is late. */
  readonly doubting?: boolean;
}

/** The same in a transaction that holds the connector's lock. */
export async function takeInAll(
  deps: AlertDeps,
  scene: Scene,
  connectorId: string,
  notifications: readonly Notification[],
  {
    since = null,
    bounded = true,
    mutedBy: given = null,
    confirming = true,
    measured = false,
    doubting,
  }: TakingIn = {},
): Promise<readonly TakenIn[]> {
  const { alerts, organizationId, call } = scene;
  const reports = notifications.flatMap((one) => one.reports);
  const known = await alerts.known(organizationId, connectorId, alertMutes.kind, earliest(reports));
  const distinct = new Map(known.map((one) => [one.id, one]));
  const isUnmeasured =
    !measured && isBegunAgain(known, reports)
      ? await unmeasured(deps, scene, connectorId, reports)
      : () => false;
  const reading = { readAt: since, doubting: doubting ?? since === null, isUnmeasured };
  const found = await decided(deps, scene, connectorId, {
    known: [...distinct.values()],
    notifications,
    reading,
  });
  const changes = measured ? found : await withoutUnmeasuredEnds(deps, scene, connectorId, distinct, found);

  const ended = await alerts.end(organizationId, changes.ends);
  const fitting = bounded
    ? await fittingIn(deps, scene, connectorId, changes.inserts)
    : { stored: changes.inserts, merged: [], passed: [], concerned: false };
  const muting = changes.inserts.every(isOver) ? createMuting([]) : await mutingNow(deps, scene);
  const stored = fitting.stored.map(storable);
  const mutedBy = await inPieces(mutingOf(muting, stored.filter(isOpen), call.now), turnOf(call));
  const drills = await drillsOf(deps, scene, stored);
  const inserts = await withheld(deps, scene, { stored, drills }, (id) => mutedBy.get(id) ?? given);
  await alerts.insert(organizationId, connectorId, inserts);
  await deps.alertBounds.in(scene.writer).stored(inserts.length);
  await alerts.updateTexts(organizationId, changes.texts);
  await deps.heldEnds.in(scene.writer).beginAgain(organizationId, changes.begunAgain);

  await alerts.noteTruncated(
    organizationId,
    connectorId,
    notifications.filter(({ truncated }) => truncated > 0),
  );

  if (known.some(({ lapsed }) => lapsed)) await endMutes(deps, scene, connectorId);
  if (confirming && known.some(({ lapsed, unconfirmed }) => lapsed || unconfirmed)) {
    const firing = reports.filter(({ endedAt }) => endedAt === null);
    await confirmAlerts(deps, scene, connectorId, firing, since);
  }
  const opened = inserts.filter(
    ({ resolvedAt, mutedBy, inhibitedBy, drillId }) =>
      resolvedAt === null && mutedBy === null && inhibitedBy === null && drillId === null,
  );
  await announce(deps, scene, opened);
  const merged = new Set(fitting.merged.map(({ id }) => id));
  const unstored = new Set([...merged, ...fitting.passed.map(({ id }) => id)]);
  const received = byNotification(notifications, changes.received);
  const routings = routingsOf(scene, received, { unstored, drills });
  await alerts.route(organizationId, routings);
  const routeIds = [...new Set(routings.map(({ routeId }) => routeId))];
  const open = [...new Set(routings.map(({ alertId }) => alertId))];
  const begin = () => notifyFiring(deps, scene, connectorId, open, routeIds);
  await notifyResolved(deps, scene, ended, { begin, fires: reports.some(({ endedAt }) => endedAt === null) });
  deps.counting.ended(organizationId, connectorId, ended.length + inserts.filter(isOver).length);
  deps.counting.merged(merged.size);
  if (fitting.concerned) {
    const merging = await inPieces(mergingOf(muting, received, merged, call.now), turnOf(call));
    await takeInOverflow(deps, scene, connectorId, { ...fitting, ...merging });
  }
  return countsOf(received, changes, merged);
}

/** Whether a later beginning is said of something that is open. */
function isBegunAgain(known: readonly KnownAlert[], reports: readonly Report[]): boolean {
  const open = new Map(known.flatMap((one) => (one.resolvedAt === null ? [[one.fingerprint, one]] : [])));
  return reports.some(({ endedAt, fingerprint, startedAt }) => {
    const before = open.get(fingerprint);
    return endedAt === null && before !== undefined && begunAt(before) < startedAt;
  });
}

interface Deciding {
  readonly known: readonly KnownAlert[];
  readonly notifications: readonly Notification[];
  readonly reading: Reading;
}

/** What changes, with what is held and what an end shows to have been late on record. */
async function decided(
  { heldFirings }: AlertDeps,
  { writer, organizationId }: Scene,
  connectorId: string,
  { known, notifications, reading }: Deciding,
): Promise<StateChanges> {
  const held = heldFirings.in(writer);
  const reports = notifications.flatMap((one) => one.reports);
  const changes = changesOf(known, reports, reading);
  await held.endThatGoOn(organizationId, changes.over);
  await held.drop(
    organizationId,
    connectorId,
    reports.filter(({ endedAt }) => endedAt !== null),
  );
  const { doubtful } = changes;
  if (doubtful.size === 0) return changes;
  if (!(await held.hasRoom(organizationId, connectorId, doubtful.size)))
    return changesOf(known, reports, { ...reading, doubting: false });
  await held.hold(
    organizationId,
    connectorId,
    notifications.map((one) => ({ ...one, reports: one.reports.filter((report) => doubtful.has(report)) })),
  );
  return changes;
}

/** What is new as it is stored: with its severity, what keeps it back, and what it keeps back. */
async function withheld(
  deps: AlertDeps,
  scene: Scene,
  { stored, drills }: { readonly stored: readonly Storable[]; readonly drills: DrillIds },
  mutedBy: (id: string) => MutedBy | null,
): Promise<readonly NewAlert[]> {
  const open = stored.filter((one) => !isOver(one));
  const sides = await sidesOf(scene, open);
  const unheld = new Map([...sides].filter(([id]) => mutedBy(id) === null));
  // A drill keeps no other alert back.
  const real = new Map([...sides].filter(([id]) => !drills.has(id)));
  const inhibited = await inhibitedBy(deps, scene, unheld, real);
  return stored.map((one) => {
    const source = inhibited.get(one.id);
    const keys = real.get(one.id)?.sourceKeys ?? [];
    return {
      ...one,
      severity: severityOf(one.labels, scene.rows.words),
      ...(mutedBy(one.id) ?? unmuted),
      inhibitedBy: source?.ruleId ?? null,
      inhibitingAlert: source?.sourceId ?? null,
      sourceKeys: keys.length === 0 ? null : keys,
      drillId: drills.get(one.id) ?? null,
    };
  });
}

/** Of alerts that are drills, the drill's id. */
type DrillIds = ReadonlyMap<string, string>;

/** Those of new alerts that are drills: what their label names is one, and has no other alert. */
async function drillsOf(
  { drills }: AlertDeps,
  { writer, organizationId }: Scene,
  stored: readonly Storable[],
): Promise<DrillIds> {
  const named = stored.flatMap(({ id, labels: { drill } }) =>
    drill === undefined ? [] : [{ alertId: id, drillId: drill }],
  );
  const found = named.length === 0 ? [] : await drills.in(writer).takeIn(organizationId, named);
  return new Map(found.map(({ alertId, drillId }) => [alertId, drillId]));
}

/** The connector's alert follows what is merged into it; it counts as muted while mutes took all of that. */
export async function takeInOverflow(
  deps: AlertDeps,
  scene: Scene,
  connectorId: string,
  { receivers, mutedBy, ...fitting }: Merging & Omit<Fitting, "concerned">,
): Promise<void> {
  const { open, notifications } = await overflowOf(deps, scene, connectorId, fitting, receivers);
  const confirming = fitting.merged.length > 0;
  if (open !== undefined && confirming) await muteAgain(deps, scene, open.id, mutedBy);
  await takeInAll(deps, scene, connectorId, notifications, { bounded: false, mutedBy, confirming });
}

/** An alert that is kept back, or that no report has had since, is muted by this one, or not muted any more. */
async function muteAgain(deps: AlertDeps, scene: Scene, id: string, mutedBy: MutedBy | null): Promise<void> {
  const { alerts, organizationId } = scene;
  const held = await alerts.lock(organizationId, id);
  if (held === undefined || (held.mutedBy === null && held.unconfirmedSince === null)) return;
  const muting = await mutingNow(deps, scene);
  const own = await inPieces(mutedByOf(muting, held, scene.call.now), turnOf(scene.call));
  await alerts.mute(organizationId, [{ id, ...(own ?? mutedBy ?? unmuted) }]);
}

function isOver({ resolvedAt }: { readonly resolvedAt: Date | null }): boolean {
  return resolvedAt !== null;
}

function isOpen(one: { readonly resolvedAt: Date | null }): boolean {
  return !isOver(one);
}

/** Each notification with what became of its reports. */
type Received = readonly (readonly [Notification, readonly ReceivedReport[]])[];

function byNotification(
  notifications: readonly Notification[],
  received: readonly ReceivedReport[],
): Received {
  let at = 0;
  return notifications.map((notification) => {
    const ours = received.slice(at, at + notification.reports.length);
    at += notification.reports.length;
    return [notification, ours] as const;
  });
}

/** Of each fingerprint the report that says the earliest beginning: what began then or later is looked at. */
function earliest(reports: readonly Report[]): AlertKey[] {
  const keys = new Map<string, AlertKey>();
  for (const { fingerprint, startedAt } of reports) {
    const known = keys.get(fingerprint);
    if (known === undefined || startedAt < known.startedAt) keys.set(fingerprint, { fingerprint, startedAt });
  }
  return [...keys.values()];
}

/** Compares alerts with the mutes that there are. */
async function mutingNow({ events }: AlertDeps, { writer, organizationId, call }: Scene): Promise<Muting> {
  return createMuting(await activeMutes(events.in(writer), organizationId, call.now));
}

/** The route that each notification says by its receiver; alerts that no route took have none. */
function routingsOf(
  { rows }: Scene,
  received: Received,
  { unstored, drills }: { readonly unstored: ReadonlySet<string>; readonly drills: DrillIds },
): Routing[] {
  const routeIds = new Map(
    [...rows.routes.keys(), ...rows.ownRoutes.keys()].flatMap((id) =>
      receiversOfRoute(id).map((receiver) => [receiver, id] as const),
    ),
  );
  const routings = new Map<string, Routing>();
  for (const [{ receiver, groupKey, groupLabels }, ours] of received) {
    const routeId = routeIds.get(receiver);
    if (routeId === undefined) continue;
    for (const { id: alertId } of ours) {
      const key = `${alertId} ${routeId}`;
      if (!routings.has(key) && !unstored.has(alertId))
        routings.set(key, {
          alertId,
          routeId,
          groupKey: groupOf(groupKey, drills.get(alertId)),
          groupLabels,
        });
    }
  }
  return [...routings.values()];
}

/** A drill is in no group of real alerts: a message about both would be taken for either. */
function groupOf(groupKey: string, drillId: string | undefined): string {
  return drillId === undefined
    ? groupKey
    : createHash("sha256")
        .update(JSON.stringify([groupKey, drillId]))
        .digest("hex");
}

function countsOf(
  received: Received,
  { inserts, ends, doubtful }: StateChanges,
  merged: ReadonlySet<string>,
): TakenIn[] {
  const fresh = inserts.filter((one) => !isOver(one) && !merged.has(one.id));
  const opened = new Set(fresh.map(({ id }) => id));
  const ended = new Set(ends.map(({ id }) => id));
  return received.map(([, ours]) => {
    // What several notifications bring together is counted for the first.
    const count = (which: Set<string>) => ours.filter(({ id }) => which.delete(id)).length;
    const held = ours.filter(({ report }) => doubtful.has(report)).length;
    return { alerts: ours.length, opened: count(opened), ended: count(ended), held };
  });
}
