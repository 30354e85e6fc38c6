/** Alertmanager's configuration as the side that a migration is compared with. */
import { groupedBy } from "../after.ts";
import type { Conjunction } from "../conditions.ts";
import type { Asked } from "../label-sets.ts";
import type { Before } from "../sides.ts";
import type { Config, Route } from "./config.ts";
import type { Made } from "./parts.ts";
import { inhibiting, isMutedAt, routesOf } from "./tree.ts";

/** @param made who stands for whom after the migration */
export function beforeOf(config: Config, made: Made): Before {
  const byAddress = new Map<string, Route>();
  const asked = askedOf(config.root, [], [], byAddress);
  const parts = [...config.intervals.values()].flatMap(({ parts }) => parts);
  const timed = [...byAddress.values()].some(({ mutes, actives }) => mutes.length + actives.length > 0);
  // Asked about the same moments again and again.
  const muted = new Map<string, boolean>();
  return {
    routes: asked,
    rules: config.inhibitions,
    zones: timed ? [...new Set(parts.map(({ timeZone }) => timeZone))] : [],
    edges: [...new Set(parts.flatMap(({ times }) => (times ?? [[0, 0]]).flat()))],
    lost: new Map(
      [...made.recipients.values()]
        .flat()
        .flatMap(({ name, lost }) => (lost === undefined ? [] : [[name, lost]])),
    ),
    notifications: (labels) =>
      routesOf(config.root, labels).flatMap(({ receiver, groupBy, address }) =>
        (made.recipients.get(receiver) ?? []).map(({ name }) => ({
          recipient: name,
          grouped: groupedBy(groupBy),
          by: address,
        })),
      ),
    isMuted(by, _, at) {
      const [route, key] = [byAddress.get(by), `${by} ${at}`];
      if (route === undefined || route.mutes.length + route.actives.length === 0) return false;
      const isThen = muted.get(key) ?? isMutedAt(config, route, at);
      muted.set(key, isThen);
      return isThen;
    },
    inhibiting: (target, source) =>
      inhibiting(config.inhibitions, target, source).map(
        (rule) => made.inhibitions.get(rule) ?? rule.address,
      ),
  };
}

/** Each route with the matchers of all above it. */
function askedOf(
  route: Route,
  above: Conjunction,
  siblings: readonly Conjunction[],
  byAddress: Map<string, Route>,
): Asked[] {
  byAddress.set(route.address, route);
  const matchers = [...above, ...route.matchers];
  return [
    { matchers, siblings },
    ...route.children.flatMap((child, index) => {
      const near = route.children.slice(Math.max(index - 4, 0), index + 5).filter((other) => other !== child);
      const of = near.map((other) => [...matchers, ...other.matchers]);
      return askedOf(child, matchers, of, byAddress);
    }),
  ];
}
