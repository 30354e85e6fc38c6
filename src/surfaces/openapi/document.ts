/**
 * The OpenAPI 3.1 description of everything below /api/v1, made from what is registered: a kind or an
 * operation that is served is described, and none is described by hand.
 */
import type { Resource } from "../../kernel/resource.ts";
import { organizationSchema } from "../../kernel/schema.ts";
import type { JsonObject } from "../../kernel/validate.ts";
import { callPaths } from "./calls.ts";
import { errorSchema, headers, parameters, responses, securitySchemes } from "./components.ts";
import type { Described } from "./described.ts";
import { examplesOf } from "./examples.ts";
import { withHeads } from "./heads.ts";
import { introduction } from "./introduction.ts";
import { componentName, kindPaths, kindSchemas } from "./kinds.ts";
import { tagGroups, tags } from "./tags.ts";

export function describeApi(api: Described): JsonObject {
  const { resources, operations } = api;
  const calls = callPaths(api);
  const kinds = Object.fromEntries(resources.map((resource) => [resource.kind, resource]));
  const paths = Object.assign({}, ...resources.map((resource) => kindPaths(resource, operations)));
  return {
    openapi: "3.1.0",
    jsonSchemaDialect: "https://json-schema.org/draft/2020-12/schema",
    info: {
      title: "Organization Configuration API",
      version: "1.0.0",
      summary: "Reads and changes one organization's reliability set-up.",
      description: introduction(api.listCap),
      license: { name: "Apache License 2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: (api.publicUrl ?? "/").replace(/(.)\/$/, "$1"), description: "This installation." }],
    security: [{ apiKey: [] }],
    tags: tags(api),
    "x-tagGroups": tagGroups(api),
    paths: withHeads(merged(paths, calls.paths)),
    components: {
      schemas: {
        Error: errorSchema,
        Organization: organizationSchema,
        ...Object.assign({}, ...resources.map((resource) => kindSchemas(resource, api.listCap))),
        ...calls.schemas,
      },
      examples: Object.assign({}, ...resources.map((resource) => examples(resource, kinds))),
      parameters,
      headers,
      responses,
      securitySchemes,
    },
  };
}

/** A call may stand on the path of a kind, or of another call, with a method of its own. */
function merged(...parts: readonly Readonly<Record<string, JsonObject>>[]): Record<string, JsonObject> {
  const paths: Record<string, JsonObject> = {};
  for (const [path, item] of parts.flatMap((part) => Object.entries(part)))
    paths[path] = { ...paths[path], ...item };
  return paths;
}

function examples(resource: Resource, kinds: Readonly<Record<string, Resource>>): JsonObject {
  const name = componentName(resource);
  const { row, create, update } = examplesOf(resource, kinds);
  return {
    [name]: { summary: `${resource.title}: a row`, value: row },
    ...(resource.verbs.includes("create")
      ? { [`${name}Create`]: { summary: `${resource.title}: what makes a row`, value: create } }
      : {}),
    ...(resource.verbs.includes("update")
      ? { [`${name}Update`]: { summary: summaries[resource.shape], value: update } }
      : {}),
  };
}

const summaries: Readonly<Record<Resource["shape"], string>> = {
  collection: "A change of one field",
  setting: "What may be set; each field may also be sent alone",
};
