/** Why a drill's alert would notify nobody, by the rows as they are: then no waiting helps. */
import { currentTime } from "../../../engine/clock.ts";
import type { Store } from "../../../engine/ports/rows.ts";
import { completed } from "../../../engine/render.ts";
import { inPieces } from "../../../kernel/time-slices.ts";
import { createWays, reachedByAt, takenOf } from "../../../renderers/alerting/deciding.ts";
import { type AlertSeverity, severityOf } from "../../../renderers/alerting/facts.ts";
import { whoIsReached } from "../../../renderers/alerting/on-call.ts";
import type { Destination, RouteRow } from "../../../renderers/alerting/resolve.ts";
import { teams } from "../../../resources/teams.ts";
import type { AlertingRows, Alerts } from "../alerts/index.ts";
import { listed } from "./follow.ts";
import type { Drill } from "./store.ts";

interface Reading {
  readonly alerts: Pick<Alerts, "store" | "desertedAmong">;
  readonly store: Store;
}

type Subject = Pick<Drill, "routeId" | "targetId">;

/** @returns undefined where somebody would be notified, also where its route does not take it any more */
export async function whyNobody(
  { alerts, store }: Reading,
  rows: AlertingRows,
  { id, organizationId, connectorId, labels, ...subject }: Drill,
): Promise<string | undefined> {
  const ways = { routes: [...rows.routes.values()], ownRoutes: rows.ownRoutes };
  const of = { of: organizationId };
  const raisedBy = connectorId ?? id;
  const taken = takenOf(await inPieces(createWays(ways)({ labels, raisedBy }), of));
  const taking = taken.filter((route) => isAbout(subject, route));
  if (taking.length === 0 && subject.routeId !== null) return undefined;
  const severity = severityOf(labels, rows.words);
  const missedOf = await missedBy({ alerts, store }, rows, organizationId, taking, severity);
  const ours = taking.flatMap((route) =>
    route.configuration.destinations.filter((one) => isOf(subject, one)),
  );
  const missed = taking.flatMap(missedOf).filter(({ destination }) => isOf(subject, destination));
  if (ours.length > missed.length) return undefined;
  if (taking.length === 0)
    return subject.targetId === null ? "no route takes it" : "no route that takes it leads to the target";
  const empty = taking.flatMap(({ configuration: { name, destinations } }) =>
    destinations.length === 0 ? [`the route ${JSON.stringify(name)} notifies nobody`] : [],
  );
  return listed([...empty, ...missed.map(({ reason }) => reason)]);
}

/** A destination that gets nothing of what its route takes. */
interface Missed {
  readonly destination: Destination;
  readonly reason: string;
}

/** Of each of these routes, whom it names and an alert of this severity does not get to, and why. */
export async function missedBy(
  { alerts, store }: Reading,
  rows: Pick<AlertingRows, "targets" | "rotas" | "members">,
  organizationId: string,
  routes: readonly RouteRow[],
  severity: AlertSeverity | null,
): Promise<(route: RouteRow) => readonly Missed[]> {
  const deserted = await alerts.desertedAmong(store, organizationId, routes);
  const found = await alerts.store.in(store).configurations(organizationId, teams.kind, [...deserted]);
  const names = new Map(found.map(({ id, configuration }) => [id, completed(teams, configuration).name]));
  const { targets } = rows;
  const now = currentTime();
  const reasonOf = (destination: Destination): string => {
    const { team_id, outbound_config_id = "", rota_id } = destination;
    if (rota_id !== undefined) {
      const { reason, by } = whoIsReached(rows, destination, now);
      return by === "nobody" ? reason : `${reason}, which takes none of it`;
    }
    if (team_id !== undefined)
      return `the team ${JSON.stringify(names.get(team_id) ?? team_id)} has no members`;
    const target = targets.get(outbound_config_id)?.configuration;
    const named = JSON.stringify(target?.name ?? outbound_config_id);
    return target?.enabled
      ? `the target ${named} gets no alert of severity ${severity}`
      : `the target ${named} is off`;
  };
  return (route) => {
    const reached = reachedByAt(route, severity, { ...rows, deserted }, now);
    return route.configuration.destinations.flatMap((destination) =>
      reached.includes(destination) ? [] : [{ destination, reason: reasonOf(destination) }],
    );
  };
}

/** Whether a route counts for it: its own, those that lead to its target, or all. */
function isAbout(subject: Subject, { id, configuration }: RouteRow): boolean {
  const { routeId, targetId } = subject;
  if (routeId !== null) return id === routeId;
  return targetId === null || configuration.destinations.some((one) => isOf(subject, one));
}

function isOf({ targetId }: Subject, { outbound_config_id }: Destination): boolean {
  return targetId === null || outbound_config_id === targetId;
}
