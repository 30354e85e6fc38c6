/** A page's rows as what it shows; a pure function, by which the live page, its preview and its tests are made alike. */
import type { StoredRow } from "../../engine/ports/rows.ts";
import { completed, renderRow, viewOf } from "../../engine/render.ts";
import type { ConfigurationOf } from "../../kernel/row-types.ts";
import {
  type Day,
  type IncidentStatus,
  isMaintenance,
  type PageComponent,
  type PageIncident,
  type PageState,
  type PageUpdate,
} from "../../renderers/status-page/index.ts";
import { timesOf } from "../../resources/incident-updates.ts";
import { statusPageComponents } from "../../resources/status-page-components.ts";
import { statusPageIncidents } from "../../resources/status-page-incidents.ts";
import { statusPageSettings } from "../../resources/status-page-settings.ts";
import { changesOf, daysUntil } from "./days.ts";
import { hostName } from "./host-name.ts";
import { logoOf } from "./logo.ts";
import type { Observed } from "./observed.ts";
import type { StatusSpan } from "./store.ts";

export interface PageRows {
  readonly organization: { readonly id: string; readonly name: string };
  readonly settings: StoredRow;
  /** In the order of the page. */
  readonly components: readonly StoredRow[];
  /** The newest first. */
  readonly incidents: readonly StoredRow[];
  /** What is observed of the components that follow it, by their ids. */
  readonly observed: ReadonlyMap<string, Observed>;
  /** What is counted, by component. */
  readonly days: ReadonlyMap<string, readonly Day[]>;
  /** The statuses that components had and have, in the order of time. */
  readonly spans: readonly StatusSpan[];
}

/** @param siteUrl where people reach the service, without a slash at the end */
export function pageStateOf(rows: PageRows, siteUrl: string, now: Date): PageState {
  const { organization, settings } = rows;
  const configuration = completed(statusPageSettings, settings.configuration);
  // Settings change nothing that readers follow, as whom the page is shown to; they count where there is nothing else.
  const shown = [...rows.components, ...rows.incidents];
  const changed = (shown.length > 0 ? shown : [settings]).map(({ updatedAt }) => updatedAt.getTime());
  const { description, theme, support_url, timezone, history_days, show_uptime, allow_indexing } =
    configuration;
  return {
    page: {
      description,
      theme,
      support_url,
      timezone,
      history_days,
      show_uptime,
      allow_indexing,
      id: organization.id,
      title: configuration.title ?? organization.name,
      url: urlOf(configuration, siteUrl),
      logo: logoOf(configuration, viewOf(statusPageSettings, settings).state),
      accent: configuration.accent_color,
      closed: configuration.visibility === "password",
      updatedAt: new Date(Math.max(...changed)).toISOString(),
    },
    components: rows.components.map((row) => componentOf(rows, row, now)),
    incidents: rows.incidents
      .map((row) => incidentOf(rows, row, now))
      .toSorted((one, other) => Date.parse(other.startedAt) - Date.parse(one.startedAt)),
    at: now.toISOString(),
  };
}

/** Where the page is: at its own host name where it has one, by the protocol of the service. */
function urlOf({ slug, domain }: ConfigurationOf<typeof statusPageSettings>, siteUrl: string): string {
  if (domain !== null) return `${new URL(siteUrl).protocol}//${hostName(domain)}`;
  return `${siteUrl}/status/${slug}`;
}

function componentOf({ days, spans, observed }: PageRows, row: StoredRow, now: Date): PageComponent {
  const { group, name, description, status, show_uptime } = completed(
    statusPageComponents,
    row.configuration,
  );
  const own = spans.filter(({ id }) => id === row.id);
  const present = own.find(({ until }) => until === null);
  return {
    id: row.id,
    group,
    name,
    description,
    status,
    unknownSince: sinceUnknown(observed.get(row.id), row),
    showUptime: show_uptime,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    days: daysUntil(days.get(row.id) ?? [], present, now),
    changes: changesOf(own),
  };
}

/** Since when nothing is measured of a component that is observed: at the latest since it was last changed. */
function sinceUnknown(observed: Observed | undefined, { updatedAt }: StoredRow): string | null {
  if (observed === undefined || observed.status !== null) return null;
  return observed.unknownSince ?? updatedAt.toISOString();
}

function incidentOf({ components }: PageRows, row: StoredRow, now: Date): PageIncident {
  const incident = renderRow(statusPageIncidents, row, now);
  const { started_at, resolved_at } = timesOf(viewOf(statusPageIncidents, row));
  const shown = (status: IncidentStatus) => (isMaintenance(incident) ? (ofWork[status] ?? status) : status);
  const begun: PageIncident = {
    id: row.id,
    title: incident.title,
    status: shown(incident.status),
    impact: incident.impact,
    componentIds: components.flatMap(({ id }) => (incident.component_ids.includes(id) ? [id] : [])),
    scheduledFor: inUtc(incident.scheduled_for),
    scheduledUntil: inUtc(incident.scheduled_until),
    startedAt: inUtc(started_at) ?? row.createdAt.toISOString(),
    resolvedAt: inUtc(resolved_at),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    updates: (incident.updates ?? []).map(({ at, status, body }) => ({
      at: inUtc(at),
      status: shown(status),
      body,
    })),
  };
  const isGiven = completed(statusPageIncidents, row.configuration).started_at !== null;
  return isGiven || !isMaintenance(begun) ? begun : { ...begun, startedAt: workBeganAt(begun) };
}

/** Statuspage has three statuses of maintenance; one that nobody planned is under way. */
const ofWork: Readonly<Partial<Record<IncidentStatus, IncidentStatus>>> = {
  investigating: "in_progress",
  identified: "in_progress",
  monitoring: "in_progress",
  resolved: "completed",
};

/**
 * When planned work began: once it was in progress, the last time where it was put off in between. What nobody said to be
 * in progress began as planned, but no later than it ended; what has not begun has the moment of its announcement.
 */
function workBeganAt({ status, startedAt, resolvedAt, scheduledFor, updates }: PageIncident): string {
  if (status === "scheduled") return startedAt;
  const putOff = updates.findLastIndex((update) => update.status === "scheduled");
  const isUnderWay = ({ status }: PageUpdate) => status === "in_progress";
  const begun = updates.slice(putOff + 1).find(isUnderWay)?.at ?? scheduledFor ?? startedAt;
  return resolvedAt !== null && Date.parse(resolvedAt) < Date.parse(begun) ? resolvedAt : begun;
}

/** The same moment in one form, whatever offset it was given with: texts of times are compared. */
export function inUtc<T extends string | null>(at: T): T {
  return (at === null ? null : new Date(at).toISOString()) as T;
}
