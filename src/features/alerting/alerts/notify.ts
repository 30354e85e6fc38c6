/**
 * Who is notified what of alerts, in the transaction that decides it: routes' targets of alerts that are open and of their
 * end, rules' targets of the end. Each routing knows whether its targets were notified, so that nothing is said twice.
 */

import type { WithExecutor } from "../../../engine/ports/executor.ts";
import type { AlertMessage } from "../../../kernel/alert-message.ts";
import { grouped } from "../../../kernel/grouped.ts";
import { newId } from "../../../kernel/ids.ts";
import { foldEmail } from "../../../kernel/natural-key.ts";
import type { RouteRow } from "../../../renderers/alerting/resolve.ts";
import { isPaged } from "../../../renderers/alerting/sending.ts";
import { isNative } from "../../../renderers/alertmanager/native.ts";
import { alertHeartbeats } from "../../../resources/alert-heartbeats.ts";
import { alertRoutes } from "../../../resources/alert-routes.ts";
import { outboundRules } from "../../../resources/outbound-rules.ts";
import { endMark, nothingMore } from "../delivery/index.ts";
import type { AlertDeps, Scene } from "./deps.ts";
import { reachesOf, recordOnCall, type SentToRotas } from "./on-call-record.ts";
import { type Notice, queueNotices } from "./queue-notices.ts";
import { byElsewhere, elsewhere } from "./reached-store.ts";
import { type AlertingRows, routeOf } from "./rows.ts";
import type { OpenRouting, Routing } from "./store.ts";
import { isPager, stillThere, type Target, targetsOf, teamsIn } from "./targets.ts";
import { unheld } from "./unheld.ts";

/** Most members of one team, as the definition of teams promises. */
export const maxMembers = 1_000;

/** A repeat is sent a little before its time: Alertmanager's own clock and ours do not agree to the second. */
const repeatShare = 0.9;

/**
 * Sends what is new to the targets of routes, and again what they have not learnt of for the route's repeat interval,
 * unless somebody is at it.
 * What other alerts or the mutes of routes keep back is put on record as that, and not sent.
 * @param routeIds all routes that took the alerts, where it is left out
 */
export async function notifyFiring(
  deps: AlertDeps,
  scene: Scene,
  connectorId: string,
  alertIds: readonly string[],
  routeIds?: readonly string[],
): Promise<void> {
  if (alertIds.length === 0) return;
  const { alerts, organizationId, rows } = scene;
  const all = await alerts.openRoutings(organizationId, alertIds, routeIds);
  const routings = await unheld(deps, scene, all);
  const groups = [...grouped(routings, ({ routeId, groupKey }) => `${routeId} ${groupKey}`).values()];
  const due = await repeatsDue(scene, groups);
  const notified: OpenRouting[] = [];
  const notices: Notice[] = [];
  const toRotas: SentToRotas[] = [];
  const routes = new Set(routings.flatMap(({ routeId }) => routeOf(rows, routeId) ?? []));
  const addressesOf = await teamAddresses(deps, scene.writer, organizationId, [...routes]);
  const connector = rows.connectors.get(connectorId);
  // Then Alertmanager has sent it to all of the route's destinations itself.
  const native = connector !== undefined && isNative(connector);
  for (const group of groups) {
    const unsent = group.filter((one) => !one.notified);
    // Who knows of what was kept back, and missed no repeat of it, has nothing to learn when that ends.
    const again = unsent.length === 0 && due.has((group[0] as OpenRouting).groupKey);
    const chosen = again ? group.filter(({ acknowledged }) => !acknowledged) : unsent;
    const [first] = chosen;
    const route = first && routeOf(rows, first.routeId);
    // An engine names a disabled route until it has the new ones, and an alert may have been muted since before that.
    if (first === undefined || !route?.configuration.enabled) continue;
    notified.push(...chosen);
    const targets = native
      ? []
      : targetsOf(route.configuration.destinations, rows, addressesOf, scene.call.now);
    const reaches = native ? [] : reachesOf(route.configuration.destinations, rows, scene.call.now);
    notices.push(
      ...noticesOf(scene, chosen, again, targets).map((one) => ({
        ...one,
        reaches,
      })),
    );
    toRotas.push({ senderId: route.id, alertIds: chosen.map(({ alertId }) => alertId), reaches });
  }
  await recordOnCall(scene, toRotas, scene.call.now);
  await alerts.markNotified(organizationId, notified);
  // An end that a pager did not take yet would come behind, and end what begins now.
  await deps.heldEnds.in(scene.writer).takeBackEnds(
    organizationId,
    notices.map(({ dedupKey }) => dedupKey),
    notices.flatMap(({ targets }) => targets.filter((one) => isPager(rows, one))),
    `its group of alerts began anew; ${nothingMore}`,
  );
  await queueNotices(deps, scene, notices);
}

function noticesOf(
  scene: Scene,
  chosen: readonly OpenRouting[],
  again: boolean,
  targets: readonly Target[],
): Notice[] {
  const [first] = chosen as [OpenRouting];
  const notice = (routings: readonly OpenRouting[], to: readonly Target[], which: string): Notice[] => {
    if (routings.length === 0) return [];
    const source = `alert/${first.alertId}/route/${first.routeId}`;
    return [
      {
        ...noticeOfRoute(scene, routings[0] as OpenRouting, routings),
        source: again ? `${source}/reminder/${newId("sent")}` : `${source}/firing${which}`,
        phase: again ? "reminder" : "firing",
        targets: to,
      },
    ];
  };
  const route = routeOf(scene.rows, first.routeId);
  const paged = chosen.filter(({ severity }) => route !== undefined && isPaged(route, severity));
  if (paged.length === chosen.length) return notice(chosen, targets, "");
  const pagers = targets.filter((target) => isPager(scene.rows, target));
  const others = targets.filter((target) => !isPager(scene.rows, target));
  return [...notice(chosen, others, ""), ...notice(paged, pagers, "/pagers")];
}

/** The keys of groups whose targets are due to be notified again of alerts that they know of. */
async function repeatsDue(
  { alerts, organizationId, rows }: Scene,
  groups: readonly (readonly OpenRouting[])[],
): Promise<ReadonlySet<string>> {
  const known = groups.filter((group) => group.every(({ notified }) => notified));
  const routes = new Map(
    known.map(([first]) => [(first as OpenRouting).groupKey, routeOf(rows, (first as OpenRouting).routeId)]),
  );
  const stats = await alerts.groups(organizationId, [...routes.keys()]);
  const due = stats.filter(({ groupKey, secondsSince }) => {
    const every = routes.get(groupKey)?.configuration.repeat_interval_seconds;
    return every !== undefined && secondsSince >= repeatShare * every;
  });
  return new Set(due.map(({ groupKey }) => groupKey));
}

/** What is open, to be notified of with the ends. */
interface Beginning {
  readonly begin: () => Promise<void>;
  /** Whether a report says that something fires. */
  readonly fires: boolean;
}

/** `goesOn` where it was notified of another alert of the group that is open. */
type NotifiedTarget = Target & { readonly goesOn: boolean };

/**
 * Notifies whoever was notified of these alerts that they have ended; a pager only when none of its group is open any more.
 * Where something fires as well, that comes in between: by then the ends are in the queue, so that no target gets one
 * behind a firing of the same key. Whether a pager's group goes on is known after that.
 */
export async function notifyResolved(
  deps: AlertDeps,
  scene: Scene,
  alertIds: readonly string[],
  { begin, fires }: Beginning = { begin: async () => {}, fires: false },
): Promise<void> {
  if (!fires || alertIds.length === 0) await begin();
  if (alertIds.length === 0) return;
  const { alerts, organizationId, rows } = scene;
  const groups = [...grouped(await alerts.endRoutings(organizationId, alertIds), ({ groupKey }) => groupKey)];
  const noticesTo = async (which: string, wants: (one: NotifiedTarget) => boolean) => {
    const notified = groups.length === 0 ? [] : await alerts.notifiedByRoutes(organizationId, alertIds);
    return groups.map(([groupKey, group]): Notice => {
      const first = group[0] as Routing;
      return {
        ...noticeOfRoute(scene, first, group),
        source: `alert/${first.alertId}/route/${first.routeId}${which}${endMark}`,
        phase: "resolved",
        targets: notified.filter((one) => one.groupKey === groupKey && stillThere(rows, one) && wants(one)),
      };
    });
  };
  const isKept = (one: NotifiedTarget) => isPager(rows, one) && (fires || one.goesOn);
  const first = await noticesTo("", (one) => !isKept(one));
  await queueNotices(deps, scene, onceToPeople([...first, ...(await endsOfRules(scene, alertIds))]));
  if (!fires) return;
  await begin();
  const pagers = await noticesTo("/pagers", (one) => isPager(rows, one) && !one.goesOn);
  await queueNotices(deps, scene, pagers);
}

/** Whoever was notified of an alert by several rows, or in several groups, is notified of its end once for each way. */
function onceToPeople(notices: readonly Notice[]): Notice[] {
  const said = new Map<string, Set<string>>();
  const left = new Map<Notice, readonly Target[]>();
  // The one that names most alerts stands for those that name some of them.
  for (const notice of notices.toSorted((one, other) => other.alertIds.length - one.alertIds.length)) {
    const isNew = ({ channel, target }: Target) => {
      if (channel !== "email" && channel !== "page") return true;
      const key = `${channel} ${foldEmail(target)}`;
      const known = said.get(key) ?? new Set();
      if (notice.alertIds.every((id) => known.has(id))) return false;
      said.set(key, new Set([...known, ...notice.alertIds]));
      return true;
    };
    left.set(notice, notice.targets.filter(isNew));
  }
  return notices.map((notice) => ({ ...notice, targets: left.get(notice) ?? [] }));
}

function noticeOfRoute(
  { rows }: Scene,
  { routeId, groupKey, groupLabels }: Routing,
  routings: readonly Routing[],
) {
  const route = routeOf(rows, routeId);
  const name = route?.configuration.name ?? routeId;
  return {
    dedupKey: groupKey,
    by: { kind: kindOfWay(rows, routeId), id: routeId, name },
    step: null,
    groupLabels,
    severity: route?.configuration.severity_override ?? null,
    alertIds: routings.map(({ alertId }) => alertId),
  } as const;
}

async function endsOfRules(
  { alerts, organizationId, rows }: Scene,
  alertIds: readonly string[],
): Promise<Notice[]> {
  const notified = await alerts.notifiedByRules(organizationId, alertIds);
  return notified
    .filter((one) => stillThere(rows, one))
    .map(({ alertId, senderId, channel, target }) => ({
      source: `alert/${alertId}/rules${endMark}`,
      phase: "resolved",
      dedupKey: alertId,
      by:
        senderId === elsewhere
          ? byElsewhere
          : byRule(senderId, rows.rules.find(({ id }) => id === senderId)?.configuration.name),
      step: null,
      groupLabels: {},
      severity: null,
      alertIds: [alertId],
      targets: [{ channel, target }],
    }));
}

export function byRule(id: string, name = id): AlertMessage["by"] {
  return { kind: outboundRules.kind, id, name };
}

/** The addresses of the members of the teams that these routes name. */
export async function teamAddresses(
  { roster }: Pick<AlertDeps, "roster">,
  reader: WithExecutor,
  organizationId: string,
  routes: readonly RouteRow[],
): Promise<(teamId: string) => readonly string[]> {
  const teamIds = routes.flatMap(({ configuration }) => teamsIn(configuration.destinations));
  return addressesOfTeams({ roster }, reader, organizationId, teamIds);
}

/** The addresses of these teams' members. */
export async function addressesOfTeams(
  { roster }: Pick<AlertDeps, "roster">,
  reader: WithExecutor,
  organizationId: string,
  named: readonly string[],
): Promise<(teamId: string) => readonly string[]> {
  const teamIds = [...new Set(named)];
  if (teamIds.length === 0) return () => [];
  const members = await roster.in(reader).members(organizationId, teamIds, maxMembers);
  const byTeam = grouped(members, ({ teamId }) => teamId);
  return (teamId) => (byTeam.get(teamId) ?? []).map(({ email }) => email);
}

/** The teams among those that these routes name that have no members. */
export function desertedIn(
  routes: readonly RouteRow[],
  addressesOf: (teamId: string) => readonly string[],
): ReadonlySet<string> {
  const teamIds = routes.flatMap(({ configuration }) => teamsIn(configuration.destinations));
  return new Set(teamIds.filter((teamId) => addressesOf(teamId).length === 0));
}

/** The kind of the row whose way a routing takes. */
export function kindOfWay({ ownRoutes }: Pick<AlertingRows, "ownRoutes">, id: string) {
  return ownRoutes.has(id) ? alertHeartbeats.kind : alertRoutes.kind;
}
