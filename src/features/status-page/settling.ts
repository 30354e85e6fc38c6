/** Settles pages whose rows changed or whose time has come: by one node each, in one transaction, on record as the service's. */
import { serviceCall } from "../../engine/context.ts";
import { eachOnItsOwn } from "../../engine/periodic.ts";
import type { Store, StoredRow, Writer } from "../../engine/ports/rows.ts";
import { completed, viewOf } from "../../engine/render.ts";
import { withTransaction } from "../../engine/transaction.ts";
import { statusPageComponents } from "../../resources/status-page-components.ts";
import { statusPageIncidents } from "../../resources/status-page-incidents.ts";
import { statusPageSettings } from "../../resources/status-page-settings.ts";
import type { HttpTransport } from "../../transports/port.ts";
import type { IdentityStore } from "../identity/index.ts";
import { type FollowingDeps, followAlerts } from "./following-alerts.ts";
import { incidentRows } from "./incident-rows.ts";
import { fetchLogo, logoDueAt } from "./logo.ts";
import { type MutingDeps, muteMaintenance } from "./maintenance-mutes.ts";
import type { ObservedOf } from "./observing.ts";
import { type Moves, movesOf } from "./settle.ts";

export interface SettlingDeps extends FollowingDeps, MutingDeps {
  readonly store: Store;
  readonly organizations: Pick<IdentityStore["organizations"], "find">;
  readonly observedOf: ObservedOf;
  readonly http: HttpTransport;
}

/** As often as a component that is observed is looked at, and alerts that open incidents. */
const [observedMs, alertsMs] = [15_000, 5_000];
const mostComponents = 1_000;
/** Of a node that takes longer to fetch a logo, or ended meanwhile, another one takes over. */
const fetchingMs = 60_000;

export function createSettling(deps: SettlingDeps): (now: Date) => Promise<void> {
  return async (now) => {
    const due = await deps.pages.unsettled(now);
    await eachOnItsOwn(due, (organizationId) => settle(deps, organizationId, now));
  };
}

async function settle(deps: SettlingDeps, organizationId: string, now: Date): Promise<void> {
  const organization = await deps.organizations.find(organizationId);
  if (organization === undefined) return;
  const logoUrl = await withTransaction(deps.store, [], async (writer) => {
    const pages = deps.pages.in(writer);
    if (!(await pages.lockUnsettled(organizationId, now))) return null;
    const logo = await wantedLogo(writer, organizationId, now);
    const components = await componentRows(writer, organizationId, now);
    const incidents = await incidentRows(writer, organizationId, now);
    const observed = await deps.observedOf(writer, organizationId, components, now);
    const before = await pages.maintained(organizationId);
    const published = incidents.map(incidentOf).filter(({ draft }) => !draft);
    const moves = movesOf(
      components.map(({ id, configuration }) => ({
        id,
        status: completed(statusPageComponents, configuration).status,
        observed: observed.get(id) ?? null,
        before: before.get(id),
      })),
      published,
      now,
    );
    const call = { ...serviceCall("status page", organization, "admin"), now };
    await apply(deps, writer, call, moves);
    const follows = await followAlerts(deps, writer, call, components, incidents);
    await muteMaintenance(deps, writer, call, published.map(mutingOf(components, moves)));
    const again = [...(observed.size > 0 ? [observedMs] : []), ...(follows ? [alertsMs] : [])];
    const soon = again.map((ms) => new Date(now.getTime() + ms));
    await pages.settle(organizationId, earliest([moves.dueAt, logo.againAt, ...soon]));
    return logo.url;
  });
  if (logoUrl !== null) await keepLogo(deps, organizationId, logoUrl, now);
}

/** The address from which a logo is to be fetched now, and when it is looked at again. */
async function wantedLogo(rows: Pick<Writer, "find">, organizationId: string, now: Date) {
  const { kind } = statusPageSettings;
  const settings = (await rows.find(organizationId, kind, kind))?.read();
  if (settings === undefined) return { url: null, againAt: null };
  const { configuration, state } = viewOf(statusPageSettings, settings);
  const dueAt = logoDueAt(configuration, state, now);
  const isDue = dueAt !== null && dueAt <= now;
  return {
    url: isDue ? configuration.logo_url : null,
    againAt: isDue ? new Date(now.getTime() + fetchingMs) : dueAt,
  };
}

/** Outside of the transaction: others do not wait for what somebody's server takes. */
async function keepLogo(
  { store, pages, http }: SettlingDeps,
  organizationId: string,
  url: string,
  now: Date,
): Promise<void> {
  const { kind } = statusPageSettings;
  const found = await fetchLogo(http, organizationId, url, now);
  await withTransaction(store, [], async (writer) => {
    const settings = await writer.lockRow(organizationId, kind, kind);
    // Another address was written meanwhile.
    if (settings === undefined || completed(statusPageSettings, settings.configuration).logo_url !== url)
      return;
    await writer.mergeState(organizationId, kind, kind, found);
    await pages.in(writer).moveVersion(organizationId);
  });
}

function earliest(times: readonly (Date | null)[]): Date | null {
  const known = times.filter((time) => time !== null).map(Number);
  return known.length === 0 ? null : new Date(Math.min(...known));
}

async function componentRows(
  rows: Pick<Writer, "list">,
  organizationId: string,
  now: Date,
): Promise<StoredRow[]> {
  const { kind } = statusPageComponents;
  return (await rows.list(organizationId, kind, "sort_key", [], mostComponents, now)).map((row) =>
    row.read(),
  );
}

function incidentOf({ id, configuration }: StoredRow) {
  const incident = completed(statusPageIncidents, configuration);
  const { title, status, draft, component_ids, mute_alerts, scheduled_for, scheduled_until } = incident;
  return {
    id,
    title,
    status,
    draft,
    componentIds: component_ids,
    muteAlerts: mute_alerts,
    scheduledFor: scheduled_for === null ? null : new Date(scheduled_for),
    scheduledUntil: scheduled_until === null ? null : new Date(scheduled_until),
  };
}

/** A maintenance as its mute follows from it, once the moves are made. */
function mutingOf(components: readonly StoredRow[], { incidents }: Moves) {
  const services = new Map(
    components.map(({ id, configuration }) => [id, completed(statusPageComponents, configuration).service]),
  );
  return (incident: ReturnType<typeof incidentOf>) => ({
    ...incident,
    status: incidents.find(({ id }) => id === incident.id)?.status ?? incident.status,
    services: incident.componentIds.flatMap((id) => services.get(id) ?? []),
  });
}

async function apply(
  { engine, pages }: SettlingDeps,
  writer: Writer,
  call: ReturnType<typeof serviceCall>,
  { incidents, components, taken, released }: Moves,
): Promise<void> {
  const organizationId = call.caller.organization.id;
  const rows = engine.in(writer);
  const kept = pages.in(writer);
  for (const { id, status } of incidents) await rows.update(call, statusPageIncidents, id, { status });
  for (const { id, before } of taken) await kept.putMaintained(organizationId, id, before);
  for (const id of released) await kept.deleteMaintained(organizationId, id);
  for (const { id, status } of components) await rows.update(call, statusPageComponents, id, { status });
}
