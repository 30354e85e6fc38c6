/** The paths of operations that are no verbs over rows. */

import { takesConfirm, takesIfMatch } from "../../engine/flat-input.ts";
import {
  bodyFields,
  type ConfigurationOperation,
  isConfiguration,
  type Operation,
  type OutputShape,
  pathNames,
  readerOf,
  takesBody,
} from "../../engine/operation.ts";
import type { Field, Fields, Json } from "../../kernel/field.ts";
import { given } from "../../kernel/given.ts";
import type { Kind } from "../../kernel/kind.ts";
import { fieldSchema, fieldsSchema, type SchemaMode } from "../../kernel/schema.ts";
import type { JsonObject } from "../../kernel/validate.ts";
import { bundleName, bundleSchemas } from "./bundles.ts";
import { always, headersOf, jsonContent, ref, refusalsOf, withBody } from "./components.ts";
import { componentName, pascal } from "./kinds.ts";
import { requestSchema } from "./request-schema.ts";
import type { Described } from "./tags.ts";
import { withWarnings } from "./warnings.ts";

interface Calls {
  readonly operations: readonly Operation[];
  readonly definitions: readonly Kind[];
  readonly paths: Record<string, JsonObject>;
  /** What they take and answer, each under a name, so that a client's types have one too. */
  readonly schemas: Record<string, JsonObject>;
}

export function callPaths({ operations, definitions }: Described): Calls {
  const calls: Calls = { operations, definitions, paths: {}, schemas: {} };
  add(calls, descriptionPath, "get", describeDescription());
  const configuration = operations.filter(isConfiguration);
  const describe = (operation: Operation) =>
    add(calls, operation.path, operation.method, describeOperation(calls, operation));
  for (const operation of configuration) if ("fields" in operation.input) describe(operation);
  for (const operation of operations.filter((one) => !isConfiguration(one))) {
    // Schemas stand in the order in which they are named: here the answer's before the body's.
    answerContent(calls, operation);
    describe(operation);
  }
  if (!Object.hasOwn(calls.paths, consolePath))
    add(calls, consolePath, "post", consoleOperation(configuration));
  add(calls, bundleSchemaPath, "get", describeBundleSchema());
  return calls;
}

export const descriptionPath = "/api/v1/config/openapi.json";
/** For editors of bundles' files (editor-schema.ts). */
export const bundleSchemaPath = "/api/v1/config/bundle.schema.json";
const consolePath = "/api/v1/organizations/{org}/actions/{action}";

function add({ paths }: Calls, path: string, method: string, operation: JsonObject): void {
  paths[path] = { ...paths[path], [method.toLowerCase()]: operation };
}

function describeOperation(calls: Calls, operation: Operation): JsonObject {
  const { name, description, level } = operation;
  const parameters = parametersOf(operation);
  return {
    operationId: name,
    tags: [operation.tag],
    summary: operation.title,
    description: level === undefined ? description : `${description} Needs the level \`${level}\`.`,
    ...given({ "x-level": level }),
    ...securityOf(operation),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(takesBody(operation) ? requestBody(calls, `${pascal(name)}Input`, bodySchema(calls, operation)) : {}),
    responses: responsesOf(calls, operation),
  };
}

function responsesOf(calls: Calls, operation: Operation): JsonObject {
  const { method, status = 200 } = operation;
  const content = answerContent(calls, operation);
  const configuration = isConfiguration(operation);
  return {
    ...(!configuration && operation.navigates
      ? { 303: { description: "Goes on there.", headers: headersOf("Location", "Set-Cookie"), content } }
      : success(status, content, responseHeaders(operation))),
    ...(configuration && operation.repeats ? success(200, content) : {}),
    ...(configuration && method === "GET" ? { 304: ref("responses", "AlwaysThere") } : {}),
    ...(!configuration && operation.conditional && method === "GET"
      ? { 304: ref("responses", "NotModified") }
      : {}),
    ...refusalsOf([
      ...always,
      404,
      ...(isConditional(operation) ? [412 as const] : []),
      ...(method === "GET" ? [] : [...withBody, 409 as const]),
    ]),
  };
}

function responseHeaders(operation: Operation): ("ETag" | "Set-Cookie")[] {
  const { method, tag, conditional } = operation;
  if (tag === "session" && method !== "GET") return ["Set-Cookie"];
  return !isConfiguration(operation) && conditional && method !== "DELETE" ? ["ETag"] : [];
}

function parametersOf(operation: Operation): JsonObject[] {
  const fields = fieldsOf(operation);
  const inPath = pathNames(operation).map((field) => parameter("path", field, fields));
  const { query = [], method } = operation;
  const named = [...inPath, ...query.map((field) => parameter("query", field, fields))];
  if (isConfiguration(operation)) {
    const guards = takesIfMatch(operation) ? [ref("parameters", "IfMatch")] : [];
    const organization = operation.sessions ? [ref("parameters", "Organization")] : [];
    const override = [
      ...(operation.tested ? [ref("parameters", "OverrideTests")] : []),
      ...(operation.tested || operation.writes ? [ref("parameters", "BreakGlass")] : []),
    ];
    const confirm = takesConfirm(operation) ? [ref("parameters", "Confirm")] : [];
    return [...named, ...organization, ...guards, ...override, ...confirm];
  }
  if (operation.conditional !== true) return named;
  const noneMatch = method === "GET" ? "IfNoneMatch" : "IfNoneMatchWrite";
  return [...named, ref("parameters", "IfMatch"), ref("parameters", noneMatch)];
}

/** What stands for everything else, a key, is said once for the whole document. */
function securityOf(operation: Operation): JsonObject {
  if (!isConfiguration(operation)) {
    const { credential } = operation;
    return { security: credential === "none" || credential === "body" ? [] : [{ [credential]: [] }] };
  }
  return operation.sessions ? { security: [{ apiKey: [] }, { session: [] }] } : {};
}

/** Whether the request may say which version of a row it is about. */
function isConditional(operation: Operation): boolean {
  return (
    isConfiguration(operation) || operation.conditional !== undefined || "if_match" in fieldsOf(operation)
  );
}

function fieldsOf({ input }: Operation): Fields {
  return input !== undefined && "fields" in input ? input.fields : {};
}

function bodySchema(calls: Calls, operation: Operation): JsonObject {
  const { input } = operation;
  const { mode, open } = input !== undefined && "fields" in input ? input : {};
  const fields = bodyFields(operation) ?? {};
  const closed = fieldsSchema(fields, mode ?? "create");
  const schema = open ? { ...closed, additionalProperties: true } : closed;
  const bundles = Object.entries(fields).filter(([, field]) => "open" in field && field.open === "rows");
  if (bundles.length === 0) return schema;
  Object.assign(calls.schemas, bundleSchemas(calls.definitions));
  const named = bundles.map(([name, { description }]) => [
    name,
    { ...ref("schemas", bundleName), description },
  ]);
  return { ...schema, properties: { ...(schema.properties as JsonObject), ...Object.fromEntries(named) } };
}

function answerContent(calls: Calls, operation: Operation): JsonObject {
  if (isConfiguration(operation) && operation.media !== undefined)
    return mediaContent(operation.media, operation.output);
  if (!isConfiguration(operation) && operation.file !== undefined)
    return { [operation.file]: { schema: {} } };
  return jsonContent(outputSchema(calls, operation));
}

/** Files, each of the shape that the output says of its member. */
function mediaContent(media: Readonly<Record<string, string>>, output: OutputShape): JsonObject {
  const fields = "fields" in output ? output.fields : {};
  return Object.fromEntries(
    Object.entries(media).map(([type, member]) => [
      type,
      { schema: fieldSchema(fields[member] as Field, "answer") },
    ]),
  );
}

function isReading(operation: Operation): boolean {
  return "effect" in operation && operation.effect === "read";
}

function outputSchema(calls: Calls, operation: Operation): JsonObject {
  const { name, output } = operation;
  if ("definition" in output) {
    const { definition, verb } = output;
    const part = verb === "list" ? "List" : verb === "delete" ? "Deleted" : "";
    return ref("schemas", componentName(definition) + part);
  }
  const reader = readerOf(operation, calls.operations);
  if (reader !== undefined) return named(calls, `${pascal(name)}Answer`, outputSchema(calls, reader));
  const schema =
    "fields" in output ? fieldsSchema(output.fields, "answer") : fieldSchema(output.value, "answer");
  const changes = operation.method !== "GET" && !isReading(operation) && "properties" in schema;
  const warned = changes && !("warnings" in (schema.properties as JsonObject));
  return named(calls, `${pascal(name)}Answer`, warned ? withWarnings(schema) : schema);
}

/** Every configuration operation, as a signed-in person: one path, because what each takes and gives stands elsewhere. */
function consoleOperation(operations: readonly ConfigurationOperation[]): JsonObject {
  const free = { type: "object" };
  const tools = "The action's input, as its tool at the MCP endpoint takes it.";
  return {
    operationId: "call_action",
    tags: ["organization"],
    summary: "Call an action",
    description:
      "Any action, as the signed-in person. Its answer and its refusals are those of its own operation.",
    security: [{ session: [] }],
    parameters: [
      parameter("path", "org", {}),
      {
        name: "action",
        in: "path",
        required: true,
        description: "The action's name.",
        schema: { type: "string", enum: operations.map(({ name }) => name).sort() },
      },
    ],
    requestBody: { required: true, content: jsonContent({ ...free, description: tools }) },
    responses: {
      ...success(200, jsonContent(free)),
      ...success(201, jsonContent(free)),
      ...refusalsOf([...always, ...withBody, 404, 409, 412]),
    },
  };
}

function describeDescription(): JsonObject {
  return publicFile({
    operationId: "get_description",
    summary: "Get this description",
    description: "The OpenAPI description of everything below /api/v1. It needs no credential.",
  });
}

function describeBundleSchema(): JsonObject {
  return publicFile({
    operationId: "get_bundle_schema",
    summary: "Get the schema of bundles' files",
    description:
      "What the YAML and JSON files of a bundle may hold, as a JSON Schema (2020-12) for editors. It needs no credential.",
  });
}

function publicFile(operation: JsonObject): JsonObject {
  return {
    ...operation,
    tags: ["description"],
    security: [],
    responses: {
      200: {
        description: "The file.",
        headers: headersOf("ETag"),
        content: jsonContent({ type: "object" }),
      },
      304: ref("responses", "NotModified"),
      ...refusalsOf([400, 500]),
    },
  };
}

function success(
  status: 200 | 201,
  content: JsonObject,
  others: readonly ("ETag" | "Set-Cookie")[] = [],
): JsonObject {
  const headers = headersOf(...others);
  return { [status]: { description: status === 201 ? "Made." : "Done.", headers, content } };
}

function requestBody(calls: Calls, name: string, schema: JsonObject): JsonObject {
  return { requestBody: { required: true, content: jsonContent(named(calls, name, requestSchema(schema))) } };
}

function named({ schemas }: Calls, name: string, schema: JsonObject): JsonObject {
  schemas[name] = schema;
  return ref("schemas", name);
}

const pathDescriptions: Readonly<Record<string, string>> = {
  org: "The organization's id or slug.",
  id: "The id, percent-encoded.",
  user_id: "The user's id.",
};

function parameter(where: "path" | "query", name: string, fields: Fields): JsonObject {
  const field = fields[name];
  if (field === undefined && where === "query")
    throw new Error(`the query parameter ${name} is no field of the input`);
  const mode: SchemaMode = where === "path" ? "update" : "create";
  const { description, deprecated, ...schema } =
    field === undefined ? { type: "string" } : requestSchema(fieldSchema(field, mode));
  const required = where === "path" || isRequired(name, fields);
  const text: Json = description ?? pathDescriptions[name] ?? `The ${name.replaceAll("_", " ")}.`;
  return { name, in: where, required, description: text, ...given({ deprecated }), schema };
}

function isRequired(name: string, fields: Fields): boolean {
  const { required } = fieldsSchema(fields, "create");
  return Array.isArray(required) && required.includes(name);
}
