/**
 * What becomes of an alert, the rules of it: which way it takes, whom that leads to, and when something is sent while
 * mutes and other alerts keep it back. Live delivery and all that foretells it ask this, and nothing else. Pure.
 */
import type { Pieces } from "../../kernel/time-slices.ts";
import { type AlertSeverity, type Labels, type SeverityWords, severityOf } from "./facts.ts";
import { createInhibiting, type InhibitionRow } from "./inhibitions.ts";
import type { Mute } from "./mutes.ts";
import { heartbeatOf, isOurs, type Raised } from "./own-alerts.ts";
import {
  createRouting,
  createRules,
  type Destination,
  type RouteDecision,
  type RouteRow,
  type RuleDecision,
  type RuleRow,
} from "./resolve.ts";
import { destinationsOf, isPaged, reachedAt, type Sending, sentByRule, type TargetRows } from "./sending.ts";

/** The rows that say where alerts go. */
export interface WayRows {
  /** In the order of their positions. */
  readonly routes: readonly RouteRow[];
  /** By the id of a row that raises alerts itself and has destinations of its own: the way to them. */
  readonly ownRoutes: ReadonlyMap<string, RouteRow>;
}

export interface RulingRows extends WayRows, TargetRows {
  readonly rules: readonly RuleRow[];
  readonly inhibitions: readonly InhibitionRow[];
  readonly words: SeverityWords;
  /** Teams without members, and rotas in which nobody is ever on call: what is sent to them reaches nobody. */
  readonly deserted: ReadonlySet<string>;
}

/** An alert, as far as rows decide by it. */
export interface Candidate extends Raised {
  /** Where they are known: its title is made of them. */
  readonly annotations?: Labels | undefined;
}

/** What each route does with alerts: the own way of a row that raises one comes first, and leaves nothing for routes. */
export function createWays({ routes, ownRoutes }: WayRows) {
  const routing = createRouting(routes);
  const byName = new Map([...ownRoutes.values()].map((own) => [own.configuration.name, own]));
  const ownOf = ({ labels, raisedBy }: Candidate): RouteRow | undefined => {
    const raiser = raisedBy === undefined ? undefined : ownRoutes.get(raisedBy);
    // A drill goes the way of the alert that it plays.
    const byLabels = raisedBy === undefined || raisedBy === labels.drill;
    return raiser ?? (byLabels ? byName.get(heartbeatOf(labels) ?? "") : undefined);
  };
  return function* waysOf(candidate: Candidate): Pieces<readonly RouteDecision[]> {
    const own = ownOf(candidate);
    if (own === undefined) return yield* routing(candidate.labels);
    const name = JSON.stringify(own.configuration.name);
    const reason = `the heartbeat ${name} notifies destinations of its own, and no route`;
    const others = routes.map((route) => ({ route, taken: false, reason }));
    return [{ route: own, taken: true, reason: "it is the alert of this heartbeat" }, ...others];
  };
}

/** The routes that take an alert, in order. */
export function takenOf(decisions: readonly RouteDecision[]): readonly RouteRow[] {
  return decisions.flatMap(({ taken, route }) => (taken ? [route] : []));
}

/** Alerts that the same routes send to the same destinations take one way. */
export function keyOfWay(
  rows: TargetRows & Pick<RulingRows, "words">,
  { labels }: Candidate,
  routes: readonly RouteRow[],
): string {
  const severity = severityOf(labels, rows.words);
  return JSON.stringify(routes.map((route) => [route.id, destinationsOf(route, severity, rows)]));
}

export interface Ruled {
  /** Null where the alert says none. */
  readonly severity: AlertSeverity | null;
  /** Of all routes, and before them of the own way that it takes. */
  readonly routes: readonly RouteDecision[];
  readonly rules: readonly RuleDecision[];
  /** As of `Sides`: while an alert with one of these is open, it is kept back. */
  readonly targetKeys: readonly string[];
  /** Whether it is taken in as soon as it is raised: no Alertmanager has it wait for its group. */
  readonly isOurs: boolean;
}

/** What each row says of alerts, mutes aside. It pauses between rows, of which there may be thousands. */
export function createRuling(rows: RulingRows) {
  const waysOf = createWays(rows);
  const deciding = createRules(rows.rules, rows.words);
  const sides = createInhibiting(rows.inhibitions);
  return function* ruledOf(candidate: Candidate, opened: Date): Pieces<Ruled> {
    const { labels } = candidate;
    return {
      severity: severityOf(labels, rows.words),
      routes: yield* waysOf(candidate),
      rules: yield* deciding(labels, opened),
      targetKeys: (yield* sides(labels)).targetKeys,
      isOurs: isOurs(candidate),
    };
  };
}

/** What rows send of an alert that nothing keeps back: small enough to be kept for many. */
export interface Standing {
  readonly severity: AlertSeverity | null;
  readonly sendings: readonly { readonly route: RouteRow; readonly sendings: readonly Named[] }[];
  readonly rules: readonly RuleRow[];
  readonly targetKeys: readonly string[];
}

/** What a route sends, before it is known who gets it then. */
type Named = Omit<Sending, "destination">;

export function standingOf(
  { severity, routes, rules, targetKeys, isOurs }: Ruled,
  rows: RulingRows,
): Standing {
  const sendings = takenOf(routes).map((route) => ({
    route,
    sendings: reachedBy(route, severity, rows).map((named) => ({
      named,
      atSeconds: isOurs ? 0 : route.configuration.group_wait_seconds,
    })),
  }));
  return {
    severity,
    sendings: sendings.filter((one) => one.sendings.length > 0),
    rules: rules.flatMap(({ taken, rule }) => (taken ? [rule] : [])),
    targetKeys,
  };
}

/** The destinations of a route that takes an alert that get it: a team without members is nobody, and so is such a rota. */
export function reachedBy(
  route: RouteRow,
  severity: AlertSeverity | null,
  rows: Pick<RulingRows, "targets" | "deserted">,
): readonly Destination[] {
  return destinationsOf(route, severity, rows).filter(
    ({ team_id, rota_id }) => !rows.deserted.has(team_id ?? rota_id ?? ""),
  );
}

/** The same at a moment: of a rota whether it leads to anybody then. */
export function reachedByAt(
  route: RouteRow,
  severity: AlertSeverity | null,
  rows: TargetRows & Pick<RulingRows, "deserted">,
  at: Date,
): readonly Destination[] {
  const paged = isPaged(route, severity);
  return reachedBy(route, severity, rows).filter((named) => reachedAt(named, at, paged, rows).length > 0);
}

/** A mute that takes an alert, whatever the time. */
export interface TimedMute extends Pick<Mute, "routeIds"> {
  /** Until when, in milliseconds, it holds at a moment; undefined where it does not. */
  readonly heldUntil: (at: number) => number | undefined;
}

/** An alert's time, in milliseconds, and what keeps it back. */
export interface Lasting {
  readonly startedAt: number;
  /** When it ends, or until when it is looked at. */
  readonly endedAt: number;
  /** Until when nobody acknowledges it. */
  readonly until: number;
  readonly mutes: readonly TimedMute[];
  /** Until when another alert keeps it back at a moment; undefined where none does. */
  readonly inhibitedUntil: (at: number) => number | undefined;
}

/** A message about the alert, and the row that it is sent by; seconds count from its beginning. */
export type Sent = Sending &
  ({ readonly route: RouteRow } | { readonly rule: RuleRow; readonly step: number });

const endOfTime = 8.64e15;

/** What is sent of an alert: the first message of each route and the steps of rules, each when nothing keeps it back. */
export function sentOf(standing: Standing, rows: TargetRows, lasting: Lasting): readonly Sent[] {
  const { startedAt, endedAt, mutes } = lasting;
  const everywhere = mutes.filter(({ routeIds }) => routeIds.length === 0);
  const opened = freeFrom(startedAt, everywhere, lasting);
  if (opened === undefined) return [];
  const seconds = (at: number) => (at - startedAt) / 1_000;
  const byRoutes = standing.sendings.flatMap(({ route, sendings }) => {
    const ofRoute = mutes.filter(({ routeIds }) => routeIds.includes(route.id));
    const at = ofRoute.length === 0 ? opened : freeFrom(opened, [...everywhere, ...ofRoute], lasting);
    if (at === undefined) return [];
    const paged = isPaged(route, standing.severity);
    return sendings.flatMap(({ named, atSeconds }) => {
      const after = Math.max(seconds(at), atSeconds);
      const moment = new Date(startedAt + after * 1_000);
      return reachedAt(named, moment, paged, rows).map((destination) => ({
        ...{ destination, named, route },
        atSeconds: after,
      }));
    });
  });
  const free = (from: Date) => new Date(freeFrom(from.getTime(), everywhere, lasting) ?? endOfTime);
  const until = new Date(Math.min(endedAt, lasting.until));
  const byRules = standing.rules.flatMap((rule) =>
    sentByRule(rule, rows, { opened: new Date(opened), until, free }).map((one) => ({
      ...one,
      atSeconds: one.atSeconds + seconds(opened),
    })),
  );
  return [...byRoutes, ...byRules];
}

/** From a moment on, the first one at which neither these mutes nor another alert keep it back; undefined where it is over by then. */
function freeFrom(
  from: number,
  mutes: readonly TimedMute[],
  { startedAt, endedAt, inhibitedUntil }: Lasting,
): number | undefined {
  for (let at = from; at < endedAt || at === startedAt; ) {
    const until = heldUntil(mutes, at) ?? inhibitedUntil(at);
    if (until === undefined) return at;
    at = Math.max(until, at + 1);
  }
  return undefined;
}

function heldUntil(mutes: readonly TimedMute[], at: number): number | undefined {
  for (const mute of mutes) {
    const until = mute.heldUntil(at);
    if (until !== undefined) return until;
  }
  return undefined;
}
