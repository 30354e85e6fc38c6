import { expect, it } from "vitest";
import { dependencyOrder } from "../../../src/engine/plan/order.ts";
import { list, object, reference, text } from "../../../src/kernel/field.ts";
import { definitions } from "../../../src/resources/index.ts";
import { madeUpKind } from "../../support/made-up.ts";
import { referencesIn } from "../../support/references.ts";

/** A kind that refers to the others at some depth. */
function kind(name: string, ...targets: readonly string[]) {
  return madeUpKind(name, ["name"], {
    name: text({ description: "Its name." }),
    rows: list({
      description: "Rows.",
      items: object({
        description: "A row.",
        fields: Object.fromEntries(
          targets.map((to) => [to, reference({ description: "One.", to, nullable: true })]),
        ),
      }),
    }),
  });
}

const orderOf = (...kinds: Parameters<typeof dependencyOrder>[0]) =>
  dependencyOrder(kinds).map((definition) => definition.kind);

it("puts every kind of the registry after those that it refers to", () => {
  const order = orderOf(...definitions);
  expect([...order].sort()).toEqual(definitions.map((definition) => definition.kind));
  for (const definition of definitions) {
    for (const { to } of referencesIn(definition)) {
      expect(order.indexOf(to), `${definition.kind} after ${to}`).toBeLessThan(
        order.indexOf(definition.kind),
      );
    }
  }
});

it("leaves the rest in the order that they came in", () => {
  expect(orderOf(kind("as", "ds"), kind("bs"), kind("cs"), kind("ds"))).toEqual(["ds", "as", "bs", "cs"]);
  expect(orderOf(kind("cs"), kind("as"), kind("bs", "elsewhere"))).toEqual(["cs", "as", "bs"]);
});

it("refuses a circle by the names of the kinds in it, also of a kind that refers to itself", () => {
  const planted = [kind("as", "bs"), kind("bs", "cs"), kind("cs", "ds", "bs"), kind("ds")];
  expect(() => dependencyOrder(planted)).toThrow("in a circle: bs -> cs -> bs");
  expect(() => dependencyOrder([...definitions, kind("loops", "loops")])).toThrow("loops -> loops");
});
