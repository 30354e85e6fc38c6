/** The examples of the reference pages. */
import { resources } from "../../src/resources/index.ts";
import { resourcesByKind } from "../../src/service.ts";
import { exampleHcl } from "../../src/surfaces/hcl/example.ts";

export const examples = resources.map((resource) => ({
  name: resource.singular,
  ...exampleHcl(resource, resourcesByKind),
}));
