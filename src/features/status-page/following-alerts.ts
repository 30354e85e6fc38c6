/** Opens and ends incidents as critical alerts of components' services do, in the transaction that settles a page. */
import type { Call } from "../../engine/context.ts";
import type { Engine } from "../../engine/engine.ts";
import type { StoredRow, Writer } from "../../engine/ports/rows.ts";
import { completed } from "../../engine/render.ts";
import { grouped } from "../../kernel/grouped.ts";
import { parseTimestamp } from "../../kernel/timestamps.ts";
import { over } from "../../resources/incident-updates.ts";
import { statusPageComponents } from "../../resources/status-page-components.ts";
import { statusPageIncidents } from "../../resources/status-page-incidents.ts";
import type { Alerts } from "../alerting/index.ts";
import {
  type AlertMove,
  alertMove,
  type CriticalAlert,
  type EndedBy,
  type Publish,
} from "./alert-incidents.ts";
import type { KeptFollowing, StatusPageStore } from "./store.ts";

export interface FollowingDeps {
  readonly engine: Pick<Engine, "in">;
  readonly pages: StatusPageStore;
  readonly alerts: Pick<Alerts, "store" | "rowsOf" | "heldEnds">;
}

/** Of one service: what is more says nothing new. */
const mostAlerts = 50;

/** @returns whether alerts of any service are to be looked at again soon */
export async function followAlerts(
  deps: FollowingDeps,
  writer: Writer,
  call: Call,
  components: readonly StoredRow[],
  incidents: readonly StoredRow[],
): Promise<boolean> {
  const { id: organizationId } = call.caller.organization;
  const kept = await deps.pages.in(writer).followings(organizationId);
  const { routes } = await deps.alerts.rowsOf(writer, organizationId, call.now);
  const publishOf = new Map<string, Publish>(
    [...routes].flatMap(([id, { configuration }]) =>
      configuration.enabled && configuration.publish !== "none" ? [[id, configuration.publish]] : [],
    ),
  );
  const watched = components
    .map(({ id, configuration }) => ({ id, ...completed(statusPageComponents, configuration) }))
    .filter(
      ({ id, publish, service }) =>
        kept.has(id) || (service !== null && (publish !== "none" || publishOf.size > 0)),
    );
  if (watched.length === 0) return false;
  const alerts = await criticalAlerts(deps, writer, organizationId, publishOf, [
    ...new Set(watched.flatMap(({ service }) => service ?? [])),
  ]);
  const open = incidents.map(openIncident).filter((incident) => incident.isOpen);
  for (const { id, name, publish, service } of watched) {
    const following = kept.get(id);
    const row =
      following && (await writer.row(organizationId, statusPageIncidents.kind, following.incidentId));
    const isQuiet = row !== undefined && service !== null && !alerts.has(service);
    const others = open.filter((one) => one.id !== following?.incidentId && one.componentIds.includes(id));
    const move = alertMove(
      {
        id,
        name,
        publish,
        alerts: (service === null ? undefined : alerts.get(service)) ?? [],
        endedBy: isQuiet ? await endedBy(deps, writer, organizationId, service, row) : "nobody",
        following,
        incident: row && {
          isOver: over.includes(completed(statusPageIncidents, row.configuration).status),
          isTouched: row.revision !== following?.revision,
        },
        covered: {
          byPublished: others.some(({ draft }) => !draft),
          byDraft: others.some(({ draft }) => draft),
        },
      },
      call.now,
    );
    if (move !== undefined) await apply(deps, writer, call, id, following, move);
  }
  return true;
}

/** By whose word the last alert of a service ended since an incident began. */
async function endedBy(
  { alerts }: FollowingDeps,
  writer: Writer,
  organizationId: string,
  service: string,
  { configuration, createdAt }: Pick<StoredRow, "configuration" | "createdAt">,
): Promise<EndedBy> {
  const { started_at } = completed(statusPageIncidents, configuration);
  const since = started_at === null ? createdAt : (parseTimestamp(started_at) ?? createdAt);
  const ends = await alerts.heldEnds.in(writer).lastEnds(organizationId, [service], since, true);
  return ends.get(service) ?? "nobody";
}

/** By service. */
async function criticalAlerts(
  { alerts }: FollowingDeps,
  writer: Writer,
  organizationId: string,
  publishOf: ReadonlyMap<string, Publish>,
  services: readonly string[],
): Promise<ReadonlyMap<string, readonly CriticalAlert[]>> {
  const found = await alerts.store.in(writer).critical(organizationId, services, mostAlerts);
  return grouped(
    found.map(({ routeIds, ...alert }) => ({
      ...alert,
      routes: routeIds.flatMap((id) => publishOf.get(id) ?? []),
    })),
    ({ service }) => service,
  );
}

/** Planned work affects nothing before it begins. */
function openIncident({ id, configuration }: StoredRow) {
  const { status, draft, component_ids: componentIds } = completed(statusPageIncidents, configuration);
  return { id, draft, componentIds, isOpen: !over.includes(status) && status !== "scheduled" };
}

async function apply(
  { engine, pages }: FollowingDeps,
  writer: Writer,
  call: Call,
  componentId: string,
  was: KeptFollowing | undefined,
  move: AlertMove,
): Promise<void> {
  const { id: organizationId } = call.caller.organization;
  const rows = engine.in(writer);
  const kept = pages.in(writer);
  const { kind } = statusPageIncidents;
  const revisionOf = async (id: string) => (await writer.row(organizationId, kind, id))?.revision ?? "";
  switch (move.do) {
    case "open": {
      const { title, draft, writing } = move;
      const began = new Date(Math.min(move.startedAt.getTime(), call.now.getTime()));
      const incidentId = await rows.create(call, statusPageIncidents, {
        title,
        draft,
        ...writing,
        impact: "critical",
        component_ids: [componentId],
        started_at: began.toISOString(),
      });
      const revision = await revisionOf(incidentId);
      const fresh = { incidentId, revision, reopened: 0, quietSince: null, proposedAt: null };
      return kept.putFollowing(organizationId, componentId, { ...fresh, proposedBody: null });
    }
    case "write": {
      const { incidentId } = move.following;
      // What somebody writes at this moment is theirs.
      const row = await writer.lockRow(organizationId, kind, incidentId);
      if (row?.revision !== was?.revision) return;
      await rows.update(call, statusPageIncidents, incidentId, { ...move.writing });
      const revision = await revisionOf(incidentId);
      return kept.putFollowing(organizationId, componentId, {
        ...move.following,
        revision,
        proposedBody: null,
      });
    }
    case "leave":
      return kept.deleteFollowing(organizationId, componentId);
    default:
      return kept.putFollowing(organizationId, componentId, {
        ...move.following,
        revision: was?.revision ?? "",
        proposedBody: move.do === "propose" ? move.body : null,
      });
  }
}
