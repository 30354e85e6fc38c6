/** The examples of the reference pages. */
import { definitions } from "../../src/resources/index.ts";
import { definitionsByKind } from "../../src/service.ts";
import { exampleHcl } from "../../src/surfaces/hcl/example.ts";

export const examples = definitions.map((definition) => ({
  name: definition.singular,
  ...exampleHcl(definition, definitionsByKind),
}));
