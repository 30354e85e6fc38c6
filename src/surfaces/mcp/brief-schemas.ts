/**
 * Schemas in few words. A model pays for every tool that it is shown, so what only a validator needs is left
 * out: the engine checks all of it anyway and says in words what is wrong. A lean schema takes everything
 * that the full one takes.
 */
import { type Json, maxInteger } from "../../kernel/field.ts";
import type { JsonSchema } from "../../kernel/schema.ts";
import { isObject, type JsonObject } from "../../kernel/validate.ts";

/** In few words, and in all that a model may want: the first is what it pays for unless the URL asks for the other. */
export const details = ["brief", "full"] as const;
export type Detail = (typeof details)[number];

/** Says nothing to somebody who is about to write a value. */
const idleOnTheWayIn = [
  "additionalProperties",
  "anyOf",
  "dependentRequired",
  "dependentSchemas",
  "maxItems",
  "maxLength",
  "maxProperties",
  "minLength",
  "minProperties",
  "pattern",
  "propertyNames",
];

/** Says nothing to somebody who reads a value: it has been checked. */
const idleOnTheWayOut = [
  ...idleOnTheWayIn,
  "description",
  "examples",
  "exclusiveMaximum",
  "exclusiveMinimum",
  "format",
  "maximum",
  "minimum",
  "minItems",
  "readOnly",
  "required",
];

/** What a tool takes: types, choices, ranges, defaults, and a description of each field. */
export function leanInput(schema: JsonSchema): JsonSchema {
  return pruned(schema, (keyword, owner) => {
    switch (keyword) {
      case "examples":
        // A format shows how a value is written; where there is one, an example would say it twice.
        return owner.format !== undefined;
      case "minimum":
      case "maximum":
        return isNoBound(owner[keyword]);
      case "default":
        // What may be null is null unless it is sent.
        return owner.default === null;
      default:
        return idleOnTheWayIn.includes(keyword);
    }
  });
}

/**
 * The same with the first sentence of each description, and what it says of null, for a tool whose sibling
 * has them whole.
 */
function shortInput(schema: JsonSchema): JsonSchema {
  const shorten = (value: Json): Json => {
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [
        key,
        key === "description" && typeof inner === "string" ? shortened(inner) : shorten(inner),
      ]),
    );
  };
  return shorten(leanInput(schema)) as JsonSchema;
}

/** What is said of the members of a field once, by the tool that has them whole. */
const saidElsewhere = ["default", "description", "examples", "format", "maximum", "minimum"];

/** The same, and of the members of a field their names, types and choices alone. */
export function outerInput(schema: JsonSchema): JsonSchema {
  return outer(shortInput(schema));
}

/** In brief, and of the members of fields their names, types and choices alone. */
function briefOuter(schema: JsonSchema): JsonSchema {
  return outer(briefInput(schema));
}

/** Of an action's fields; those whose description says no more than their name have none. */
export function briefAction(schema: JsonSchema): JsonSchema {
  return withoutEchoes(briefOuter(schema));
}

/** Of a kind's fields, without the members of lists: describe_kind says these. */
export function briefFields(schema: JsonSchema): JsonSchema {
  const { properties = {}, ...rest } = briefOuter(schema);
  const fields = Object.entries(properties as Readonly<Record<string, JsonObject>>).map(([name, field]) => [
    name,
    isObject(field.items) ? { ...field, items: typeOf(field.items) } : field,
  ]);
  return { ...rest, properties: Object.fromEntries(fields) };
}

/** Words that say no more than a name does. */
const plainWords = new Set(["a", "an", "the", "of", "this", "its", "id", "ids", "s"]);

/** Fields whose description says no more than their name, such as "The service." of service, have none. */
function withoutEchoes({ properties = {}, ...rest }: JsonSchema): JsonSchema {
  const fields = Object.entries(properties as Readonly<Record<string, JsonObject>>).map(
    ([name, { description, ...field }]) => {
      const named = new Set([...plainWords, ...name.split("_")]);
      const words =
        typeof description === "string" ? (description.toLowerCase().match(/[^\W_]+/g) ?? []) : [];
      const isEcho = words.every((word) => named.has(word));
      return [name, isEcho ? field : { ...field, description }];
    },
  );
  return { ...rest, properties: Object.fromEntries(fields) };
}

function outer({ properties = {}, ...rest }: JsonSchema): JsonSchema {
  const fields = Object.entries(properties as Readonly<Record<string, JsonObject>>).map(([name, field]) => [
    name,
    { ...field, ...pruned(partsOf(field), (keyword) => saidElsewhere.includes(keyword)) },
  ]);
  return { ...rest, properties: Object.fromEntries(fields) };
}

function partsOf({ properties, items, anyOf }: JsonObject): JsonObject {
  const parts = Object.entries({ properties, items, anyOf });
  return Object.fromEntries(parts.filter((entry): entry is [string, Json] => entry[1] !== undefined));
}

/** Longer lists of choices, as of all kinds, cost more than the refusal of a wrong one, which names what is near. */
const mostChoices = 30;
const namedChoices = 6;

/** The same without bounds, and without defaults that are as good as nothing: a refusal says them. */
function briefInput(schema: JsonSchema): JsonSchema {
  return pruned(shortInput(schema), (keyword, owner) => {
    switch (keyword) {
      case "minimum":
      case "maximum":
      case "minItems":
      case "examples":
        return true;
      case "format":
        // Names and words say what is a time (`starts_at`).
        return owner.format === "date-time";
      case "enum":
        return Array.isArray(owner.enum) && owner.enum.length > mostChoices;
      case "default":
        return isEmptyValue(owner.default) || owner.default === "" || owner.default === false;
      case "description":
        // Many choices speak for themselves.
        return Array.isArray(owner.enum) && owner.enum.length > namedChoices;
      default:
        return false;
    }
  });
}

function isEmptyValue(value: Json | undefined): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}

/** Types alone, for what another tool describes. A secret stays known as one. */
export function typesOnly({ properties = {} }: JsonSchema): JsonSchema {
  const shapes = Object.entries(properties as JsonObject).map(([name, schema]): [string, Json] => {
    const { type, anyOf, writeOnly, items } = schema as JsonObject;
    const kept = Object.entries({ type, anyOf: type === undefined ? anyOf : undefined, writeOnly });
    const known = Object.fromEntries(kept.filter((entry): entry is [string, Json] => entry[1] !== undefined));
    return [name, isObject(items) ? { ...known, items: typeOf(items) } : known];
  });
  return { properties: Object.fromEntries(shapes) };
}

function typeOf({ type, anyOf }: JsonObject): JsonObject {
  if (type !== undefined) return { type };
  return anyOf === undefined ? {} : { anyOf };
}

/** What a tool answers: names and types, and more about what nobody could have set, so no input reports it. */
export function leanOutput(schema: JsonSchema): JsonSchema {
  const lean = pruned(schema, (keyword, owner) => {
    if (keyword === "description") return owner.readOnly !== true || explainsItself(owner);
    if (keyword === "enum") return owner.readOnly !== true;
    // A list of texts is what its name says.
    if (keyword === "items") return isObject(owner.items) && owner.items.type === "string";
    return idleOnTheWayOut.includes(keyword);
  });
  return saidOnce(lean);
}

/** Shorter schemas cost no more than the words that stand for them. */
const leastRepeated = 120;

/** Of what has the same shape several times, such as before and after, the first alone has it whole. */
function saidOnce(schema: JsonObject, known = new Map<string, string>()): JsonObject {
  const once = ([name, part]: [string, JsonObject]): [string, JsonObject] => {
    const text = JSON.stringify(part);
    const first = known.get(text);
    if (first !== undefined) return [name, { type: part.type ?? "object", description: `Like "${first}".` }];
    if (text.length >= leastRepeated) known.set(text, name);
    return [name, saidOnce(part, known)];
  };
  const { properties, items } = schema as { properties?: Record<string, JsonObject>; items?: JsonObject };
  return {
    ...schema,
    ...(properties && { properties: Object.fromEntries(Object.entries(properties).map(once)) }),
    ...(items && { items: saidOnce(items, known) }),
  };
}

/** Names and types alone. */
export function bareOutput(schema: JsonSchema): JsonSchema {
  return pruned(schema, (keyword) => idleOnTheWayOut.includes(keyword));
}

function shortened(text: string): string {
  return text
    .split(/(?<=\.) /)
    .filter((sentence, index) => index === 0 || /\bnull\b/.test(sentence))
    .join(" ");
}

type Drops = (keyword: string, owner: JsonObject) => boolean;

function pruned(schema: JsonObject, drops: Drops): JsonObject {
  const kept: [string, Json][] = [];
  for (const [keyword, value] of Object.entries(schema)) {
    if (!isShape(keyword, value, schema) && drops(keyword, schema)) continue;
    if (keyword === "properties" && isObject(value) && Object.keys(value).length === 0) continue;
    kept.push([keyword, prunedValue(keyword, value, drops)]);
  }
  return Object.fromEntries(kept);
}

/** What an object's other members are, and the shapes of a value that has no one type, are no mere checks. */
function isShape(keyword: string, value: Json, owner: JsonObject): boolean {
  if (keyword === "additionalProperties") return isObject(value);
  return keyword === "anyOf" && owner.type === undefined;
}

function prunedValue(keyword: string, value: Json, drops: Drops): Json {
  if (keyword === "anyOf" && Array.isArray(value)) return prunedShapes(value as readonly Json[], drops);
  if (!isObject(value)) return value;
  if (keyword === "items") return withoutPlainWords(pruned(value, drops));
  if (keyword === "additionalProperties") return pruned(value, drops);
  if (keyword !== "properties") return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, isObject(inner) ? pruned(inner, drops) : inner]),
  );
}

/** Where a text will do, as a name in the place of a reference, the object that it stands for is only named. */
function prunedShapes(shapes: readonly Json[], drops: Drops): Json[] {
  const byText = shapes.some((shape) => isObject(shape) && shape.type === "string");
  return shapes.map((shape) => {
    if (!isObject(shape)) return shape;
    return byText && shape.type === "object" ? { type: "object" } : pruned(shape, drops);
  });
}

/** The list itself is described; what "an email address" in it is goes without saying. */
function withoutPlainWords({ description, ...rest }: JsonObject): JsonObject {
  const plain = rest.type !== "object" || description === undefined;
  return plain ? rest : { ...rest, description };
}

/** The largest numbers there are bound nothing that somebody would write. */
function isNoBound(bound: Json | undefined): boolean {
  return typeof bound === "number" && Math.abs(bound) >= maxInteger;
}

/** Whether a secret is stored, and times, whose names say it all. */
function explainsItself({ type, format }: JsonObject): boolean {
  return type === "boolean" || format === "date-time";
}
