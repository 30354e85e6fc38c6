/**
 * What rows send of alerts of the past: the first message of each route and the steps of rules, each when nothing keeps
 * it back. Each part is the function that decides live alerts. Pure; rows with the same labels are decided once.
 */
import { isDeepStrictEqual } from "node:util";
import type { MuteTimes } from "../../../kernel/mute-times.ts";
import type { Pieces } from "../../../kernel/time-slices.ts";
import {
  createRuling,
  type RulingRows,
  type Standing,
  sentOf,
  standingOf,
  type TimedMute,
} from "../../../renderers/alerting/deciding.ts";
import type { Labels } from "../../../renderers/alerting/facts.ts";
import { createMuting, type Mute } from "../../../renderers/alerting/mutes.ts";
import type { Destination, RouteRow, RuleRow } from "../../../renderers/alerting/resolve.ts";
import type { PastAlert } from "./past-alerts.ts";
import { createHolding, openSpans } from "./spans.ts";

/** The rows that decide, in a form that a thread can be given. */
export interface ReplayRows extends RulingRows {
  readonly mutes: readonly Mute[];
  /** What targets and teams are called, by their ids. */
  readonly names: ReadonlyMap<string, string>;
}

export interface Notification {
  /** Where it goes: of a rota a person on call, or its fallback. */
  readonly destination: Destination;
  /** What the row names; left out, the destination. */
  readonly named?: Destination;
  /** The route or rule that sends it. */
  readonly sender: RouteRow | RuleRow;
  /** Of a rule, from 1; of a route 0. */
  readonly step: number;
  /** In milliseconds. */
  readonly at: number;
}

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
): (alert: PastAlert) => Pieces<boolean> {
  const { routes, rules, names } = before;
  const isSame = isDeepStrictEqual(before, { ...after, routes, rules, names });
  const known = new Map<string, boolean>();
  return function* sameOf(alert) {
    if (!isSame) return false;
    const key = keyOf(alert);
    const found = known.get(key) ?? isDeepStrictEqual(yield* was(alert), yield* is(alert));
    known.set(key, found);
    return found;
  };
}

/**
 * @param alerts all that were open, as those that may keep others back
 * @param standingBy of these rows, where others ask it too
 * @returns what is sent of one of them, until `now`, in milliseconds
 */
export function* createNotifications(
  rows: ReplayRows,
  sets: readonly Labels[],
  alerts: readonly PastAlert[],
  now: number,
  standingBy: StandingOf = createStandings(rows, sets),
): Pieces<(alert: PastAlert) => Pieces<readonly Notification[]>> {
  const mutesOf = createMutes(rows, sets);
  const keptBackUntil = yield* openSpans(rows.inhibitions, sets, alerts, now);

  return function* notificationsOf(alert) {
    const standing = yield* standingBy(alert);
    const mutes = yield* mutesOf(alert);
    // One that is open is open now: what is due at this moment is sent.
    const endedAt = Math.min(alert.endedAt ?? Number.POSITIVE_INFINITY, now + 1);
    const sent = sentOf(standing, rows, {
      ...{ startedAt: alert.startedAt, endedAt, until: alert.acknowledgedAt ?? endedAt, mutes },
      inhibitedUntil: (at) => keptBackUntil(standing.targetKeys, at),
    });
    return sent.map((one) => ({
      ...{ destination: one.destination, named: one.named },
      ...("rule" in one ? { sender: one.rule, step: one.step } : { sender: one.route, step: 0 }),
      at: alert.startedAt + one.atSeconds * 1_000,
    }));
  };
}

/** The same for alerts that rows decide alike. */
const keyOf = ({ labels, connectorId }: Parameters<StandingOf>[0]) => `${labels} ${connectorId}`;

/** Of an alert, by what raised it and the place of its labels. */
type StandingOf = (alert: Pick<PastAlert, "labels" | "connectorId">) => Pieces<Standing>;

/** What rows say of alerts with the same labels and the same way, worked out once. */
export function createStandings(rows: ReplayRows, sets: readonly Labels[]): StandingOf {
  const ruling = createRuling(rows);
  const known = new Map<string, Standing>();
  const since = new Date(0);
  return function* ({ labels: set, connectorId }): Pieces<Standing> {
    const key = keyOf({ labels: set, connectorId });
    const found = known.get(key);
    if (found !== undefined) return found;
    const ruled = yield* ruling({ labels: sets[set] ?? {}, raisedBy: connectorId }, since);
    const standing = standingOf(ruled, rows);
    known.set(key, standing);
    return standing;
  };
}

function createMutes(rows: ReplayRows, sets: readonly Labels[]) {
  const muting = createMuting(
    rows.mutes.map((mute) => ({ ...mute, heldUntil: createHolding(mute.times), times: always })),
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
