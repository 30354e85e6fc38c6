/** What becomes of routes, time intervals and inhibition rules: a type of resource each, mapped in this order. */
import { everyLabel } from "../../../../renderers/alerting/grouping.ts";
import type { Matcher } from "../../../../renderers/alerting/matchers.ts";
import type { Conjunction } from "../../../../renderers/alerting/samples.ts";
import { matcherText } from "../../../../renderers/alertmanager/matcher-text.ts";
import { alertInhibitions } from "../../../../resources/alert-inhibitions.ts";
import { alertRoutes } from "../../../../resources/alert-routes.ts";
import { noteAlwaysFiring } from "../always-firing.ts";
import { Attributes } from "../attributes.ts";
import { withinBounds } from "../bounds.ts";
import type { AddRow, MigrationContext } from "../mapping.ts";
import { cut, quoted } from "../quoted.ts";
import type { Recipient } from "../targets.ts";
import type { FlatRow } from "./flatten.ts";
import { addInactive, addMuted } from "./mutes.ts";
import type { Config, Inhibition, Receiver, Route } from "./shapes.ts";

/** What was made so far, which later parts look at. */
export interface Made {
  readonly recipients: Map<Receiver["name"], readonly Recipient[]>;
  /** The ids of a route's rows that notify somebody. */
  readonly rows: Map<Route, readonly string[]>;
  readonly names: Set<string>;
  /** What each rule is called here. */
  readonly inhibitions: Map<Inhibition, string>;
}

/** The newest form, which takes label names of any characters. */
const text = (matcher: Matcher) => matcherText(matcher);

const mostDestinations = 20;
const positionStep = 10;

/** A row with its place in the list. */
export interface PlacedRow extends FlatRow<Route> {
  readonly place: number;
}

/** Adds the rows of one route. */
export function mapRoute(
  route: Route,
  flat: readonly PlacedRow[],
  made: Made,
  attributes: Attributes,
  add: AddRow,
  context: MigrationContext,
): string | undefined {
  if (flat.length === 0) {
    // Nothing else that could be said of it matters.
    attributes.ignore(...attributes.names());
    made.rows.set(route, []);
    return "no alert comes to it: what it would take is taken before, or contradicts itself";
  }
  attributes.ignore("receiver", "match", "match_re", "matchers", "object_matchers", "continue", "group_by");
  attributes.ignore("mute_time_intervals", "mute_times", "active_time_intervals", "provenance");
  const timing = timingOf(route, attributes);
  const recipients = made.recipients.get(route.receiver) ?? [];
  const destinations = recipients.flatMap(({ rowId }) =>
    rowId === undefined ? [] : [{ outbound_config_id: rowId }],
  );
  const ids: string[] = [];
  for (const row of flat) {
    const matchers = row.matchers.map(text);
    const parts = row.stops ? [[]] : inParts(destinations);
    for (const [part, some] of parts.entries()) {
      const name = freeName(nameOf(route, row), made.names);
      const added = add(
        alertRoutes,
        {
          name,
          position: row.place * positionStep + Math.min(part, positionStep - 1),
          matchers,
          continue: row.continues || part < parts.length - 1,
          destinations: some,
          ...(some.length === 0 ? { drop: true } : {}),
          group_by: groupBy(route),
          ...timing,
        },
        { labelEnd: String(row.place + 1) },
      );
      if (!added.accepted)
        context.first(`the route ${quoted(name)} was refused, and its alerts go on to later routes`);
      else if (!row.stops) ids.push(added.id);
    }
  }
  made.rows.set(route, ids);
  if (recipients.length > 0 && recipients.every(({ lost }) => lost !== undefined))
    context.first(unreachedBy(route, flat));
  if (ids.length > 1)
    attributes.note(
      "",
      `is ${ids.length} routes here, of which each groups by itself: what was one message may be several`,
      "info",
    );
  noteAlwaysFiring(route.matchers, attributes);
  return undefined;
}

/** What nobody is notified of any more, because all of a route's recipients are lost. */
function unreachedBy({ receiver, address }: Route, flat: readonly PlacedRow[]): string {
  const name = quoted(receiver);
  if (address === "route")
    return `the default receiver ${name} was not carried over: an alert that no other route takes reaches nobody`;
  const [row] = flat.filter(({ stops }) => !stops);
  const which =
    row === undefined || row.matchers.length === 0
      ? "that come to it"
      : `with ${cut(row.matchers.map(text).join(", "))}`;
  return `the receiver ${name} was not carried over: alerts ${which} reach nobody`;
}

/** As many destinations as one route takes. */
export function inParts<T>(all: readonly T[]): (readonly T[])[] {
  const parts: (readonly T[])[] = [];
  for (let at = 0; at === 0 || at < all.length; at += mostDestinations)
    parts.push(all.slice(at, at + mostDestinations));
  return parts;
}

/** The receiver, and which alerts; what ends the search says so. */
function nameOf({ receiver }: Route, { matchers, stops }: FlatRow<Route>): string {
  const which = matchers.length === 0 ? "every alert" : matchers.map(text).join(", ");
  return stops ? `Nobody after ${receiver}: ${which}` : `${receiver}: ${which}`;
}

const longestName = 240;

function freeName(plain: string, taken: Set<string>): string {
  const name = Array.from(plain).slice(0, longestName).join("");
  for (let count = 1; ; count += 1) {
    const free = count === 1 ? name : `${name} (${count})`;
    if (taken.has(free)) continue;
    taken.add(free);
    return free;
  }
}

function groupBy({ groupBy: labels }: Route): readonly string[] {
  return labels.includes(everyLabel) ? [everyLabel] : [...new Set(labels)];
}

const timings = {
  group_wait: "group_wait_seconds",
  group_interval: "group_interval_seconds",
  repeat_interval: "repeat_interval_seconds",
} as const;

/** What is inherited was noted where it stands. */
function timingOf({ timing, values }: Route, attributes: Attributes) {
  const silent = new Attributes({}, {}, []);
  const seconds = (name: keyof typeof timings) =>
    withinBounds(
      alertRoutes,
      timings[name],
      timing[name] / 1_000,
      values[name] === undefined ? silent : attributes,
      name,
    );
  attributes.ignore(...Object.keys(timings));
  return {
    group_wait_seconds: seconds("group_wait"),
    group_interval_seconds: seconds("group_interval"),
    repeat_interval_seconds: seconds("repeat_interval"),
  };
}

/** Adds the mutes of one interval: of the routes that it mutes, and of those that are active in it only. */
export function mapInterval(
  name: string,
  config: Config,
  routes: readonly Route[],
  made: Made,
  attributes: Attributes,
  add: AddRow,
): string | undefined {
  attributes.ignore("name", "time_intervals");
  const parts = config.intervals.get(name)?.parts ?? [];
  const rowsOf = (all: readonly Route[]) => all.flatMap((route) => made.rows.get(route) ?? []);
  const muted = rowsOf(routes.filter(({ mutes }) => mutes.includes(name)));
  const note = (message: string) => attributes.note("", message);
  if (muted.length > 0) addMuted(`Time interval ${name}`, parts, muted, add, note);
  const active = routes.filter(({ actives }) => actives.includes(name));
  const own = new Map(active.map((route) => [JSON.stringify([...route.actives].sort()), route.actives]));
  // A route that is active in several is muted outside of all of them together: that is said at the first.
  for (const [key, names] of own) {
    if ([...names].sort()[0] !== name) continue;
    const ids = rowsOf(active.filter((route) => JSON.stringify([...route.actives].sort()) === key));
    const all = names.flatMap((one) => config.intervals.get(one)?.parts ?? []);
    if (ids.length > 0) addInactive(`time interval ${names.join(", ")}`, all, ids, add, note);
  }
  const having = routes.filter((route) => route.mutes.includes(name) || route.actives.includes(name));
  if (having.length === 0) return "no route has it";
  return rowsOf(having).length > 0 ? undefined : "no alert comes to a route that has it";
}

/** What holds for every alert, where Alertmanager takes no matchers for that. */
const everyAlert: Matcher = { name: "alertname", op: "=~", value: ".*" };

export function mapInhibition(rule: Inhibition, made: Made, add: AddRow): undefined {
  const { source, target, equal } = rule;
  const some = (matchers: Conjunction) => [
    ...new Set((matchers.length === 0 ? [everyAlert] : matchers).map(text)),
  ];
  const shown = `${some(source).join(", ")} over ${some(target).join(", ")}`;
  const name = freeName(rule.name ?? shown, made.names);
  made.inhibitions.set(rule, name);
  add(alertInhibitions, {
    name,
    source_matchers: some(source),
    target_matchers: some(target),
    equal: [...new Set(equal)],
  });
}
