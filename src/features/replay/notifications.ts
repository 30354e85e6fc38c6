/**
 * What rows send of alerts of the past: the first message of each route and the steps of rules, each when nothing keeps
 * it back. Each part is the function that decides live alerts. Pure; rows with the same labels are decided once.
 */
import { isDeepStrictEqual } from "node:util";
import type { MuteTimes } from "../../kernel/mute-times.ts";
import type { Pieces } from "../../kernel/time-slices.ts";
import {
  type AlertSeverity,
  type Labels,
  type SeverityWords,
  severityOf,
} from "../../renderers/alerting/facts.ts";
import { createInhibiting, type InhibitionRow } from "../../renderers/alerting/inhibitions.ts";
import { createMuting, type Mute } from "../../renderers/alerting/mutes.ts";
import {
  createRouting,
  createRules,
  type Destination,
  type RouteRow,
  type RuleRow,
} from "../../renderers/alerting/resolve.ts";
import { type Sending, sentByRoute, sentByRule, type TargetRows } from "../../renderers/alerting/sending.ts";
import type { PastAlert } from "./past-alerts.ts";
import { createHolding, openSpans } from "./spans.ts";

/** The rows that decide, in a form that a thread can be given. */
export interface ReplayRows extends TargetRows {
  /** In the order of their positions. */
  readonly routes: readonly RouteRow[];
  readonly rules: readonly RuleRow[];
  readonly inhibitions: readonly InhibitionRow[];
  readonly words: SeverityWords;
  /** By the id of a row that raises alerts itself and has destinations of its own: the way to them. */
  readonly ownRoutes: ReadonlyMap<string, RouteRow>;
  readonly mutes: readonly Mute[];
  /** What targets and teams are called, by their ids. */
  readonly names: ReadonlyMap<string, string>;
  /** Teams without members: what is sent to them reaches nobody. */
  readonly deserted: ReadonlySet<string>;
}

export interface Notification {
  readonly destination: Destination;
  /** The route or rule that sends it. */
  readonly sender: RouteRow | RuleRow;
  /** Of a rule, from 1; of a route 0. */
  readonly step: number;
  /** In milliseconds. */
  readonly at: number;
}

/** What rows say of alerts with the same labels. */
interface Standing {
  readonly severity: AlertSeverity | null;
  /** What its routes send. */
  readonly sendings: readonly RouteSendings[];
  readonly rules: readonly RuleRow[];
  readonly targetKeys: readonly string[];
}

interface RouteSendings {
  readonly route: RouteRow;
  readonly sendings: readonly Sending[];
}

const endOfTime = 8.64e15;
/** Mutes are compared with labels once, and with moments after that. */
const always: MuteTimes = { startsAt: new Date(0), endsAt: null, schedule: [] };

/**
 * Whether two set-ups send the same of every alert with a set of labels: their other rows are the same, and so are the
 * routes and rules that such an alert comes to. A plan that changes a route leaves most alerts alone.
 */
export function createSame(
  before: ReplayRows,
  after: ReplayRows,
  [was, is]: readonly [StandingOf, StandingOf],
): (set: number) => Pieces<boolean> {
  const { routes, rules, names } = before;
  const isSame = isDeepStrictEqual(before, { ...after, routes, rules, names });
  const known: boolean[] = [];
  return function* sameOf(set) {
    if (!isSame) return false;
    known[set] ??= isDeepStrictEqual(yield* was(set), yield* is(set));
    return known[set];
  };
}

/**
 * @param alerts all that were open, as those that may keep others back
 * @param standingOf of these rows, where others ask it too
 * @returns what is sent of one of them, as far as that was before `now`, in milliseconds
 */
export function* createNotifications(
  rows: ReplayRows,
  sets: readonly Labels[],
  alerts: readonly PastAlert[],
  now: number,
  standingOf: StandingOf = createStandings(rows, sets),
): Pieces<(alert: PastAlert) => Pieces<readonly Notification[]>> {
  const mutesOf = createMutes(rows, sets);
  const keptBackUntil = yield* openSpans(rows.inhibitions, sets, alerts, now);

  return function* notificationsOf(alert) {
    const { severity, sendings, rules, targetKeys } = yield* standingOf(alert.labels);
    const mutes = yield* mutesOf(alert);
    const end = Math.min(alert.endedAt ?? now, now);
    const isOpen = (at: number) => at < end || at === alert.startedAt;
    /** From a moment on, the first one at which neither these mutes nor another alert keep it back; undefined where it is over by then. */
    const free = (from: number, holding: readonly TimedMute[]): number | undefined => {
      for (let at = from; isOpen(at); ) {
        const until = mutedUntil(holding, at) ?? keptBackUntil(targetKeys, at);
        if (until === undefined) return at;
        at = Math.max(until, at + 1);
      }
      return undefined;
    };
    const everywhere = mutes.filter(({ routeIds }) => routeIds.length === 0);
    const opened = free(alert.startedAt, everywhere);
    if (opened === undefined) return [];
    const own = rows.ownRoutes.get(alert.connectorId);
    const byRoutes = (own === undefined ? sendings : [sendingsOf(own, severity, rows)]).flatMap(
      ({ route, sendings }) => {
        const ofRoute = mutes.filter(({ routeIds }) => routeIds.includes(route.id));
        const at = ofRoute.length === 0 ? opened : free(opened, [...everywhere, ...ofRoute]);
        if (at === undefined) return [];
        return sendings.map(({ destination, atSeconds }) => ({
          ...{ destination, sender: route, step: 0 },
          at: Math.max(at, alert.startedAt + atSeconds * 1_000),
        }));
      },
    );
    const until = new Date(Math.min(end, alert.acknowledgedAt ?? end));
    const byRules = rules.flatMap((rule) =>
      sentByRule(rule, rows, {
        opened: new Date(opened),
        until,
        free: (from) => new Date(free(from.getTime(), everywhere) ?? endOfTime),
      }).map(({ destination, step, atSeconds }) => ({
        ...{ destination, sender: rule, step },
        at: opened + atSeconds * 1_000,
      })),
    );
    return [...byRoutes, ...byRules].filter(
      ({ destination: { team_id } }) => team_id === undefined || !rows.deserted.has(team_id),
    );
  };
}

function mutedUntil(mutes: readonly TimedMute[], at: number): number | undefined {
  for (const { heldUntil } of mutes) {
    const until = heldUntil(at);
    if (until !== undefined) return until;
  }
  return undefined;
}

function sendingsOf(route: RouteRow, severity: AlertSeverity | null, rows: TargetRows): RouteSendings {
  return { route, sendings: sentByRoute(route, severity, rows) };
}

type StandingOf = (set: number) => Pieces<Standing>;

/** What rows say of alerts with a set of labels, by its place; worked out once. */
export function createStandings(rows: ReplayRows, sets: readonly Labels[]): StandingOf {
  const routing = createRouting(rows.routes);
  const deciding = createRules(rows.rules, rows.words);
  const sides = createInhibiting(rows.inhibitions);
  const known: Standing[] = [];
  return function* standingOf(set: number): Pieces<Standing> {
    const standing = known[set];
    if (standing !== undefined) return standing;
    const labels = sets[set] ?? {};
    const severity = severityOf(labels, rows.words);
    const sendings = (yield* routing(labels))
      .flatMap(({ taken, route }) => (taken ? [sendingsOf(route, severity, rows)] : []))
      .filter((one) => one.sendings.length > 0);
    const rules = (yield* deciding(labels, new Date(0))).flatMap(({ taken, rule }) => (taken ? [rule] : []));
    const { targetKeys } = yield* sides(labels);
    known[set] = { severity, sendings, rules, targetKeys };
    return known[set];
  };
}

interface TimedMute extends Mute {
  /** As of `createHolding`. */
  readonly heldUntil: (at: number) => number | undefined;
}

function createMutes(rows: ReplayRows, sets: readonly Labels[]) {
  const muting = createMuting(
    rows.mutes.map((mute): TimedMute => ({ ...mute, heldUntil: createHolding(mute.times), times: always })),
  );
  const known = new Map<string, readonly TimedMute[]>();
  const since = new Date(1);
  return function* mutesOf({ labels: set, title }: PastAlert): Pieces<readonly TimedMute[]> {
    if (rows.mutes.length === 0) return [];
    const key = `${set} ${title}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    const { mutes } = yield* muting({ title, labels: sets[set] ?? {} }, since);
    known.set(key, mutes);
    return mutes;
  };
}
