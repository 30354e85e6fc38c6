/** Label sets that configurations are asked about: for each route what it takes, what it almost takes, and what its siblings take too. */
import type { Labels } from "../../../renderers/alerting/facts.ts";
import {
  type Conjunction,
  sampleOf,
  valuesLeftOut,
  valuesTaken,
  withLabel,
} from "../../../renderers/alerting/samples.ts";

/** Most label sets of one proof. */
const mostSets = 20_000;
/** Of one route also where there are thousands. */
const fewOfOne = 4;
const mostOfOne = 60;

/** A route, with what holds of all alerts that come to it. */
export interface RouteSample {
  readonly matchers: Conjunction;
  /** Those of its siblings, which may take the same alert. */
  readonly siblings: readonly Conjunction[];
}

/** Label sets, none twice. */
export function labelSetsOf(routes: readonly RouteSample[]): Labels[] {
  const each = Math.min(Math.max(Math.floor(mostSets / Math.max(routes.length, 1)), fewOfOne), mostOfOne);
  const sets = new Map<string, Labels>();
  for (const route of routes) {
    for (const labels of ofRoute(route).slice(0, each)) sets.set(keyOf(labels), labels);
    if (sets.size >= mostSets) break;
  }
  return [...sets.values()];
}

function ofRoute({ matchers, siblings }: RouteSample): Labels[] {
  const base = sampleOf(matchers);
  if (base === undefined) return [];
  const both = siblings
    .slice(0, 8)
    .map((other) => sampleOf([...matchers, ...other]))
    .filter((labels) => labels !== undefined);
  const others = matchers.flatMap((matcher) =>
    valuesTaken(matcher)
      .filter((value) => value !== (base[matcher.name] ?? ""))
      .map((value) => withLabel(base, matcher.name, value)),
  );
  const near = matchers.flatMap((matcher) =>
    valuesLeftOut(matcher).map((value) => withLabel(base, matcher.name, value)),
  );
  return [base, ...both, ...others, ...near];
}

export function keyOf(labels: Labels): string {
  return JSON.stringify(Object.entries(labels).sort(([one], [other]) => (one < other ? -1 : 1)));
}
