/**
 * Grafana's tree of notification policies as a list of routes, in the way of Alertmanager's, whose tree it is. What is
 * read of it is also the side that the list is compared with.
 */

import type { CreateBodyOf } from "../../../../kernel/row-types.ts";
import { everyLabel } from "../../../../renderers/alerting/grouping.ts";
import { isExpression } from "../../../../renderers/alerting/matchers.ts";
import { matcherText } from "../../../../renderers/alertmanager/matcher-text.ts";
import { durationMs } from "../../../../renderers/prometheus/duration.ts";
import { alertRoutes } from "../../../../resources/alert-routes.ts";
import { type FlatRow, flatten } from "../alertmanager/flatten.ts";
import { matchersInTriples, UnreadableMatcher } from "../alertmanager/matchers.ts";
import { inParts } from "../alertmanager/parts.ts";
import { noteAlwaysFiring } from "../always-firing.ts";
import type { Attributes } from "../attributes.ts";
import { withinBounds } from "../bounds.ts";
import type { AddRow, MigrationContext } from "../mapping.ts";
import { quoted } from "../quoted.ts";
import type { Row } from "../rows.ts";
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
  const missing = new Set<string>();
  const children = tree.children.flatMap((policy) => kept(policy, context, missing));
  const { rows, inexact } = flatten<Policy>({ ...tree, matchers: [], children });
  for (const policy of inexact) noteReach(policy);
  addMutesOf(addRoutes(rows, tree, add, context), add, context);
  if (!tree.targets.some(isOn)) {
    if (tree.targets.length === 0) noteLost(tree);
    context.first(
      `the default contact point ${quoted(tree.contactPoint)} was not carried over, so that an alert which no other route takes reaches nobody: make an outbound target for it, and a last route that takes every alert`,
      { foremost: true },
    );
  }
  context.compareWith(beforeOfPolicies(tree, context));
  return context.has(alertRoutes) ? undefined : "carry its contact points over first";
}

/**
 * What of a policy can be carried over, in its place: itself, or its children where nothing of its contact point was. Nobody
 * would be notified by it, so that its own alerts go on to those that others take.
 */
function kept(policy: Policy, context: MigrationContext, missing: Set<string>): Policy[] {
  const { attributes, contactPoint, unreadable, matchers, continues } = policy;
  if (unreadable !== undefined) {
    const why = `${unreadable}: the policy and all below it are left out, and its alerts go on to later routes`;
    context.first(why, { field: attributes.pathOf("matcher") });
    return [];
  }
  const children = policy.children.flatMap((child) => kept(child, context, missing));
  if (policy.targets.length > 0) {
    if (!policy.targets.some(isOn))
      attributes.note("contact_point", `${quoted(contactPoint)} is notified of nothing any more`, "error");
    return [{ ...policy, children }];
  }
  noteLost(policy);
  if (!missing.has(contactPoint))
    context.first(
      `the contact point ${quoted(contactPoint)} was not carried over, and is notified of nothing any more: the alerts of its policies go on to later routes`,
    );
  missing.add(contactPoint);
  return children.map((child) => {
    if (continues || child.continues) noteReach(child);
    return { ...child, matchers: [...matchers, ...child.matchers], continues: continues || child.continues };
  });
}

function noteLost({ attributes, contactPoint }: Policy): void {
  attributes.note(
    "contact_point",
    `nothing of ${quoted(contactPoint)} was carried over, so this policy has no route; its alerts go on to later routes`,
    "error",
  );
}

function isOn({ configuration }: Row): boolean {
  return configuration.enabled !== false;
}

/** Adds the list in its order. @returns what is muted of it */
function addRoutes(
  rows: readonly FlatRow<Policy>[],
  root: Policy,
  add: AddRow,
  context: MigrationContext,
): MutedPolicy[] {
  const names = new Map<string, number>();
  const ids = new Map<Attributes, string[]>();
  let position = 0;
  for (const row of rows) {
    const { attributes, targets, groupBy, timing } = row.route;
    const isRoot = attributes === root.attributes;
    if (targets.length === 0 && !row.stops) continue;
    const parts = row.stops ? [[]] : inParts(targets);
    for (const [part, some] of parts.entries()) {
      const name = nameOf(row, isRoot, names);
      const isLast = part === parts.length - 1;
      const body: CreateBodyOf<typeof alertRoutes> = {
        name,
        position,
        matchers: row.matchers.map((matcher) => matcherText(matcher)),
        ...(row.continues || !isLast ? { continue: true } : {}),
        destinations: some.map(({ id }) => ({ outbound_config_id: id })),
        ...(row.stops ? { drop: true } : {}),
        group_by: groupBy.includes(everyLabel) ? [everyLabel] : groupBy,
        ...timing,
      };
      position += 1;
      const { id, accepted } = add(alertRoutes, body, { labelEnd: name.slice(0, 60) });
      if (!accepted)
        context.first(`the route ${quoted(name)} was refused, and its alerts go on to later routes`);
      else if (!row.stops) ids.set(attributes, [...(ids.get(attributes) ?? []), id]);
    }
  }
  const policies = new Map(rows.map(({ route }) => [route.attributes, route]));
  return [...policies.values()].flatMap(({ attributes, mutes, actives, matchers }) => {
    noteAlwaysFiring(matchers, attributes);
    const routes = ids.get(attributes) ?? [];
    return mutes.length + actives.length === 0 || routes.length === 0
      ? []
      : [{ attributes, mutes, actives, routes }];
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
    actives: attributes.texts("active_timings"),
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
    const unreadable = wrong && `${quoted(wrong.value)} is no regular expression of RE2`;
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
