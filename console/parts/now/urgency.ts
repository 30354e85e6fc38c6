/** What presses most: the list of Now in its order, and the one sentence over it. Pure. */
import type { Alert } from "../../api/alert-shapes.ts";
import type { AttentionItem, AttentionSection } from "../../api/attention-shapes.ts";
import type { TimelineChange, TimelineIncident } from "../../api/timeline-shapes.ts";
import { kindNames } from "../../kinds/names.ts";

/** The order in which things press. */
export const urgencies = [
  ...(["unreached", "critical", "pager", "gap", "public", "gate", "warning", "rest", "taken"] as const),
] as const;
export type Urgency = (typeof urgencies)[number];

export interface Pressing extends AttentionItem {
  readonly urgency: Urgency;
  readonly section: AttentionSection["section"];
  /** Who is at it. */
  readonly by: string | null;
}

export interface Answers {
  readonly sections: readonly AttentionSection[];
  /** Published incidents that go on. */
  readonly incidents: readonly TimelineIncident[];
  /** Alerts that somebody is at. */
  readonly taken: readonly Alert[];
}

/** The state of an open alert of which no message has arrived. */
const unreached = "unreached";

/** Parts of the rest, in the order in which they press. */
const parts = [
  "audit",
  "alerts",
  "proposals",
  "states",
  "on_call",
  "drills",
  "decisions",
  "gates",
  "unmeasured",
] as const;

/** Planned work that has begun is public and no outage; it stands with what comes. */
export function isOutage({ impact, ended }: Pick<TimelineIncident, "impact" | "ended">): boolean {
  return ended === null && impact !== "maintenance";
}

/**
 * All that presses, the worst first: alerts that reached nobody, critical ones that nobody took, targets that nothing
 * arrives at, times within a day at which nobody is on call, public incidents, closed gates, other alerts that nobody took,
 * the rest.
 */
export function pressingOf({ sections, incidents, taken }: Answers): readonly Pressing[] {
  const outages = incidents.filter(isOutage);
  const isPublic = (id: string) => outages.some((incident) => incident.id === id);
  const open = sections
    .toSorted((one, other) => parts.indexOf(one.section) - parts.indexOf(other.section))
    .flatMap(({ section, data }) =>
      data.map(
        (item): Pressing => ({ ...item, section, by: null, urgency: urgencyOf(section, item, isPublic) }),
      ),
    );
  const known = new Set(open.map(({ id }) => id));
  const others = outages.filter(({ id }) => !known.has(id)).map(ofIncident);
  return [...open, ...others, ...taken.map(ofTaken)].toSorted(
    (one, other) => urgencies.indexOf(one.urgency) - urgencies.indexOf(other.urgency) || worse(one, other),
  );
}

function urgencyOf(
  section: AttentionSection["section"],
  { resource, id, tone, state }: AttentionItem,
  isPublic: (id: string) => boolean,
): Urgency {
  if (state === unreached) return "unreached";
  if (section === "alerts") return tone === "bad" ? "critical" : "warning";
  if (section === "gates") return "gate";
  if (resource === kindNames.target && tone === "bad") return "pager";
  if (section === "on_call" && tone === "bad") return "gap";
  return resource === kindNames.incident && isPublic(id) ? "public" : "rest";
}

/** Within the same urgency what is bad comes first; the order is kept beyond that. */
function worse(one: Pressing, other: Pressing): number {
  return Number(one.tone !== "bad") - Number(other.tone !== "bad");
}

function ofIncident({ id, title, status, began }: TimelineIncident): Pressing {
  const item = { resource: kindNames.incident, id, name: title, tone: "warning", state: status } as const;
  return {
    ...item,
    rows: 1,
    why: null,
    since: began,
    team_ids: [],
    section: "states",
    urgency: "public",
    by: null,
  };
}

function ofTaken({ id, title, service, acknowledged_at, acknowledged_by }: Alert): Pressing {
  const item = { resource: "alerts", id, name: title, tone: "warning", state: "acknowledged" } as const;
  const why = service === null ? null : `On ${service}.`;
  return {
    ...item,
    rows: 1,
    why,
    since: acknowledged_at,
    team_ids: [],
    section: "alerts",
    urgency: "taken",
    by: acknowledged_by,
  };
}

/** Characters of a name, and of a reason next to its state and time, that one line of text takes; then those of a line of reasons. */
const lineOfName = 70;
const nextToState = 50;
const lineOfReason = 85;

/** About how many lines of text one of them takes, with its distance from the next. */
function heightOf({ name, why }: Pick<Pressing, "name" | "why">): number {
  const reason = (why ?? "").length;
  return (
    3 + Number(name.length > lineOfName) + (reason > nextToState ? 1 + Math.ceil(reason / lineOfReason) : 0)
  );
}

/** The first of them that take about as much room as so many that say little: one at least, and never more than that. */
export function fitting<One extends Pick<Pressing, "name" | "why">>(
  items: readonly One[],
  most: number,
): readonly One[] {
  let room = 4 * most;
  return items.slice(0, most).filter((item, index) => {
    room -= heightOf(item);
    return index === 0 || room >= 0;
  });
}

export const whose = ["all", "my_teams", "mine"] as const;
export type Whose = (typeof whose)[number];

export interface Person {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  /** The ids of the person's teams. */
  readonly teams: readonly string[];
}

/** Mine is what I took, and what I changed in the span; my teams' is what they own or are notified of. */
export function ofWhom(
  items: readonly Pressing[],
  which: Whose,
  person: Person,
  changes: readonly TimelineChange[],
): readonly Pressing[] {
  if (which === "all") return items;
  if (which === "my_teams")
    return items.filter(({ team_ids }) => team_ids.some((team) => person.teams.includes(team)));
  const changed = new Set(
    changes
      .filter(({ actor }) => actor.id === person.id)
      .map(({ resource, row_id }) => `${resource} ${row_id}`),
  );
  return items.filter(
    ({ by, resource, id }) =>
      (by !== null && [person.name, person.email].includes(by)) || changed.has(`${resource} ${id}`),
  );
}

export interface Counts extends Readonly<Record<Urgency, number>> {
  /** There are more critical alerts than the service shows. */
  readonly more: boolean;
}

/** How many there are of each; of the parts that are cut the service's own totals. */
export function countsOf(items: readonly Pressing[], sections: readonly AttentionSection[]): Counts {
  const shown = (urgency: Urgency) => items.filter((item) => item.urgency === urgency).length;
  const cut = (which: (section: AttentionSection) => boolean) =>
    sections.filter(which).reduce((sum, part) => sum + causesOf(part) - part.data.length, 0);
  const critical = shown("critical");
  const lost = shown("unreached");
  const alerts = sections.find(({ section }) => section === "alerts");
  const more =
    alerts !== undefined && critical + lost === alerts.data.length && alerts.total > critical + lost;
  // Those that are cut are no worse than what is shown of their part.
  const isPager = ({ resource, data }: AttentionSection) =>
    resource === kindNames.target && data.at(-1)?.tone === "bad";
  const isElsewhere = (part: AttentionSection) => part.section === "gates" || isPager(part);
  return {
    unreached: lost,
    critical,
    more,
    pager: shown("pager") + cut(isPager),
    gap: shown("gap"),
    public: shown("public"),
    gate: shown("gate") + cut(({ section }) => section === "gates"),
    warning: shown("warning"),
    rest: shown("rest") + cut((part) => !isElsewhere(part) && !(part.section === "alerts" && more)),
    taken: shown("taken"),
  };
}

/** How many causes a part is about: rows that nobody measures for the same reason are one. */
export function causesOf({ section, total, data }: AttentionSection): number {
  if (section !== "unmeasured") return total;
  return data.length + Math.max(0, total - data.reduce((sum, { rows }) => sum + rows, 0));
}
