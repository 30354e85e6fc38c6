/** Alertmanager's configuration as the side that a migration is compared with. */
import type { Json } from "../../../../kernel/field.ts";
import { given } from "../../../../kernel/given.ts";
import type { JsonObject } from "../../../../kernel/validate.ts";
import type { Conjunction } from "../../../../renderers/alerting/samples.ts";
import { matcherText } from "../../../../renderers/alertmanager/matcher-text.ts";
import { groupedBy } from "../after.ts";
import type { RouteSample } from "../label-sets.ts";
import type { Before, RouteLine } from "../sides.ts";
import { matchersInTriples } from "./matchers.ts";
import type { Made } from "./parts.ts";
import type { Config, Route } from "./shapes.ts";
import { inhibiting, isMutedAt, routesOf } from "./tree.ts";

/** @param made who stands for whom after the migration */
export function beforeOf(config: Config, made: Made): Before {
  const byAddress = new Map<string, Route>();
  const asked = samplesOf(config.root, [], [], byAddress);
  const named = new Set([...byAddress.values()].flatMap(({ mutes, actives }) => [...mutes, ...actives]));
  const parts = [...named].flatMap((name) => config.intervals.get(name)?.parts ?? []);
  // Routes are asked about the same moments again and again.
  const muted = new Map<string, boolean>();
  return {
    lines: linesOf(config.root, 0),
    routes: asked,
    rules: config.inhibitions,
    text: JSON.stringify(routesAlone(config)),
    receiversOf: (labels) => routesOf(config.root, labels).map(({ receiver }) => receiver),
    recipientsOf: (receiver) => made.recipients.get(receiver)?.map(({ name }) => name),
    intervals: parts,
    notifications: (labels) =>
      routesOf(config.root, labels).flatMap(({ receiver, groupBy, address }) =>
        (made.recipients.get(receiver) ?? []).map(({ name, lost }) => ({
          recipient: name,
          lost,
          grouped: groupedBy(groupBy),
          by: address,
        })),
      ),
    isMuted(by, at) {
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
function samplesOf(
  route: Route,
  above: Conjunction,
  siblings: readonly Conjunction[],
  byAddress: Map<string, Route>,
): RouteSample[] {
  byAddress.set(route.address, route);
  const matchers = [...above, ...route.matchers];
  return [
    { matchers, siblings },
    ...route.children.flatMap((child, index) => {
      const near = route.children.slice(Math.max(index - 4, 0), index + 5).filter((other) => other !== child);
      const of = near.map((other) => [...matchers, ...other.matchers]);
      return samplesOf(child, matchers, of, byAddress);
    }),
  ];
}

/** As the file has them: with their own matchers, a child below its parent. */
function linesOf({ matchers, receiver, continues, children }: Route, depth: number): RouteLine[] {
  const takes = matchers.map((matcher) => matcherText(matcher));
  return [
    { depth, takes, sends: [receiver], continues },
    ...children.flatMap((child) => linesOf(child, depth + 1)),
  ];
}

/** As much of the configuration as decides who is notified; no secret is in it. */
function routesAlone({ root, receivers }: Config): object {
  return { route: aloneOf(root), receivers: receivers.map(({ name }) => ({ name })) };
}

function aloneOf({ values, children, address }: Route): JsonObject {
  const { match = {}, match_re = {}, matchers = [], object_matchers = [] } = values;
  const triples = matchersInTriples(object_matchers).map((matcher) => matcherText(matcher));
  return {
    ...given({ receiver: values.receiver, continue: values.continue }),
    ...(address === "route" ? {} : { match, match_re, matchers: [...(matchers as Json[]), ...triples] }),
    routes: children.map(aloneOf),
  };
}
