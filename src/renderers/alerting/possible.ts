/**
 * What may become of the alerts of a service, of which nothing else is known: the routes, rules and mutes that can take
 * one. The functions that decide about whole alerts decide it, by that part of each row that speaks of the service. Pure.
 */
import type { Pieces } from "../../kernel/time-slices.ts";
import { createWays, takenOf } from "./deciding.ts";
import type { Labels } from "./facts.ts";
import { matcherOf } from "./matchers.ts";
import { createMuting, type Mute } from "./mutes.ts";
import { createRules, type RouteRow, type RuleRow } from "./resolve.ts";

/** The label by which an alert says which service it is about. */
const serviceLabel = "service";

/** A row that can take alerts of the service. */
export interface Possible<Row> {
  readonly row: Row;
  /** Whether it speaks of the service; otherwise alerts of any service are taken. */
  readonly named: boolean;
  /** What an alert has to meet besides. */
  readonly conditions: readonly string[];
}

function labelsOf(service: string): Labels {
  return { [serviceLabel]: service };
}

/** The matchers that the service decides, those that nobody can read among them, and the others. */
function partsOf(matchers: readonly string[]) {
  const decides = (text: string) => (matcherOf(text)?.name ?? serviceLabel) === serviceLabel;
  return {
    own: matchers.filter(decides),
    conditions: matchers.filter((text) => !decides(text)).map((text) => text.trim()),
  };
}

function withOwnMatchers<R extends RouteRow | RuleRow>(row: R): R {
  const { own } = partsOf(row.configuration.matchers);
  return { ...row, configuration: { ...row.configuration, matchers: own } };
}

/** Those of the rows with the ids that are taken. */
function possible<R extends { readonly id: string }>(
  rows: readonly R[],
  taken: readonly { readonly id: string }[],
  matchersOf: (row: R) => readonly string[],
): readonly Possible<R>[] {
  const ids = new Set(taken.map(({ id }) => id));
  return rows
    .filter(({ id }) => ids.has(id))
    .map((row) => {
      const { own, conditions } = partsOf(matchersOf(row));
      return { row, named: own.length > 0, conditions };
    });
}

/** @param routes in the order of their positions; whether one leaves anything for those behind it is not asked */
export function* possibleRoutes<R extends RouteRow>(
  routes: readonly R[],
  service: string,
): Pieces<readonly Possible<R>[]> {
  const asked = routes.map(withOwnMatchers).map((route) => ({
    ...route,
    configuration: { ...route.configuration, continue: true },
  }));
  const waysOf = createWays({ routes: asked, ownRoutes: new Map() });
  const taken = takenOf(yield* waysOf({ labels: labelsOf(service) }));
  return possible(routes, taken, ({ configuration }) => configuration.matchers);
}

export function* possibleRules<R extends RuleRow>(
  rules: readonly R[],
  service: string,
): Pieces<readonly Possible<R>[]> {
  const decided = yield* createRules(rules.map(withOwnMatchers))(labelsOf(service), new Date(0));
  const taken = decided.flatMap(({ taken, rule }) => (taken ? [rule] : []));
  return possible(rules, taken, ({ configuration }) => configuration.matchers).map((one) => {
    const { min_severity: least } = one.row.configuration;
    const conditions = [...one.conditions, ...(least === null ? [] : [`severity at least ${least}`])];
    return { ...one, conditions };
  });
}

/** A pattern is compared with titles too, which nobody knows yet: it counts where it takes the label. */
export function* possibleMutes<M extends Mute>(
  mutes: readonly M[],
  service: string,
  now: Date,
): Pieces<readonly Possible<M>[]> {
  const asked = mutes.map((mute) => ({ ...mute, matchers: partsOf(mute.matchers).own }));
  const { mutes: taken } = yield* createMuting(asked)({ title: "", labels: labelsOf(service) }, now);
  return possible(mutes, taken, ({ matchers }) => matchers).map((one) =>
    one.row.pattern === null ? one : { ...one, named: true },
  );
}
