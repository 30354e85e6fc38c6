/**
 * The provider's pages as the Terraform registry reads them: the provider's own, and one for each resource and each
 * data source. The guides next to them are written by hand.
 */
import type { Kind } from "../../../kernel/kind.ts";
import { terraformType } from "../../../kernel/terraform.ts";
import { exampleHcl } from "../../hcl/example.ts";
import {
  dataSourceSchema,
  pluralDataSourceSchema,
  pluralType,
  resourceSchema,
  type TerraformSchema,
} from "../schema.ts";
import { importSection, type Kinds, rowExample, rowsExample } from "./data-source-example.ts";
import { membersSections } from "./members-section.ts";
import { page, terraformCode } from "./page.ts";
import { type ProviderPage, providerPage } from "./provider-page.ts";
import { schemaSection } from "./schema-section.ts";

/** Text by path below `docs/terraform`. `documented` is in the order of the lists. */
export function registryPages(
  documented: readonly Kind[],
  provider: ProviderPage,
): ReadonlyMap<string, string> {
  const kinds: Kinds = Object.fromEntries(documented.map((definition) => [definition.kind, definition]));
  return new Map([
    ["index.md", providerPage(provider, documented)],
    ...documented.flatMap((definition) => pagesOf(definition, kinds)),
  ]);
}

function pagesOf(definition: Kind, kinds: Kinds): [string, string][] {
  const [type, plural] = [terraformType(definition), pluralType(definition)];
  const own = exampleHcl(definition, kinds).text;
  const end = [membersSections(definition), importSection(definition, kinds)].filter((part) => part !== "");
  const row = rowExample(definition, kinds);
  const pages = [
    typePage("Resource", type, definition, resourceSchema(definition), own, end.join("\n\n")),
    typePage("Data Source", type, definition, dataSourceSchema(definition), row),
  ];
  if (plural !== undefined)
    pages.push(
      typePage(
        "Data Source",
        plural,
        definition,
        pluralDataSourceSchema(definition),
        rowsExample(definition, kinds),
      ),
    );
  return pages;
}

function typePage(
  what: "Resource" | "Data Source",
  type: string,
  { group }: Kind,
  { description, attributes }: TerraformSchema,
  example: string,
  end = "",
): [string, string] {
  const folder = what === "Resource" ? "resources" : "data-sources";
  const head = { title: `${type} ${what} - orgconfig`, subcategory: group, description };
  const parts = [`# ${type} (${what})`, description, "## Example Usage", terraformCode(example)];
  return [
    `${folder}/${type.replace(/^orgconfig_/, "")}.md`,
    page(head, [...parts, schemaSection(attributes), end]),
  ];
}
