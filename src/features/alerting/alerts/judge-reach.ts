/**
 * Routes and heartbeats that lead to nobody after a change: said of the route that changes, of the target that goes, and
 * of the person who leaves a team.
 */

import type { Judge, Judgement, RowMove } from "../../../engine/feature.ts";
import { changesAny, completedSide, rowsAfter, rowsBefore } from "../../../engine/plan/rows-after.ts";
import type { StoredRow } from "../../../engine/ports/rows.ts";
import { completed } from "../../../engine/render.ts";
import { reachedBy } from "../../../renderers/alerting/deciding.ts";
import { isEverOnCall } from "../../../renderers/alerting/on-call.ts";
import type { RouteRow } from "../../../renderers/alerting/resolve.ts";
import { alertHeartbeats } from "../../../resources/alert-heartbeats.ts";
import { alertRoutes } from "../../../resources/alert-routes.ts";
import { onCallRotas } from "../../../resources/on-call-rotas.ts";
import { outboundConfigs } from "../../../resources/outbound-configs.ts";
import { teamMembers } from "../../../resources/team-members.ts";
import { fromNow, usualDays } from "../../../shifts/coverage.ts";
import { createOnCallRows, type OnCallRows } from "../../on-call/index.ts";
import type { AlertDeps } from "./deps.ts";
import { ownRoutesOf } from "./heartbeats.ts";
import { inhabitedTeams } from "./inhabited.ts";
import { maxMembers } from "./notify.ts";
import { type AlertingRows, isUnset, type TargetRow } from "./rows.ts";
import { teamsIn } from "./targets.ts";

type Deps = Pick<AlertDeps, "rowsOf" | "roster">;

export function judgeReach(deps: Deps): Judge {
  return {
    kinds: [alertRoutes, alertHeartbeats, onCallRotas, outboundConfigs, teamMembers].map(({ kind }) => kind),
    async judge(reader, call, moves) {
      if (!moves.some(canLose)) return [];
      const { id: organizationId } = call.caller.organization;
      const rows = await deps.rowsOf(reader, organizationId, call.now);
      const [was, is] = [sideOf(rows, moves, rowsBefore), sideOf(rows, moves, rowsAfter)];
      const teamIds = [...new Set([...teamsOf(was), ...teamsOf(is)])];
      const members =
        teamIds.length === 0 ? [] : await deps.roster.in(reader).members(organizationId, teamIds, maxMembers);
      const onCall = await createOnCallRows(deps)(reader, organizationId);
      const emptyOn = (side: Side, as: typeof rowsAfter) =>
        emptyRotas(side, onCall.side(moves, as), call.now);
      const reach = {
        was: reachOf(was, inhabitedTeams(members, moves, "before"), emptyOn(was, rowsBefore)),
        is: reachOf(is, inhabitedTeams(members, moves, "now"), emptyOn(is, rowsAfter)),
      };
      return moves.flatMap((move) => saidOf(move, was, is, reach));
    },
  };
}

/** What may lose somebody: what a route or heartbeat says of whom; a target that goes off; a member who goes. */
function canLose(move: RowMove): boolean {
  const { kind, before, now } = move;
  if (kind === outboundConfigs.kind) return takes(before) && !takes(now);
  if (kind === teamMembers.kind) return now === undefined;
  if (kind === onCallRotas.kind) return now !== undefined && changesAny(move, ["rotations", "fallback"]);
  const leads = kind === alertRoutes.kind || kind === alertHeartbeats.kind;
  return leads && now !== undefined && changesAny(move, ["enabled", "destinations"]);
}

function takes(row: StoredRow | undefined): boolean {
  return row !== undefined && row.configuration.enabled !== false && !isUnset(row);
}

interface Side {
  /** Routes and heartbeats' own ways that are on and do not drop. */
  readonly routes: readonly RouteRow[];
  readonly heartbeats: ReadonlySet<string>;
  /** Those that take messages. */
  readonly targets: ReadonlyMap<string, TargetRow>;
}

function sideOf(rows: AlertingRows, moves: readonly RowMove[], as: typeof rowsAfter): Side {
  const targets = as(outboundConfigs, [...rows.targets.values()], moves, (row) => ({
    id: row.id,
    configuration: completed(outboundConfigs, row.configuration),
    isUnset: isUnset(row),
  }));
  const routes = completedSide(as, alertRoutes, rows.routes.values(), moves);
  const heartbeats = completedSide(as, alertHeartbeats, rows.heartbeats, moves).filter(
    ({ configuration }) => configuration.enabled,
  );
  return {
    routes: [...routes, ...ownRoutesOf(heartbeats).values()].filter(
      ({ configuration: { enabled, drop } }) => enabled && !drop,
    ),
    heartbeats: new Set(heartbeats.map(({ id }) => id)),
    targets: new Map(targets.filter((one) => !one.isUnset).map((one) => [one.id, one])),
  };
}

function teamsOf({ routes }: Side): readonly string[] {
  return routes.flatMap(({ configuration }) => teamsIn(configuration.destinations));
}

/** The rotas in which nobody is ever on call, by the days that are looked at, and that have no fallback which takes messages. */
function emptyRotas({ routes, targets }: Side, { rotas, members }: OnCallRows, now: Date): readonly string[] {
  const { from, to } = fromNow(now, usualDays);
  const rows = { rotas: new Map(rotas.map((rota) => [rota.id, rota] as const)), members };
  const named = routes.flatMap(({ configuration }) =>
    configuration.destinations.flatMap(({ rota_id }) => rota_id ?? []),
  );
  return [...new Set(named)].filter((id) => {
    const { outbound_config_id: target, email } = rows.rotas.get(id)?.fallback ?? {};
    const falls = email !== undefined || targets.get(target ?? "")?.configuration.enabled === true;
    return !falls && !isEverOnCall(rows, id, from, to);
  });
}

/** The ids of those that lead to somebody. */
function reachOf(side: Side, inhabited: ReadonlySet<string>, empty: readonly string[]): ReadonlySet<string> {
  const { routes, targets } = side;
  const deserted = new Set([...teamsOf(side).filter((id) => !inhabited.has(id)), ...empty]);
  return new Set(
    routes.flatMap((route) =>
      reachedBy(route, "critical", { targets, deserted }).length === 0 ? [] : [route.id],
    ),
  );
}

function saidOf(
  move: RowMove,
  was: Side,
  is: Side,
  reach: { readonly was: ReadonlySet<string>; readonly is: ReadonlySet<string> },
): Judgement[] {
  const { kind, id, before } = move;
  if (!canLose(move)) return [];
  const lost = is.routes.filter((route) => !reach.is.has(route.id));
  const nameOfRoute = (route: RouteRow) =>
    `the ${is.heartbeats.has(route.id) ? "heartbeat" : "alert route"} ${JSON.stringify(route.configuration.name)}`;
  if (kind === alertRoutes.kind || kind === alertHeartbeats.kind)
    return lost
      .filter((route) => route.id === id)
      .map(({ configuration: { destinations } }) => {
        const ofRota = destinations.some(({ rota_id }) => rota_id !== undefined);
        const empty = ofRota
          ? ", a team without members, or a rota with nobody on call and no fallback"
          : ", or a team without members";
        const message = `lead to nobody: each is a target that is off or has no secret${empty}; what it takes reaches nobody`;
        return { kind, id, field: "destinations", reason: "reaches_nobody", message };
      });
  const named = lost.filter((route) => reach.was.has(route.id) && leadsTo(route, move));
  const [field, reason, which] =
    kind === teamMembers.kind
      ? (["", "reaches_nobody", "is the last member who is reached by"] as const)
      : kind === onCallRotas.kind
        ? ([
            "rotations",
            "reaches_nobody",
            "has nobody on call and no fallback, and is the last that is reached by",
          ] as const)
        : (["enabled", "last_target", "is the last destination that takes messages of"] as const);
  const last = named.map(
    (route): Judgement => ({
      kind,
      id,
      field,
      reason,
      message: `${which} ${nameOfRoute(route)}; the alerts that it takes then reach nobody`,
    }),
  );
  if (kind !== outboundConfigs.kind || before === undefined) return last;
  const others = was.routes.filter(
    (route) => leadsTo(route, move) && reach.is.has(route.id) && is.routes.some((one) => one.id === route.id),
  );
  return others.length === 0
    ? last
    : [
        ...last,
        {
          kind,
          id,
          field,
          reason: "target_off",
          message: `is a destination of ${shownNames(others.map(nameOfRoute))}, whose alerts are not sent to it then`,
        },
      ];
}

function leadsTo({ configuration: { destinations } }: RouteRow, { kind, id, before }: RowMove): boolean {
  return destinations.some((one) =>
    kind === teamMembers.kind
      ? before !== undefined && one.team_id === before.configuration.team_id
      : (one.outbound_config_id ?? one.rota_id) === id,
  );
}

const mostNamed = 5;

function shownNames(names: readonly string[]): string {
  const more = names.length > mostNamed ? ` and ${names.length - mostNamed} more` : "";
  return `${names.slice(0, mostNamed).join(", ")}${more}`;
}
