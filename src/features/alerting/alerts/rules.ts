/**
 * Who is notified of an alert and what keeps it back, by rows alone: what the service decides about what it sends, for
 * others to ask of labels that no alert has. Pure; a moment is given.
 */
import { atOnce } from "../../../kernel/time-slices.ts";
import { createWays, takenOf } from "../../../renderers/alerting/deciding.ts";
import { factsOf, type Labels } from "../../../renderers/alerting/facts.ts";
import { createInhibiting, type InhibitionRow, ruleOfKey } from "../../../renderers/alerting/inhibitions.ts";
import { createMuting, type Mute } from "../../../renderers/alerting/mutes.ts";
import type { RouteRow } from "../../../renderers/alerting/resolve.ts";

/**
 * The routes that take an alert, in order.
 * @param routes in the order of their positions
 */
export function routesOf(routes: readonly RouteRow[]): (labels: Labels) => readonly RouteRow[] {
  const waysOf = createWays({ routes, ownRoutes: new Map() });
  return (labels) => takenOf(atOnce(waysOf({ labels })));
}

/** The mutes that keep back at a moment what a route sends of an alert; without a route, what any of them sends. */
export function mutedAt(
  mutes: readonly Mute[],
): (labels: Labels, moment: Date, routeId?: string) => readonly Mute[] {
  const muting = createMuting(mutes);
  return (labels, moment, routeId) => {
    const { title } = factsOf({ labels, annotations: {} });
    const taken = atOnce(muting({ title, labels }, moment)).mutes;
    return taken.filter(
      ({ routeIds }) => routeIds.length === 0 || (routeId !== undefined && routeIds.includes(routeId)),
    );
  };
}

/**
 * The first rule by which open alerts keep another one back, and which of them does.
 * @param targetKeys of the alert that may be kept back
 * @param open by source key, the ids of open alerts
 */
export function sourceOf(
  rules: readonly InhibitionRow[],
  targetKeys: readonly string[],
  open: ReadonlyMap<string, string>,
): { readonly rule: InhibitionRow; readonly sourceId: string } | undefined {
  for (const key of targetKeys) {
    const sourceId = open.get(key);
    const rule = sourceId === undefined ? undefined : rules.find(({ id }) => id === ruleOfKey(key));
    if (sourceId !== undefined && rule !== undefined) return { rule, sourceId };
  }
  return undefined;
}

/** The first rule by which an open alert, the source, keeps another one back. */
export function inhibits(
  rules: readonly InhibitionRow[],
): (source: Labels, target: Labels) => InhibitionRow | undefined {
  const sidesOf = createInhibiting(rules);
  return (source, target) => {
    const { targetKeys } = atOnce(sidesOf(target));
    if (targetKeys.length === 0) return undefined;
    const open = new Map(atOnce(sidesOf(source)).sourceKeys.map((key) => [key, ""] as const));
    return sourceOf(rules, targetKeys, open)?.rule;
  };
}
