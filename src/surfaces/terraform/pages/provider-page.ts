/** The page of the provider itself: how it is configured, and what there is. */
import type { Kind } from "../../../kernel/kind.ts";
import { terraformType } from "../../../kernel/terraform.ts";
import { pluralType, type TerraformSchema } from "../schema.ts";
import { firstSentence, page, terraformCode } from "./page.ts";
import { schemaSection } from "./schema-section.ts";

export interface ProviderPage {
  readonly schema: TerraformSchema;
  readonly guides: readonly { readonly path: string; readonly title: string }[];
}

const example = `terraform {
  required_version = ">= 1.11"

  required_providers {
    orgconfig = {
      source = "orgconfig/orgconfig"
    }
  }
}

provider "orgconfig" {
  endpoint     = "https://config.example.com"
  organization = "acme"
}

resource "orgconfig_team" "platform" {
  name = "Platform"
}
`;

const authentication = `## Authentication

The provider uses an API key of the organization, which an org_admin makes in the console: with the scope \`api:admin\` to apply, with \`api:config_read\` to plan. Set it in \`ORGCONFIG_KEY\`, so that it is in no file. A key belongs to one organization: [several organizations](guides/organizations.md) need several provider blocks.`;

export function providerPage({ schema, guides }: ProviderPage, documented: readonly Kind[]): string {
  const { description, attributes } = schema;
  const head = { title: "Provider: orgconfig", subcategory: "", description };
  return page(head, [
    "# orgconfig Provider",
    `${description} Every kind of configuration is a resource and a data source. It needs Terraform 1.11 or newer, for write-only arguments.`,
    "## Example Usage",
    terraformCode(example),
    authentication,
    schemaSection(attributes),
    "## Guides",
    guides.map(({ path, title }) => `- [${title}](${path})`).join("\n"),
    "## Resources and Data Sources",
    ...groupLists(documented),
  ]);
}

function groupLists(documented: readonly Kind[]): string[] {
  const groups = [...new Set(documented.map(({ group }) => group))].sort();
  return groups.map((group) => {
    const lines = documented.filter((definition) => definition.group === group).map(line);
    return `### ${group}\n\n${lines.join("\n")}`;
  });
}

function line(definition: Kind): string {
  const { singular, kind, description } = definition;
  const [type, plural] = [terraformType(definition), pluralType(definition)];
  const sources = [
    `[data](data-sources/${singular}.md)`,
    ...(plural === undefined ? [] : [`[list](data-sources/${kind}.md)`]),
  ];
  return `- [${type}](resources/${singular}.md) (${sources.join(", ")}): ${firstSentence(description)}`;
}
