/**
 * No more alerts are open of a connector and of an organization than their bounds, and no more begin within a minute than
 * the organization's quota. What begins beyond them is merged
 * into one critical alert of the connector, which goes where they would have gone: nowhere while mutes take them all. Their sender gets its 200:
 * Alertmanager would drop what is refused, or send it again and again.
 */
import { createHash } from "node:crypto";
import type { Call } from "../../../engine/context.ts";
import { quotaWayOut } from "../../../kernel/quotas.ts";
import type { Pieces } from "../../../kernel/time-slices.ts";
import { connectorLabel } from "../../../renderers/prometheus/slo-records.ts";
import { alertMutes } from "../../../resources/alert-mutes.ts";
import type { AlertDeps, Scene } from "./deps.ts";
import { type MutedBy, type Muting, mutedByOf } from "./muting.ts";
import type { Begun, ReceivedReport } from "./states.ts";
import type { KnownAlert } from "./store.ts";
import { type Notification, reportOf } from "./webhook.ts";

/** What the alert is known by, in place of a hash of its labels. */
export const overflowFingerprint = "orgconfig_overflow";

/** Alerts that one connector's counts; beyond them it says "more than". */
const mostCounted = 10_000;
const mostNamed = 100;

/** Ends of one connector's that are kept within a minute although nobody knew of their alerts. */
const mostEnds = 1_000;

export interface Fitting {
  /** Those that are stored. */
  readonly stored: readonly Begun[];
  readonly merged: readonly Begun[];
  /** Ends that nothing is kept of. */
  readonly passed: readonly Begun[];
  /** Whether the connector's alert has to be looked at: some are merged, or were before. */
  readonly concerned: boolean;
}

/** The organization's quota on alerts that begin within a minute; null for none. */
function perMinute({ caller }: Call): number | null {
  return caller.organization.quotas.alerts_per_minute ?? null;
}

/** Which of these new alerts there is room for: the first of them, and of those that have ended. */
export async function fittingIn(
  { alertBounds, openAlerts }: Pick<AlertDeps, "alertBounds" | "openAlerts">,
  { writer, organizationId, call }: Scene,
  connectorId: string,
  fresh: readonly Begun[],
): Promise<Fitting> {
  if (fresh.length === 0) return { stored: fresh, merged: [], passed: [], concerned: false };
  const ofMinute = perMinute(call);
  const endsOfMinute = fresh.some(({ resolvedAt }) => resolvedAt !== null) ? mostEnds : 0;
  const most = { ...openAlerts, ofMinute, endsOfMinute };
  const open = await alertBounds.in(writer).open(organizationId, connectorId, overflowFingerprint, most);
  let room = Math.min(
    openAlerts.ofConnector - open.ofConnector,
    openAlerts.ofOrganization - open.ofOrganization,
    ...(ofMinute === null ? [] : [ofMinute - open.ofMinute]),
  );
  const stored: Begun[] = [];
  const merged: Begun[] = [];
  const passed: Begun[] = [];
  let roomForEnds = mostEnds - open.endsOfMinute;
  for (const one of fresh) {
    if (one.resolvedAt !== null) {
      (roomForEnds > 0 ? stored : passed).push(one);
      roomForEnds -= 1;
    } else if (room > 0) {
      room -= 1;
      stored.push(one);
    } else merged.push(one);
  }
  return { stored, merged, passed, concerned: open.merged || merged.length > 0 };
}

/** To whom the connector's alert goes because of what is merged into it. */
export interface Merging {
  /** Of what no mute takes. */
  readonly receivers: readonly string[];
  /** Where mutes take all of it: one of them. */
  readonly mutedBy: MutedBy | null;
}

/**
 * Whom mutes leave something to be said to. Of what is merged there may be tens of thousands: once it is known of a
 * receiver the others of its are not looked at.
 */
export function* mergingOf(
  muting: Muting,
  received: Iterable<readonly [Notification, readonly ReceivedReport[]]>,
  merged: ReadonlySet<string>,
  now: Date,
): Pieces<Merging> {
  const receivers = new Set<string>();
  let first: MutedBy | null = null;
  for (const [{ receiver }, ours] of received)
    for (const { id, report } of ours) {
      if (receivers.has(receiver)) break;
      if (!merged.has(id)) continue;
      const by = yield* mutedByOf(muting, { labels: report.labels, title: report.facts.title }, now);
      if (by === undefined) receivers.add(receiver);
      else first ??= by;
    }
  return { receivers: [...receivers], mutedBy: receivers.size > 0 ? null : first };
}

/**
 * What is to be taken in of the connector's alert, as though the engine had sent it: its beginning, its changes, its end.
 * @param receivers of what is merged
 * @returns that, and the alert as it is known where it is open
 */
export async function overflowOf(
  { alertBounds, openAlerts }: Pick<AlertDeps, "alertBounds" | "openAlerts">,
  { writer, alerts, organizationId, rows, call }: Scene,
  connectorId: string,
  { stored, merged, passed }: Omit<Fitting, "concerned">,
  receivers: readonly string[],
): Promise<{ readonly open: KnownAlert | undefined; readonly notifications: readonly Notification[] }> {
  const bounds = alertBounds.in(writer);
  const over = [...stored, ...passed].map(({ report }) => report.fingerprint);
  if (over.length > 0) await bounds.unmerge(organizationId, connectorId, over);
  if (merged.length > 0) await bounds.merge(organizationId, connectorId, merged, mostCounted);
  const key = { fingerprint: overflowFingerprint, startedAt: call.now };
  const known = await alerts.known(organizationId, connectorId, alertMutes.kind, [key]);
  const open = known.find(({ resolvedAt }) => resolvedAt === null);
  // Somebody resolved it by hand: it begins anew with the next one.
  if (open === undefined && merged.length === 0) return { open, notifications: [] };
  const { total, titles } = await bounds.merged(organizationId, connectorId, mostNamed);
  const atLeast = (some: number) => (total < mostCounted ? String(some) : `more than ${some}`);
  const rest = total - titles.length;
  const { ofConnector, ofOrganization } = openAlerts;
  const ofMinute = perMinute(call);
  const quota =
    ofMinute === null
      ? ""
      : ` And its quota alerts_per_minute lets ${ofMinute} begin within a minute; ${quotaWayOut}.`;
  const report = reportOf({
    status: total === 0 ? "resolved" : "firing",
    fingerprint: overflowFingerprint,
    labels: {
      alertname: "TooManyOpenAlerts",
      severity: "critical",
      connector: rows.connectors.get(connectorId)?.configuration.name ?? connectorId,
      [connectorLabel]: connectorId,
    },
    annotations: {
      summary:
        total === 0
          ? "Too many alerts were open: those without room have ended, or are shown"
          : `Too many open alerts: ${atLeast(total)} more are merged into this one`,
      description: `${ofOrganization} alerts of an organization and ${ofConnector} of a connector are kept open. Those that begin beyond that are only counted here until others end. Group or fix what raises so many.${quota}`,
      ...(titles.length > 0 && {
        merged: [...titles, ...(rest > 0 ? [`and ${atLeast(rest)} more`] : [])].join("\n"),
      }),
    },
    startsAt: (open?.startedAt ?? call.now).toISOString(),
    ...(total === 0 && { endsAt: call.now.toISOString() }),
    generatorURL: "",
  });
  // Without a receiver no route takes it, and its texts change all the same.
  const all = receivers.length === 0 ? [""] : receivers;
  const notifications = all.map((receiver) => ({
    receiver,
    groupKey: createHash("sha256")
      .update(JSON.stringify([connectorId, "overflow", receiver]))
      .digest("hex"),
    groupLabels: {},
    reports: [report],
    truncated: 0,
  }));
  return { open, notifications };
}
