/** Old alerts go, and so do those whose connector is gone. Any node does it. */

import type { Call } from "../../../engine/context.ts";
import { eachOnItsOwn } from "../../../engine/periodic.ts";
import type { Writer } from "../../../engine/ports/rows.ts";
import { withTransaction } from "../../../engine/transaction.ts";
import { grouped } from "../../../kernel/grouped.ts";
import { alertHeartbeats } from "../../../resources/alert-heartbeats.ts";
import { connectors } from "../../../resources/connectors.ts";
import { type AlertDeps, alertsCall, lockOf, openScene } from "./deps.ts";
import type { createHistoryUpkeep } from "./history.ts";
import { notifyResolved } from "./notify.ts";
import { reportsSource } from "./own-sources.ts";
import type { AlertEnd } from "./store.ts";

/** How long it is waited for that an agent reports what a notification left out. */
const truncatedDays = 1;
/** How long an alert is kept once it has ended. */
export const keptDays = 30;
const dayMs = 24 * 3_600_000;
const batch = 1_000;

export function createUpkeep(
  deps: AlertDeps,
  history: ReturnType<typeof createHistoryUpkeep>,
): (now: Date) => Promise<void> {
  const reader = deps.alerts.in(deps.store);
  return async (now) => {
    for (let found = batch; found === batch; ) found = await endOrphans(deps, now);
    const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs);
    await deps.silences.in(deps.store).forget(connectors.kind);
    await reader.forgetTruncated(daysAgo(truncatedDays));
    await history.put();
    while ((await reader.forget(daysAgo(keptDays), batch)) === batch);
    await history.forget(keptDays, now);
  };
}

/** @returns how many it found */
async function endOrphans(deps: AlertDeps, now: Date): Promise<number> {
  const kinds = [alertHeartbeats.kind, connectors.kind];
  const orphans = await deps.alerts.in(deps.store).orphaned(kinds, [reportsSource], batch);
  const places = grouped(orphans, ({ organizationId, connectorId }) => lockOf(organizationId, connectorId));
  await eachOnItsOwn([...places], async ([lock, ones]) => {
    const ends = ones.map(({ id }) => ({ id, at: now, because: "what raised it was deleted" }));
    await withTransaction(deps.store, [lock], async (writer) => {
      const call = await alertsCall(deps, writer, (ones[0] as (typeof ones)[number]).organizationId);
      if (call !== undefined) await endAlerts(deps, writer, call, ends);
      return true;
    });
    deps.queue.wake();
  });
  return orphans.length;
}

/** Ends alerts and notifies whoever was notified of them; under the lock of their connector. */
export async function endAlerts(
  deps: AlertDeps,
  writer: Writer,
  call: Call,
  ends: readonly AlertEnd[],
): Promise<readonly string[]> {
  const scene = await openScene(deps, writer, call);
  const ended = await scene.alerts.end(scene.organizationId, ends);
  await notifyResolved(deps, scene, ended);
  return ended;
}
