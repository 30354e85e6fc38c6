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
  type SecretField,
} from "../../kernel/field.ts";
import type { Resource } from "../../kernel/resource.ts";
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
export function resourceSchema(resource: Resource): TerraformSchema {
  const { id, ...times } = resource.implicit;
  return {
    description: resource.description,
    attributes: {
      id: { ...computedString, description: id?.description ?? `Always \`${resource.kind}\`.` },
      ...attributesOf(resource.fields, replacingFields(resource)),
      ...attributesOf(times, []),
    },
  };
}

/** The schema of the kind's data source: its natural key goes in, everything else comes out. */
export function dataSourceSchema(resource: Resource): TerraformSchema {
  const { id, ...times } = resource.implicit;
  const fields = Object.entries({ ...resource.fields, ...times }).map(([name, field]): [string, Attribute] =>
    field.type === "secret"
      ? [secretArguments(name).set, setMark(field)]
      : resource.naturalKey.includes(name)
        ? [argumentName(name), keyAttribute(field as ItemField)]
        : [argumentName(name), readAttribute(field)],
  );
  return {
    description: resource.description,
    attributes: {
      id: { ...computedString, description: id?.description ?? `Always \`${resource.kind}\`.` },
      ...Object.fromEntries(fields),
    },
  };
}

/** The fields whose change takes a new row: the fixed ones, and all of a kind that knows no update. */
export function replacingFields({ fields, verbs }: Resource): readonly string[] {
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
    type: typeOf(field, memberAttribute),
    ...presence(field),
    description: describeField(field, { replaces }),
  };
}

/**
 * A member of an object. Terraform drops a name that the object has not, without a word and before the provider sees
 * it. So a member with a default has to be written out: its name misspelled is then a member that is missing.
 */
function memberAttribute(field: ItemField): Attribute {
  const start = field.optional ? undefined : defaultOf(field);
  if (start === undefined || start === null) return settableAttribute(field);
  return {
    type: typeOf(field, memberAttribute),
    required: true,
    description: describeField(field, { writtenOut: true }),
  };
}

/** A default that is not null is planned by the provider, which Terraform allows only where it may compute. */
function presence(field: ItemField): Pick<Attribute, "required" | "optional" | "computed"> {
  const start = defaultOf(field);
  if (field.optional || start === null) return { optional: true };
  return start === undefined ? { required: true } : { optional: true, computed: true };
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
        description: `${field.description}${field.shape === "object" ? " A JSON object, such as `jsonencode` makes." : ""} Kept in neither plan nor state; sent when the row is made, and again whenever \`${version}\` changes.`,
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

function setMark(field: SecretField): Attribute {
  return { type: "bool", computed: true, description: `Whether it is stored: ${field.description}` };
}

function keyAttribute(field: ItemField): Attribute {
  const start = defaultOf(field);
  return {
    type: typeOf(field, readAttribute),
    // A key that may be null finds nothing by null.
    ...(start === undefined || start === null ? { required: true } : { optional: true, computed: true }),
    description: describeField(field, {}),
  };
}

function readAttribute(field: Field): Attribute {
  const shape = field.type === "computed" ? field.shape : (field as ItemField);
  return { type: typeOf(shape, readAttribute), computed: true, description: field.description };
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
