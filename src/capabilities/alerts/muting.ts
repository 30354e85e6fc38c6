/** What begins and ends with a mute, for alerts that are open. */
import { createMuting, type Mute } from "../../backends/alerting/mutes.ts";
import { type Call, turnOf } from "../../engine/context.ts";
import type { Writer } from "../../engine/ports/rows.ts";
import { withTransaction } from "../../engine/transaction.ts";
import { inPieces } from "../../kernel/pieces.ts";
import { alertMutes } from "../../resources/alert-mutes.ts";
import { activeMutes } from "../events/active-mutes.ts";
import { announce } from "./announce.ts";
import { type AlertDeps, lockOf, openScene, serviceCall } from "./deps.ts";
import { mutingOf } from "./intake.ts";
import { eachOnItsOwn } from "./rounds.ts";
import { tellOpen } from "./tell.ts";

/** Connectors that are looked at in one go. */
const batch = 100;

/** Open alerts that a new mute is held against in one go: there may be a hundred thousand. */
const openBatch = 5_000;

/** A new mute keeps back what is open already: no step of a rule is taken, and nothing is repeated. */
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
      [...muted].map(([id, mutedBy]) => ({ id, mutedBy })),
    );
    after = open.length < openBatch ? undefined : open.at(-1)?.id;
  }
}

/** What is still open when its mute ends is news then, unless another mute takes it. */
export function createMuteEnds(deps: AlertDeps): () => Promise<void> {
  return async () => {
    const lapsed = await deps.alerts.in(deps.store).lapsedMutings(alertMutes.kind, batch);
    await eachOnItsOwn(lapsed, async ({ organizationId, connectorId }) => {
      const locks = [lockOf(organizationId, connectorId)];
      await withTransaction(deps.store, locks, (writer) =>
        endMutes(deps, writer, organizationId, connectorId).then(() => true),
      );
      deps.queue.wake();
    });
  };
}

async function endMutes(
  deps: AlertDeps,
  writer: Writer,
  organizationId: string,
  connectorId: string,
): Promise<void> {
  const call = await serviceCall(deps, writer, organizationId);
  if (call === undefined) return;
  const scene = await openScene(deps, writer, call);
  const { alerts } = scene;
  const mutes = await activeMutes(deps.events.in(writer), organizationId, call.now);
  const holding = new Set(mutes.map(({ id }) => id));
  const muted = await alerts.muted(organizationId, connectorId);
  const lapsed = muted.filter(({ mutedBy }) => mutedBy !== null && !holding.has(mutedBy));
  const others = await inPieces(mutingOf(createMuting(mutes), lapsed, call.now), turnOf(call));
  await alerts.mute(
    organizationId,
    lapsed.map(({ id }) => ({ id, mutedBy: others.get(id) ?? null })),
  );
  const free = lapsed.filter(({ id }) => !others.has(id));
  const news = free.filter(({ announced }) => !announced);
  await announce(deps, scene, news);
  await alerts.announce(
    organizationId,
    news.map(({ id }) => id),
  );
  await tellOpen(
    deps,
    scene,
    connectorId,
    free.map(({ id }) => id),
  );
}
