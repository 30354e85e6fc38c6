/** What a status page shows, as plain values: everything that is written of a page is made from this alone. */
import type { KeptPicture } from "../../kernel/picture.ts";
import type { ConfigurationOf } from "../../kernel/row-types.ts";
import type { statusPageComponents } from "../../resources/status-page-components.ts";
import type { statusPageIncidents } from "../../resources/status-page-incidents.ts";
import type { statusPageSettings } from "../../resources/status-page-settings.ts";

export type ComponentStatus = ConfigurationOf<typeof statusPageComponents>["status"];
export type IncidentStatus = ConfigurationOf<typeof statusPageIncidents>["status"];
export type Impact = ConfigurationOf<typeof statusPageIncidents>["impact"];

/** From best to worst, as the worst of several is shown. Planned work is worse than nothing, and better than trouble. */
export const fromBestToWorst: readonly ComponentStatus[] = [
  "operational",
  "under_maintenance",
  "degraded_performance",
  "partial_outage",
  "major_outage",
];

/** Everything that a page shows at one moment. */
export interface PageState {
  readonly page: Page;
  /** In the order of the page; those of a group follow each other. */
  readonly components: readonly PageComponent[];
  /** Outages and planned work, open and over: first what began last. */
  readonly incidents: readonly PageIncident[];
  /** When it was so, as RFC 3339. */
  readonly at: string;
}

export interface Page
  extends Pick<
    ConfigurationOf<typeof statusPageSettings>,
    "description" | "theme" | "support_url" | "timezone" | "history_days" | "show_uptime" | "allow_indexing"
  > {
  readonly id: string;
  readonly title: string;
  /** Where the page is, without a slash at the end: what feeds, JSON and mails name. */
  readonly url: string;
  /** The picture next to the heading; null without one. */
  readonly logo: KeptPicture | null;
  /** The page's own colour, as #rrggbb; null for ours. */
  readonly accent: string | null;
  /** Whether visitors need a password. */
  readonly closed: boolean;
  /** When anything that it shows was last changed, as RFC 3339. */
  readonly updatedAt: string;
}

export interface PageComponent {
  readonly id: string;
  /** Empty for none. */
  readonly group: string;
  readonly name: string;
  readonly description: string | null;
  readonly status: ComponentStatus;
  /** Since when nobody measures it, where its status is observed; null where it is known. */
  readonly unknownSince: string | null;
  readonly showUptime: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** What is known of its days, the oldest first; a day that is missing is one of which nothing is known. */
  readonly days: readonly Day[];
  /** How its status moved, the oldest first. */
  readonly changes: readonly StatusChange[];
}

export interface StatusChange {
  readonly at: string;
  readonly from: ComponentStatus;
  readonly to: ComponentStatus;
}

/** How long a component had each status on a day. */
export interface Day {
  /** The day in UTC, as YYYY-MM-DD. */
  readonly day: string;
  readonly seconds: Readonly<Partial<Record<ComponentStatus, number>>>;
}

export interface PageIncident {
  readonly id: string;
  readonly title: string;
  readonly status: IncidentStatus;
  readonly impact: Impact;
  /** The components that it affects and that are on the page, in its order. */
  readonly componentIds: readonly string[];
  readonly scheduledFor: string | null;
  readonly scheduledUntil: string | null;
  /** When it began; of planned work that has not begun, when it was announced. */
  readonly startedAt: string;
  readonly resolvedAt: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** The oldest first. */
  readonly updates: readonly PageUpdate[];
}

export interface PageUpdate {
  readonly at: string;
  readonly status: IncidentStatus;
  readonly body: string;
}

const planned: readonly IncidentStatus[] = ["scheduled", "in_progress", "completed"];
const over: readonly IncidentStatus[] = ["resolved", "completed"];

/** Whether it is planned work and no outage. */
export function isMaintenance({ status, impact }: Pick<PageIncident, "status" | "impact">): boolean {
  return impact === "maintenance" || planned.includes(status);
}

export function isOver({ status }: Pick<PageIncident, "status">): boolean {
  return over.includes(status);
}

/** Whether it is planned work that has not begun. */
export function isUpcoming(incident: PageIncident): boolean {
  return isMaintenance(incident) && incident.status === "scheduled";
}

/** So many from the first on, and every one that is open: however much was written after it, it goes on. */
export function withOpen(incidents: readonly PageIncident[], most: number): readonly PageIncident[] {
  return incidents.filter((one, at) => at < most || !isOver(one));
}

/** When planned work begins or began: as planned, where that is known. */
export function plannedAt({ scheduledFor, startedAt }: PageIncident): number {
  return Date.parse(scheduledFor ?? startedAt);
}

/** The incidents of a page by where they stand on it. */
export function sorted({ incidents }: Pick<PageState, "incidents">) {
  const open = incidents.filter((incident) => !isOver(incident));
  return {
    outages: open.filter((incident) => !isMaintenance(incident)),
    underWay: open.filter((incident) => isMaintenance(incident) && !isUpcoming(incident)),
    upcoming: open.filter(isUpcoming).toSorted((one, other) => plannedAt(one) - plannedAt(other)),
    ended: incidents.filter(isOver),
  };
}

/** The worst of several; what works where there are none. */
export function worstOf(statuses: readonly ComponentStatus[]): ComponentStatus {
  return fromBestToWorst.findLast((status) => statuses.includes(status)) ?? "operational";
}
