/** What follows from a change of routes: that some alerts reach nobody any more, or that other routes get none. */

import { turnOf } from "../../../engine/context.ts";
import type { Judge, Judgement, RowMove } from "../../../engine/feature.ts";
import { completedSide, rowsAfter } from "../../../engine/plan/rows-after.ts";
import { hidingOf, shownHiding, takesEveryAlert } from "../../../kernel/route-reach.ts";
import { inPieces, type Turn } from "../../../kernel/time-slices.ts";
import { createWays, takenOf } from "../../../renderers/alerting/deciding.ts";
import { severityRanks } from "../../../renderers/alerting/facts.ts";
import type { RouteRow } from "../../../renderers/alerting/resolve.ts";
import { alertRoutes } from "../../../resources/alert-routes.ts";
import type { Labels } from "./column-types.ts";
import type { AlertDeps } from "./deps.ts";
import { movesReach } from "./reach.ts";

/** No route is made for this word. */
const unheardOf = "an-alert-that-nobody-thought-of";

/** Alerts of all sorts that nobody thought of: a route that takes all of them takes every alert. */
const unknownAlerts: readonly Labels[] = [
  { alertname: unheardOf },
  ...Object.keys(severityRanks).map((severity) => ({ alertname: unheardOf, service: unheardOf, severity })),
];

export function judgeRoutes({ rowsOf }: Pick<AlertDeps, "rowsOf">): Judge {
  return {
    kinds: [alertRoutes.kind],
    async judge(reader, call, changed) {
      if (
        !changed.some(
          ({ kind, before, now }) => kind === alertRoutes.kind && movesReach({ before, after: now }),
        )
      )
        return [];
      const organizationId = call.caller.organization.id;
      const before = [...(await rowsOf(reader, organizationId, call.now)).routes.values()];
      const after = completedSide(rowsAfter, alertRoutes, before, changed);
      const moves = changed.filter(({ kind }) => kind === alertRoutes.kind);
      return [...(await lastOfAll(before, after, moves, turnOf(call))), ...unreached(before, after, moves)];
    },
  };
}

/** Alerts that nobody thought of were taken, and are not any more. */
async function lastOfAll(
  before: readonly RouteRow[],
  after: readonly RouteRow[],
  moves: readonly RowMove[],
  turn: Turn,
): Promise<Judgement[]> {
  // A route that is new takes alerts from nobody for good.
  if (moves.every((move) => move.before === undefined)) return [];
  const was = await receiversOf(before, turn);
  if (was.some((receivers) => receivers.length === 0)) return [];
  const is = await receiversOf(after, turn);
  const lost = was.filter((_, index) => is[index]?.length === 0);
  const message =
    "is the last route that takes every alert; without it, an alert that no other route is for reaches nobody";
  return moves
    .filter(({ id }) => lost.some((receivers) => receivers.includes(id)))
    .map(({ kind, id, before, now }) => ({
      kind,
      id,
      field: fieldOf(before?.configuration.enabled, now?.configuration),
      reason: "last_route",
      message,
    }));
}

function fieldOf(wasEnabled: unknown, now: { readonly enabled?: unknown } | undefined): string {
  if (now === undefined) return "";
  return wasEnabled !== false && now.enabled === false ? "enabled" : "matchers";
}

/** By stranger, the routes that take it. */
function receiversOf(routes: readonly RouteRow[], turn: Turn): Promise<string[][]> {
  // No heartbeat raises them.
  const waysOf = createWays({ routes, ownRoutes: new Map() });
  return Promise.all(
    unknownAlerts.map(async (labels) =>
      takenOf(await inPieces(waysOf({ labels }), turn)).map(({ id }) => id),
    ),
  );
}

const mostNamed = 5;

/** Routes that no alert comes to any more: said at those that change, and of the others at the route that hides them. */
function unreached(
  before: readonly RouteRow[],
  after: readonly RouteRow[],
  moves: readonly RowMove[],
): Judgement[] {
  const is = hidingOf(after);
  if (is.size === 0) return [];
  const own = moves.flatMap(({ kind, id }): Judgement[] => {
    const by = is.get(id);
    if (by === undefined) return [];
    return [{ kind, id, field: "position", reason: "unreachable", message: `is ${shownHiding(by).message}` }];
  });
  const moved = new Set(moves.map(({ id }) => id));
  const was = [...is.keys()].every((id) => moved.has(id)) ? is : hidingOf(before);
  const hidden = after.filter(({ id }) => is.has(id) && !was.has(id) && !moved.has(id));
  const others = moves.flatMap(({ kind, id }): Judgement[] => {
    const names = hidden
      .filter((route) => is.get(route.id)?.id === id)
      .map(({ configuration }) => configuration.name);
    if (names.length === 0) return [];
    const more = names.length > mostNamed ? ` and ${names.length - mostNamed} more` : "";
    const all = after.some((route) => route.id === id && takesEveryAlert(route))
      ? "every alert"
      : "all that they would take";
    const message = `takes ${all} and does not continue, so that nothing is left for ${names.slice(0, mostNamed).join(", ")}${more}`;
    return [{ kind, id, field: "position", reason: "hides_routes", message }];
  });
  return [...own, ...others];
}
