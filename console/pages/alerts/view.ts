/** Which of the alerts a page shows, and in which groups. Pure. */
import type { Alert, Severity } from "../../api/alert-shapes.ts";

/** As they stand in the address; what is not asked for is left out. */
export type AlertSearch = Readonly<
  Partial<Record<"status" | "group" | "severity" | "service" | "route" | "muted" | "q", string>>
>;

/** From the most to the least urgent; one that nobody knows comes first, since it counts as critical. */
export const severities = ["critical", "error", "warning", "info"] as const satisfies readonly Severity[];

/** What an alert has in place of a severity, a service or a route, in the address. */
export const none = "none";

export const groupings = ["route", "service", "alertname"] as const;
type Grouping = (typeof groupings)[number];

export interface AlertGroup {
  /** Null where alerts are not grouped. */
  readonly title: string | null;
  readonly alerts: readonly Alert[];
}

/** Whether an alert is what the address asks for. */
export function isSought(alert: Alert, { severity, service, route, muted, q = "" }: AlertSearch): boolean {
  const is = (wanted: string | undefined, values: readonly (string | null)[]) =>
    wanted === undefined ||
    (values.length === 0 ? [none] : values.map((value) => value ?? none)).includes(wanted);
  if (!is(severity, [alert.severity]) || !is(service, [alert.service])) return false;
  if (
    !is(
      route,
      alert.routes.map(({ name }) => name),
    )
  )
    return false;
  if (muted !== undefined && (alert.muted_by !== null) !== (muted === "yes")) return false;
  const text = [alert.title, ...Object.entries(alert.labels).map(([name, value]) => `${name}=${value}`)]
    .join("\n")
    .toLowerCase();
  return q
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** Alerts by what they have in common: the group with the most urgent one first, then by name. */
export function groupsOf(alerts: readonly Alert[], group: string | undefined): readonly AlertGroup[] {
  const by = groupings.find((one) => one === group);
  if (by === undefined) return [{ title: null, alerts }];
  const groups = new Map<string, Alert[]>();
  for (const alert of alerts) {
    const title = groupTitle(alert, by);
    groups.set(title, [...(groups.get(title) ?? []), alert]);
  }
  const urgency = (some: readonly Alert[]) =>
    Math.min(...some.map(({ severity }) => rankOfSeverity(severity)));
  return [...groups]
    .map(([title, some]) => ({ title, alerts: some }))
    .sort((a, b) => urgency(a.alerts) - urgency(b.alerts) || a.title.localeCompare(b.title));
}

function groupTitle(alert: Alert, by: Grouping): string {
  switch (by) {
    case "route":
      return alert.routes.map(({ name }) => name).join(", ") || "No route";
    case "service":
      return alert.service ?? "No service";
    case "alertname":
      return alert.labels.alertname ?? "No alertname";
  }
}

/** More than somebody reads as one list. */
const many = 20;

/** By what they are grouped: as the address says, else by service where there are many. */
export function groupingOf({ group }: AlertSearch, count: number): string | undefined {
  return group ?? (count > many ? "service" : undefined);
}

/** The most urgent first, and those of one severity in the order that they had. What is over stays in the order of its ends. */
export function inOrder(alerts: readonly Alert[], { status }: AlertSearch): readonly Alert[] {
  if (status === "resolved") return alerts;
  return alerts.toSorted((one, other) => rankOfSeverity(one.severity) - rankOfSeverity(other.severity));
}

function rankOfSeverity(severity: Severity | null): number {
  if (severity === "none") return severities.length;
  return severity === null ? 0 : severities.indexOf(severity);
}

/** What the alerts at hand can be narrowed to, with what the address has already. */
export function choicesOf(alerts: readonly Alert[], search: AlertSearch) {
  const choices = (values: readonly string[], wanted: string | undefined) =>
    [...new Set([...values, ...(wanted === undefined ? [] : [wanted])])].sort();
  return {
    services: choices(
      alerts.map(({ service }) => service ?? none),
      search.service,
    ),
    routes: choices(
      alerts.flatMap(({ routes }) => (routes.length === 0 ? [none] : routes.map(({ name }) => name))),
      search.route,
    ),
  };
}

/** A list whose lines keep their places while somebody is at them. */
export interface Held {
  /** In their places; those that are not in the list any more as they were last. */
  readonly rows: readonly Alert[];
  /** What came meanwhile. */
  readonly fresh: readonly Alert[];
  /** The ids of rows of which nothing is known any more. */
  readonly gone: ReadonlySet<string>;
}

/**
 * @param kept the alerts whose places are held; undefined where none are
 * @param now the alerts that the list would have now
 * @param known all alerts that are known in their present state
 */
export function heldOf(
  kept: readonly Alert[] | undefined,
  now: readonly Alert[],
  known: readonly Alert[],
): Held {
  if (kept === undefined) return { rows: now, fresh: [], gone: new Set() };
  const present = new Map(known.map((alert) => [alert.id, alert]));
  const places = new Set(kept.map(({ id }) => id));
  return {
    rows: kept.map((alert) => present.get(alert.id) ?? alert),
    fresh: now.filter(({ id }) => !places.has(id)),
    gone: new Set(kept.flatMap(({ id }) => (present.has(id) ? [] : [id]))),
  };
}
