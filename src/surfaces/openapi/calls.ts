/** The paths of calls that are no verbs over rows: actions with routes of their own, and the site's calls. */
import type { Action, ActionShape, Actions } from "../../engine/action.ts";
import type { Route } from "../../engine/route.ts";
import type { SiteCall } from "../../engine/site-call.ts";
import type { Fields, Json } from "../../kernel/field.ts";
import {
  createSchema,
  fieldSchema,
  fieldsSchema,
  type SchemaMode,
  updateSchema,
} from "../../kernel/schema.ts";
import type { JsonObject } from "../../kernel/validate.ts";
import { always, headersOf, jsonContent, ref, refusalsOf, withBody } from "./components.ts";
import type { Described } from "./document.ts";
import { componentName, pascal } from "./kinds.ts";
import { requestSchema } from "./request-schema.ts";

interface Calls {
  readonly paths: Record<string, JsonObject>;
  /** What they take and answer, each under a name, so that a client's types have one too. */
  readonly schemas: Record<string, JsonObject>;
}

export function callPaths({ routes, siteCalls, actions }: Described): Calls {
  const calls: Calls = { paths: {}, schemas: {} };
  add(calls, descriptionPath, "get", describeDescription());
  for (const route of routes) add(calls, `/api/v1/${route.path}`, route.method, routeOperation(calls, route));
  for (const call of siteCalls) add(calls, call.path, call.method, siteOperation(calls, call));
  if (!Object.hasOwn(calls.paths, consolePath)) add(calls, consolePath, "post", consoleOperation(actions));
  return calls;
}

const descriptionPath = "/api/v1/config/openapi.json";
const consolePath = "/api/v1/organizations/{org}/actions/{action}";

function add({ paths }: Calls, path: string, method: string, operation: JsonObject): void {
  paths[path] = { ...paths[path], [method.toLowerCase()]: operation };
}

function routeOperation(calls: Calls, route: Route): JsonObject {
  const { action, query = [], body = false, sessions = false } = route;
  const name = pascal(action.name);
  const fields: Fields = "fields" in action.input ? action.input.fields : {};
  const inPath = pathNames(route.path);
  const rest = Object.entries(fields).filter(([field]) => !inPath.includes(field) && !query.includes(field));
  const parameters = [
    ...inPath.map((field) => parameter("path", field, fields)),
    ...query.map((field) => parameter("query", field, fields)),
    ...(sessions ? [ref("parameters", "Organization")] : []),
  ];
  return {
    operationId: action.name,
    tags: [route.tag],
    summary: action.title,
    description: `${action.description} Needs the level \`${action.level}\`.`,
    "x-level": action.level,
    ...(sessions ? { security: [{ apiKey: [] }, { session: [] }] } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body ? requestBody(calls, `${name}Input`, bodySchema(action.input, Object.fromEntries(rest))) : {}),
    responses: {
      ...success(route.status ?? 200, routeContent(calls, route)),
      ...(route.repeats ? success(200, routeContent(calls, route)) : {}),
      ...(route.method === "GET" ? { 304: ref("responses", "AlwaysThere") } : {}),
      ...refusalsOf([...always, 404, 412, ...(route.method === "GET" ? [] : [...withBody, 409 as const])]),
    },
  };
}

function routeContent(calls: Calls, { action, media }: Route): JsonObject {
  if (media !== undefined) return { [media]: { schema: { type: "string" } } };
  return jsonContent(outputSchema(calls, action));
}

function outputSchema(calls: Calls, { name, output }: Action): JsonObject {
  if ("resource" in output) {
    const { resource, verb } = output;
    const part = verb === "list" ? "List" : verb === "delete" ? "Deleted" : "";
    return ref("schemas", componentName(resource) + part);
  }
  const schema =
    "fields" in output ? fieldsSchema(output.fields, "answer") : fieldSchema(output.value, "answer");
  return named(calls, `${pascal(name)}Answer`, schema);
}

function bodySchema(input: ActionShape, rest: Fields): JsonObject {
  if ("fields" in input) return fieldsSchema(rest, "create");
  if ("value" in input) return fieldSchema(input.value, "create");
  return input.verb === "create" ? createSchema(input.resource) : updateSchema(input.resource);
}

function siteOperation(calls: Calls, call: SiteCall): JsonObject {
  const { name, credential, body, bodyMode = "create" } = call;
  const inPath = pathNames(call.path);
  const begins = call.tag === "session" && call.method !== "GET";
  const answer = named(calls, `${pascal(name)}Answer`, fieldSchema(call.output, "answer"));
  return {
    operationId: name,
    tags: [call.tag],
    summary: call.title,
    description:
      call.level === undefined ? call.description : `${call.description} Needs the level \`${call.level}\`.`,
    ...(call.level === undefined ? {} : { "x-level": call.level }),
    security: credential === "none" ? [] : [{ [credential]: [] }],
    ...(inPath.length > 0 ? { parameters: inPath.map((field) => parameter("path", field, {})) } : {}),
    ...(body === undefined ? {} : requestBody(calls, `${pascal(name)}Input`, fieldsSchema(body, bodyMode))),
    responses: {
      ...success(call.status, jsonContent(answer), begins),
      ...refusalsOf([
        ...always,
        404,
        ...(call.method === "GET" ? [] : [...withBody, 409 as const]),
        ...(body !== undefined && "if_match" in body ? [412 as const] : []),
      ]),
    },
  };
}

/** Every action, as a signed-in person: one path, because what each takes and gives stands elsewhere. */
function consoleOperation(actions: Actions): JsonObject {
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
        schema: { type: "string", enum: [...actions.keys()].sort() },
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
  return {
    operationId: "get_description",
    tags: ["description"],
    summary: "Get this description",
    description: "The OpenAPI description of everything below /api/v1. It needs no credential.",
    security: [],
    responses: {
      200: {
        description: "The description.",
        headers: headersOf("ETag"),
        content: jsonContent({ type: "object" }),
      },
      304: ref("responses", "NotModified"),
      ...refusalsOf([400, 500]),
    },
  };
}

function success(status: 200 | 201, content: JsonObject, setsCookie = false): JsonObject {
  const headers = setsCookie ? headersOf("Set-Cookie") : headersOf();
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
  const mode: SchemaMode = where === "path" ? "update" : "create";
  const { description, ...schema } =
    field === undefined ? { type: "string" } : requestSchema(fieldSchema(field, mode));
  const required = where === "path" || isRequired(name, fields);
  const text: Json = description ?? pathDescriptions[name] ?? `The ${name.replaceAll("_", " ")}.`;
  return { name, in: where, required, description: text, schema };
}

function isRequired(name: string, fields: Fields): boolean {
  const { required } = fieldsSchema(fields, "create");
  return Array.isArray(required) && required.includes(name);
}

function pathNames(path: string): string[] {
  return [...path.matchAll(/\{([^}]+)\}/g)].map((match) => match[1] as string);
}
