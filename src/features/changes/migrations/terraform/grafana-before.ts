/** Grafana's notification policies as the side that a migration is compared with: a tree as Alertmanager reads one. */
import { given } from "../../../../kernel/given.ts";
import { beforeOf } from "../alertmanager/before.ts";
import type { NamedInterval, Route } from "../alertmanager/shapes.ts";
import type { MigrationContext } from "../mapping.ts";
import type { Before } from "../sides.ts";
import { intervalsOf } from "./grafana-mutes.ts";
import type { Policy } from "./grafana-policy.ts";

/** Nothing asks for them: both sides are compared by who is notified. */
const timing = { group_wait: 0, group_interval: 0, repeat_interval: 0 };

export function beforeOfPolicies(root: Policy, context: MigrationContext): Before {
  const all = allPolicies(root);
  const named = new Set(all.flatMap(({ mutes, actives }) => [...mutes, ...actives]));
  const intervals = new Map(
    [...named].flatMap((name): [string, NamedInterval][] => {
      const parts = intervalsOf(name, context);
      return parts === undefined ? [] : [[name, { name, address: name, parts }]];
    }),
  );
  const config = {
    file: "",
    global: {},
    root: routeOf(root, "route", intervals),
    receivers: [...new Set(all.map(({ contactPoint }) => contactPoint))].map((name) => ({
      name,
      address: name,
      values: {},
    })),
    intervals,
    inhibitions: [],
    constants: new Map(),
    rest: {},
  };
  const made = {
    recipients: recipientsOf(all),
    rows: new Map(),
    names: new Set<string>(),
    inhibitions: new Map(),
  };
  return beforeOf(config, made);
}

function allPolicies(policy: Policy): readonly Policy[] {
  return [policy, ...policy.children.flatMap(allPolicies)];
}

/** Of a contact point that was not carried over somebody is lost. */
function recipientsOf(all: readonly Policy[]) {
  return new Map(
    all.map(({ contactPoint, targets }) => [
      contactPoint,
      targets.length === 0
        ? [{ name: contactPoint, rowId: undefined, lost: "its contact point was not carried over" }]
        : targets.map(({ id, configuration }) => ({
            name: String(configuration.name),
            rowId: id,
            lost: configuration.enabled === false ? "its target is switched off" : undefined,
          })),
    ]),
  );
}

function routeOf(
  { contactPoint, matchers, continues, groupBy, mutes, actives, children }: Policy,
  address: string,
  intervals: ReadonlyMap<string, NamedInterval>,
): Route {
  const triples = matchers.map(({ name, op, value }) => [name, op, value]);
  return {
    address,
    receiver: contactPoint,
    // The first one takes every alert, whatever stands there.
    matchers: address === "route" ? [] : matchers,
    continues,
    groupBy,
    timing,
    mutes: mutes.filter((name) => intervals.has(name)),
    // Of timings that nobody knows nothing is muted, on both sides.
    actives: actives.every((name) => intervals.has(name)) ? actives : [],
    children: children.map((child, index) => routeOf(child, `${address}.routes[${index}]`, intervals)),
    values: given({ receiver: contactPoint, continue: continues, object_matchers: triples }),
  };
}
