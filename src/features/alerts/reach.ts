/** Where a new route goes among the others, and which routes no alert comes to. */
import { LRUCache } from "lru-cache";
import type { KindHooks } from "../../engine/feature.ts";
import type { Reader, StoredRow } from "../../engine/ports/rows.ts";
import { completed } from "../../engine/render.ts";
import { sortKeyOf } from "../../engine/row-facts.ts";
import { firstOfAll, hidingOf, shownHiding } from "../../kernel/route-reach.ts";
import type { RouteRow } from "../../renderers/alerting/resolve.ts";
import { alertRoutes } from "../../resources/alert-routes.ts";
import type { AlertDeps } from "./deps.ts";

type Routes = typeof alertRoutes;

const keptOrganizations = 64;

/** The routes of an organization as they were when their stamp was read. */
interface Known {
  readonly stamp: string;
  /** By id. */
  readonly rows: ReadonlyMap<string, StoredRow>;
  readonly hiding: ReadonlyMap<string, RouteRow>;
}

export function reachOfRoutes({ renders, drills }: Pick<AlertDeps, "drills" | "renders">) {
  const kept = new LRUCache<string, Known>({ max: keptOrganizations });

  async function knownRoutes(reader: Reader, organizationId: string): Promise<Known> {
    // The stamp is older than the rows that are read after it: a write in between makes the next stamp differ.
    const stamp = await renders.in(reader).stamp(organizationId, [alertRoutes.kind]);
    const last = kept.get(organizationId);
    if (last?.stamp === stamp) return last;
    const rows = await reader.rowsMatching(organizationId, alertRoutes.kind, {});
    const known = { stamp, rows: new Map(rows.map((row) => [row.id, row])), hiding: hidingOf(inOrder(rows)) };
    kept.set(organizationId, known);
    return known;
  }

  return {
    async fill(reader, organizationId) {
      // Not what is kept: in a plan the reader has rows that are not stored.
      const rows = await reader.rowsMatching(organizationId, alertRoutes.kind, {});
      return { position: placeOfNewRoute(rows) };
    },
    async join(reader, organizationId, joining) {
      const known = await knownRoutes(reader, organizationId);
      const given = joining.map((row) => row.read());
      // A row that is being written is shown as it will be.
      const moved = given.filter(({ id, revision }) => known.rows.get(id)?.revision !== revision);
      const after = new Map([...known.rows, ...moved.map((row) => [row.id, row] as const)]);
      const hiding = moved.length === 0 ? known.hiding : hidingOf(inOrder([...after.values()]));
      const provedAt = await drills.in(reader).provedAt(
        organizationId,
        joining.map(({ id }) => id),
      );
      return new Map(
        joining.map(({ id }) => {
          const by = hiding.get(id);
          const unreachable = by === undefined ? null : shownHiding(by);
          return [id, { unreachable, last_proved_at: provedAt.get(id)?.toISOString() ?? null }];
        }),
      );
    },
  } satisfies KindHooks<Routes>;
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
