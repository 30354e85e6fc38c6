/** The state of a page in one word and one line, and the words for each status. */
import { createHash } from "node:crypto";
import {
  type ComponentStatus,
  type Impact,
  type IncidentStatus,
  isMaintenance,
  type PageComponent,
  type PageState,
  sorted,
  worstOf,
} from "./state.ts";

/** As in Statuspage's status.json, from best to worst. */
export const indicators = ["none", "maintenance", "minor", "major", "critical"] as const;
export type Indicator = (typeof indicators)[number];

const ofStatus: Readonly<Record<ComponentStatus, Indicator>> = {
  operational: "none",
  under_maintenance: "maintenance",
  degraded_performance: "minor",
  partial_outage: "major",
  major_outage: "critical",
};

const words: Readonly<Record<Indicator, string>> = {
  none: "All Systems Operational",
  maintenance: "Service Under Maintenance",
  minor: "Minor Service Outage",
  major: "Partial System Outage",
  critical: "Major Service Outage",
};

/** The worst of what its components show and its open incidents say; work that is planned counts while it is under way. */
export function overallOf(state: Pick<PageState, "components" | "incidents">): {
  readonly indicator: Indicator;
  readonly description: string;
} {
  const { outages, underWay } = sorted(state);
  const said = [...outages, ...underWay].map(
    (incident): Indicator => (isMaintenance(incident) ? "maintenance" : incident.impact),
  );
  const shown = ofStatus[worstOf(state.components.map(({ status }) => status))];
  const indicator = indicators.findLast((one) => one === shown || said.includes(one)) ?? "none";
  // Slow is no outage, where no incident calls it one.
  const slow = indicator === "minor" && !said.includes("minor");
  return { indicator, description: slow ? "Degraded Service" : words[indicator] };
}

export const statusWords: Readonly<Record<ComponentStatus, string>> = {
  operational: "Operational",
  degraded_performance: "Degraded performance",
  partial_outage: "Partial outage",
  major_outage: "Major outage",
  under_maintenance: "Under maintenance",
};

export const incidentWords: Readonly<Record<IncidentStatus, string>> = {
  investigating: "Investigating",
  identified: "Identified",
  monitoring: "Monitoring",
  resolved: "Resolved",
  scheduled: "Scheduled",
  in_progress: "In progress",
  completed: "Completed",
};

export const impactWords: Readonly<Record<Impact, string>> = {
  none: "No impact",
  minor: "Minor impact",
  major: "Major impact",
  critical: "Critical impact",
  maintenance: "Maintenance",
};

/** Components under one heading; without a heading each stands by itself. */
export interface Group {
  readonly id: string | null;
  readonly name: string;
  readonly status: ComponentStatus;
  readonly components: readonly PageComponent[];
}

/** The page's groups in the order of their first components. */
export function groupsOf(components: readonly PageComponent[]): readonly Group[] {
  const names = [...new Set(components.map(({ group }) => group))];
  return names.map((name) => {
    const members = components.filter(({ group }) => group === name);
    const status = worstOf(members.map(({ status }) => status));
    return { id: name === "" ? null : groupId(name), name, status, components: members };
  });
}

/** Groups are no rows: the id follows from the name, so that it is the same at every node and after a restart. */
function groupId(name: string): string {
  return `spg_${createHash("sha256").update(name).digest("hex").slice(0, 24)}`;
}
