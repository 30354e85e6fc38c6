/** What the rows of a migration do with alerts, by the rules by which the service itself decides. */
import { holdsAt, muteTimes } from "../../kernel/mute-times.ts";
import type { ConfigurationOf } from "../../kernel/row-types.ts";
import { atOnce } from "../../kernel/time-slices.ts";
import type { Labels } from "../../renderers/alerting/facts.ts";
import { everyLabel, groupLabels } from "../../renderers/alerting/grouping.ts";
import { holds, type Matcher, matcherOf } from "../../renderers/alerting/matchers.ts";
import { createRouting, type RouteRow } from "../../renderers/alerting/resolve.ts";
import { alertInhibitions } from "../../resources/alert-inhibitions.ts";
import { alertMutes } from "../../resources/alert-mutes.ts";
import { alertRoutes } from "../../resources/alert-routes.ts";
import { outboundConfigs } from "../../resources/outbound-configs.ts";
import { Candidates } from "./candidates.ts";
import type { Row, Rows } from "./rows.ts";
import type { Side } from "./sides.ts";

export function afterOf(rows: Rows): Side {
  const routes = rowsOf(rows, alertRoutes).toSorted(
    (one, other) => one.configuration.position - other.configuration.position,
  );
  const targets = new Map(rowsOf(rows, outboundConfigs).map((row) => [row.id, row.configuration]));
  const mutes = mutesByRoute(rowsOf(rows, alertMutes));
  const inhibitions = rowsOf(rows, alertInhibitions).filter(({ configuration }) => configuration.enabled);
  const ready = inhibitions.map(({ configuration }) => ({
    ...configuration,
    source: configuration.source_matchers.map(matcherOf),
    target: configuration.target_matchers.map(matcherOf),
  }));
  const route = routingOf(routes);
  return {
    notifications: (labels) => route(labels).flatMap((row) => notificationsOf(row, targets)),
    isMuted: (by, labels, at) =>
      [...(mutes.get(by) ?? []), ...(mutes.get("") ?? [])].some(
        ({ matchers, holdsAt: holdsThen }) => holdsThen(at) && allHold(matchers, labels),
      ),
    inhibiting: (target, source) =>
      ready
        .filter((rule) => allHold(rule.target, target) && allHold(rule.source, source))
        .filter(({ equal }) => equal.every((name) => (target[name] ?? "") === (source[name] ?? "")))
        .filter((rule) => !(allHold(rule.source, target) && allHold(rule.target, source)))
        .map(({ name }) => name),
  };
}

/** The routes that take an alert, by the service's own routing. */
function routingOf(routes: readonly RouteRow[]): (labels: Labels) => readonly RouteRow[] {
  const candidates = new Candidates(routes, ({ configuration }) => configuration.matchers.map(matcherOf));
  return (labels) =>
    atOnce(createRouting(candidates.of(labels))(labels)).flatMap(({ taken, route }) =>
      taken ? [route] : [],
    );
}

function rowsOf<D extends Row["definition"]>(rows: Rows, definition: D) {
  return rows.all
    .filter((row) => row.definition.kind === definition.kind)
    .map(({ id, configuration }) => ({ id, configuration: configuration as ConfigurationOf<D> }));
}

function notificationsOf(
  { id, configuration }: RouteRow,
  targets: ReadonlyMap<string, ConfigurationOf<typeof outboundConfigs>>,
) {
  const grouped = groupedBy(configuration.group_by);
  return configuration.destinations.flatMap(({ outbound_config_id: target = "" }) => {
    const found = targets.get(target);
    return found?.enabled ? [{ recipient: found.name, grouped, by: id }] : [];
  });
}

/** How a group is distinguished, as people read it. */
export function groupedBy(labels: readonly string[]): string {
  if (labels.includes(everyLabel)) return "each alert by itself";
  return labels.length === 0 ? "all in one group" : `by ${groupLabels(labels).join(", ")}`;
}

/** The mutes of each route; those of no route in particular have an empty text for a name. */
function mutesByRoute(
  rows: readonly { readonly configuration: ConfigurationOf<typeof alertMutes> }[],
): ReadonlyMap<string, readonly ReadyMute[]> {
  const byRoute = new Map<string, ReadyMute[]>();
  for (const { configuration } of rows) {
    // It begins when it is made.
    const times = muteTimes(configuration, undefined);
    const known = new Map<number, boolean>();
    const mute: ReadyMute = {
      matchers: configuration.matchers.map(matcherOf),
      holdsAt(at) {
        const holdsThen = known.get(at) ?? holdsAt(times, new Date(at));
        known.set(at, holdsThen);
        return holdsThen;
      },
    };
    const routes = configuration.route_ids.length === 0 ? [""] : configuration.route_ids;
    for (const route of routes) byRoute.set(route, [...(byRoute.get(route) ?? []), mute]);
  }
  return byRoute;
}

interface ReadyMute {
  /** RouteSample about the same moments again and again. */
  holdsAt(at: number): boolean;
  readonly matchers: readonly (Matcher | undefined)[];
}

function allHold(matchers: readonly (Matcher | undefined)[], labels: Labels): boolean {
  return matchers.every((matcher) => matcher !== undefined && holds(matcher, labels, { steps: 10_000_000 }));
}
