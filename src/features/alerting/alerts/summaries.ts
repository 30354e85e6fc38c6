/** The message at the end of a mute that names what began and ended under it: nobody was notified of that, and is paged now. */

import { eachOnItsOwn } from "../../../engine/periodic.ts";
import { withTransaction } from "../../../engine/transaction.ts";
import { grouped } from "../../../kernel/grouped.ts";
import { isNative } from "../../../renderers/alertmanager/native.ts";
import { alertRoutes } from "../../../resources/alert-routes.ts";
import { type AlertDeps, alertsCall, openScene, type Scene } from "./deps.ts";
import { teamAddresses } from "./notify.ts";
import { reachesOf, recordOnCall, type SentToRotas } from "./on-call-record.ts";
import { type Notice, queueNotices } from "./queue-notices.ts";
import { routeOf } from "./rows.ts";
import { isPager, type Target, targetsOf } from "./targets.ts";

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
        const { notices, toRotas } = await noticesOf(deps, scene, muteId);
        await recordOnCall(scene, toRotas, scene.call.now);
        await queueNotices(deps, scene, notices);
        return true;
      });
      deps.queue.wake();
    });
  };
}

async function noticesOf(deps: AlertDeps, scene: Scene, muteId: string) {
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
  const on = routes.filter(({ configuration }) => configuration.enabled);
  const alertIdsOf = (routeId: string) => (byRoute.get(routeId) ?? []).map(({ alertId }) => alertId);
  const calm = (one: Target) => !isPager(rows, one);
  const notices = on.map(
    ({ id, configuration: { name, destinations, severity_override } }): Notice => ({
      source: `mute/${muteId}/route/${id}/summary`,
      phase: "summary",
      dedupKey: muteId,
      by: { kind: alertRoutes.kind, id, name },
      step: null,
      groupLabels: {},
      severity: severity_override ?? null,
      alertIds: alertIdsOf(id),
      targets: targetsOf(destinations, rows, addressesOf, scene.call.now).filter(calm),
    }),
  );
  const toRotas = on.map(({ id, configuration: { destinations } }): SentToRotas => {
    const reaches = reachesOf(destinations, rows, scene.call.now);
    // A pager that is a rota's fallback gets no summary.
    const sent = reaches.filter((reach) =>
      targetsOf(reach.destinations, rows, addressesOf, scene.call.now).every(calm),
    );
    return { senderId: id, alertIds: alertIdsOf(id), reaches: sent };
  });
  return { notices, toRotas };
}
