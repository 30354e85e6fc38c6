/** The message at the end of a mute that names what began and ended under it: nobody was notified of that, and is paged now. */

import { eachOnItsOwn } from "../../../engine/periodic.ts";
import { withTransaction } from "../../../engine/transaction.ts";
import { grouped } from "../../../kernel/grouped.ts";
import { isNative } from "../../../renderers/alertmanager/native.ts";
import { alertRoutes } from "../../../resources/alert-routes.ts";
import { type AlertDeps, alertsCall, openScene, type Scene } from "./deps.ts";
import { type Notice, queueNotices, teamAddresses } from "./notify.ts";
import { routeOf } from "./rows.ts";
import { isPager, targetsOf } from "./targets.ts";

/** Summaries that are looked for in one go. */
const batch = 100;

/** Sends the summaries that are due. */
export function createSummaries(deps: AlertDeps): () => Promise<void> {
  return async () => {
    const due = await deps.muteSummaries.in(deps.store).due(batch);
    await eachOnItsOwn(due, async ({ organizationId, muteId }) => {
      await withTransaction(deps.store, [], async (writer) => {
        const call = await alertsCall(deps, writer, organizationId);
        if (call === undefined || !(await deps.muteSummaries.in(writer).take(organizationId, muteId)))
          return true;
        const scene = await openScene(deps, writer, call);
        await queueNotices(deps, scene, await noticesOf(deps, scene, muteId));
        return true;
      });
      deps.queue.wake();
    });
  };
}

async function noticesOf(deps: AlertDeps, scene: Scene, muteId: string): Promise<Notice[]> {
  const { writer, organizationId, rows } = scene;
  const ended = await deps.muteSummaries.in(writer).alerts(organizationId, muteId);
  // What Alertmanager sends by itself is its own to sum up.
  const ours = ended.filter(({ connectorId }) => {
    const connector = rows.connectors.get(connectorId);
    return connector === undefined || !isNative(connector);
  });
  const byRoute = grouped(ours, ({ routeId }) => routeId);
  const routes = [...byRoute.keys()].flatMap((id) => routeOf(rows, id) ?? []);
  const addressesOf = await teamAddresses(deps, writer, organizationId, routes);
  return routes
    .filter(({ configuration }) => configuration.enabled)
    .map(({ id, configuration: { name, destinations, severity_override } }): Notice => {
      const targets = targetsOf(destinations, rows, addressesOf, scene.call.now);
      return {
        source: `mute/${muteId}/route/${id}/summary`,
        phase: "summary",
        dedupKey: muteId,
        by: { kind: alertRoutes.kind, id, name },
        step: null,
        groupLabels: {},
        severity: severity_override ?? null,
        alertIds: (byRoute.get(id) ?? []).map(({ alertId }) => alertId),
        targets: targets.filter((one) => !isPager(rows, one)),
      };
    });
}
