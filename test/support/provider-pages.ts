/** The pages of the Terraform provider: those that follow from the definitions, and the guides. */
import { readdirSync, readFileSync } from "node:fs";
import { members } from "../../provider/people/definition.ts";
import { settingsSchema } from "../../provider/settings.ts";
import { definitions } from "../../src/resources/index.ts";
import { registryPages } from "../../src/surfaces/terraform/pages/index.ts";
import type { TerraformSchema } from "../../src/surfaces/terraform/schema.ts";

export const folder = new URL("../../docs/terraform/", import.meta.url);

/** In the order in which somebody would read them. */
const order = [
  "getting-started",
  "taking-over",
  "importing",
  "data-sources",
  "secrets",
  "network",
  "pipeline",
  "organizations",
];

export const guides = readdirSync(new URL("guides/", folder))
  .sort((a, b) => placeOf(a) - placeOf(b) || (a < b ? -1 : 1))
  .map((name) => {
    const text = readFileSync(new URL(`guides/${name}`, folder), "utf8");
    const [, title = name] = /^page_title: "(.*)"$/m.exec(text) ?? [];
    return { path: `guides/${name}`, title };
  });

function placeOf(name: string): number {
  const place = order.indexOf(name.replace(/\.md$/, ""));
  return place === -1 ? order.length : place;
}

/** By path. The provider block describes each of its arguments, as the rows do. */
export const generated = registryPages([...definitions, members], {
  schema: settingsSchema as TerraformSchema,
  guides,
});
