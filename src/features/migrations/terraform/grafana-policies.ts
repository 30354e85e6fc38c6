/**
 * Grafana's tree of notification policies as a list of routes. In the tree an alert goes as deep as it matches, and a
 * policy notifies only where none of its children matched; in the list the first route that matches takes the alert.
 * So children come before their parent, each with the matchers of all above it.
 */

import type { CreateBodyOf } from "../../../kernel/row-types.ts";
import { everyLabel } from "../../../renderers/alerting/grouping.ts";
import { durationMs } from "../../../renderers/prometheus/duration.ts";
import { alertRoutes } from "../../../resources/alert-routes.ts";
import type { Attributes } from "../attributes.ts";
import { withinBounds } from "../bounds.ts";
import type { AddRow, MigrationContext } from "../mapping.ts";
import { addMutesOf, type MutedPolicy } from "./grafana-mutes.ts";

interface Matcher {
  readonly label: string;
  readonly match: string;
  readonly value: string;
}

/** What a policy passes on to its children, where they say nothing else. */
interface Inherited {
  readonly contactPoint: string;
  readonly groupBy: readonly string[];
  readonly timing: Timing;
}

interface Timing {
  readonly group_wait_seconds?: number;
  readonly group_interval_seconds?: number;
  readonly repeat_interval_seconds?: number;
}

interface Policy extends Inherited {
  readonly attributes: Attributes;
  /** Its own. */
  readonly matchers: readonly Matcher[];
  readonly continues: boolean;
  /** The names of its mute timings, which its children do not inherit. */
  readonly mutes: readonly string[];
  readonly children: readonly Policy[];
}

/** What is above a policy in the tree. */
interface Above {
  readonly matchers: readonly Matcher[];
  readonly continues: boolean;
}

export function mapNotificationPolicy(
  root: Attributes,
  add: AddRow,
  context: MigrationContext,
): string | undefined {
  root.ignore("id", "org_id", "disable_provenance");
  if (context.has(alertRoutes))
    return "another tree of policies was carried over already, and its last route takes every alert: migrate this one by itself, into an organization of its own";
  const tree = policyOf(root, { contactPoint: "", groupBy: [], timing: {} });
  const list = new RouteList(add, context);
  if (!list.addBelow(tree, undefined))
    context.first(
      `the default contact point ${JSON.stringify(tree.contactPoint)} was not carried over, so that an alert which no other route takes reaches nobody: make an outbound target for it, and a last route that takes every alert`,
    );
  addMutesOf(list.muted, add, context);
  return context.has(alertRoutes) ? undefined : "carry its contact points over first";
}

/** The routes of a tree, added in the order in which they are tried. */
class RouteList {
  readonly #add: AddRow;
  readonly #context: MigrationContext;
  readonly #names = new Map<string, number>();
  #position = 0;
  readonly muted: MutedPolicy[] = [];

  constructor(add: AddRow, context: MigrationContext) {
    this.#add = add;
    this.#context = context;
  }

  /**
   * Adds the routes of a policy and all below it; the root is below nothing. A child that continues would let its
   * alerts reach the parent's own route, which the tree does not: its one matcher is turned round there, which comes
   * to the same. Several cannot be turned round; nor is that of a child without a route of its own, since nobody else
   * would take its alerts.
   * @returns whether the policy itself got a route
   */
  addBelow(policy: Policy, above: Above | undefined): boolean {
    const matchers = [...(above?.matchers ?? []), ...policy.matchers];
    const continues = policy.continues || above?.continues === true;
    const routed = policy.children.filter((child) => this.addBelow(child, { matchers, continues }));
    const passing = routed.filter((child) => child.continues || continues);
    const turned = passing.flatMap(({ matchers: [only, ...more] }) =>
      only === undefined || more.length > 0 ? [] : [{ ...only, match: opposite[only.match] ?? only.match }],
    );
    for (const child of passing) noteReach(child, above === undefined);
    return this.#addRoute(policy, [...matchers, ...turned], continues, above === undefined);
  }

  #addRoute(policy: Policy, matchers: readonly Matcher[], continues: boolean, isRoot: boolean): boolean {
    const position = this.#position;
    this.#position += 1;
    const destinations = destinationsOf(policy, this.#context);
    if (destinations.length === 0) {
      policy.attributes.note(
        "contact_point",
        `nothing of "${policy.contactPoint}" was carried over, so this policy has no route; its alerts go on to later routes`,
      );
      return false;
    }
    const name = nameOf(policy, matchers, isRoot, this.#names);
    const body: CreateBodyOf<typeof alertRoutes> = {
      name,
      position,
      matchers: matchers.length === 0 ? [everyAlert] : matchers.map(matcherText),
      ...(continues ? { continue: true } : {}),
      destinations,
      ...groupingOf(policy),
      ...policy.timing,
    };
    const { id, accepted } = this.#add(alertRoutes, body, { labelEnd: name.slice(0, 60) });
    if (accepted && policy.mutes.length > 0)
      this.muted.push({ attributes: policy.attributes, timings: policy.mutes, routes: [id] });
    return accepted;
  }
}

/** A label that is not there counts as an empty one, so this holds for every alert. */
const everyAlert = 'alertname=~".*"';

function policyOf(attributes: Attributes, above: Inherited): Policy {
  const own = {
    contactPoint: attributes.text("contact_point") ?? above.contactPoint,
    groupBy: orElse(attributes.texts("group_by"), above.groupBy),
    timing: { ...above.timing, ...timingOf(attributes) },
  };
  return {
    ...own,
    attributes,
    matchers: attributes.blocks("matcher").map((matcher) => ({
      label: matcher.text("label") ?? "",
      match: matcher.text("match") ?? "=",
      value: matcher.text("value") ?? "",
    })),
    continues: attributes.flag("continue") === true,
    mutes: attributes.texts("mute_timings"),
    children: attributes.blocks("policy").map((child) => policyOf(child, own)),
  };
}

function orElse(own: readonly string[], inherited: readonly string[]): readonly string[] {
  return own.length > 0 ? own : inherited;
}

/** Says where a route that continues may reach more than its policy does. */
function noteReach(child: Policy, belowRoot: boolean): void {
  if (belowRoot && child.children.length === 0 && child.matchers.length === 1) return;
  child.attributes.note(
    "continue",
    "its alerts may also reach later routes that they would not reach in Grafana; look at the routes after it",
  );
}

const opposite: Readonly<Record<string, string>> = { "=": "!=", "!=": "=", "=~": "!~", "!~": "=~" };

/** Alertmanager's grammar, which Grafana has too: names and values in quotes may hold anything. */
function matcherText({ label, match, value }: Matcher): string {
  const name = /^[A-Za-z_][A-Za-z0-9_]*$/.test(label) ? label : JSON.stringify(label);
  return `${name}${match}${JSON.stringify(value)}`;
}

/** The default policy is the root alone. A child without matchers takes every alert too, and hides those after it. */
function nameOf(
  { contactPoint }: Policy,
  matchers: readonly Matcher[],
  isRoot: boolean,
  names: Map<string, number>,
): string {
  const every = isRoot ? "Default policy" : `Every alert to ${contactPoint}`;
  const plain = isRoot || matchers.length === 0 ? every : matchers.map(matcherText).join(", ");
  const name = Array.from(plain).slice(0, 240).join("");
  const count = (names.get(name) ?? 0) + 1;
  names.set(name, count);
  return count === 1 ? name : `${name} (${count})`;
}

function destinationsOf({ contactPoint }: Policy, { rows }: MigrationContext) {
  return rows("grafana_contact_point", "name", contactPoint).map(({ id }) => ({ outbound_config_id: id }));
}

/** `...` stands for every label, so that others next to it say nothing. */
function groupingOf({ groupBy }: Policy): { group_by?: readonly string[] } {
  if (groupBy.includes(everyLabel)) return { group_by: [everyLabel] };
  return groupBy.length === 0 ? {} : { group_by: groupBy };
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
