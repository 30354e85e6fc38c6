/**
 * The schema of what is sent. Generators of clients take the keyword `default` for "always there", and then ask
 * callers for every field that may be left out; so the description says it in words.
 */
import type { Json } from "../../kernel/field.ts";
import { isObject, type JsonObject } from "../../kernel/validate.ts";

/** The schema with each `default` in its description, at every depth. */
export function requestSchema(schema: JsonObject): JsonObject {
  const { default: start, ...rest } = schema;
  const said = start === undefined ? "" : `Default: ${JSON.stringify(start)}.`;
  return {
    ...rest,
    ...(said === "" ? {} : { description: [rest.description, said].filter(Boolean).join(" ") }),
    ...(isObject(rest.properties) ? { properties: mapped(rest.properties) } : {}),
    ...(isObject(rest.items) ? { items: requestSchema(rest.items) } : {}),
  };
}

/** The defaults of an object's members, for programs: next to the schema, since no validator knows such a keyword. */
export function defaultsOf({ properties }: JsonObject): JsonObject {
  if (!isObject(properties)) return {};
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, value]): [string, Json][] =>
      isObject(value) && value.default !== undefined ? [[name, value.default]] : [],
    ),
  );
}

function mapped(properties: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(properties).map(([name, value]) => [name, isObject(value) ? requestSchema(value) : value]),
  );
}
