/** The routes of an organization as Alertmanager has them: each with a receiver of its own, or why it has none. */
import type { JsonObject } from "../../kernel/validate.ts";
import { burnGroupLabels, burnMatcher, everyLabel, groupLabels } from "../alerting/grouping.ts";
import type { InhibitionRow } from "../alerting/inhibitions.ts";
import { type Matcher, matcherOf } from "../alerting/matchers.ts";
import type { RouteRow } from "../alerting/resolve.ts";
import type { Refusal } from "../renderer.ts";
import { anyNamesSince, matcherText, takesName } from "./matcher-text.ts";
import { receiverOf } from "./receivers.ts";
import type { RouteMutes } from "./timed-mutes.ts";

/** Why a row cannot be expressed. */
export type Unable = Omit<Refusal, "resource" | "id">;

/** An engine, as far as routes are concerned. */
export interface Router {
  /** For refusals, such as "Alertmanager 0.25". */
  readonly name: string;
  /** The version of Alertmanager that reads the file. */
  readonly version: string;
  /** Whether another version can be had where this one does not do. */
  readonly upgradable: boolean;
}

/**
 * @param burns whether there may be burn alerts of SLOs, which are grouped by their severity as well
 * @param mutes what of the route is muted when
 * @param unpaged the receiver of alerts of severity none, where pagers get the others
 */
export function routeOrUnable(
  { id, configuration }: RouteRow,
  router: Router,
  burns: boolean,
  { own, narrow }: Pick<RouteMutes, "own" | "narrow">,
  unpaged?: { readonly receiver: string; readonly matcher: Matcher },
): JsonObject | Unable {
  const { matchers, group_by } = configuration;
  const labels = groupLabels(group_by);
  const read = matchers.map(matcherOf);
  const unread = read.indexOf(undefined);
  if (unread >= 0)
    return { field: `matchers[${unread}]`, message: `${matchers[unread]} cannot be read; write it again` };
  const wanted = read.filter((matcher) => matcher !== undefined);
  const unable = namesUnable(wanted, labels, router);
  if (unable !== undefined) return unable;
  if (labels.includes(everyLabel) && labels.length > 1)
    return {
      field: "group_by",
      message: `"${everyLabel}" stands for every label: leave the others out, or it`,
    };
  return {
    receiver: receiverOf(id),
    // Without one it takes every alert.
    ...(wanted.length === 0 ? {} : { matchers: wanted.map(matcherText) }),
    continue: configuration.continue,
    // Without labels it has its parent's, which has none: before 0.31 an empty list means the same.
    ...(labels.length === 0 ? {} : { group_by: labels }),
    group_wait: seconds(configuration.group_wait_seconds),
    group_interval: seconds(configuration.group_interval_seconds),
    repeat_interval: seconds(configuration.repeat_interval_seconds),
    ...muting(own),
    ...below([
      // Burn alerts of SLOs are never of severity none.
      ...(unpaged === undefined
        ? []
        : [
            {
              receiver: unpaged.receiver,
              matchers: [matcherText(unpaged.matcher)],
              ...muting(own),
              ...below(narrow.map((one) => ({ matchers: [...one.matchers], ...muting(one.intervals) }))),
            },
          ]),
      ...narrow.map(({ matchers: some, intervals }) => ({
        matchers: [...some],
        ...muting(intervals),
        ...below(burns ? burnRoutes(group_by, intervals) : []),
      })),
      ...(burns ? burnRoutes(group_by, own) : []),
    ]),
  };
}

/** Below the route, with its receiver and its timing. What mutes it is said again. */
function burnRoutes(groupBy: readonly string[], intervals: readonly string[]): JsonObject[] {
  const group_by = burnGroupLabels(groupBy);
  return group_by === undefined
    ? []
    : [{ matchers: [matcherText(burnMatcher)], group_by, ...muting(intervals) }];
}

function below(routes: readonly JsonObject[]): JsonObject {
  return routes.length === 0 ? {} : { routes };
}

function muting(intervals: readonly string[]): JsonObject {
  return intervals.length === 0 ? {} : { mute_time_intervals: [...intervals] };
}

/** One alert keeps others back, as the organization says it. */
export function inhibitionOrUnable(
  { configuration: { source_matchers, target_matchers, equal } }: InhibitionRow,
  router: Router,
): JsonObject | Unable {
  const sides = { source_matchers, target_matchers };
  const texts: Record<string, readonly string[]> = {};
  for (const [side, matchers] of Object.entries(sides)) {
    const read = matchers.map(matcherOf);
    const unread = read.indexOf(undefined);
    if (unread >= 0)
      return { field: `${side}[${unread}]`, message: `${matchers[unread]} cannot be read; write it again` };
    const wanted = read.filter((matcher) => matcher !== undefined);
    const unable = namesUnable(wanted, [], router, side);
    if (unable !== undefined) return unable;
    texts[side] = wanted.map(matcherText);
  }
  return namesUnable([], equal, router, "equal") ?? { ...texts, ...(equal.length === 0 ? {} : { equal }) };
}

function namesUnable(
  matchers: readonly Matcher[],
  labels: readonly string[],
  router: Router,
  path?: string,
): Unable | undefined {
  const named = [
    ...matchers.map(({ name }, index) => ({ field: `${path ?? "matchers"}[${index}]`, name })),
    ...labels.filter((name) => name !== everyLabel).map((name) => ({ field: path ?? "group_by", name })),
  ];
  const refused = named.find(({ name }) => !takesName(name, router.version));
  if (refused === undefined) return undefined;
  const { field, name } = refused;
  const why = `${router.name} takes only label names of the letters a to z, digits and _, and not ${JSON.stringify(name)}`;
  if (!router.upgradable) return { field, message: `${why}; use another label` };
  return {
    field,
    message: `${why}; use another label, or upgrade it to ${anyNamesSince}`,
    min_version: anyNamesSince,
  };
}

export function seconds(count: number): string {
  return `${count}s`;
}

export function isUnable(outcome: object): outcome is Unable {
  return "message" in outcome;
}
