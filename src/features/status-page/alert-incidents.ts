/**
 * Incidents that critical alerts open for components, and end: pure rules. Whatever flaps, a component has one; and what a
 * person has written since is theirs: then its end is only proposed.
 */
import type { IncidentStatus } from "../../renderers/status-page/index.ts";

export type Publish = "none" | "draft" | "automatic";

export type EndedBy = "measured" | "person" | "nobody";

/** A critical alert of a component's service that is open. */
export interface CriticalAlert {
  readonly startedAt: Date;
  /** Whether a mute keeps it back, or no report has had it since its mute ended: it opens nothing, and ends nothing. */
  readonly isMuted: boolean;
  /** What the routes that took it publish. */
  readonly routes: readonly Publish[];
}

/** How a component's incident follows its alerts. */
export interface Following {
  readonly incidentId: string;
  /** How often it was opened again. */
  readonly reopened: number;
  /** Since when no alert is open; null while one is. */
  readonly quietSince: Date | null;
  /** When its end was proposed to people; null where it was not. */
  readonly proposedAt: Date | null;
}

export interface WatchedComponent {
  readonly id: string;
  readonly name: string;
  readonly publish: Publish;
  readonly alerts: readonly CriticalAlert[];
  /** Where none is open: by whose word the last one ended; by nobody's where what raised it is gone, off, or another service's. */
  readonly endedBy: EndedBy;
  readonly following: Following | undefined;
  /** The incident that follows; undefined where it was deleted. */
  readonly incident: { readonly isOver: boolean; readonly isTouched: boolean } | undefined;
  /** Another incident or a maintenance that is open affects it already. */
  readonly covered: { readonly byPublished: boolean; readonly byDraft: boolean };
}

/** What is written of an incident. */
export interface Writing {
  readonly status: IncidentStatus;
  readonly body: string;
}

export type AlertMove =
  | {
      readonly do: "open";
      readonly title: string;
      readonly startedAt: Date;
      readonly draft: boolean;
      readonly writing: Writing;
    }
  | { readonly do: "write"; readonly writing: Writing; readonly following: Following }
  | { readonly do: "propose"; readonly body: string; readonly following: Following }
  | { readonly do: "follow"; readonly following: Following }
  | { readonly do: "leave" };

/** An alert that comes back within this is the same incident again. */
const sameIncidentMs = 15 * 60_000;
/** So long everything has to be quiet before an incident that came back is over once more. */
const calmMs = 5 * 60_000;

/** @returns undefined where nothing follows */
export function alertMove(component: WatchedComponent, now: Date): AlertMove | undefined {
  const { alerts, following } = component;
  if (following === undefined) return opening(component);
  return alerts.length > 0 ? goesOn(component, following) : isQuiet(component, following, now);
}

function opening({ name, publish, alerts, covered }: WatchedComponent): AlertMove | undefined {
  const counting = alerts.filter(({ isMuted }) => !isMuted);
  const mode = publish === "none" ? strongest(counting.flatMap(({ routes }) => routes)) : publish;
  if (counting.length === 0 || mode === "none" || covered.byPublished) return undefined;
  if (mode === "draft" && covered.byDraft) return undefined;
  return {
    do: "open",
    title: `${name} is affected`,
    startedAt: new Date(Math.min(...counting.map(({ startedAt }) => startedAt.getTime()))),
    draft: mode === "draft",
    writing: {
      status: "investigating",
      body: `Our monitoring shows that ${name} is affected. We are looking into it.`,
    },
  };
}

function goesOn(component: WatchedComponent, was: Following): AlertMove | undefined {
  const { name, alerts, incident } = component;
  const following = { ...was, quietSince: null, proposedAt: null };
  // A person has ended or deleted it while alerts are open: until they end nothing follows.
  const isEnded = incident === undefined || incident.isOver;
  if (was.quietSince === null) return undefined;
  if (!isEnded) return { do: "follow", following };
  if (alerts.every(({ isMuted }) => isMuted)) return undefined;
  if (incident === undefined || incident.isTouched) return { do: "leave" };
  return {
    do: "write",
    writing: { status: "investigating", body: `${name} is affected again. We are looking into it.` },
    following: { ...following, reopened: was.reopened + 1 },
  };
}

function isQuiet(component: WatchedComponent, was: Following, now: Date): AlertMove | undefined {
  const { name, incident, endedBy } = component;
  const { quietSince, reopened, proposedAt } = was;
  const quietMs = quietSince === null ? 0 : now.getTime() - quietSince.getTime();
  const isMine = incident?.isTouched === false;
  if (incident === undefined || incident.isOver) {
    if (!isMine || quietMs > sameIncidentMs) return { do: "leave" };
    return quietSince === null ? { do: "follow", following: { ...was, quietSince: now } } : undefined;
  }
  const following = { ...was, quietSince: quietSince ?? now };
  if (reopened > 0 && quietMs < calmMs) return quietSince === null ? { do: "follow", following } : undefined;
  const body = `${name} works again${endedBy === "measured" ? ", as our monitoring shows" : ""}.`;
  // That nothing is open says nothing of what nobody measured: a person knows whether it is over.
  if (isMine && endedBy !== "nobody")
    return { do: "write", writing: { status: "resolved", body }, following };
  if (proposedAt !== null) return undefined;
  return { do: "propose", body, following: { ...following, proposedAt: now } };
}

function strongest(modes: readonly Publish[]): Publish {
  if (modes.includes("automatic")) return "automatic";
  return modes.includes("draft") ? "draft" : "none";
}
