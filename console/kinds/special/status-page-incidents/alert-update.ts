/** What an alert lets people say on the status page: of which components, how bad it is, and with which words. Pure. */
import type { Alert } from "../../../api/alert-shapes.ts";
import {
  type Component,
  type IncidentRow,
  isMaintenance,
  listed,
  type OwnTemplate,
  templatesOf,
} from "./words.ts";

export interface AlertUpdate {
  /** The incident that is open already; undefined where one begins with it. */
  readonly incident: IncidentRow | undefined;
  readonly title: string;
  readonly impact: string;
  readonly status: string;
  readonly body: string;
  readonly components: readonly Component[];
  /** What the components become, by their ids. */
  readonly states: Readonly<Record<string, string>>;
}

/** As the page's observed components show it. */
const shownAs: Readonly<Record<string, { readonly impact: string; readonly state: string }>> = {
  critical: { impact: "critical", state: "major_outage" },
  error: { impact: "major", state: "partial_outage" },
};
const otherwise = { impact: "minor", state: "degraded_performance" } as const;
const fromBestToWorst = [
  "operational",
  "under_maintenance",
  "degraded_performance",
  "partial_outage",
  "major_outage",
];

/**
 * @param rows all components, and the incidents that are not over, the newest first
 * @param own the organization's own texts: the first one for the status comes before ours
 */
export function alertUpdate(
  alert: Pick<Alert, "service" | "severity" | "status">,
  rows: { readonly components: readonly Component[]; readonly open: readonly IncidentRow[] },
  own: readonly OwnTemplate[],
): AlertUpdate {
  const affected = rows.components.filter(({ service }) => service !== null && service === alert.service);
  const incident = rows.open.find(
    (open) => !isMaintenance(open) && affected.some(({ id }) => open.component_ids.includes(id)),
  );
  const components =
    incident === undefined
      ? affected
      : rows.components.filter(({ id }) => incident.component_ids.includes(id));
  const isOver = alert.status === "resolved";
  const status = isOver ? "resolved" : (incident?.status ?? "investigating");
  const { impact, state } = shownAs[alert.severity ?? ""] ?? otherwise;
  const names = components.map(({ name }) => name);
  const [template] = templatesOf({ status, impact }, names, own).filter((one) => one.status === status);
  return {
    incident,
    title: incident?.title ?? titleOf(names),
    impact: incident?.impact ?? impact,
    status,
    body: template?.text ?? "",
    components,
    states: Object.fromEntries(
      affected.flatMap(({ id, status: now, status_source }) => {
        const next = isOver ? "operational" : worse(now, state);
        return status_source === "observed" || next === now ? [] : [[id, next]];
      }),
    ),
  };
}

function titleOf(names: readonly string[]): string {
  if (names.length === 0) return "";
  return `${listed(names)} ${names.length === 1 ? "is" : "are"} affected`;
}

function worse(one: string, other: string): string {
  return fromBestToWorst.indexOf(one) > fromBestToWorst.indexOf(other) ? one : other;
}
