/** The ways that a drill tries, each by an alert of its own, and those that it does not try, with the reason. */
import { type Call, turnOf } from "../../../engine/context.ts";
import type { Problem } from "../../../kernel/problem.ts";
import { inPieces } from "../../../kernel/time-slices.ts";
import { createWays, keyOfWay, takenOf } from "../../../renderers/alerting/deciding.ts";
import {
  type AlertingRows,
  type AlertOfService,
  type AlertSource,
  recentDays,
  type Way,
} from "../alerts/index.ts";
import type { DrillDeps } from "./look.ts";
import { type About, labelled, labelsFor } from "./made-up.ts";
import type { Foretold } from "./store.ts";

/** Of one service: each of them notifies people. */
const mostTried = 10;
const mostShown = 100;

type Shown = Foretold["ways"][number];

/** What a drill is to do. */
export interface Chosen extends Foretold {
  /** What it is about, as people know it. */
  readonly name: string;
}

type Needs = Pick<DrillDeps, "alerts" | "store">;

/** @returns the problem where no alert gets to what it is about, or none is known */
export async function choose(
  deps: Needs,
  call: Call,
  rows: AlertingRows,
  about: About,
): Promise<Chosen | Problem> {
  const unknown = await deps.alerts.unknownOf(call, rows);
  if (about.service !== undefined) {
    const ways = await waysOfService(deps, call, rows, about.service);
    return "message" in ways ? ways : { name: about.service, ways, unknown };
  }
  const made = labelsFor(about, [...rows.routes.values()], (id) => {
    const target = rows.targets.get(id)?.configuration;
    return target?.enabled ? target.name : undefined;
  });
  if ("message" in made) return made;
  const { labels, name } = made;
  const played = { ...labels, ...labelled };
  const [way] = await deps.alerts.waysOf(call, rows, [{ labels: played, raisedBy: labelled.drill }]);
  if (way === undefined) throw new Error("an alert without a way");
  return { name, unknown, ways: [{ ...shown(way, labels), source: null, not_tried: null }] };
}

async function waysOfService(
  { alerts }: Needs,
  call: Call,
  rows: AlertingRows,
  service: string,
): Promise<readonly Shown[] | Problem> {
  const known = await alerts.ofService(call, service);
  const hasRecent = known.recent.length > 0;
  const found = await alerts.waysOf(call, rows, hasRecent ? known.recent : known.own);
  const asPlayed = await playedOf(call, rows, found);
  const keptBack = found.filter((way) => asPlayed.has(way) && way.keptBack !== undefined);
  const free = found.filter((way) => asPlayed.has(way) && way.keptBack === undefined);
  // Where all are kept back, the drill of one says so at once.
  const tried = new Set(free.length > 0 ? free.slice(0, mostTried) : keptBack.slice(0, 1));
  if (tried.size === 0) return { field: "service", message: whyNone(found.length > 0) };
  const reasonOf = (way: Way<AlertOfService>): string | null => {
    if (tried.has(way)) return null;
    if (!asPlayed.has(way)) return "its alert takes another way with the label drill, which a drill has";
    return way.keptBack === undefined ? `a drill tries ${mostTried} ways at most` : `it is ${way.keptBack}`;
  };
  const ways = found.map((way) => ({ ...shownOf(way), not_tried: reasonOf(way) }));
  const untried = hasRecent ? await neverSeen(alerts, call, rows, known.own, found) : [];
  const off = known.off.map((source) => ({
    ...{ labels: {}, source, routes: [], notified: [] },
    not_tried: "it is off",
  }));
  const triedFirst = ways.toSorted((a, b) => Number(a.not_tried !== null) - Number(b.not_tried !== null));
  return bounded([...triedFirst, ...untried, ...off]);
}

/** Ways of the service's rows that no alert took lately. */
async function neverSeen(
  alerts: Needs["alerts"],
  call: Call,
  rows: AlertingRows,
  own: readonly AlertOfService[],
  found: readonly Way<AlertOfService>[],
): Promise<readonly Shown[]> {
  const keys = new Set(found.map(({ alert, routes }) => keyOfWay(rows, alert, routes)));
  const ways = await alerts.waysOf(call, rows, own);
  return ways
    .filter(({ alert, routes }) => !keys.has(keyOfWay(rows, alert, routes)))
    .map((way) => ({
      ...shownOf(way),
      not_tried: `no alert took this way in the last ${recentDays} days`,
    }));
}

/** Those that a drill's alert takes as well: it has one more label, and nothing but that raises it. */
async function playedOf(
  call: Call,
  rows: AlertingRows,
  ways: readonly Way<AlertOfService>[],
): Promise<ReadonlySet<Way<AlertOfService>>> {
  const waysOf = createWays({ routes: [...rows.routes.values()], ownRoutes: rows.ownRoutes });
  const same = new Set<Way<AlertOfService>>();
  for (const way of ways) {
    const played = { labels: { ...way.alert.labels, ...labelled }, raisedBy: labelled.drill };
    const taken = takenOf(await inPieces(waysOf(played), turnOf(call)));
    if (keyOfWay(rows, played, taken) === keyOfWay(rows, way.alert, way.routes)) same.add(way);
  }
  return same;
}

function whyNone(areKnown: boolean): string {
  return areKnown
    ? "has alerts that all take another way with the label drill, which a drill has: start one of a route instead"
    : `had no alert in the last ${recentDays} days, and no SLO, check, certificate or heartbeat that is on would raise one: start a drill of a route instead`;
}

function shownOf(way: Way<AlertOfService>) {
  return { ...shown(way, way.alert.labels), source: way.alert.source as AlertSource };
}

function shown(
  { routes, notified }: Pick<Way<AlertOfService>, "routes" | "notified">,
  labels: Shown["labels"],
) {
  return {
    labels,
    routes: routes.map(({ id, configuration }) => ({ id, name: configuration.name })),
    notified,
  };
}

function bounded(ways: readonly Shown[]): readonly Shown[] {
  const more = ways.length - mostShown;
  if (more <= 0) return ways;
  return ways
    .slice(0, mostShown)
    .map((way, index) =>
      index === mostShown - 1 ? { ...way, not_tried: `${way.not_tried}; ${more} more were not tried` } : way,
    );
}
