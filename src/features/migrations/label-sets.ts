/** Label sets that configurations are asked about: for each route what it takes, what it almost takes, and what its siblings take too. */
import type { Labels } from "../../renderers/alerting/facts.ts";
import type { Matcher } from "../../renderers/alerting/matchers.ts";
import { type Conjunction, takes } from "./conditions.ts";
import { valuesLeftOut, valuesTaken } from "./samples.ts";

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

/** Labels for which all of these hold; undefined where none are found. */
export function sampleOf(matchers: Conjunction): Labels | undefined {
  const byName = new Map<string, Matcher[]>();
  for (const matcher of matchers) byName.set(matcher.name, [...(byName.get(matcher.name) ?? []), matcher]);
  let labels: Labels = byName.has("alertname") ? {} : { alertname: "Example" };
  for (const [name, all] of byName) {
    const value = all.flatMap(valuesTaken).find((one) => all.every((matcher) => takes(matcher, one)));
    if (value === undefined) return undefined;
    labels = withLabel(labels, name, value);
  }
  return labels;
}

/** An empty value is a label that is not there. */
export function withLabel(labels: Labels, name: string, value: string): Labels {
  const { [name]: _, ...rest } = labels;
  return value === "" ? rest : { ...rest, [name]: value };
}

export function keyOf(labels: Labels): string {
  return JSON.stringify(Object.entries(labels).sort(([one], [other]) => (one < other ? -1 : 1)));
}
