/** What was kept back goes on: what kept it back has ended, or was changed. Any node does it, under the connector's lock. */
import { type Call, turnOf } from "../../../engine/context.ts";
import type { Written } from "../../../engine/feature.ts";
import { eachOnItsOwn } from "../../../engine/periodic.ts";
import type { Writer } from "../../../engine/ports/rows.ts";
import { completed } from "../../../engine/render.ts";
import { withTransaction } from "../../../engine/transaction.ts";
import { grouped } from "../../../kernel/grouped.ts";
import { inPieces, type Pieces } from "../../../kernel/time-slices.ts";
import { createInhibiting, ruleOfKey } from "../../../renderers/alerting/inhibitions.ts";
import { alertInhibitions } from "../../../resources/alert-inhibitions.ts";
import { alertMutes } from "../../../resources/alert-mutes.ts";
import { announce } from "./announce.ts";
import { type AlertDeps, alertsCall, inhibitionsLockOf, lockOf, openScene, type Scene } from "./deps.ts";
import { inhibitedBy, type Looked, sidesOf } from "./inhibiting.ts";
import { notifyFiring } from "./notify.ts";

/** Connectors that are looked at in one go. */
const batch = 100;
/** Alerts of a connector that go on in one transaction. */
const freedTogether = 2_000;
/** Open alerts that a changed inhibition is compared with in one go: there may be a hundred thousand. */
const openBatch = 5_000;
/** Routings that are looked at in one go. */
const routingBatch = 2_000;

/**
 * What has ended keeps nothing back any more: what it kept back goes on, unless another one keeps it back too.
 * @param beginMutes what a mute that begins at the same moment takes is kept back by that
 */
export function createInhibitionEnds(deps: AlertDeps, beginMutes: () => Promise<void>): () => Promise<void> {
  return async () => {
    const lapsed = await deps.withholding.in(deps.store).lapsedInhibitions(batch);
    if (lapsed.length > 0) await beginMutes();
    await eachOnItsOwn(lapsed, async ({ organizationId, connectorId }) => {
      for (let freed = freedTogether; freed === freedTogether; )
        freed = await withTransaction(deps.store, [lockOf(organizationId, connectorId)], async (writer) => {
          const call = await alertsCall(deps, writer, organizationId);
          if (call === undefined) return 0;
          return freeAlerts(deps, await openScene(deps, writer, call), connectorId);
        });
      deps.queue.wake();
    });
  };
}

/** @returns how many it looked at */
async function freeAlerts(deps: AlertDeps, scene: Scene, connectorId: string): Promise<number> {
  const { writer, organizationId } = scene;
  const withholding = deps.withholding.in(writer);
  const looked = await withholding.freed(organizationId, connectorId, freedTogether);
  const held = await inhibitedBy(deps, scene, await sidesOf(scene, looked));
  await withholding.inhibit(
    organizationId,
    looked.flatMap(({ id, announced }) => {
      const source = held.get(id);
      return source === undefined ? [] : [{ id, announced, ...source }];
    }),
  );
  const free = looked.filter(({ id }) => !held.has(id));
  await withholding.free(
    organizationId,
    free.map(({ id }) => id),
  );
  const going = free.filter(({ waits }) => !waits);
  await announce(
    deps,
    scene,
    going.filter(({ announced }) => !announced),
  );
  const ids = going.map(({ id }) => id);
  await notifyFiring(deps, scene, connectorId, ids);
  return looked.length;
}

/** What follows from an inhibition's row: what open alerts keep back by it, and what it kept back before. */
export async function writeInhibition(
  { withholding: store }: Pick<AlertDeps, "withholding">,
  writer: Writer,
  call: Call,
  { before, after }: Written,
): Promise<void> {
  const id = after?.id ?? before?.id;
  if (id === undefined) return;
  const { id: organizationId } = call.caller.organization;
  const withholding = store.in(writer);
  await writer.lock(inhibitionsLockOf(organizationId));
  await withholding.recheck(organizationId, id);
  const rule = after && { id, configuration: completed(alertInhibitions, after.configuration) };
  const sides = createInhibiting(rule === undefined ? [] : [rule]);
  for (let last: string | undefined = ""; last !== undefined; ) {
    const open = await withholding.sourceKeys(organizationId, last, openBatch);
    await withholding.setSourceKeys(
      organizationId,
      await inPieces(changedKeys(sides, id, open), turnOf(call)),
    );
    last = open.length < openBatch ? undefined : open.at(-1)?.id;
  }
}

/** The alerts whose source keys differ by one rule, with all of their keys. */
function* changedKeys(
  sides: ReturnType<typeof createInhibiting>,
  ruleId: string,
  alerts: readonly (Looked & { readonly sourceKeys: readonly string[] })[],
): Pieces<{ readonly id: string; readonly sourceKeys: readonly string[] }[]> {
  const changed = [];
  for (const { id, labels, sourceKeys } of alerts) {
    const own = (yield* sides(labels)).sourceKeys;
    const before = sourceKeys.filter((key) => ruleOfKey(key) === ruleId);
    if (before.join() === own.join()) continue;
    changed.push({ id, sourceKeys: [...sourceKeys.filter((key) => ruleOfKey(key) !== ruleId), ...own] });
  }
  return changed;
}

/** What the mute of a route kept back is sent when the mute ends, unless another one keeps it back. */
export function createRouteMuteEnds(deps: AlertDeps): () => Promise<void> {
  return async () => {
    const lapsed = await deps.withholding.in(deps.store).lapsedRoutings(alertMutes.kind, routingBatch);
    const places = grouped(lapsed, ({ organizationId, connectorId }) => lockOf(organizationId, connectorId));
    await eachOnItsOwn([...places], async ([lock, ones]) => {
      const { organizationId, connectorId } = ones[0] as (typeof ones)[number];
      await withTransaction(deps.store, [lock], async (writer) => {
        const call = await alertsCall(deps, writer, organizationId);
        if (call === undefined) return true;
        const scene = await openScene(deps, writer, call);
        for (const [routeId, routed] of grouped(ones, (one) => one.routeId)) {
          const ids = await deps.withholding.in(writer).freeRoutings(
            organizationId,
            routeId,
            routed.map(({ alertId }) => alertId),
          );
          await notifyFiring(deps, scene, connectorId, ids, [routeId]);
        }
        return true;
      });
      deps.queue.wake();
    });
  };
}
