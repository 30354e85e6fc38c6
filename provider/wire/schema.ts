/**
 * How a provider, a resource or a data source describes its arguments, and how protocol 6 writes that down.
 * Objects are nested attributes (`steps = [{ … }]`), never nested blocks.
 */
import type { Message } from "./messages.ts";

export interface Schema {
  /** Raised when a state of an older schema needs `upgrade`. */
  readonly version?: number;
  /** Markdown, as every description here. */
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly attributes: Attributes;
}

export type Attributes = Readonly<Record<string, Attribute>>;

/** Set required, optional, computed, or both optional and computed. */
export interface Attribute {
  readonly type: AttributeType;
  readonly required?: boolean;
  readonly optional?: boolean;
  readonly computed?: boolean;
  readonly sensitive?: boolean;
  /** Read from the configuration only, in neither plan nor state; needs Terraform 1.11. */
  readonly writeOnly?: boolean;
  readonly description?: string;
  readonly deprecated?: boolean;
}

export type AttributeType = ElementType | ObjectType;
export type ElementType = PrimitiveType | CollectionType;
export type PrimitiveType = "string" | "number" | "bool";

export interface CollectionType {
  readonly kind: "list" | "set" | "map";
  readonly element: ElementType;
}

export interface ObjectType {
  readonly kind: "object";
  /** One object, a list of them, or a map from string to object. */
  readonly nesting: "single" | "list" | "map";
  readonly attributes: Attributes;
}

/** A list of elements. */
export const list = (element: ElementType): CollectionType => ({ kind: "list", element });
/** A set of elements; its value is an array in no particular order. */
export const set = (element: ElementType): CollectionType => ({ kind: "set", element });
/** A map from string to element. */
export const map = (element: ElementType): CollectionType => ({ kind: "map", element });
/** Nested attributes. */
export const object = (nesting: ObjectType["nesting"], attributes: Attributes): ObjectType => ({
  kind: "object",
  nesting,
  attributes,
});

/** A schema as the protocol writes it. Throws on one that Terraform would not accept. */
export function encodeSchema(schema: Schema): Message<"Schema"> {
  return {
    version: schema.version ?? 0,
    block: {
      attributes: encodeAttributes(schema.attributes, ""),
      ...encodeDescription(schema),
    },
  };
}

const MARKDOWN = 1;
const nestingModes = { single: 1, list: 2, map: 4 } as const;

function encodeAttributes(attributes: Attributes, parent: string): Message<"Attribute">[] {
  return Object.entries(attributes).map(([name, attribute]) => {
    const path = parent === "" ? name : `${parent}.${name}`;
    assertAttribute(name, attribute, path);
    const { type, required, optional, computed, sensitive, writeOnly } = attribute;
    return {
      name,
      ...(isObjectType(type) ? { nestedType: encodeObject(type, path) } : { type: encodeType(type) }),
      required,
      optional,
      computed,
      sensitive,
      writeOnly,
      ...encodeDescription(attribute),
    };
  });
}

function encodeObject({ attributes, nesting }: ObjectType, path: string): Message<"NestedType"> {
  return { attributes: encodeAttributes(attributes, path), nesting: nestingModes[nesting] };
}

function encodeDescription({ description, deprecated }: Pick<Schema, "description" | "deprecated">) {
  return { description, descriptionKind: MARKDOWN, deprecated };
}

/** A type constraint is JSON inside the message, such as `["list","string"]`. */
function encodeType(type: ElementType): Uint8Array {
  return Buffer.from(JSON.stringify(typeConstraint(type)));
}

function typeConstraint(type: ElementType): unknown {
  return typeof type === "string" ? type : [type.kind, typeConstraint(type.element)];
}

function isObjectType(type: AttributeType): type is ObjectType {
  return typeof type === "object" && type.kind === "object";
}

/** Terraform shows such mistakes late and obscurely; here they stop the provider's first test. */
function assertAttribute(name: string, attribute: Attribute, path: string): void {
  const { required, optional, computed, writeOnly } = attribute;
  const problem = !/^[a-z][a-z0-9_]*$/.test(name)
    ? "has a name that is not snake_case"
    : !(required || optional || computed)
      ? "must be required, optional or computed"
      : required && (optional || computed)
        ? "cannot be required and optional or computed"
        : writeOnly && computed
          ? "cannot be write-only and computed"
          : undefined;
  if (problem !== undefined) throw new Error(`attribute ${path} ${problem}`);
}
