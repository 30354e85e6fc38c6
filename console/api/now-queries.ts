/** What Now is made of, as calls: one place, because they are asked for before its page is there, too. */
import type { QueryClient } from "@tanstack/react-query";
import type { Alert, AlertStatus } from "./alert-shapes.ts";
import type { AttentionSection } from "./attention-shapes.ts";
import { namedActions } from "./calls.ts";
import { countsQuery, readQuery } from "./queries.ts";
import type { Listed } from "./shapes.ts";
import type { Timeline } from "./timeline-shapes.ts";

export const attentionQuery = (org: string) =>
  readQuery<{ sections: readonly AttentionSection[] }>(org, namedActions.getAttention, {});

/** The alerts of one status, newest first, as far as the service lists them. */
export const alertsQuery = (org: string, status: AlertStatus) =>
  readQuery<Listed<Alert>>(org, namedActions.listAlerts, { status });

/** @param part which time, and of which service; left out, the last 24 hours of all */
export const timelineQuery = (org: string, part: Readonly<Record<string, string>> = {}) =>
  readQuery<Timeline>(org, namedActions.getTimeline, part);

/** Asks for all of it at once, before it is known who is signed in: on a slow line that is a round trip less. */
export function askForNow(client: QueryClient, org: string): void {
  void client.prefetchQuery(countsQuery(org));
  void client.prefetchQuery(attentionQuery(org));
  void client.prefetchQuery(timelineQuery(org));
  void client.prefetchQuery(alertsQuery(org, "acknowledged"));
}
