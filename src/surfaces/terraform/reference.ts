/** The reference page of one resource type and its data source, in Markdown. */
import type { Resource } from "../../kernel/resource.ts";
import { argumentName, terraformType } from "../../kernel/terraform.ts";
import {
  type Attribute,
  type Attributes,
  type AttributeType,
  dataSourceSchema,
  resourceSchema,
} from "./schema.ts";

/** `example` is a whole configuration in HCL. */
export function referencePage(resource: Resource, example: string): string {
  const type = terraformType(resource);
  const { attributes } = resourceSchema(resource);
  return [
    `# ${type}\n`,
    `${resource.description}\n`,
    `\`\`\`hcl\n${example.trim()}\n\`\`\`\n`,
    ...section("Arguments", argumentsOf(attributes)),
    ...section("Attributes", computedOf(attributes)),
    ...nestedSections(attributes),
    `## Import\n\n${importText(resource, type)}\n`,
    `## Data source\n\n${dataSourceText(resource, type)}\n`,
  ].join("\n");
}

/** The page that leads to all others. */
export function referenceIndex(resources: readonly Resource[]): string {
  const groups = [...new Set(resources.map(({ group }) => group))].sort();
  return [
    "# Resource types\n",
    "Written by `npm run golden` from the definitions; [the guide](../terraform.md) says how to use them.\n",
    ...groups.map((group) => {
      const lines = resources
        .filter((resource) => resource.group === group)
        .map(
          (resource) => `- [${terraformType(resource)}](${resource.singular}.md): ${firstSentence(resource)}`,
        );
      return `## ${group}\n\n${lines.join("\n")}\n`;
    }),
  ].join("\n");
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`## ${title}\n\n${lines.join("\n")}\n`];
}

function argumentsOf(attributes: Attributes): string[] {
  return Object.entries(attributes).flatMap(([name, attribute]) =>
    attribute.required || attribute.optional ? [line(name, attribute)] : [],
  );
}

function computedOf(attributes: Attributes): string[] {
  return Object.entries(attributes).flatMap(([name, attribute]) =>
    attribute.required || attribute.optional ? [] : [line(name, attribute)],
  );
}

/** What stands inside the objects of an attribute. */
function nestedSections(attributes: Attributes, parent = ""): string[] {
  return Object.entries(attributes).flatMap(([name, { type }]) => {
    if (typeof type === "string" || type.kind !== "object") return [];
    const path = parent === "" ? name : `${parent}.${name}`;
    const lines = Object.entries(type.attributes).map(([inner, attribute]) => line(inner, attribute));
    return [...section(`Inside \`${path}\``, lines), ...nestedSections(type.attributes, path)];
  });
}

function line(name: string, attribute: Attribute): string {
  const marks = [
    typeName(attribute.type),
    attribute.required ? "required" : undefined,
    attribute.writeOnly ? "write-only" : undefined,
  ].filter((mark) => mark !== undefined);
  return `- \`${name}\` (${marks.join(", ")}): ${attribute.description}`;
}

function typeName(type: AttributeType): string {
  if (typeof type === "string") return type;
  if (type.kind === "object") return type.nesting === "list" ? "list of objects" : "object";
  return `${type.kind} of ${typeName(type.element)}`;
}

function importText(resource: Resource, type: string): string {
  const id =
    resource.shape === "setting"
      ? resource.kind
      : (resource.derivedId?.format(
          resource.naturalKey.map((name) => String(resource.example[name] ?? "")),
        ) ?? `${resource.idPrefix}_…`);
  const what =
    resource.shape === "setting"
      ? "An organization always has exactly one: creating it is its first save, and destroying it restores every default."
      : resource.derivedId !== undefined
        ? "The id is made from the natural key."
        : "The id is shown in the console, in every list, and in the export.";
  return `${what}\n\n\`\`\`hcl\nimport {\n  to = ${type}.example\n  id = "${id}"\n}\n\`\`\``;
}

function dataSourceText(resource: Resource, type: string): string {
  const { attributes } = dataSourceSchema(resource);
  const keys = resource.naturalKey.map((name) => {
    const argument = argumentName(name);
    return `\`${argument}\`${attributes[argument]?.required ? "" : " (optional)"}`;
  });
  const how = keys.length === 0 ? "takes no arguments" : `finds a row by ${keys.join(" and ")}`;
  return `\`data "${type}"\` ${how}, and gives the attributes above, secrets apart.`;
}

function firstSentence({ description }: Resource): string {
  return /^.*?[.](?= |$)/.exec(description)?.[0] ?? description;
}
