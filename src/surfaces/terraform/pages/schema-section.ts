/** The section "Schema" of a page: every argument and attribute, in the order and the words that the registry's pages use. */
import type { Attribute, Attributes, AttributeType, ObjectType } from "../schema.ts";

export function schemaSection(attributes: Attributes): string {
  return ["## Schema", ...groupsOf(attributes, "", "###"), ...nestedSections(attributes, "")].join("\n\n");
}

/** An argument that the provider also computes, such as one with a default, is optional to who writes it. */
const groups: readonly [string, (attribute: Attribute) => boolean][] = [
  ["Required", ({ required }) => required === true],
  ["Optional", ({ optional }) => optional === true],
  ["Read-Only", ({ required, optional }) => required !== true && optional !== true],
];

/** `mark` stands before the name of a group; without one it ends with a colon, as in a nested schema. */
function groupsOf(attributes: Attributes, parent: string, mark: string): string[] {
  return groups.flatMap(([title, belongs]) => {
    const lines = Object.entries(attributes)
      .filter(([, attribute]) => belongs(attribute))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, attribute]) => lineOf(name, attribute, parent));
    const heading = mark === "" ? `${title}:` : `${mark} ${title}`;
    return lines.length === 0 ? [] : [heading, lines.join("\n")];
  });
}

function lineOf(name: string, attribute: Attribute, parent: string): string {
  const marks = [
    typeName(attribute.type),
    attribute.sensitive ? "Sensitive" : undefined,
    attribute.writeOnly
      ? "[Write-only](https://developer.hashicorp.com/terraform/language/resources/ephemeral#write-only-arguments)"
      : undefined,
  ].filter((mark) => mark !== undefined);
  const below = isNested(attribute.type)
    ? ` (see [below for nested schema](#${anchorOf(pathOf(parent, name))}))`
    : "";
  return `- \`${name}\` (${marks.join(", ")}) ${attribute.description}${below}`;
}

function nestedSections(attributes: Attributes, parent: string): string[] {
  return Object.entries(attributes).flatMap(([name, { type }]) => {
    if (!isNested(type)) return [];
    const path = pathOf(parent, name);
    return [
      `<a id="${anchorOf(path)}"></a>\n### Nested Schema for \`${path}\``,
      ...groupsOf(type.attributes, path, ""),
      ...nestedSections(type.attributes, path),
    ];
  });
}

function typeName(type: AttributeType): string {
  if (isNested(type)) return type.nesting === "list" ? "Attributes List" : "Attributes";
  if (typeof type !== "string")
    return `${type.kind === "list" ? "List" : "Map"} of ${typeName(type.element)}`;
  return { string: "String", number: "Number", bool: "Boolean" }[type];
}

function isNested(type: AttributeType): type is ObjectType {
  return typeof type !== "string" && type.kind === "object";
}

function pathOf(parent: string, name: string): string {
  return parent === "" ? name : `${parent}.${name}`;
}

function anchorOf(path: string): string {
  return `nestedatt--${path.replaceAll(".", "--")}`;
}
