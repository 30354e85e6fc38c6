/** Connectors and heartbeats that are deleted while alerts of theirs are open: nobody could say when those end. */
import { entry } from "../../engine/audit-entry.ts";
import type { Call } from "../../engine/context.ts";
import type { KindHooks, Previewed, RowMove } from "../../engine/feature.ts";
import type { WithExecutor } from "../../engine/ports/executor.ts";
import type { Writer } from "../../engine/ports/rows.ts";
import { nothingMore } from "../delivery/index.ts";
import { type AlertDeps, lockOf } from "./deps.ts";
import { endAlerts } from "./upkeep.ts";

/** Alerts that are ended in one go. */
const batch = 1_000;

/** @param kind of rows whose ids stand at their alerts as `connector_id` */
export function endsWithSource(deps: AlertDeps, kind: string) {
  const openOf = (reader: WithExecutor, call: Call, id: string) =>
    deps.heldEnds.in(reader).countOpenOf(call.caller.organization.id, id);
  return {
    async onWrite(writer, call, { before, after }) {
      if (before !== undefined && after === undefined) await endAll(deps, writer, call, before.id);
    },
    async stake(reader, call, id) {
      const open = await openOf(reader, call, id);
      return open === 0 ? undefined : `It has ${stakeText(open)}.`;
    },
    async preview(call, changed): Promise<readonly Previewed[]> {
      const found: Previewed[] = [];
      for (const move of changed.filter((one) => isGone(one, kind))) {
        const open = await openOf(deps.store, call, move.id);
        if (open > 0)
          found.push({
            ...{ kind, id: move.id, field: "id", reason: "open_alerts" },
            message: `has ${stakeText(open)}`,
          });
      }
      return found;
    },
  } satisfies KindHooks;
}

function isGone({ kind, before, now }: RowMove, wanted: string): boolean {
  return kind === wanted && before !== undefined && now === undefined;
}

function stakeText(open: number): string {
  const [alerts, which] = open === 1 ? ["an open alert", "it"] : [`${open} open alerts`, "them"];
  return `${alerts}: deleting it ends ${which}, takes back what waits to be sent about ${which}, and notifies of the end whoever was notified`;
}

/** Under the connector's lock: what is being taken in is taken in before, and is ended too. */
async function endAll(deps: AlertDeps, writer: Writer, call: Call, connectorId: string): Promise<void> {
  const { id: organizationId } = call.caller.organization;
  await writer.lock(lockOf(organizationId, connectorId));
  const own = deps.heldEnds.in(writer);
  let count = 0;
  for (let ids = await own.openOf(organizationId, connectorId, batch); ids.length > 0; ) {
    count += ids.length;
    await own.takeBack(organizationId, ids, `what raised the alert was deleted; ${nothingMore}`);
    await endAlerts(
      deps,
      writer,
      call,
      ids.map((id) => ({ id, at: call.now })),
    );
    ids = await own.openOf(organizationId, connectorId, batch);
  }
  if (count === 0) return;
  const changes = [{ field: "open_alerts", before: count, after: 0 }];
  await deps.alerts
    .in(writer)
    .record(organizationId, entry(call, "resolve_alert", "alerts", connectorId, changes));
}
