/** Where a new route goes among the others, and which routes no alert comes to. */
import type { KindHooks, Written } from "../../../engine/feature.ts";
import type { StoredRow } from "../../../engine/ports/rows.ts";
import { completed } from "../../../engine/render.ts";
import { sortKeyOf } from "../../../engine/row-facts.ts";
import { sameJson } from "../../../kernel/equal.ts";
import { firstOfAll, hidingOf, shownHiding } from "../../../kernel/route-reach.ts";
import type { RouteRow } from "../../../renderers/alerting/resolve.ts";
import { alertRoutes } from "../../../resources/alert-routes.ts";

type Routes = typeof alertRoutes;

export function reachOfRoutes() {
  return {
    async fill(reader, organizationId) {
      // Not what is kept: in a plan the reader has rows that are not stored.
      const rows = await reader.rowsMatching(organizationId, alertRoutes.kind, {});
      return { position: placeOfNewRoute(rows) };
    },
    follows: movesReach,
    /** Of two writes at the same time the later one sees the rows of both. */
    async settle(writer, call, written) {
      if (!written.some(movesReach)) return;
      const { id: organizationId } = call.caller.organization;
      await writer.lock(`${organizationId}/${alertRoutes.kind}/reach`);
      const rows = await writer.rowsMatching(organizationId, alertRoutes.kind, {});
      const hiding = hidingOf(inOrder(rows));
      for (const { id, state } of rows) {
        const by = hiding.get(id);
        const unreachable = by === undefined ? null : shownHiding(by);
        if (!sameJson(state.unreachable ?? null, unreachable))
          await writer.mergeState(organizationId, alertRoutes.kind, id, { unreachable });
      }
    },
  } satisfies KindHooks<Routes>;
}

/** Whether other alerts come to it, or to those behind it. */
export function movesReach({ before, after }: Written): boolean {
  return reachOf(before) !== reachOf(after);
}

/** What of a route decides whether alerts come to it and to those behind it, and how that is said. */
function reachOf(row: StoredRow | undefined): string | undefined {
  if (row === undefined) return undefined;
  const { name, enabled, position, matchers, continue: goesOn } = completed(alertRoutes, row.configuration);
  return JSON.stringify([name, enabled, position, matchers, goesOn]);
}

/** Before the first route that takes every alert, behind the one before that; without such a route behind the last. */
export function placeOfNewRoute(rows: readonly RowOfRoute[]): number {
  const routes = inOrder(rows);
  const all = firstOfAll(routes);
  const before = all === undefined ? routes : routes.slice(0, routes.indexOf(all));
  const next = (before.at(-1)?.configuration.position ?? -1) + 1;
  const { min, max } = alertRoutes.fields.position;
  const place = all === undefined ? next : Math.min(next, all.configuration.position - 1);
  return Math.min(Math.max(place, min), max);
}

type RowOfRoute = Pick<StoredRow, "id" | "configuration">;

function inOrder(rows: readonly RowOfRoute[]): readonly RouteRow[] {
  return rows
    .map(({ id, configuration }) => ({ at: sortKeyOf(alertRoutes, configuration), id, configuration }))
    .sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0))
    .map(({ id, configuration }) => ({ id, configuration: completed(alertRoutes, configuration) }));
}
