/** What the rows of a migration do with alerts, by the rules by which the service itself decides (features/alerting/alerts). */
import { type Hours, minutesOf, weekDays } from "../../../kernel/hours.ts";
import { muteTimes } from "../../../kernel/mute-times.ts";
import type { ConfigurationOf } from "../../../kernel/row-types.ts";
import { reachedBy } from "../../../renderers/alerting/deciding.ts";
import { type Labels, severityOf, usualWords } from "../../../renderers/alerting/facts.ts";
import { everyLabel, groupLabels } from "../../../renderers/alerting/grouping.ts";
import { matcherOf } from "../../../renderers/alerting/matchers.ts";
import type { RouteRow } from "../../../renderers/alerting/resolve.ts";
import { alertInhibitions } from "../../../resources/alert-inhibitions.ts";
import { alertMutes } from "../../../resources/alert-mutes.ts";
import { alertRoutes } from "../../../resources/alert-routes.ts";
import { outboundConfigs } from "../../../resources/outbound-configs.ts";
import { teams } from "../../../resources/teams.ts";
import { inhibits, mutedAt, routesOf } from "../../alerting/index.ts";
import type { Interval } from "./alertmanager/intervals.ts";
import { Candidates } from "./candidates.ts";
import type { Row, Rows } from "./rows.ts";
import type { RouteLine, Side } from "./sides.ts";

interface MuteRow {
  readonly id: string;
  readonly configuration: ConfigurationOf<typeof alertMutes>;
}

export function afterOf(rows: Rows): Side {
  const routes = rowsOf(rows, alertRoutes).toSorted(
    (one, other) => one.configuration.position - other.configuration.position,
  );
  const candidates = new Candidates(routes, ({ configuration }) => configuration.matchers.map(matcherOf));
  const targets = new Map(rowsOf(rows, outboundConfigs).map((row) => [row.id, row]));
  const inhibitedBy = inhibits(rowsOf(rows, alertInhibitions));
  const named = [...rowsOf(rows, outboundConfigs), ...rowsOf(rows, teams)];
  const mutes = rowsOf(rows, alertMutes);
  const names = new Map(named.map(({ id, configuration }) => [id, configuration.name]));
  return {
    lines: routes.map((route) => lineOf(route, names)),
    notifications: (labels) =>
      routesOf(candidates.of(labels))(labels).flatMap((row) => notificationsOf(row, labels, targets)),
    isMuted: mutingOf(mutes),
    intervals: mutes.flatMap(({ configuration }) => configuration.schedule.map(intervalOf)),
    inhibiting(target, source) {
      const rule = inhibitedBy(source, target);
      return rule === undefined ? [] : [rule.configuration.name];
    },
  };
}

function lineOf({ configuration }: RouteRow, names: ReadonlyMap<string, string>): RouteLine {
  const { matchers, destinations, continue: continues } = configuration;
  const sends = destinations.flatMap(({ outbound_config_id, team_id, email }) =>
    [names.get(outbound_config_id ?? team_id ?? "") ?? email ?? []].flat(),
  );
  return { depth: 0, takes: matchers, sends, continues };
}

function rowsOf<D extends Row["definition"]>(rows: Rows, definition: D) {
  return rows.all
    .filter((row) => row.definition.kind === definition.kind)
    .map(({ id, configuration }) => ({ id, configuration: configuration as ConfigurationOf<D> }));
}

/** Words of its own that an organization has for severities are not looked at: a migration brings none. */
function notificationsOf(
  route: RouteRow,
  labels: Labels,
  targets: ReadonlyMap<string, { readonly configuration: ConfigurationOf<typeof outboundConfigs> }>,
) {
  const grouped = groupedBy(route.configuration.group_by);
  const reached = reachedBy(route, severityOf(labels, usualWords), { targets, deserted: new Set() });
  return reached.flatMap(({ outbound_config_id: target = "" }) => {
    const found = targets.get(target);
    return found === undefined ? [] : [{ recipient: found.configuration.name, grouped, by: route.id }];
  });
}

/** How a group is distinguished, as people read it. */
export function groupedBy(labels: readonly string[]): string {
  if (labels.includes(everyLabel)) return "each alert by itself";
  return labels.length === 0 ? "all in one group" : `by ${groupLabels(labels).join(", ")}`;
}

/** The mutes of a migration are of routes alone, whatever the alert. Of each route only its own are looked at. */
function mutingOf(rows: readonly MuteRow[]): Side["isMuted"] {
  const mutes = rows.map(({ id, configuration }) => ({
    id,
    pattern: configuration.pattern,
    matchers: configuration.matchers,
    routeIds: configuration.route_ids,
    // It begins when it is made, which is before every moment.
    times: muteTimes(configuration, undefined),
    reason: configuration.reason,
  }));
  const byRoute = new Map<string, ReturnType<typeof mutedAt>>();
  const known = new Map<string, boolean>();
  return (by, at) => {
    if (mutes.length === 0) return false;
    const muted = byRoute.get(by) ?? mutedAt(mutes.filter(({ routeIds }) => routeIds.includes(by)));
    byRoute.set(by, muted);
    const key = `${by} ${at}`;
    const then = known.get(key) ?? muted({}, new Date(at), by).length > 0;
    known.set(key, then);
    return then;
  };
}

/** Hours of a migration end with their day. */
function intervalOf({ days, days_of_month, months, years, ...hours }: Hours): Interval {
  const { start, end } = minutesOf(hours);
  const spans = (values: readonly number[] = []) =>
    values.length === 0 ? undefined : values.map((value) => [value, value] as const);
  return {
    times: [[start, end]],
    weekdays: spans(days.map((day) => weekDays.indexOf(day as "sun"))),
    daysOfMonth: spans(days_of_month),
    months: spans(months),
    years: spans(years),
    timeZone: hours.time_zone,
  };
}
