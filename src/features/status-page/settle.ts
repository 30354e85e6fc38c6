/**
 * What follows by itself for components and planned work, as pure rules: maintenance begins and ends at its times, its
 * components are under maintenance meanwhile and then what they were, and a component that is observed follows that.
 */
import type { ComponentStatus, IncidentStatus } from "../../renderers/status-page/index.ts";
import type { Observed } from "./observed.ts";

export interface SettledComponent {
  readonly id: string;
  readonly status: ComponentStatus;
  /** What is observed of it now; null where people set its status, or nothing is measured. */
  readonly observed: Observed | null;
  /** What it was before the maintenance that it is under. */
  readonly before: ComponentStatus | undefined;
}

export interface SettledIncident {
  readonly id: string;
  readonly status: IncidentStatus;
  readonly componentIds: readonly string[];
  readonly scheduledFor: Date | null;
  readonly scheduledUntil: Date | null;
}

export interface Moves {
  readonly incidents: readonly { readonly id: string; readonly status: IncidentStatus }[];
  readonly components: readonly { readonly id: string; readonly status: ComponentStatus }[];
  /** Components that maintenance takes, with what they are before it. */
  readonly taken: readonly { readonly id: string; readonly before: ComponentStatus }[];
  /** Components that maintenance gives back. */
  readonly released: readonly string[];
  /** When time alone moves something next; null for never. */
  readonly dueAt: Date | null;
}

export function movesOf(
  components: readonly SettledComponent[],
  incidents: readonly SettledIncident[],
  now: Date,
): Moves {
  const present = incidents.map((incident) => ({ ...incident, status: statusAt(incident, now) }));
  const underWay = new Set(
    present.flatMap(({ status, componentIds }) => (status === "in_progress" ? componentIds : [])),
  );
  const taken = components.filter(({ id, before }) => underWay.has(id) && before === undefined);
  const released = components.filter(({ id, before }) => !underWay.has(id) && before !== undefined);
  return {
    incidents: present.flatMap(({ id, status }, at) =>
      status === incidents[at]?.status ? [] : [{ id, status }],
    ),
    components: components.flatMap((component) => {
      const status = componentStatus(component, underWay);
      return status === component.status ? [] : [{ id: component.id, status }];
    }),
    taken: taken.map(({ id, status }) => ({ id, before: status })),
    released: released.map(({ id }) => id),
    dueAt: nextOf(present, now),
  };
}

/** What has no end planned is ended by people. */
function statusAt({ status, scheduledFor, scheduledUntil }: SettledIncident, now: Date): IncidentStatus {
  const isOver = scheduledUntil !== null && scheduledUntil <= now;
  if (status === "scheduled" && scheduledFor !== null && scheduledFor <= now)
    return isOver ? "completed" : "in_progress";
  return status === "in_progress" && isOver ? "completed" : status;
}

/** A status that somebody sets during the maintenance stays. */
function componentStatus(component: SettledComponent, underWay: ReadonlySet<string>): ComponentStatus {
  const { id, status, observed, before } = component;
  if (underWay.has(id)) return before === undefined ? "under_maintenance" : status;
  const own = before !== undefined && status === "under_maintenance" ? before : status;
  return observed?.status ?? own;
}

function nextOf(incidents: readonly SettledIncident[], now: Date): Date | null {
  const times = incidents.flatMap(({ status, scheduledFor, scheduledUntil }) =>
    status === "scheduled" ? [scheduledFor] : status === "in_progress" ? [scheduledUntil] : [],
  );
  const next = times.filter((time) => time !== null && time > now).map((time) => Number(time));
  return next.length === 0 ? null : new Date(Math.min(...next));
}
