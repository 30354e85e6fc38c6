/** The updates of an incident of the status page: how they are kept, which were given, and whom they concern. Pure. */
import { sameJson } from "../kernel/equal.ts";
import { movedText } from "./moved-work.ts";

export const incidentStatuses = [
  "investigating",
  "identified",
  "monitoring",
  "resolved",
  "scheduled",
  "in_progress",
  "completed",
] as const;

export const incidentTones = {
  investigating: "bad",
  identified: "warning",
  monitoring: "warning",
  resolved: "good",
  scheduled: "quiet",
  in_progress: "quiet",
  completed: "quiet",
} as const;

/** The statuses in which an incident is over: an outage is resolved, a maintenance completed. */
export const over: readonly string[] = ["resolved", "completed"];

/** The statuses of planned work. */
const planned: readonly string[] = ["scheduled", "in_progress", "completed"];

/** An incident that goes on for longer than this loses its oldest updates first. */
export const maxUpdates = 100;

/** What ended so long ago is nobody's surprise. */
const staleMs = 3_600_000;

/** A type and no interface: it is compared as JSON. */
type Update = {
  readonly at: string;
  readonly status: (typeof incidentStatuses)[number];
  readonly body: string;
};

/** As much of an incident as its updates follow from. */
export interface Incident {
  readonly status: Update["status"];
  readonly impact: string;
  readonly body: string;
  readonly draft: boolean;
  readonly notify: boolean;
  readonly started_at: string | null;
  readonly resolved_at: string | null;
  readonly scheduled_for: string | null;
  readonly scheduled_until: string | null;
  /** Null where they are kept here, and nobody gave them. */
  readonly updates: readonly Update[] | null;
}

/** What was seen of it. */
interface Seen {
  readonly started_at?: string;
  readonly resolved_at?: string | null;
  readonly updates?: readonly Update[];
}

interface IncidentView {
  readonly configuration: Incident;
  readonly state: Seen;
}

/** Whether it is planned work and no outage. */
export function isPlanned({ status, impact }: Pick<Incident, "status" | "impact">): boolean {
  return impact === "maintenance" || planned.includes(status);
}

/** When it began and was over: as somebody gave it, or as it was seen. */
export function timesOf({ configuration, state }: IncidentView) {
  return {
    started_at: configuration.started_at ?? state.started_at ?? null,
    resolved_at: configuration.resolved_at ?? state.resolved_at ?? null,
  };
}

/** Whether a write of it is an update that people are mailed about: neither of a draft, nor of what ended long ago. */
export function isMailed(after: IncidentView, before: Incident | undefined, now: Date): boolean {
  const { draft, notify, status, body } = after.configuration;
  if (draft || !notify) return false;
  const { resolved_at } = timesOf(after);
  if (resolved_at !== null && Date.parse(resolved_at) < now.getTime() - staleMs) return false;
  if (before === undefined || before.draft || before.status !== status || before.body !== body) return true;
  return movedText(after.configuration, before, now) !== null;
}

/** Whether a write at this moment gives an incident that is there another history than it had. */
export function rewritesHistory(after: Incident, before: Incident, now: Date): boolean {
  const [had, has] = [before.updates, after.updates];
  if (sameJson(had, has)) return false;
  const last = has?.at(-1);
  if (had === null || last === undefined) return true;
  // What a change of its status or body has added.
  return last.at !== now.toISOString() || !sameJson([...had, last].slice(-maxUpdates), has);
}

/** The history that somebody gave; null where it is kept here: an empty list gives none. */
export function givenUpdates({ updates }: Incident, before: Incident | undefined): readonly Update[] | null {
  return updates?.length === 0 && (before?.updates ?? null) === null ? null : updates;
}

/**
 * The updates with the one that a write makes, where it makes one. A draft makes none: nobody is to read what it said
 * before it was published.
 * @param at when it is written
 * @param given the history that somebody gave
 */
export function updatesAfter(
  after: Incident,
  state: Seen,
  before: Incident | undefined,
  at: string,
  given: readonly Update[] | null,
): readonly Update[] {
  const { status, body, draft, started_at, resolved_at } = after;
  const story = given ?? state.updates ?? [];
  if (draft || (given !== null && before === undefined)) return story;
  const last = story.at(-1);
  const first = (over.includes(status) ? resolved_at : null) ?? started_at ?? at;
  if (before === undefined) return [{ at: first, status, body }];
  const isPublished = before.draft;
  if (!isPublished && before.status === status && before.body === body) {
    const moved = movedText(after, before, new Date(at));
    return moved === null ? story : [...story, { at, status, body: moved }].slice(-maxUpdates);
  }
  // Published again it says nothing new.
  const isGivenNow = isPublished || !sameJson(given, before.updates);
  if (isGivenNow && last?.status === status && last.body === body) return story;
  return [...story, { at, status, body }].slice(-maxUpdates);
}
