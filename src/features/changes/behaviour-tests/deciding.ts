/** Which rows a test's result comes from: those that decided it, and those that it names. Pure. */
import { takenOf } from "../../../renderers/alerting/deciding.ts";
import { isUnwritten } from "../../../renderers/alerting/inhibitions.ts";
import type { Destination } from "../../../renderers/alerting/resolve.ts";
import { alertHeartbeats } from "../../../resources/alert-heartbeats.ts";
import { alertInhibitions } from "../../../resources/alert-inhibitions.ts";
import { alertMutes } from "../../../resources/alert-mutes.ts";
import { alertRoutes } from "../../../resources/alert-routes.ts";
import { onCallRotas } from "../../../resources/on-call-rotas.ts";
import { outboundConfigs } from "../../../resources/outbound-configs.ts";
import { outboundRules } from "../../../resources/outbound-rules.ts";
import { teams } from "../../../resources/teams.ts";
import type { Outcome } from "../../alerting/index.ts";
import type { TestedRows, TestRow } from "./rows.ts";

export interface DecidingRow {
  readonly kind: string;
  readonly id: string;
}

type Row = { readonly id: string };

/** Of a test about an alert. What keeps it back comes first, then the routes and rules that take it. */
export function decidingOf(
  { ownRoutes }: Pick<TestedRows, "ownRoutes">,
  { expect }: TestRow["configuration"],
  { mutedBy, routeMutes, inhibitedBy, routes, rules }: Outcome,
): readonly DecidingRow[] {
  const { notified = [], not_notified = [], inhibited_by } = expect;
  const places = [...notified, ...not_notified];
  const wanted = new Set(notified.map(rowIdOf));
  const namesWanted = (destinations: readonly Destination[]) =>
    destinations.some((one) => {
      const id = rowIdOf(one);
      return id !== undefined && wanted.has(id);
    });
  const taking = takenOf(routes);
  const own = taking.filter(({ id }) => ownRoutes.has(id));
  // A route that would send it, and does not take it, is what to look at.
  const passing = routes.flatMap(({ route, taken }) =>
    !taken && namesWanted(route.configuration.destinations) ? [route] : [],
  );
  const rule = inhibitedBy === undefined || isUnwritten(inhibitedBy.rule.id) ? [] : [inhibitedBy.rule];
  return [
    ...of(alertMutes.kind, [...mutedBy, ...routeMutes]),
    ...of(alertInhibitions.kind, rule),
    ...of(alertHeartbeats.kind, own),
    ...of(alertRoutes.kind, [...taking.filter((route) => !own.includes(route)), ...passing]),
    ...of(
      outboundRules.kind,
      rules.flatMap((one) => (one.taken ? [one.rule] : [])),
    ),
    ...of(alertInhibitions.kind, typeof inhibited_by === "string" ? [{ id: inhibited_by }] : []),
    ...places.flatMap(({ outbound_config_id, team_id, rota_id }) => [
      ...of(outboundConfigs.kind, outbound_config_id === undefined ? [] : [{ id: outbound_config_id }]),
      ...of(teams.kind, team_id === undefined ? [] : [{ id: team_id }]),
      ...of(onCallRotas.kind, rota_id === undefined ? [] : [{ id: rota_id }]),
    ]),
  ];
}

function rowIdOf({ outbound_config_id, team_id, rota_id }: Destination): string | undefined {
  return outbound_config_id ?? team_id ?? rota_id;
}

function of(kind: string, rows: readonly Row[]): readonly DecidingRow[] {
  return rows.map(({ id }) => ({ kind, id }));
}
