/** A tree of routes, and the list that is made of it, asked about the same alerts. */
import { describe, expect, it } from "vitest";
import {
  type FlatRow,
  flatten,
  type TreeRoute,
} from "../../src/features/changes/migrations/alertmanager/flatten.ts";
import { allHold } from "../../src/features/changes/migrations/alertmanager/tree.ts";
import { joined, relationOf } from "../../src/features/changes/migrations/conditions.ts";
import type { Matcher } from "../../src/renderers/alerting/matchers.ts";
import type { Conjunction } from "../../src/renderers/alerting/samples.ts";
import { fc, runs } from "../support/property.ts";

interface Route extends TreeRoute<Route> {
  readonly name: string;
}
type Labels = Readonly<Record<string, string>>;

const values = ["", "x", "y", "z"];
const alerts: Labels[] = values.flatMap((a) => values.flatMap((b) => values.map((c) => ({ a, b, c }))));

/** As Alertmanager walks its routes (dispatch/route.go, `Match`). */
function inTree(route: Route, alert: Labels): string[] {
  if (!allHold(route.matchers, alert)) return [];
  const found: string[] = [];
  for (const child of route.children) {
    const below = inTree(child, alert);
    found.push(...below);
    if (below.length > 0 && !child.continues) break;
  }
  return found.length > 0 ? found : [route.name];
}

/** As this service tries its routes. */
function inList(rows: readonly FlatRow<Route>[], alert: Labels): string[] {
  const found: string[] = [];
  for (const { route, matchers, continues, stops } of rows) {
    if (!allHold(matchers, alert)) continue;
    if (!stops) found.push(route.name);
    if (!continues) break;
  }
  return found;
}

const matcher: fc.Arbitrary<Matcher> = fc.record({
  name: fc.constantFrom("a", "b", "c"),
  op: fc.constantFrom("=", "=", "=", "!=", "=~", "!~"),
  value: fc.constantFrom("x", "y", "z", "", "x|y", "(x|z)", "[xy]", ".*", ".+"),
});

function routeOf(depth: number): fc.Arbitrary<Route> {
  const children = depth === 0 ? fc.constant([]) : fc.array(routeOf(depth - 1), { maxLength: 4 });
  return fc.record({
    name: fc.constant(""),
    matchers: fc.array(matcher, { minLength: 0, maxLength: 2 }),
    continues: fc.boolean(),
    children,
  });
}

/** Each route has a name of its own. */
function named(route: Route, name: string): Route {
  return {
    ...route,
    name,
    children: route.children.map((child, index) => named(child, `${name}.${index}`)),
  };
}

const tree = routeOf(3).map((root) => named({ ...root, matchers: [], continues: false }, "root"));

describe("a tree as a list", () => {
  it("sends every alert to the same routes, each once", () => {
    fc.assert(
      fc.property(tree, (root) => {
        const { rows, inexact } = flatten(root);
        expect(inexact).toEqual([]);
        for (const alert of alerts)
          expect(inList(rows, alert).sort(), JSON.stringify(alert)).toEqual(inTree(root, alert).sort());
      }),
      { numRuns: runs(5_000, 300) },
    );
  });

  const eq = (name: string, value: string): Matcher => ({ name, op: "=", value });
  const leaf = (name: string, matchers: Conjunction, continues = false): Route => ({
    name,
    matchers,
    continues,
    children: [],
  });
  const shown = (root: Route) =>
    flatten(root).rows.map(
      ({ route, matchers, continues, stops }) =>
        `${stops ? "stop " : ""}${route.name} ${matchers.map(({ name, op, value }) => `${name}${op}${value}`).join(",")}${continues ? " continue" : ""}`,
    );

  it("has a row for each route, where nothing continues", () => {
    const root: Route = {
      ...leaf("root", []),
      children: [leaf("one", [eq("a", "x")]), leaf("two", [eq("b", "x")])],
    };
    expect(shown(root)).toEqual(["one a=x", "two b=x", "root "]);
  });

  it("keeps what continues from the parent by its opposite", () => {
    const children = [
      leaf("one", [eq("a", "x")], true),
      leaf("two", [eq("b", "x")], true),
      leaf("three", [eq("c", "x")]),
    ];
    expect(shown({ ...leaf("root", []), children })).toEqual([
      "one a=x continue",
      "two b=x continue",
      "three c=x",
      "root a!=x,b!=x",
    ]);
  });

  it("ends the search for what several matchers took before", () => {
    const children = [leaf("one", [eq("a", "x"), eq("b", "x")], true), leaf("two", [eq("c", "x")])];
    expect(shown({ ...leaf("root", []), children })).toEqual([
      "one a=x,b=x continue",
      "two c=x",
      "stop one a=x,b=x",
      "root ",
    ]);
  });

  it("grows with the tree alone where its children are many", () => {
    const children: Route[] = Array.from({ length: 2_000 }, (_, index) =>
      leaf(
        `r${index}`,
        [eq("team", `t${index}`), eq("severity", index % 2 === 0 ? "critical" : "warning")],
        true,
      ),
    );
    const root: Route = { ...leaf("root", []), children };
    expect(flatten(root).rows.length).toBeLessThan(4_002);
  });

  it("says where it gives up, and leaves nobody out then", () => {
    const many: Route[] = Array.from({ length: 14 }, (_, index) =>
      leaf(`m${index}`, [eq(`a${index}`, "x"), eq(`b${index}`, "x")]),
    );
    const root: Route = {
      ...leaf("root", []),
      children: [{ ...leaf("big", [eq("a", "x")], true), children: many }, leaf("last", [eq("b", "x")])],
    };
    const { rows, inexact } = flatten(root);
    expect(inexact.map(({ name }) => name)).toEqual(["big"]);
    const alert = { a: "x", b: "x", a3: "x", b3: "x", a5: "x", b5: "x" };
    for (const name of inTree(root, alert)) expect(inList(rows, alert)).toContain(name);
  });
});

describe("what matchers say of each other", () => {
  it("is never claimed where an alert shows otherwise", () => {
    fc.assert(
      fc.property(fc.array(matcher, { maxLength: 4 }), matcher, (known, one) => {
        const taken = alerts.filter((alert) => allHold(known, alert));
        const relation = relationOf(known, one);
        if (relation === "implied") for (const alert of taken) expect(allHold([one], alert)).toBe(true);
        if (relation === "contradicted") for (const alert of taken) expect(allHold([one], alert)).toBe(false);
      }),
      { numRuns: runs(5_000, 500) },
    );
  });

  it("leaves out only what goes without saying", () => {
    fc.assert(
      fc.property(fc.array(matcher, { maxLength: 4 }), fc.array(matcher, { maxLength: 3 }), (one, other) => {
        const both = joined(joined([], one), other);
        for (const alert of alerts) expect(allHold(both, alert)).toBe(allHold([...one, ...other], alert));
      }),
      { numRuns: runs(5_000, 500) },
    );
  });
});
