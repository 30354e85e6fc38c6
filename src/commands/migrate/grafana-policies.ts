/**
 * Grafana's tree of notification policies as a list of routes. In the tree an alert goes as deep as it matches, and a
 * policy notifies only where none of its children matched; in the list the first route that matches takes the alert.
 * So children come before their parent, each with the matchers of all above it.
 */
import type { CreateBodyOf } from "../../kernel/row-types.ts";
import { alertRoutes } from "../../resources/alert-routes.ts";
import type { Attributes } from "./attributes.ts";
import type { Around, MakeDraft, Outcome } from "./mapping.ts";

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
  readonly children: readonly Policy[];
}

/** A route to be, in the order in which it is tried. */
interface Leaf {
  readonly policy: Policy;
  readonly matchers: readonly Matcher[];
  readonly continues: boolean;
}

export function mapNotificationPolicy(root: Attributes, draft: MakeDraft, around: Around): Outcome {
  root.ignore("id", "org_id", "disable_provenance");
  const tree = policyOf(root, { contactPoint: "", groupBy: [], timing: {} });
  const names = new Map<string, number>();
  const hasRoute = (policy: Policy) => destinationsOf(policy, around).length > 0;
  const drafts = leavesOf(tree, undefined, hasRoute).flatMap(({ policy, matchers, continues }, position) => {
    const destinations = destinationsOf(policy, around);
    if (destinations.length === 0) {
      policy.attributes.note(
        "contact_point",
        `nothing of "${policy.contactPoint}" was carried over, so this policy has no route; its alerts go on to later routes`,
      );
      return [];
    }
    const name = nameOf(matchers, policy === tree, names);
    const body: CreateBodyOf<typeof alertRoutes> = {
      name,
      position,
      matchers: matchers.length === 0 ? [everyAlert] : matchers.map(matcherText),
      ...(continues ? { continue: true } : {}),
      destinations,
      ...groupingOf(policy),
      ...policy.timing,
    };
    return [draft(alertRoutes, body, { labelEnd: name.slice(0, 60) })];
  });
  return drafts.length > 0 ? { drafts } : { drafts, instead: "carry its contact points over first" };
}

/** A label that is not there counts as an empty one, so this holds for every alert. */
const everyAlert = 'alertname=~".*"';

function policyOf(attributes: Attributes, above: Inherited): Policy {
  const own = {
    contactPoint: attributes.text("contact_point") ?? above.contactPoint,
    groupBy: orElse(attributes.texts("group_by"), above.groupBy),
    timing: { ...above.timing, ...timingOf(attributes) },
  };
  attributes.lost("mute_timings", "routes have no muted hours here");
  return {
    ...own,
    attributes,
    matchers: attributes.blocks("matcher").map((matcher) => ({
      label: matcher.text("label") ?? "",
      match: matcher.text("match") ?? "=",
      value: matcher.text("value") ?? "",
    })),
    continues: attributes.flag("continue") === true,
    children: attributes.blocks("policy").map((child) => policyOf(child, own)),
  };
}

function orElse(own: readonly string[], inherited: readonly string[]): readonly string[] {
  return own.length > 0 ? own : inherited;
}

/**
 * The routes of a policy and all below it; the root is below nothing. A child that continues would let its alerts
 * reach the parent's own route, which the tree does not: its one matcher is turned round there, which comes to the
 * same. Several cannot be turned round.
 */
function leavesOf(
  policy: Policy,
  above: Pick<Leaf, "matchers" | "continues"> | undefined,
  hasRoute: (policy: Policy) => boolean,
): Leaf[] {
  const matchers = [...(above?.matchers ?? []), ...policy.matchers];
  const continues = policy.continues || above?.continues === true;
  const inner = policy.children.flatMap((child) => leavesOf(child, { matchers, continues }, hasRoute));
  const passing = policy.children.filter((child) => (child.continues || continues) && hasRoute(child));
  const turned = passing.flatMap(({ matchers: [only, ...more] }) =>
    only === undefined || more.length > 0 ? [] : [{ ...only, match: opposite[only.match] ?? only.match }],
  );
  for (const child of passing) noteReach(child, above === undefined);
  return [...inner, { policy, matchers: [...matchers, ...turned], continues }];
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

function nameOf(matchers: readonly Matcher[], isRoot: boolean, names: Map<string, number>): string {
  const plain = isRoot || matchers.length === 0 ? "Default policy" : matchers.map(matcherText).join(", ");
  const name = Array.from(plain).slice(0, 240).join("");
  const count = (names.get(name) ?? 0) + 1;
  names.set(name, count);
  return count === 1 ? name : `${name} (${count})`;
}

function destinationsOf({ contactPoint }: Policy, { rows }: Around) {
  return rows(["grafana_contact_point"], "name", contactPoint).map(({ id }) => ({ outbound_config_id: id }));
}

function groupingOf({ attributes, groupBy }: Policy): { group_by?: readonly string[] } {
  if (!groupBy.includes("...")) return groupBy.length === 0 ? {} : { group_by: groupBy };
  attributes.note(
    "group_by",
    '"..." (every alert by itself) has no counterpart: name the labels to group by',
  );
  return {};
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
      return seconds === undefined ? [] : [[field, seconds]];
    }),
  );
}

const unitSeconds = { w: 604_800, d: 86_400, h: 3_600, m: 60, s: 1 } as const;

/** The seconds in one of Prometheus' durations, such as 1h30m; undefined for anything else. */
function secondsOf(duration: string): number | undefined {
  if (!/^(\d+[wdhms])+$/.test(duration)) return undefined;
  return [...duration.matchAll(/(\d+)([wdhms])/g)].reduce(
    (sum, [, count, unit]) => sum + Number(count) * unitSeconds[unit as keyof typeof unitSeconds],
    0,
  );
}
