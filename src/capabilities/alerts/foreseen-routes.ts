/** What follows from a change of routes: that some alerts reach nobody any more, or that other routes get none. */
import { severityRanks } from "../../backends/alerting/facts.ts";
import { createRouting, type RouteRow } from "../../backends/alerting/resolve.ts";
import type { Foreseen, KindCapability, RowMove } from "../../engine/capability.ts";
import { turnOf } from "../../engine/context.ts";
import { rowsAfter } from "../../engine/plan/rows-after.ts";
import type { Labels } from "../../engine/ports/alerts.ts";
import { completed } from "../../engine/render.ts";
import { inPieces, type Turn } from "../../kernel/pieces.ts";
import { alertRoutes } from "../../resources/alert-routes.ts";
import type { AlertDeps } from "./deps.ts";

/** No route is made for this word. */
const unheardOf = "an-alert-that-nobody-thought-of";

/** Alerts of all sorts that nobody thought of: a route that takes all of them takes every alert. */
const strangers: readonly Labels[] = [
  { alertname: unheardOf },
  ...Object.keys(severityRanks).map((severity) => ({ alertname: unheardOf, service: unheardOf, severity })),
];

export function foreseeRoutes({ store, rowsOf }: Pick<AlertDeps, "store" | "rowsOf">) {
  return {
    async foresee(call, changed) {
      const organizationId = call.caller.organization.id;
      const before = [...(await rowsOf(store, organizationId, call.now)).routes.values()];
      const after = rowsAfter(alertRoutes, before, changed, ({ id, configuration }) => ({
        id,
        configuration: completed(alertRoutes, configuration),
      }));
      const moves = changed.filter(({ kind }) => kind === alertRoutes.kind);
      return [
        ...(await lastOfAll(before, after, moves, turnOf(call))),
        ...(await shadowing(before, after, moves, turnOf(call))),
      ];
    },
  } satisfies KindCapability<typeof alertRoutes>;
}

/** Alerts that nobody thought of were taken, and are not any more. */
async function lastOfAll(
  before: readonly RouteRow[],
  after: readonly RouteRow[],
  moves: readonly RowMove[],
  turn: Turn,
): Promise<Foreseen[]> {
  const [was, is] = [await takersOf(before, turn), await takersOf(after, turn)];
  if (was.some((takers) => takers.length === 0)) return [];
  const lost = was.filter((_, index) => is[index]?.length === 0);
  const message =
    "is the last route that takes every alert; without it, an alert that no other route is for reaches nobody";
  return moves
    .filter(({ id }) => lost.some((takers) => takers.includes(id)))
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
function takersOf(routes: readonly RouteRow[], turn: Turn): Promise<string[][]> {
  const routing = createRouting(routes);
  return Promise.all(
    strangers.map(async (labels) =>
      (await inPieces(routing(labels), turn)).flatMap(({ taken, route }) => (taken ? [route.id] : [])),
    ),
  );
}

const mostNamed = 5;

/** A route that takes every alert and does not continue leaves nothing to those behind it. */
async function shadowing(
  before: readonly RouteRow[],
  after: readonly RouteRow[],
  moves: readonly RowMove[],
  turn: Turn,
): Promise<Foreseen[]> {
  const [was, is] = [await hidingPlace(before, turn), await hidingPlace(after, turn)];
  const by = is === undefined ? undefined : moves.find(({ id }) => id === after[is]?.id);
  if (is === undefined || by === undefined) return [];
  const hidden = new Set(was === undefined ? [] : before.slice(was + 1).map(({ id }) => id));
  const newly = after
    .slice(is + 1)
    .filter(({ id, configuration }) => configuration.enabled && !hidden.has(id));
  if (newly.length === 0) return [];
  const names = newly.slice(0, mostNamed).map(({ configuration }) => configuration.name);
  const more = newly.length > names.length ? ` and ${newly.length - names.length} more` : "";
  const message = `takes every alert and does not continue, so that nothing is left for ${names.join(", ")}${more}`;
  return [{ kind: by.kind, id: by.id, field: "position", reason: "hides_routes", message }];
}

/** The place of the first route behind which no alert comes. */
async function hidingPlace(routes: readonly RouteRow[], turn: Turn): Promise<number | undefined> {
  for (const [index, route] of routes.entries()) {
    if (!route.configuration.enabled || route.configuration.continue) continue;
    if ((await takersOf([route], turn)).every((takers) => takers.length === 1)) return index;
  }
  return undefined;
}
