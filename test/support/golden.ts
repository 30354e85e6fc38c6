/**
 * What other programs are built against, kept as files, so that a change of it is seen in review. A test
 * compares them; `npm run golden` writes them anew. A surface adds its file to the list.
 */
import { members } from "../../provider/people/definition.ts";
import type { Kind } from "../../src/kernel/kind.ts";
import { terraformType } from "../../src/kernel/terraform.ts";
import { definitions } from "../../src/resources/index.ts";
import { offeredTools } from "../../src/surfaces/mcp/tools.ts";
import {
  dataSourceSchema,
  pluralDataSourceSchema,
  pluralType,
  resourceSchema,
  type TerraformSchema,
} from "../../src/surfaces/terraform/schema.ts";
import { goldenFormats } from "../renderers/alerting/golden.ts";
import { goldenRoutes } from "../renderers/alertmanager/golden.ts";
import { goldenProbes } from "../renderers/blackbox/golden.ts";
import { goldenOpenSlo } from "../renderers/openslo/golden.ts";
import { goldenSlos } from "../renderers/prometheus/golden.ts";
import type { TestService } from "./service.ts";

export interface GoldenFile {
  /** Below test/golden. */
  readonly name: string;
  make(test: TestService): string | Promise<string>;
}

export function goldenFiles(): readonly GoldenFile[] {
  return [
    {
      name: "mcp-tools.json",
      make: ({ service }) => pretty(offeredTools(service.operations).map(({ listed }) => listed("full"))),
    },
    { name: "openapi.json", make: ({ service }) => pretty(JSON.parse(service.description)) },
    { name: "terraform-schema.json", make: () => pretty(terraformSchemas()) },
    ...Object.entries({
      ...goldenFormats,
      ...goldenProbes,
      ...goldenOpenSlo,
      ...goldenRoutes,
      ...goldenSlos,
    }).map(([name, make]) => ({
      name,
      make,
    })),
  ];
}

/** Every resource type and data source, as the provider describes them to Terraform. */
function terraformSchemas() {
  const documented = [...definitions, members];
  const all = (schemaOf: (definition: Kind) => TerraformSchema) =>
    Object.fromEntries(documented.map((definition) => [terraformType(definition), schemaOf(definition)]));
  const plural = documented.flatMap((definition) => {
    const type = pluralType(definition);
    return type === undefined ? [] : [[type, pluralDataSourceSchema(definition)]];
  });
  return {
    resources: all(resourceSchema),
    data_sources: { ...all(dataSourceSchema), ...Object.fromEntries(plural) },
  };
}

export function pretty(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
