/** What Alertmanager does with an alert, read from its configuration. A test holds it equal to Alertmanager itself. */
import type { Labels } from "../../../../renderers/alerting/facts.ts";
import { holds, type Matcher } from "../../../../renderers/alerting/matchers.ts";
import type { Conjunction } from "../../../../renderers/alerting/samples.ts";
import { Candidates } from "../candidates.ts";
import { isWithinInterval } from "./intervals.ts";
import type { Config, Inhibition, Route } from "./shapes.ts";

/** The routes that notify of an alert, in the order of the tree (dispatch/route.go, `Match`). */
export function routesOf(route: Route, labels: Labels): Route[] {
  if (!allHold(route.matchers, labels)) return [];
  const found: Route[] = [];
  for (const child of childrenOf(route).of(labels)) {
    const below = routesOf(child, labels);
    found.push(...below);
    if (below.length > 0 && !child.continues) break;
  }
  return found.length > 0 ? found : [route];
}

const known = new WeakMap<Route, Candidates<Route>>();

function childrenOf(route: Route): Candidates<Route> {
  const found = known.get(route) ?? new Candidates(route.children, ({ matchers }) => matchers);
  known.set(route, found);
  return found;
}

const steps = 10_000_000;

export function allHold(matchers: Conjunction, labels: Labels): boolean {
  return matchers.every((matcher: Matcher) => holds(matcher, labels, { steps }) === true);
}

/** Whether a route's time intervals keep it quiet (notify/notify.go, `TimeMuteStage` and `TimeActiveStage`). @param at in milliseconds since 1970 */
export function isMutedAt(
  { intervals }: Pick<Config, "intervals">,
  { mutes, actives }: Route,
  at: number,
): boolean {
  const holdsNow = (name: string) =>
    intervals.get(name)?.parts.some((part) => isWithinInterval(part, at)) === true;
  return mutes.some(holdsNow) || (actives.length > 0 && !actives.some(holdsNow));
}

/** The rules by which one alert keeps another one back (inhibit/inhibit.go, `Mutes` and `hasEqual`). */
export function inhibiting(rules: readonly Inhibition[], target: Labels, source: Labels): Inhibition[] {
  return rules.filter((rule) => {
    if (!allHold(rule.target, target) || !allHold(rule.source, source)) return false;
    if (!rule.equal.every((name) => valueIn(target, name) === valueIn(source, name))) return false;
    // An alert that is both does not keep back others that are both.
    return !(allHold(rule.source, target) && allHold(rule.target, source));
  });
}

function valueIn(labels: Labels, name: string): string {
  return Object.hasOwn(labels, name) ? (labels[name] ?? "") : "";
}
