/**
 * Fields and rows as JSON Schema (2020-12), for the surfaces that describe the service to programs and models. Where
 * the validator asks for more than the language can say, the description says it: at most six decimal
 * places, names that a database of time zones knows, the depth of a free object.
 */
import { alternativesSchema, wordsOf } from "./alternatives.ts";
import { deprecationNote } from "./deprecation.ts";
import {
  defaultLimits,
  defaultOf,
  type Field,
  type Fields,
  type ItemField,
  isConfiguration,
  type Json,
  type Member,
  mustBeSent,
  type SecretField,
} from "./field.ts";
import { fieldsOf, type Kind, type Verb } from "./kind.ts";
import { type MemberGroup, memberGroups, membersByOf, membersNote, onlyForNote } from "./members.ts";
import { type Direction, described, textBounds } from "./text-schema.ts";
import { datePattern, timestampPattern } from "./timestamps.ts";
import type { JsonObject } from "./validate.ts";

/** A schema in plain JSON, without keywords of anybody's own: any validator takes it. */
export type JsonSchema = JsonObject;

/** What is described: an answer, or the body that makes a thing or changes it. */
export type SchemaMode = "answer" | "create" | "update";

/** What a verb over a kind answers. `row` may be given as a reference to a schema kept elsewhere. */
export function answerSchema(
  definition: Kind,
  verb: Verb,
  row: JsonSchema = rowSchema(definition),
): JsonSchema {
  switch (verb) {
    case "list":
      return listSchema(row);
    case "get":
    case "create":
    case "update":
      return row;
    case "delete":
      return deletedSchema(definition, row);
  }
}

/** A row as every door answers it. A setting is never made: its defaults are what it reads until it is saved. */
export function rowSchema(definition: Kind): JsonSchema {
  const schema = fieldsSchema(fieldsOf(definition), "answer");
  if (definition.shape !== "setting") return schema;
  const properties = Object.entries(schema.properties as Record<string, JsonObject>).map(([name, value]) => {
    const field = definition.fields[name];
    const start = field === undefined || !isConfiguration(field) ? undefined : defaultOf(field);
    return [name, start === undefined ? value : { ...value, default: start }];
  });
  return { ...schema, properties: Object.fromEntries(properties) };
}

export function createSchema(definition: Kind): JsonSchema {
  return fieldsSchema(fieldsOf(definition), "create");
}

/**
 * Any of the settable fields. What a read answered may be sent back with them, unless `readOnlyValues` is false:
 * a model that edits is better off without fields that it cannot set.
 */
export function updateSchema(definition: Kind, { readOnlyValues = true } = {}): JsonSchema {
  const fields = Object.entries(fieldsOf(definition)).filter(
    ([, field]) => readOnlyValues || !isReadOnly(field),
  );
  const schema = fieldsSchema(Object.fromEntries(fields), "update");
  const marks = readOnlyValues ? secretMarks(definition.fields) : {};
  return {
    ...schema,
    properties: { ...(schema.properties as JsonObject), ...marks },
    ...(definition.refusals?.empty ? { minProperties: 1 } : {}),
  };
}

/**
 * Named fields as one object: a row, its bodies, or what an action takes and gives. What is sent may have no other
 * member; what is answered may get more in a later version, so its schema is open.
 */
export function fieldsSchema(fields: Fields, mode: SchemaMode): JsonSchema {
  const shown = Object.entries(fields).flatMap(([name, field]): [string, Field][] => {
    if (mode === "create" && field.type === "computed") return [];
    return [[name, field]];
  });
  if (mode === "answer") {
    const named = shown.map(
      ([name, field]) => [field.type === "secret" ? `${name}_set` : name, field] as const,
    );
    return objectSchema(
      Object.fromEntries(named.map(([name, field]) => [name, fieldSchema(field, mode)])),
      named.flatMap(([name, field]) => (field.optional ? [] : [name])),
    );
  }
  return {
    ...objectSchema(
      Object.fromEntries(shown.map(([name, field]) => [name, fieldSchema(field, mode)])),
      mode === "update" ? [] : shown.flatMap(([name, field]) => (mustBeSent(field) ? [name] : [])),
    ),
    additionalProperties: false,
    ...memberRules(shown),
  };
}

/** Looks at some of an object's members and says so: readers who are strict take the others for forbidden. */
const partOfObject: JsonSchema = { type: "object", additionalProperties: true };

/**
 * The members that follow from another field, under the keyword that asks whether that field is there. Generators of
 * clients pass it over; validators hold a body to it.
 */
function memberRules(shown: readonly (readonly [string, Field])[]): JsonSchema {
  const rules = new Map<string, JsonSchema[]>();
  for (const [name, field] of shown) {
    const membersBy = membersByOf(field);
    if (membersBy === undefined) continue;
    const known = rules.get(membersBy.field) ?? [];
    rules.set(membersBy.field, [...known, ...memberGroups(membersBy).map(memberRule(name, membersBy.field))]);
  }
  if (rules.size === 0) return {};
  const dependent = [...rules].map(([name, allOf]) => [name, { ...partOfObject, allOf }]);
  return { dependentSchemas: Object.fromEntries(dependent) };
}

function memberRule(name: string, by: string): (group: MemberGroup) => JsonSchema {
  return ({ values, members, closed, links }) => {
    const pages = Object.entries(links).map(([value, link]) => `${value}: ${link}`);
    return {
      if: { ...partOfObject, properties: { [by]: { enum: values } } },
      // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
      then: {
        ...partOfObject,
        properties: {
          [name]: {
            type: ["object", "null"],
            ...(pages.length === 0 ? {} : { description: `Documented by the vendor. ${pages.join("; ")}` }),
            properties: Object.fromEntries(
              Object.entries(members).map(([member, inner]) => [member, memberSchema(inner)]),
            ),
            additionalProperties: closed !== true,
          },
        },
      },
    };
  };
}

function memberSchema(member: Member): JsonSchema {
  const schema =
    member.type === "secret"
      ? { ...secretSchema(member, "create"), type: member.shape === "text" ? "string" : "object" }
      : valueSchema(member, "in");
  return member.link === undefined
    ? schema
    : { ...schema, description: `${schema.description} See ${member.link}` };
}

/** One field's value. Only creation fills defaults in, so only there are they part of the schema. */
export function fieldSchema(field: Field, mode: SchemaMode): JsonSchema {
  const schema = presentSchema(field, mode);
  const { deprecated } = field;
  if (deprecated === undefined) return schema;
  const description = `${schema.description} ${deprecationNote(deprecated)}`;
  return { ...schema, description, deprecated: true };
}

function presentSchema(field: Field, mode: SchemaMode): JsonSchema {
  switch (field.type) {
    case "computed":
      return { ...valueSchema(field.shape, "out"), description: field.description, readOnly: true };
    case "secret":
      return mode === "answer" ? setMark(field) : noted(secretSchema(field, mode), field);
    default: {
      if (mode === "answer") return valueSchema(field, "out");
      if (mode === "create") return noted(withDefault(field), field);
      const schema = noted(valueSchema(field, "in"), field);
      const fixed = "Fixed at creation: leave it out, or send its present value.";
      return field.fixed ? { ...schema, description: `${field.description} ${fixed}` } : schema;
    }
  }
}

/** The schema with the variants that take the field, where not all do. */
function noted(schema: JsonSchema, field: Field): JsonSchema {
  const note = onlyForNote(field);
  return note === undefined ? schema : { ...schema, description: `${schema.description} ${note}` };
}

function listSchema(row: JsonSchema): JsonSchema {
  return objectSchema({ ...listProperties(row), etags: etagsSchema }, Object.keys(listProperties(row)));
}

function deletedSchema(definition: Kind, row: JsonSchema): JsonSchema {
  if (definition.deleteAnswer === undefined) {
    const properties = {
      id: { type: "string", description: "The id of the row that is gone." },
      deleted: { type: "boolean", const: true },
    };
    return objectSchema(properties, ["id", "deleted"]);
  }
  const own = fieldsSchema(definition.deleteAnswer, "answer");
  const properties = { ...listProperties(row), ...(own.properties as JsonObject) };
  return objectSchema(properties, Object.keys(properties));
}

function listProperties(row: JsonSchema): JsonObject {
  return {
    organization: organizationSchema,
    data: { type: "array", items: row, description: "The rows." },
    truncated: { type: "boolean", description: "Whether the list was cut at its cap." },
  };
}

/** The head of every list. */
export const organizationSchema: JsonSchema = {
  ...objectSchema({ id: { type: "string" }, slug: { type: "string" }, name: { type: "string" } }, [
    "id",
    "slug",
    "name",
  ]),
  description: "The organization that the list belongs to.",
};

const etagsSchema: JsonSchema = {
  type: "object",
  additionalProperties: { type: "string" },
  description: "The ETag of each row by its id, where etags=true asked for them.",
};

const jsonTypes = {
  text: "string",
  integer: "integer",
  number: "number",
  boolean: "boolean",
  choice: "string",
  timestamp: "string",
  date: "string",
  reference: "string",
  list: "array",
  map: "object",
  object: "object",
} as const;

function valueSchema(field: ItemField, direction: Direction): JsonSchema {
  const { description } = field;
  const type = typed(jsonTypes[field.type], field);
  const writes = direction === "in";
  switch (field.type) {
    case "text":
      return { type, description: writes ? described(field) : description, ...textBounds(field, direction) };
    case "integer":
      return {
        type,
        description: `${description}${unitOf(field)}`,
        ...(field.choices === undefined
          ? { minimum: field.min, maximum: field.max }
          : { enum: field.nullable ? [...field.choices, null] : field.choices }),
      };
    case "number":
      return {
        type,
        description: `${description}${unitOf(field)} At most 6 decimal places.`,
        ...(field.exclusive
          ? { exclusiveMinimum: field.min, exclusiveMaximum: field.max }
          : { minimum: field.min, maximum: field.max }),
      };
    case "boolean":
      return { type, description };
    case "choice":
      return { type, description, enum: field.nullable ? [...field.choices, null] : field.choices };
    case "timestamp":
      return { type, description, format: "date-time", ...(writes ? { pattern: timestampPattern } : {}) };
    case "date":
      return { type, description, format: "date", ...(writes ? { pattern: datePattern } : {}) };
    case "reference":
      return {
        type,
        description: `${description} The id of a row of ${field.to}.`,
        minLength: 1,
        maxLength: defaultLimits.name,
      };
    case "list": {
      const list = {
        type,
        items: valueSchema(field.items, direction),
        ...(field.min > 0 ? { minItems: field.min } : {}),
        maxItems: field.max,
      };
      return field.orTrue ? { description, anyOf: [{ const: true }, list] } : { ...list, description };
    }
    case "map":
      return {
        type,
        description:
          writes && field.membersBy !== undefined
            ? `${description} ${membersNote(field.membersBy)}`
            : description,
        propertyNames: { type: "string", minLength: 1, maxLength: defaultLimits.mapKey },
        additionalProperties: { type: "string", maxLength: field.maxValue },
        maxProperties: field.maxEntries,
      };
    case "object": {
      const object = nestedSchema(field, direction);
      const words = wordsOf(field);
      if (words.length > 0) {
        const { description: _, ...bare } = object;
        return { description, anyOf: [{ type: "string", enum: words }, bare] };
      }
      if (!field.byName || !writes) return object;
      const { description: _, ...bare } = object;
      return { description, anyOf: [nameSchema, bare] };
    }
  }
}

const nameSchema: JsonSchema = {
  type: "string",
  minLength: 1,
  maxLength: defaultLimits.name,
};

function nestedSchema(field: ItemField & { type: "object" }, direction: Direction): JsonSchema {
  const entries = Object.entries(field.fields);
  const properties = entries.map(([name, inner]) => [
    name,
    direction === "in" && !field.exactlyOne ? withDefault(inner) : valueSchema(inner, direction),
  ]);
  const required = entries.filter(
    ([, inner]) => !inner.optional && (direction === "out" || mustBeSent(inner)),
  );
  return {
    ...objectSchema(Object.fromEntries(properties), field.exactlyOne ? [] : required.map(([name]) => name)),
    type: typed("object", field),
    description: field.description,
    ...(field.open || direction === "in" ? { additionalProperties: Boolean(field.open) } : {}),
    ...(field.exactlyOne ? alternativesSchema(field) : {}),
  };
}

function secretSchema(field: SecretField, mode: SchemaMode): JsonSchema {
  const clears = mode === "create" ? "" : " Left out it stays as it is; null clears it.";
  const known = field.membersBy === undefined ? "" : ` ${membersNote(field.membersBy)}`;
  const description = `${field.description} Never answered.${clears}${known}`;
  if (field.shape === "text") {
    return { type: ["string", "null"], description, minLength: 1, maxLength: field.max, writeOnly: true };
  }
  return {
    type: ["object", "null"],
    description: `${description} Any JSON object, nested at most ${defaultLimits.depth} deep.`,
    propertyNames: { type: "string", minLength: 1, maxLength: defaultLimits.mapKey },
    maxProperties: defaultLimits.entries,
    writeOnly: true,
  };
}

function secretMarks(fields: Fields): JsonObject {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) =>
      field.type === "secret" ? [[`${name}_set`, setMark(field)]] : [],
    ),
  );
}

function setMark(field: SecretField): JsonSchema {
  return { type: "boolean", description: `Whether it is stored: ${field.description}`, readOnly: true };
}

function withDefault(field: ItemField): JsonSchema {
  const start = defaultOf(field);
  const schema = valueSchema(field, "in");
  return start === undefined || field.optional ? schema : { ...schema, default: start };
}

function isReadOnly(field: Field): boolean {
  return field.type === "computed" || field.fixed === true;
}

function objectSchema(properties: JsonObject, required: readonly string[]): JsonSchema {
  return {
    type: "object",
    properties,
    ...(required.length > 0 ? { required } : {}),
  };
}

function typed(type: string, field: { readonly nullable?: true }): Json {
  return field.nullable ? [type, "null"] : type;
}

function unitOf(field: { readonly unit?: string }): string {
  return field.unit === undefined ? "" : ` Unit: ${field.unit}.`;
}
