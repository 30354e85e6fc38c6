/** The page as JSON in the shape of Statuspage's API v2, which tools read already. Times are RFC 3339 in UTC. */
import type { Json } from "../../kernel/field.ts";
import { publicPageId } from "./ids.ts";
import { type Group, groupsOf, overallOf } from "./overall.ts";
import type { ShownComponent, ShownIncident, ShownUpdate } from "./shapes.ts";
import {
  type ComponentStatus,
  isMaintenance,
  isOver,
  isUpcoming,
  type PageComponent,
  type PageIncident,
  type PageState,
  type PageUpdate,
  plannedAt,
  withOpen,
} from "./state.ts";

/** As many of what is over as Statuspage answers. */
const mostIncidents = 50;

/** What each file has next to `page`, by its path below `api/v2/`. */
const files: Readonly<Record<string, (state: PageState) => Readonly<Record<string, Json>>>> = {
  "summary.json": (state) => ({
    components: componentsOf(state),
    incidents: incidentsOf(state, (one) => !isMaintenance(one) && !isOver(one)),
    scheduled_maintenances: incidentsOf(soonest(state), (one) => isMaintenance(one) && !isOver(one)),
    status: overallOf(state),
  }),
  "status.json": (state) => ({ status: overallOf(state) }),
  "components.json": (state) => ({ components: componentsOf(state) }),
  "incidents.json": (state) => ({ incidents: incidentsOf(state, (one) => !isMaintenance(one)) }),
  "incidents/unresolved.json": (state) => ({
    incidents: incidentsOf(state, (one) => !isMaintenance(one) && !isOver(one)),
  }),
  "scheduled-maintenances.json": (state) => ({ scheduled_maintenances: incidentsOf(state, isMaintenance) }),
  "scheduled-maintenances/upcoming.json": (state) => ({
    scheduled_maintenances: incidentsOf(soonest(state), isUpcoming),
  }),
  "scheduled-maintenances/active.json": (state) => ({
    scheduled_maintenances: incidentsOf(state, (one) => isMaintenance(one) && one.status === "in_progress"),
  }),
};

export const jsonPaths: readonly string[] = Object.keys(files);

/** @param path below `api/v2/`, one of `jsonPaths` */
export function jsonOf(state: PageState, path: string): string | undefined {
  const make = Object.hasOwn(files, path) ? files[path] : undefined;
  return make && JSON.stringify({ page: pageOf(state), ...make(state) });
}

function pageOf({ page }: PageState): Json {
  const { id, title, url, timezone, updatedAt } = page;
  return { id: publicPageId({ id }), name: title, url, time_zone: timezone, updated_at: updatedAt };
}

function incidentsOf(state: PageState, shown: (incident: PageIncident) => boolean): ShownIncident[] {
  return withOpen(state.incidents.filter(shown), mostIncidents).map((one) => oneIncident(state, one));
}

function soonest(state: PageState): PageState {
  return { ...state, incidents: state.incidents.toSorted((one, other) => plannedAt(one) - plannedAt(other)) };
}

/** Each group stands before its components, as a component of its own. */
function componentsOf(state: PageState): ShownComponent[] {
  let position = 0;
  return groupsOf(state.components).flatMap((group) => {
    const heading = group.id === null ? [] : [headingOf(state, group.id, group, ++position)];
    return [...heading, ...group.components.map((component) => componentOf(state, component, ++position))];
  });
}

function headingOf(
  { page }: PageState,
  id: string,
  { name, status, components }: Group,
  position: number,
): ShownComponent {
  const least = (times: readonly string[]) => times.toSorted()[0] ?? page.updatedAt;
  const created = least(components.map(({ createdAt }) => createdAt));
  return {
    id,
    name,
    status,
    created_at: created,
    updated_at:
      components
        .map(({ updatedAt }) => updatedAt)
        .toSorted()
        .at(-1) ?? page.updatedAt,
    position,
    description: null,
    showcase: false,
    start_date: null,
    group_id: null,
    page_id: publicPageId(page),
    group: true,
    only_show_if_degraded: false,
    components: components.map((component) => component.id),
  };
}

function componentOf(
  state: PageState,
  component: PageComponent,
  position = positionOf(state, component),
): ShownComponent {
  const { id, name, status, createdAt, updatedAt, description, showUptime, group } = component;
  return {
    id,
    name,
    status,
    created_at: createdAt,
    updated_at: updatedAt,
    position,
    description,
    showcase: showUptime,
    start_date: createdAt.slice(0, 10),
    group_id: group === "" ? null : (groupsOf([component])[0]?.id ?? null),
    page_id: publicPageId(state.page),
    group: false,
    only_show_if_degraded: false,
  };
}

/** Its place among all, with the headings before it. */
function positionOf({ components }: PageState, { id }: PageComponent): number {
  let position = 0;
  for (const group of groupsOf(components)) {
    if (group.id !== null) position += 1;
    const at = group.components.findIndex((component) => component.id === id);
    if (at !== -1) return position + at + 1;
    position += group.components.length;
  }
  return position;
}

/** One incident, as every file has it. */
export function oneIncident(state: PageState, incident: PageIncident): ShownIncident {
  const { id, title, status, createdAt, updatedAt, startedAt, resolvedAt } = incident;
  const shown: ShownIncident = {
    id,
    name: title,
    status,
    created_at: createdAt,
    updated_at: updatedAt,
    monitoring_at: incident.updates.find((update) => update.status === "monitoring")?.at ?? null,
    resolved_at: resolvedAt,
    impact: isMaintenance(incident) ? "maintenance" : incident.impact,
    shortlink: `${state.page.url}/incidents/${id}`,
    started_at: startedAt,
    page_id: publicPageId(state.page),
    incident_updates: updatesOf(state, incident),
    components: affectedBy(state, incident).map((component) => componentOf(state, component)),
  };
  if (!isMaintenance(incident)) return shown;
  return { ...shown, scheduled_for: incident.scheduledFor, scheduled_until: incident.scheduledUntil };
}

function affectedBy({ components }: PageState, { componentIds }: PageIncident): PageComponent[] {
  return components.filter(({ id }) => componentIds.includes(id));
}

/** The newest first, as Statuspage has them. */
function updatesOf(state: PageState, incident: PageIncident): ShownUpdate[] {
  const affected = affectedBy(state, incident);
  const named = namedUpdates(incident);
  return named
    .map(({ id, update: { at, status, body } }, index) => ({
      id,
      status,
      body,
      incident_id: incident.id,
      created_at: at,
      updated_at: at,
      display_at: at,
      affected_components: affected.map((component) => ({
        code: component.id,
        name: component.name,
        old_status: statusBefore(component, named[index - 1]?.update.at ?? at, index > 0),
        new_status: statusBefore(component, at, true),
      })),
    }))
    .toReversed();
}

/** What a component showed at a moment. @param included whether a change at that very moment counts */
function statusBefore({ changes, status }: PageComponent, at: string, included: boolean): ComponentStatus {
  const moment = Date.parse(at);
  const last = changes.findLast((change) => {
    const changed = Date.parse(change.at);
    return changed < moment || (included && changed === moment);
  });
  return last?.to ?? changes[0]?.from ?? status;
}

/**
 * Updates with an id each, the oldest first. They have none of their own, and their place moves when the oldest are
 * dropped, so that an id follows from the moment.
 */
export function namedUpdates({
  id,
  updates,
}: PageIncident): { readonly id: string; readonly update: PageUpdate }[] {
  const seen = new Map<string, number>();
  return updates.map((update) => {
    const at = Date.parse(update.at).toString(36);
    const same = seen.get(at) ?? 0;
    seen.set(at, same + 1);
    return { id: `${id}_${at}${same === 0 ? "" : `_${same}`}`, update };
  });
}
