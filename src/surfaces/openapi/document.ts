/**
 * The OpenAPI 3.1 description of everything below /api/v1, made from what is registered: a kind or an
 * operation that is served is described, and none is described by hand. What is no operation has files of its own.
 */

import type { Json } from "../../kernel/field.ts";
import type { Kind } from "../../kernel/kind.ts";
import { organizationSchema } from "../../kernel/schema.ts";
import { isObject, type JsonObject } from "../../kernel/validate.ts";
import { callPaths } from "./calls.ts";
import {
  errorSchema,
  parameters,
  ref,
  responses,
  securitySchemes,
  testsFailedSchema,
  unapprovedSchema,
} from "./components.ts";
import { deprecationHeaders, withDeprecations } from "./deprecations.ts";
import { examplesOf } from "./examples.ts";
import { gitHookPaths } from "./git-hook-paths.ts";
import { headers } from "./headers.ts";
import { heartbeatPaths } from "./heartbeat-paths.ts";
import { introduction } from "./introduction.ts";
import { componentName, kindPaths, kindSchemas } from "./kinds.ts";
import { oauthPaths } from "./oauth-paths.ts";
import { proposedResponse, withProposals } from "./proposals.ts";
import { repeatSchema, withRepeats } from "./repeats.ts";
import { type Described, tagGroups, tags } from "./tags.ts";
import { contractVersion } from "./version.ts";
import { confirmSchema, warningsSchema } from "./warnings.ts";
import { webhookParameters, webhookPaths, webhookSchemas } from "./webhooks.ts";

export function describeApi(api: Described): JsonObject {
  const { definitions, operations } = api;
  const calls = callPaths(api);
  const kinds = Object.fromEntries(definitions.map((definition) => [definition.kind, definition]));
  const paths = Object.assign({}, ...definitions.map((definition) => kindPaths(definition, operations)));
  return {
    openapi: "3.1.0",
    jsonSchemaDialect: "https://json-schema.org/draft/2020-12/schema",
    info: {
      title: "Organization Configuration API",
      version: contractVersion,
      summary: "Reads and changes one organization's reliability set-up.",
      description: introduction(api.listCap),
      license: { name: "Apache License 2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: (api.publicUrl ?? "/").replace(/(.)\/$/, "$1"), description: "This installation." }],
    security: [{ apiKey: [] }],
    tags: tags(api),
    "x-tagGroups": tagGroups(api),
    paths: withHeads(
      withProposals(
        withDeprecations(
          withRepeats(
            merged(withRuns(merged(paths, calls.paths)), heartbeatPaths, gitHookPaths, oauthPaths),
            operations,
          ),
          operations,
        ),
        operations,
      ),
    ),
    webhooks: webhookPaths(api),
    components: {
      schemas: {
        Error: errorSchema,
        TestsFailedError: testsFailedSchema,
        UnapprovedError: unapprovedSchema,
        ConfirmError: confirmSchema,
        Warnings: warningsSchema,
        RepeatError: repeatSchema,
        Organization: organizationSchema,
        ...Object.assign({}, ...definitions.map((definition) => kindSchemas(definition, api.listCap))),
        ...calls.schemas,
        ...webhookSchemas(api),
      },
      examples: Object.assign({}, ...definitions.map((definition) => examples(definition, kinds))),
      parameters: { ...parameters, ...webhookParameters },
      headers: { ...headers, ...deprecationHeaders(operations) },
      responses: { ...responses, Proposed: proposedResponse },
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

function examples(definition: Kind, kinds: Readonly<Record<string, Kind>>): JsonObject {
  const name = componentName(definition);
  const { row, create, update } = examplesOf(definition, kinds);
  return {
    [name]: { summary: `${definition.title}: a row`, value: row },
    ...(definition.verbs.includes("create")
      ? { [`${name}Create`]: { summary: `${definition.title}: what makes a row`, value: create } }
      : {}),
    ...(definition.verbs.includes("update")
      ? { [`${name}Update`]: { summary: summaries[definition.shape], value: update } }
      : {}),
  };
}

const summaries: Readonly<Record<Kind["shape"], string>> = {
  collection: "A change of one field",
  setting: "What may be set; each field may also be sent alone",
};

/** Every write may say which run it is a part of. */
function withRuns(paths: Readonly<Record<string, JsonObject>>): Record<string, JsonObject> {
  const named = ([method, call]: [string, Json]) =>
    isObject(call) && ["post", "put", "patch", "delete"].includes(method)
      ? [method, { ...call, parameters: [...((call.parameters ?? []) as Json[]), ref("parameters", "Run")] }]
      : [method, call];
  return Object.fromEntries(
    Object.entries(paths).map(([path, item]) => [
      path,
      Object.fromEntries(Object.entries(item as Readonly<Record<string, Json>>).map(named)),
    ]),
  );
}

export function withHeads(paths: Readonly<Record<string, JsonObject>>): Record<string, JsonObject> {
  return Object.fromEntries(
    Object.entries(paths).map(([path, { get, ...others }]) => [
      path,
      isObject(get) ? { ...others, get, head: headOf(get) } : others,
    ]),
  );
}

function headOf({ operationId, summary, responses, ...same }: JsonObject): JsonObject {
  const answers = Object.entries(responses as JsonObject).map(([status, response]) => {
    if (!isObject(response)) return [status, response];
    const { content: _, ...head } = response;
    return [status, head];
  });
  return {
    ...same,
    // Readers of the documentation see GET, and need no second entry.
    "x-scalar-ignore": true,
    operationId: `head_${String(operationId)}`,
    summary: `${String(summary)}: headers only`,
    description: "What GET answers, without the body.",
    responses: Object.fromEntries(answers),
  };
}
