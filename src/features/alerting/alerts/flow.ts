/**
 * How alerts come through the routes to people, by the rows as they are: which routes take each of the last ones, whom
 * they reach by that, and where they come to an end. Each decision is that of live alerts. Pure.
 */
import { hidingOf, isCatchAll, shownHiding } from "../../../kernel/route-reach.ts";
import type { Pieces } from "../../../kernel/time-slices.ts";
import { createWays, reachedBy, takenOf } from "../../../renderers/alerting/deciding.ts";
import { type Labels, severityOf } from "../../../renderers/alerting/facts.ts";
import { whoIsReached } from "../../../renderers/alerting/on-call.ts";
import type { Destination, RouteRow } from "../../../renderers/alerting/resolve.ts";
import { alertHeartbeats } from "../../../resources/alert-heartbeats.ts";
import { alertRoutes } from "../../../resources/alert-routes.ts";
import { onCallRotas } from "../../../resources/on-call-rotas.ts";
import { outboundConfigs } from "../../../resources/outbound-configs.ts";
import { teams } from "../../../resources/teams.ts";
import type { AlertingRows } from "./rows.ts";
import type { RecentAlert } from "./store.ts";
import { receiverIdOf } from "./targets.ts";

export interface Person {
  readonly email: string;
  readonly name: string;
}

/** The rows that decide, and what teams are called and who is in them, by their ids. */
export interface FlowRows
  extends Pick<AlertingRows, "targets" | "words" | "ownRoutes" | "rotas" | "members"> {
  /** In the order of their positions. */
  readonly routes: readonly RouteRow[];
  readonly teamNames: ReadonlyMap<string, string>;
  readonly membersOf: ReadonlyMap<string, readonly Person[]>;
  /** What people are called, by their addresses in lower case. */
  readonly personNames: ReadonlyMap<string, string>;
  /** Of rotas those who are on call then count. */
  readonly at: Date;
}

/** What a route leads to: a team, an outbound target, a rota or a mailbox. */
export interface Receiver {
  /** The row's id; of a mailbox its address, of a rota its id and the role. */
  readonly id: string;
  readonly kind: typeof teams.kind | typeof outboundConfigs.kind | typeof onCallRotas.kind | "email";
  readonly name: string;
  /** Of an outbound target. */
  readonly target_kind: string | null;
  readonly people: readonly Person[];
  /** Why nothing that is sent to it reaches anybody; null where it does. */
  readonly problem: string | null;
}

/** A route, or a heartbeat with destinations of its own: in order, the heartbeats last. */
export interface FlowRoute {
  readonly id: string;
  readonly kind: typeof alertRoutes.kind | typeof alertHeartbeats.kind;
  readonly name: string;
  readonly enabled: boolean;
  readonly matchers: readonly string[];
  readonly continue: boolean;
  readonly catch_all: boolean;
  /** The ids of what it leads to. */
  readonly receivers: readonly string[];
  /** Why it notifies nobody; null where it does. */
  readonly problem: string | null;
}

/** Alerts that went the same way. */
export interface Path {
  /** Their label service; empty for none, null for those of several services that count together. */
  readonly service: string | null;
  /** The routes that take them, in order, each with whom it reaches of them. */
  readonly routes: readonly { readonly id: string; readonly receivers: readonly string[] }[];
  readonly count: number;
}

export interface KnownLabel {
  readonly name: string;
  readonly count: number;
  readonly values: readonly { readonly value: string; readonly count: number }[];
}

export const most = { paths: 500, labels: 50, values: 50 } as const;

/** The receivers that routes lead to, each once, in the order in which routes name them. */
export function receiversOf({ routes, ownRoutes, ...rows }: FlowRows): readonly Receiver[] {
  const found = new Map<string, Receiver>();
  for (const { configuration } of [...routes, ...ownRoutes.values()])
    for (const destination of configuration.destinations) {
      const receiver = receiverOf(destination, rows);
      if (!found.has(receiver.id)) found.set(receiver.id, receiver);
    }
  return [...found.values()];
}

function receiverOf(
  destination: Destination,
  rows: Omit<FlowRows, "routes" | "ownRoutes" | "words">,
): Receiver {
  const { team_id, outbound_config_id, email = "" } = destination;
  const { targets, teamNames, membersOf } = rows;
  if (destination.rota_id !== undefined) return rotaOf(destination, rows);
  if (team_id !== undefined) {
    const people = membersOf.get(team_id) ?? [];
    const name = teamNames.get(team_id) ?? team_id;
    const problem = people.length === 0 ? "has no members" : null;
    return { id: team_id, kind: teams.kind, name, target_kind: null, people, problem };
  }
  if (outbound_config_id === undefined)
    return { id: email, kind: "email", name: email, target_kind: null, people: [], problem: null };
  const target = targets.get(outbound_config_id);
  const { name = outbound_config_id, kind = null, enabled = false } = target?.configuration ?? {};
  const problem = !enabled ? "is switched off" : target?.isUnset ? "has no secret" : null;
  return { id: outbound_config_id, kind: outboundConfigs.kind, name, target_kind: kind, people: [], problem };
}

/** Who is on call, or else the fallback. */
function rotaOf(destination: Destination, rows: Omit<FlowRows, "routes" | "ownRoutes" | "words">): Receiver {
  const { rota, role, by, reason, destinations } = whoIsReached(rows, destination, rows.at);
  const people = destinations.flatMap(({ email }) =>
    email === undefined ? [] : [{ email, name: rows.personNames.get(email) || email }],
  );
  const fallback = by === "fallback" ? destinations.map((one) => receiverOf(one, rows)) : [];
  const problem = fallback.find((one) => one.problem !== null);
  return {
    ...{ id: receiverIdOf(destination), kind: onCallRotas.kind, target_kind: null, people },
    name: `${rota?.name ?? destination.rota_id} (${role})`,
    problem:
      by === "nobody"
        ? `reaches nobody: ${reason}`
        : problem === undefined
          ? null
          : `reaches nobody: ${reason}, and ${JSON.stringify(problem.name)} ${problem.problem}`,
  };
}

export function shownRoutes(
  { routes, ownRoutes }: Pick<FlowRows, "routes" | "ownRoutes">,
  receivers: readonly Receiver[],
): readonly FlowRoute[] {
  const hiding = hidingOf(routes);
  const byId = new Map(receivers.map((receiver) => [receiver.id, receiver]));
  const shown = (route: RouteRow, kind: FlowRoute["kind"]): FlowRoute => {
    const { id, configuration } = route;
    const { name, enabled, matchers, destinations } = configuration;
    const ids = [...new Set(destinations.map(receiverIdOf))];
    const by = hiding.get(id);
    const problem =
      by === undefined
        ? problemOf(
            route,
            ids.flatMap((one) => byId.get(one) ?? []),
          )
        : shownHiding(by).message;
    const catch_all = kind === alertRoutes.kind && isCatchAll(route);
    return {
      ...{ id, kind, name, enabled, matchers, continue: configuration.continue, catch_all },
      ...{ receivers: ids, problem },
    };
  };
  return [
    ...routes.map((route) => shown(route, alertRoutes.kind)),
    ...[...ownRoutes].map(([id, route]) => ({ ...shown(route, alertHeartbeats.kind), id })),
  ];
}

function problemOf({ configuration: { enabled, drop } }: RouteRow, to: readonly Receiver[]): string | null {
  if (!enabled) return "is switched off";
  if (drop) return "sends to nobody, by decision";
  if (to.some(({ problem }) => problem === null)) return null;
  return to.map(({ name, problem }) => `${JSON.stringify(name)} ${problem}`).join(", ");
}

/** The ways of the alerts and the labels that they have, the most frequent first. Alerts with the same labels are decided once. */
export function createFlow(rows: FlowRows, receivers: readonly Receiver[]) {
  const pathOf = createPaths(rows, receivers);
  const paths = new Map<string, { path: Omit<Path, "count">; count: number }>();
  const labels = new Map<string, Map<string, number>>();
  return {
    /** @param room how many more sets of labels may be decided; an alert beyond that is left out, and all after it */
    *add(alerts: readonly RecentAlert[], room: () => boolean): Pieces<number> {
      let taken = 0;
      for (const alert of alerts) {
        if (!pathOf.knows(alert) && !room()) return taken;
        const { key, path } = yield* pathOf.of(alert);
        const known = paths.get(key);
        if (known === undefined) paths.set(key, { path, count: 1 });
        else known.count += 1;
        for (const [name, value] of Object.entries(alert.labels)) {
          const values = labels.get(name) ?? new Map<string, number>();
          labels.set(name, values.set(value, (values.get(value) ?? 0) + 1));
        }
        taken += 1;
      }
      return taken;
    },
    paths: () => withoutRare([...paths.values()].map(({ path, count }) => ({ ...path, count }))),
    labels: () => knownLabels(labels),
  };
}

function createPaths(rows: FlowRows, receivers: readonly Receiver[]) {
  const waysOf = createWays(rows);
  const dead = new Set(receivers.flatMap(({ id, problem }) => (problem === null ? [] : [id])));
  const known = new Map<string, { readonly key: string; readonly path: Omit<Path, "count"> }>();
  const nameOf = ({ connectorId, labels }: Way) =>
    JSON.stringify([rows.ownRoutes.has(connectorId) ? connectorId : "", Object.entries(labels).sort()]);
  return {
    knows: (alert: Way) => known.has(nameOf(alert)),
    *of(alert: Way) {
      const name = nameOf(alert);
      const found = known.get(name);
      if (found !== undefined) return found;
      const { connectorId, labels } = alert;
      const taking = takenOf(yield* waysOf({ labels, raisedBy: connectorId }));
      const path = {
        service: labels.service ?? "",
        routes: taking.map((route) => ({
          id: route.id,
          receivers: receiverIds(route, labels, rows).filter((id) => !dead.has(id)),
        })),
      };
      const way = { key: JSON.stringify(path), path };
      known.set(name, way);
      return way;
    },
  };
}

type Way = Pick<RecentAlert, "connectorId" | "labels">;

function receiverIds(route: RouteRow, labels: Labels, { targets, words }: FlowRows): readonly string[] {
  // What has a problem is left out by that.
  const reached = reachedBy(route, severityOf(labels, words), { targets, deserted: new Set() });
  return [...new Set(reached.map(receiverIdOf))];
}

/** The most frequent ways; of the others the services count together. */
function withoutRare(paths: readonly Path[]): readonly Path[] {
  const sorted = [...paths].sort((one, other) => other.count - one.count);
  const rare = new Map<string, Path>();
  for (const { routes, count } of sorted.slice(most.paths)) {
    const key = JSON.stringify(routes);
    rare.set(key, { service: null, routes, count: count + (rare.get(key)?.count ?? 0) });
  }
  return [...sorted.slice(0, most.paths), ...rare.values()];
}

function knownLabels(labels: ReadonlyMap<string, ReadonlyMap<string, number>>): readonly KnownLabel[] {
  const frequent = <T extends { readonly count: number }>(ones: T[], limit: number) =>
    ones.sort((one, other) => other.count - one.count).slice(0, limit);
  const all = [...labels].map(([name, values]) => ({
    name,
    count: [...values.values()].reduce((sum, count) => sum + count, 0),
    values: frequent(
      [...values].map(([value, count]) => ({ value, count })),
      most.values,
    ),
  }));
  return frequent(all, most.labels);
}
