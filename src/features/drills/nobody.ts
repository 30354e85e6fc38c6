/** Why a drill's alert would notify nobody, by the rows as they are: then no waiting helps. */
import type { Store } from "../../engine/ports/rows.ts";
import { completed } from "../../engine/render.ts";
import { inPieces } from "../../kernel/time-slices.ts";
import { createWays, reachedBy, takenOf } from "../../renderers/alerting/deciding.ts";
import { type AlertSeverity, severityOf } from "../../renderers/alerting/facts.ts";
import type { Destination, RouteRow } from "../../renderers/alerting/resolve.ts";
import { teams } from "../../resources/teams.ts";
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
  const deserted = await alerts.desertedAmong(store, organizationId, taking);
  const severity = severityOf(labels, rows.words);
  const { targets } = rows;
  const reached = taking.flatMap((route) => reachedBy(route, severity, { targets, deserted }));
  if (reached.some((one) => isOf(subject, one))) return undefined;
  const teamIds = taking.flatMap((route) =>
    route.configuration.destinations.flatMap(({ team_id }) => team_id ?? []),
  );
  const found = await alerts.store.in(store).configurations(organizationId, teams.kind, teamIds);
  const names = new Map(found.map(({ id, configuration }) => [id, completed(teams, configuration).name]));
  return reasonOf(taking, subject, rows, severity, names);
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

function reasonOf(
  taking: readonly RouteRow[],
  subject: Subject,
  { targets }: Pick<AlertingRows, "targets">,
  severity: AlertSeverity | null,
  teamNames: ReadonlyMap<string, string>,
): string {
  if (taking.length === 0)
    return subject.targetId === null ? "no route takes it" : "no route that takes it leads to the target";
  const reasons = taking.flatMap(({ configuration: { name, destinations } }) => {
    if (destinations.length === 0) return [`the route ${JSON.stringify(name)} notifies nobody`];
    return destinations
      .filter((one) => isOf(subject, one))
      .map(({ team_id, outbound_config_id = "" }) => {
        if (team_id !== undefined)
          return `the team ${JSON.stringify(teamNames.get(team_id) ?? team_id)} has no members`;
        const target = targets.get(outbound_config_id)?.configuration;
        const named = JSON.stringify(target?.name ?? outbound_config_id);
        return target?.enabled
          ? `the target ${named} gets no alert of severity ${severity}`
          : `the target ${named} is off`;
      });
  });
  return listed(reasons);
}
