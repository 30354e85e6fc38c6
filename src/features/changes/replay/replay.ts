/** Alerts of the past decided twice, by the rows as they are and as a plan would have them, and what differs counted. Pure. */
import type { Pieces } from "../../../kernel/time-slices.ts";
import {
  type AlertSeverity,
  type Labels,
  severityOf,
  severityRanks,
} from "../../../renderers/alerting/facts.ts";
import type { Destination } from "../../../renderers/alerting/resolve.ts";
import { destinationAt, isDrifted, isMoved, type Moves, movesOf, placeOf } from "./compare.ts";
import { type Day, placeOfDay } from "./days.ts";
import {
  createNotifications,
  createSame,
  createStandings,
  type Notification,
  type ReplayRows,
} from "./notifications.ts";
import { type PastAlert, type PastTexts, readPast } from "./past-alerts.ts";
import { createPeople, type PersonCounts } from "./people.ts";

export interface ReplayRequest extends PastTexts {
  readonly before: ReplayRows;
  readonly after: ReplayRows;
  /** Connectors whose engines deliver what routes send themselves. */
  readonly native: ReadonlySet<string>;
  /** Alerts that began since then are counted, until `now`; in milliseconds. */
  readonly since: number;
  readonly now: number;
  /** The days from `since` to `now`. */
  readonly days: readonly Day[];
}

/** Notifications before and after. */
interface Counted {
  before: number;
  after: number;
}

/** What becomes of the alerts that began on one day. */
export interface DayCounts extends Readonly<Counted> {
  readonly day: string;
  /** Alerts of which something would have been sent otherwise, those that would reach nobody among them. */
  readonly changed: number;
  readonly nobody: number;
}

export interface Named {
  readonly id: string;
  readonly title: string;
  readonly severity: AlertSeverity | null;
  /** The names of those who get something of it. */
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** All of these, each once. */
  readonly places: readonly Place[];
}

/** Where notifications go, by name. */
interface Place {
  readonly target: string;
  readonly to: Destination;
}

export interface Replayed extends Moves {
  readonly alerts: number;
  /** Alerts that reached somebody and would reach nobody. */
  readonly nobody: number;
  /** Alerts of which something else was really sent than today's rows say. */
  readonly drift: number;
  readonly byTarget: readonly (Counted & Place)[];
  readonly byTeam: readonly (Counted & { readonly team: string })[];
  /** Pages by rotas. */
  readonly byPerson: readonly PersonCounts[];
  /** Every day, the oldest first. */
  readonly byDay: readonly DayCounts[];
  /** What matters most: first what reaches nobody any more, the most urgent first. */
  readonly top: readonly Named[];
}

const mostNamed = 10;
const mostPlaces = 100;

interface Weighed {
  readonly alert: PastAlert;
  readonly severity: AlertSeverity | null;
  readonly weight: number;
  readonly before: readonly Notification[];
  readonly after: readonly Notification[];
}

export function* replayOf(request: ReplayRequest): Pieces<Replayed> {
  const { before, after, native, since, now, days } = request;
  const { alerts, sets } = yield* readPast(request);
  const standings = [createStandings(before, sets), createStandings(after, sets)] as const;
  const [was, is] = [
    yield* createNotifications(before, sets, alerts, now, standings[0]),
    yield* createNotifications(after, sets, alerts, now, standings[1]),
  ];
  const same = createSame(before, after, standings);
  const total = { notSent: 0, newlySent: 0, elsewhere: 0, earlier: 0, later: 0 };
  const [places, teams] = [new Map<string, Counted>(), new Map<string, Counted>()];
  const people = createPeople();
  const byDay = days.map(({ day }) => ({ day, before: 0, after: 0, changed: 0, nobody: 0 }));
  let [count, drift] = [0, 0];
  let moved: Weighed[] = [];
  for (const alert of alerts) {
    if (alert.startedAt < since || alert.startedAt > now) continue;
    const then = yield* was(alert);
    const planned = (yield* same(alert)) ? then : yield* is(alert);
    count += 1;
    if (isDrifted(alert, then, native.has(alert.connectorId))) drift += 1;
    countIn(places, teams, then, "before");
    countIn(places, teams, planned, "after");
    people.add(then, before, "before");
    people.add(planned, planned === then ? before : after, "after");
    const day = byDay[placeOfDay(days, alert.startedAt)] as (typeof byDay)[number];
    day.before += then.length;
    day.after += planned.length;
    if (planned === then) continue;
    const moves = movesOf(then, planned);
    if (!isMoved(moves)) continue;
    for (const name of Object.keys(total) as (keyof Moves)[]) total[name] += moves[name];
    const isLost = then.length > 0 && planned.length === 0;
    day.changed += 1;
    if (isLost) day.nobody += 1;
    moved.push(weighed(alert, { before: then, after: planned, moves, isLost }, before, sets));
    if (moved.length >= 1_000) moved = heaviest(moved);
  }
  return {
    ...total,
    ...{ alerts: count, drift, byDay },
    nobody: byDay.reduce((sum, { nobody }) => sum + nobody, 0),
    byTarget: shown(places, (place) => nameOf(place, request)).map(([target, counted, place]) => ({
      ...{ target, to: destinationAt(place) },
      ...counted,
    })),
    byTeam: shown(teams, (id) => nameOf(`team/${id}`, request)).map(([team, counted]) => ({
      team,
      ...counted,
    })),
    byPerson: people.shown(),
    top: heaviest(moved).map(({ alert: { id, title }, severity, before, after }) => ({
      ...{ id, title, severity },
      before: receiversOf(before, request),
      after: receiversOf(after, request),
      places: [...new Set([...before, ...after].map(placeOf))].map((place) => ({
        target: nameOf(place, request),
        to: destinationAt(place),
      })),
    })),
  };
}

function countIn(
  places: Map<string, Counted>,
  teams: Map<string, Counted>,
  notifications: readonly Notification[],
  side: keyof Counted,
): void {
  for (const notification of notifications) {
    add(places, placeOf(notification), side);
    const { configuration } = notification.sender;
    const owner = "owning_team_id" in configuration ? configuration.owning_team_id : null;
    const team = notification.destination.team_id ?? owner;
    if (team !== null) add(teams, team, side);
  }
}

function add(counts: Map<string, Counted>, key: string, side: keyof Counted): void {
  const counted = counts.get(key) ?? { before: 0, after: 0 };
  counted[side] += 1;
  counts.set(key, counted);
}

function weighed(
  alert: PastAlert,
  { before, after, moves, isLost }: Pick<Weighed, "before" | "after"> & { moves: Moves; isLost: boolean },
  { words }: ReplayRows,
  sets: readonly Labels[],
): Weighed {
  const severity = severityOf(sets[alert.labels] ?? {}, words);
  const rank = severityRanks[severity ?? "critical"];
  const what = isLost ? 4 : moves.notSent > 0 ? 3 : moves.elsewhere + moves.later > 0 ? 2 : 1;
  return { alert, severity, before, after, weight: rank * 10 + what };
}

/** The most urgent first, of these what loses most, of these the latest. */
function heaviest(moved: readonly Weighed[]): Weighed[] {
  return moved
    .toSorted(
      (one, other) =>
        other.weight - one.weight ||
        other.alert.startedAt - one.alert.startedAt ||
        (one.alert.id < other.alert.id ? -1 : 1),
    )
    .slice(0, mostNamed);
}

/** By name; those first that differ most. */
function shown(
  counts: ReadonlyMap<string, Counted>,
  named: (key: string) => string,
): readonly (readonly [name: string, counted: Counted, key: string])[] {
  const difference = ({ before, after }: Counted) => Math.abs(after - before);
  return [...counts]
    .map(([key, counted]) => [named(key), counted, key] as const)
    .sort(
      ([one, counted], [other, others]) =>
        difference(others) - difference(counted) || (one < other ? -1 : one > other ? 1 : 0),
    )
    .slice(0, mostPlaces);
}

function receiversOf(notifications: readonly Notification[], request: ReplayRequest): readonly string[] {
  return [...new Set(notifications.map((one) => nameOf(placeOf(one), request)))].sort();
}

function nameOf(place: string, { before, after }: Pick<ReplayRequest, "before" | "after">): string {
  const key = place.slice(place.indexOf("/") + 1);
  return place.startsWith("email/") ? key : (after.names.get(key) ?? before.names.get(key) ?? key);
}
