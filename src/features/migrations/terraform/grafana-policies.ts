/**
 * Grafana's tree of notification policies as a list of routes, in the way of Alertmanager's, whose tree it is. What is
 * read of it is also the side that the list is compared with.
 */

import type { CreateBodyOf } from "../../../kernel/row-types.ts";
import { everyLabel } from "../../../renderers/alerting/grouping.ts";
import { isExpression } from "../../../renderers/alerting/matchers.ts";
import { matcherText } from "../../../renderers/alertmanager/matcher-text.ts";
import { durationMs } from "../../../renderers/prometheus/duration.ts";
import { alertRoutes } from "../../../resources/alert-routes.ts";
import { type FlatRow, flatten } from "../alertmanager/flatten.ts";
import { matchersInTriples, UnreadableMatcher } from "../alertmanager/matchers.ts";
import type { Attributes } from "../attributes.ts";
import { withinBounds } from "../bounds.ts";
import type { AddRow, MigrationContext } from "../mapping.ts";
import { beforeOfPolicies } from "./grafana-before.ts";
import { addMutesOf, type MutedPolicy } from "./grafana-mutes.ts";
import type { Inherited, Policy, Timing } from "./grafana-policy.ts";

export function mapNotificationPolicy(
  root: Attributes,
  add: AddRow,
  context: MigrationContext,
): string | undefined {
  root.ignore("id", "org_id", "disable_provenance");
  if (context.has(alertRoutes))
    return "another tree of policies was carried over already, and its last route takes every alert: migrate this one by itself, into an organization of its own";
  const tree = policyOf(root, { contactPoint: "", groupBy: [], timing: {} }, context);
  const { rows, inexact } = flatten<Policy>({ ...tree, matchers: [], children: tree.children.flatMap(kept) });
  for (const policy of inexact) noteReach(policy);
  addMutesOf(addRoutes(rows, tree, add), add, context);
  if (tree.targets.length === 0) {
    noteLost(tree);
    context.first(
      `the default contact point ${JSON.stringify(tree.contactPoint)} was not carried over, so that an alert which no other route takes reaches nobody: make an outbound target for it, and a last route that takes every alert`,
    );
  }
  context.compareWith(beforeOfPolicies(tree, context));
  return context.has(alertRoutes) ? undefined : "carry its contact points over first";
}

/**
 * What of a policy can be carried over, in its place: itself, or its children where nothing of its contact point was. Nobody
 * would be notified by it, so that its own alerts go on to those that others take.
 */
function kept(policy: Policy): Policy[] {
  const { attributes, unreadable, matchers, continues } = policy;
  if (unreadable !== undefined) {
    attributes.note("matcher", `${unreadable}: the policy and all below it are left out`);
    return [];
  }
  const children = policy.children.flatMap(kept);
  if (policy.targets.length > 0) return [{ ...policy, children }];
  noteLost(policy);
  return children.map((child) => {
    if (continues || child.continues) noteReach(child);
    return { ...child, matchers: [...matchers, ...child.matchers], continues: continues || child.continues };
  });
}

function noteLost({ attributes, contactPoint }: Policy): void {
  attributes.note(
    "contact_point",
    `nothing of "${contactPoint}" was carried over, so this policy has no route; its alerts go on to later routes`,
  );
}

/** Adds the list in its order. @returns what is muted of it */
function addRoutes(rows: readonly FlatRow<Policy>[], root: Policy, add: AddRow): MutedPolicy[] {
  const names = new Map<string, number>();
  const ids = new Map<Attributes, string[]>();
  for (const [position, row] of rows.entries()) {
    const { attributes, targets, groupBy, timing } = row.route;
    const isRoot = attributes === root.attributes;
    if (targets.length === 0 && !row.stops) continue;
    const name = nameOf(row, isRoot, names);
    const body: CreateBodyOf<typeof alertRoutes> = {
      name,
      position,
      matchers: row.matchers.map((matcher) => matcherText(matcher)),
      ...(row.continues ? { continue: true } : {}),
      ...(row.stops
        ? { destinations: [], drop: true }
        : { destinations: targets.map(({ id }) => ({ outbound_config_id: id })) }),
      group_by: groupBy.includes(everyLabel) ? [everyLabel] : groupBy,
      ...timing,
    };
    const { id, accepted } = add(alertRoutes, body, { labelEnd: name.slice(0, 60) });
    if (accepted && !row.stops) ids.set(attributes, [...(ids.get(attributes) ?? []), id]);
  }
  const policies = new Map(rows.map(({ route }) => [route.attributes, route]));
  return [...policies.values()].flatMap(({ attributes, mutes: timings }) => {
    const routes = ids.get(attributes) ?? [];
    return timings.length === 0 || routes.length === 0 ? [] : [{ attributes, timings, routes }];
  });
}

function policyOf(attributes: Attributes, above: Inherited, context: MigrationContext): Policy {
  const contactPoint = attributes.text("contact_point") ?? above.contactPoint;
  const own = {
    contactPoint,
    groupBy: orElse(attributes.texts("group_by"), above.groupBy),
    timing: { ...above.timing, ...timingOf(attributes) },
  };
  return {
    ...own,
    ...matchersOf(attributes),
    attributes,
    continues: attributes.flag("continue") === true,
    mutes: attributes.texts("mute_timings"),
    targets: context.rows("grafana_contact_point", "name", contactPoint),
    children: attributes.blocks("policy").map((child) => policyOf(child, own, context)),
  };
}

function matchersOf(attributes: Attributes): Pick<Policy, "matchers" | "unreadable"> {
  const triples = attributes
    .blocks("matcher")
    .map((matcher) => [
      matcher.text("label") ?? "",
      matcher.text("match") ?? "=",
      matcher.text("value") ?? "",
    ]);
  try {
    const matchers = matchersInTriples(triples);
    const wrong = matchers.find(({ op, value }) => op.endsWith("~") && !isExpression(value));
    const unreadable = wrong && `${JSON.stringify(wrong.value)} is no regular expression of RE2`;
    return { matchers, unreadable };
  } catch (error) {
    if (error instanceof UnreadableMatcher) return { matchers: [], unreadable: error.message };
    throw error;
  }
}

function orElse(own: readonly string[], inherited: readonly string[]): readonly string[] {
  return own.length > 0 ? own : inherited;
}

/** Says that a route which continues may reach more than its policy does. */
function noteReach(child: Policy): void {
  child.attributes.note(
    "continue",
    "its alerts may also reach later routes that they would not reach in Grafana; look at the routes after it",
  );
}

/** The default policy is the root alone. A child without matchers takes every alert too, and hides those after it. */
function nameOf(
  { route: { contactPoint }, matchers, stops }: FlatRow<Policy>,
  isRoot: boolean,
  names: Map<string, number>,
): string {
  const which = matchers.map((matcher) => matcherText(matcher)).join(", ");
  const every = isRoot ? "Default policy" : `Every alert to ${contactPoint}`;
  const plain = stops ? `Nobody after ${contactPoint}: ${which}` : isRoot || which === "" ? every : which;
  const name = Array.from(plain).slice(0, 240).join("");
  const count = (names.get(name) ?? 0) + 1;
  names.set(name, count);
  return count === 1 ? name : `${name} (${count})`;
}

const timings = {
  group_wait: "group_wait_seconds",
  group_interval: "group_interval_seconds",
  repeat_interval: "repeat_interval_seconds",
} as const;

function timingOf(attributes: Attributes): Timing {
  return Object.fromEntries(
    Object.entries(timings).flatMap(([name, field]): [string, number][] => {
      const text = attributes.text(name);
      if (text === undefined) return [];
      const seconds = secondsOf(text);
      if (seconds === undefined) attributes.note(name, `"${text}" is not a whole number of seconds`);
      return seconds === undefined
        ? []
        : [[field, withinBounds(alertRoutes, field, seconds, attributes, name)]];
    }),
  );
}

/** The seconds in a duration such as 1h30m; undefined for anything else. */
function secondsOf(duration: string): number | undefined {
  return /^(\d+[wdhms])+$/.test(duration) ? durationMs(duration) / 1_000 : undefined;
}
