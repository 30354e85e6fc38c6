/** The addresses of an organization's pages. */
import type { Definition } from "../../src/surfaces/console/definitions.ts";

export function kindPath(org: string, kind: string): string {
  return `/o/${org}/settings/${kind}`;
}

export function rowPath(org: string, kind: string, id: string): string {
  return `${kindPath(org, kind)}/${encodeURIComponent(id)}`;
}

/** Next to the kinds' rows, where an id may be any word. */
export function newPath(org: string, kind: string): string {
  return `/o/${org}/new/${kind}`;
}

/** The page of any row; a setting has no id in its address. */
export function pathOf(org: string, kinds: readonly Definition[], resource: string, id: string): string {
  const setting = kinds.find(({ kind }) => kind === resource)?.shape === "setting";
  return setting ? kindPath(org, resource) : rowPath(org, resource, id);
}

export function changesPath(org: string): string {
  return `/o/${org}/changes`;
}

export function alertsPath(org: string): string {
  return `/o/${org}/alerts`;
}

export function alertPath(org: string, id: string): string {
  return `${alertsPath(org)}/${encodeURIComponent(id)}`;
}

export function drillsPath(org: string): string {
  return `/o/${org}/drills`;
}

export function notifiedPath(org: string): string {
  return `/o/${org}/notified`;
}

/** Where a team's alerts are sent to a channel. */
export function teamAlertsPath(org: string): string {
  return `/o/${org}/team-alerts`;
}

export function servicesPath(org: string): string {
  return `/o/${org}/services`;
}

export function servicePath(org: string, service: string): string {
  return `${servicesPath(org)}/${encodeURIComponent(service)}`;
}

export function plansPath(org: string): string {
  return `/o/${org}/plans`;
}

export function planPath(org: string, id: string): string {
  return `${plansPath(org)}/${encodeURIComponent(id)}`;
}

export function proposalsPath(org: string): string {
  return `/o/${org}/proposals`;
}

/** As the service's `link` says it. */
export function proposalPath(org: string, id: string): string {
  return `${proposalsPath(org)}/${encodeURIComponent(id)}`;
}

export function driftPath(org: string, set: string): string {
  return `${plansPath(org)}/drift/${encodeURIComponent(set)}`;
}

/** Where an organization's own sign-in begins, and the page to come back to. */
export function signInHref(at: string, page: string): string {
  return `${at}?${new URLSearchParams({ return_to: page })}`;
}

/** Addresses that lead to Now. */
export const isBeginning = /^\/(?:o\/[^/]+\/?)?$/;
