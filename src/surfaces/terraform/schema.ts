/**
 * A kind as Terraform sees it: the arguments that may be written, the attributes that can only be read, and
 * which of them need a new row when they change. Plain data, drawn from the definition alone.
 */
import {
  defaultOf,
  type Field,
  type Fields,
  type ItemField,
  isSettable,
  mustBeSent,
  type SecretField,
} from "../../kernel/field.ts";
import type { Kind } from "../../kernel/kind.ts";
import { membersNote } from "../../kernel/members.ts";
import { argumentName, secretArguments } from "../../kernel/terraform.ts";
import { describeField } from "./describe.ts";

/** The same shape that the provider's wire layer encodes. */
export interface TerraformSchema {
  readonly description: string;
  readonly attributes: Attributes;
}

export type Attributes = Readonly<Record<string, Attribute>>;

export interface Attribute {
  readonly type: AttributeType;
  readonly required?: boolean;
  readonly optional?: boolean;
  readonly computed?: boolean;
  readonly sensitive?: boolean;
  readonly writeOnly?: boolean;
  readonly description: string;
}

export type AttributeType = ElementType | ObjectType;
export type ElementType =
  | "string"
  | "number"
  | "bool"
  | { readonly kind: "list" | "map"; readonly element: ElementType };
export interface ObjectType {
  readonly kind: "object";
  readonly nesting: "single" | "list";
  readonly attributes: Attributes;
}

/** The schema of the kind's resource. */
export function resourceSchema(definition: Kind): TerraformSchema {
  const { id: _, ...times } = definition.implicit;
  return {
    description: definition.description,
    attributes: {
      id: idAttribute(definition),
      ...attributesOf(definition.fields, replacingFields(definition)),
      ...attributesOf(times, []),
    },
  };
}

/** The type of the data source that gives all rows of the kind: `orgconfig_teams`. A setting is but one. */
export function pluralType({ shape, kind }: Pick<Kind, "shape" | "kind">): string | undefined {
  return shape === "setting" ? undefined : `orgconfig_${kind}`;
}

/**
 * The import id that stands for a row's natural key: `service/name`. Undefined where the kind has no natural key.
 * How a part is written is said in import-key.ts.
 */
export function importKeyForm({ naturalKey }: Pick<Kind, "naturalKey">): string | undefined {
  return naturalKey.length === 0 ? undefined : naturalKey.map(argumentName).join("/");
}

/** The schema of the kind's data source: an id or a natural key goes in, everything else comes out. */
export function dataSourceSchema(definition: Kind): TerraformSchema {
  const { naturalKey, description, shape } = definition;
  const attributes = rowAttributes(definition);
  if (shape === "setting") return { description, attributes };
  const keys = naturalKey.map((name): [string, Attribute] => [
    argumentName(name),
    { ...argumentOf(definition, name, (field) => describeField(field, {})), computed: true },
  ]);
  const { description: what } = idAttribute(definition);
  const others = naturalKey.map((name) => `\`${argumentName(name)}\``).join(" and ");
  const id: Attribute =
    naturalKey.length === 0
      ? { type: "string", required: true, description: what }
      : { ...computedString, optional: true, description: `${what} Write either it or ${others}.` };
  return { description, attributes: { ...attributes, id, ...Object.fromEntries(keys) } };
}

/** What narrows the rows to those of one set. */
export const setFilter = "managed_by";

/** What a list of the kind may be narrowed by, as the API names it. */
export function listFilters({ naturalKey, ownable }: Kind): readonly string[] {
  return ownable ? [...naturalKey, setFilter] : naturalKey;
}

/** The schema of the data source that gives all rows of the kind, or those that the list's filters let through. */
export function pluralDataSourceSchema(definition: Kind): TerraformSchema {
  const { kind, title } = definition;
  const filters = listFilters(definition).map((name): [string, Attribute] => [
    argumentName(name),
    name === setFilter
      ? setAttribute
      : argumentOf(definition, name, () => `Only rows whose \`${argumentName(name)}\` is exactly this.`),
  ]);
  return {
    description: `${title}: every row, or those that the filters let through. ${definition.description}`,
    attributes: {
      ...Object.fromEntries(filters),
      ids: {
        type: { kind: "list", element: "string" },
        computed: true,
        description: `The ids of the rows, in the order of \`${argumentName(kind)}\`.`,
      },
      [argumentName(kind)]: {
        type: { kind: "object", nesting: "list", attributes: rowAttributes(definition) },
        computed: true,
        description: "The rows, in the service's order.",
      },
    },
  };
}

const setAttribute: Attribute = {
  type: "string",
  optional: true,
  description: 'Only rows that this set owns; `""` for those that none does.',
};

/** A row as a data source gives it. */
function rowAttributes(definition: Kind): Attributes {
  const { id: _, ...times } = definition.implicit;
  const fields = Object.entries({ ...definition.fields, ...times }).map(
    ([name, field]): [string, Attribute] =>
      field.type === "secret"
        ? [secretArguments(name).set, setMark(field)]
        : [argumentName(name), readAttribute(field)],
  );
  return { id: idAttribute(definition), ...Object.fromEntries(fields) };
}

function idAttribute({ implicit, kind }: Kind): Attribute {
  return { ...computedString, description: implicit.id?.description ?? `Always \`${kind}\`.` };
}

/** An argument that names a row, or narrows a list, by a field of the natural key. */
function argumentOf({ fields }: Kind, name: string, describe: (field: ItemField) => string): Attribute {
  const field = fields[name] as ItemField;
  return { type: typeOf(field, readAttribute), optional: true, description: describe(field) };
}

/** The fields whose change takes a new row: the fixed ones, and all of a kind that knows no update. */
export function replacingFields({ fields, verbs }: Kind): readonly string[] {
  return Object.entries(fields).flatMap(([name, field]) =>
    isSettable(field) && (field.fixed || !verbs.includes("update")) ? [name] : [],
  );
}

const computedString = { type: "string", computed: true } as const;

function attributesOf(fields: Fields, replacing: readonly string[]): Attributes {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]): [string, Attribute][] => {
      switch (field.type) {
        case "secret":
          return secretAttributes(name, field);
        case "computed":
          return [[argumentName(name), readAttribute(field)]];
        default:
          return [[argumentName(name), settableAttribute(field, replacing.includes(name))]];
      }
    }),
  );
}

function settableAttribute(field: ItemField, replaces = false): Attribute {
  return {
    type: typeOf(field, settableAttribute),
    ...presence(field),
    description: describeField(field, { replaces }),
  };
}

/**
 * A default that is not null is planned by the provider, which Terraform allows only where it may compute; so is that
 * the service will fill in what is left out.
 */
function presence(field: ItemField): Pick<Attribute, "required" | "optional" | "computed"> {
  const start = defaultOf(field);
  if (field.optional || (start === null && !field.keptWhenAbsent)) return { optional: true };
  return mustBeSent(field) ? { required: true } : { optional: true, computed: true };
}

function secretAttributes(name: string, field: SecretField): [string, Attribute][] {
  const { value, version, set } = secretArguments(name);
  return [
    [
      value,
      {
        type: "string",
        optional: true,
        // Not sensitive besides: Terraform shows and keeps no such value anyway, and 1.11 writes the sensitive
        // paths of a row in chance order, so that two of them looked like a change at every second refresh.
        writeOnly: true,
        description: `${field.description}${field.shape === "object" ? " A JSON object, such as `jsonencode` makes." : ""}${knownMembers(field)} Kept in neither plan nor state; sent when the row is made, and again whenever \`${version}\` changes.`,
      },
    ],
    [
      version,
      {
        type: "number",
        optional: true,
        description: `Any number; change it to send \`${value}\` again. Taking both out clears what is stored.`,
      },
    ],
    [set, setMark(field)],
  ];
}

function knownMembers({ membersBy }: SecretField): string {
  return membersBy === undefined ? "" : ` ${membersNote(membersBy)}`;
}

function setMark(field: SecretField): Attribute {
  return { type: "bool", computed: true, description: `Whether it is stored: ${field.description}` };
}

function readAttribute(field: Field): Attribute {
  const shape = field.type === "computed" ? field.shape : (field as ItemField);
  const hidden = field.type === "computed" && field.confidential === true;
  return {
    type: typeOf(shape, readAttribute),
    computed: true,
    ...(hidden && { sensitive: true }),
    description: field.description,
  };
}

function typeOf(field: ItemField, attribute: (field: ItemField) => Attribute): AttributeType {
  switch (field.type) {
    case "text":
    case "choice":
    case "timestamp":
    case "date":
    case "reference":
      return "string";
    case "integer":
    case "number":
      return "number";
    case "boolean":
      return "bool";
    case "map":
      return { kind: "map", element: "string" };
    case "list":
      return listOf(typeOf(field.items, attribute));
    case "object":
      return {
        kind: "object",
        nesting: "single",
        attributes: Object.fromEntries(
          Object.entries(field.fields).map(([name, inner]) => [name, attribute(inner)]),
        ),
      };
  }
}

function listOf(items: AttributeType): AttributeType {
  if (typeof items === "string" || items.kind !== "object") return { kind: "list", element: items };
  if (items.nesting === "list") throw new Error("Terraform has no lists of lists of objects");
  return { ...items, nesting: "list" };
}
