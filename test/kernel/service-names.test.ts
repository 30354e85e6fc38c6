/** The places of a row in which it names services, at any depth, and nothing else. */
import { expect, it } from "vitest";
import { list, object, text } from "../../src/kernel/field.ts";
import { namingPlaces } from "../../src/kernel/service-names.ts";

const service = text({ description: "A service.", names: "service" });
const fields = {
  title: text({ description: "No service." }),
  service,
  services: list({ description: "Services.", items: service }),
  'odd "name"': object({
    description: "One.",
    fields: {
      targets: list({ description: "Some.", items: object({ description: "x", fields: { service } }) }),
    },
  }),
} as const;

it("finds them in texts, lists and objects, as paths and as what such a row contains", () => {
  const places = namingPlaces(fields);
  expect(places.map(({ path }) => path)).toEqual([
    '$."service"',
    '$."services"[*]',
    '$."odd \\"name\\""."targets"[*]."service"',
  ]);
  expect(places.map(({ member }) => member)).toEqual(["service", undefined, undefined]);
  expect(places.map((place) => place.naming("a"))).toEqual([
    { service: "a" },
    { services: ["a"] },
    { 'odd "name"': { targets: [{ service: "a" }] } },
  ]);
});
