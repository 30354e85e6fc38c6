/** What becomes of firings that look like a late word of before an end: an engine that has them says that they are on. */
import { eachOnItsOwn } from "../../../engine/periodic.ts";
import { withTransaction } from "../../../engine/transaction.ts";
import { type AlertDeps, alertsCall, lockOf, openScene, type Scene } from "./deps.ts";
import { takeInAll } from "./intake.ts";
import type { AlertKey } from "./store.ts";

/** Connectors that are looked at in one go. */
const batch = 100;

/** Takes in what nothing has decided in time: in doubt an alert opens. */
export function createHeldEnds(deps: AlertDeps): () => Promise<void> {
  return async () => {
    const due = await deps.heldFirings.in(deps.store).due(batch);
    await eachOnItsOwn(due, async ({ organizationId, connectorId }) => {
      await withTransaction(deps.store, [lockOf(organizationId, connectorId)], async (writer) => {
        const held = await deps.heldFirings.in(writer).takeDue(organizationId, connectorId);
        const call = await alertsCall(deps, writer, organizationId);
        if (call === undefined) return true;
        const scene = await openScene(deps, writer, call);
        if (scene.rows.connectors.has(connectorId))
          await takeInAll(deps, scene, connectorId, held, { doubting: false });
        return true;
      });
      deps.queue.wake();
    });
  };
}

/**
 * Decides by what an engine has. What it lacks is over where it is the connector's only one, and has had the time to
 * receive all that fires; else it is waited for.
 * @param since when the engine was read, by the database's clock
 * @returns how many alerts it opened
 */
export async function decideHeld(
  deps: AlertDeps,
  scene: Scene,
  connectorId: string,
  {
    seen,
    since,
    settled,
  }: { readonly seen: readonly AlertKey[]; readonly since: Date; readonly settled: boolean },
): Promise<number> {
  const { organizationId, writer } = scene;
  const held = deps.heldFirings.in(writer);
  if (!(await held.any(organizationId, connectorId))) return 0;
  const on = await held.takeSeen(organizationId, connectorId, seen, since);
  const taken = await takeInAll(deps, scene, connectorId, on, { since, confirming: false });
  if (settled) {
    const agents = (await deps.renders.in(writer).acknowledgements(organizationId)).get(connectorId) ?? [];
    if (agents.filter(({ departed }) => !departed).length <= 1)
      await held.dropUnseen(organizationId, connectorId, since);
  }
  return taken.reduce((sum, { opened }) => sum + opened, 0);
}
