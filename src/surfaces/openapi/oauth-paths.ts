/**
 * What programs call to be let in at the MCP endpoint by OAuth. These are no operations: paths, bodies and errors are the
 * protocol's own (RFC 8414, 9728, 7591, 6749, 7009).
 */
import type { JsonObject } from "../../kernel/validate.ts";
import { headersOf, jsonContent, refusalsOf } from "./components.ts";

const string = { type: "string" } as const;
const strings = { type: "array", items: string } as const;
const wellKnown = "/.well-known/oauth-protected-resource";

export const oauthPaths: Readonly<Record<string, JsonObject>> = {
  [wellKnown]: { get: resource("get_protected_resource") },
  [`${wellKnown}/api/mcp`]: { get: resource("get_mcp_protected_resource") },
  "/.well-known/oauth-authorization-server": {
    get: document(
      "get_authorization_server",
      "About the authorization server",
      "Where programs register, send a person's browser, and get tokens (RFC 8414).",
      {
        issuer: string,
        authorization_endpoint: string,
        token_endpoint: string,
        registration_endpoint: string,
        revocation_endpoint: string,
        response_types_supported: strings,
        response_modes_supported: strings,
        grant_types_supported: strings,
        code_challenge_methods_supported: strings,
        token_endpoint_auth_methods_supported: strings,
        revocation_endpoint_auth_methods_supported: strings,
        scopes_supported: strings,
        client_id_metadata_document_supported: { type: "boolean" },
        authorization_response_iss_parameter_supported: { type: "boolean" },
      },
    ),
  },
  "/oauth/register": {
    post: call(
      "register_program",
      "Register a program",
      "A program says its name and where answers may go (RFC 7591). It gets an id and no secret: PKCE proves it. One address registers 30 at once, and then one in 30 seconds. Who nobody lets in is forgotten after a day.",
      {
        "application/json": {
          schema: {
            type: "object",
            required: ["redirect_uris"],
            properties: {
              redirect_uris: { ...strings, minItems: 1, maxItems: 20 },
              client_name: string,
              grant_types: strings,
              response_types: strings,
            },
            // RFC 7591, section 2: what is not understood is passed over.
            additionalProperties: true,
          },
        },
      },
      [
        201,
        "The program as it is known here.",
        having({
          client_id: string,
          client_id_issued_at: { type: "integer" },
          client_name: string,
          redirect_uris: strings,
          grant_types: strings,
          response_types: strings,
          token_endpoint_auth_method: string,
        }),
      ],
      ["invalid_redirect_uri", "invalid_client_metadata"],
    ),
  },
  "/oauth/token": {
    post: call(
      "exchange_token",
      "Get a token",
      "For the code of a person's yes, with the PKCE verifier; or for a refresh token, which is good once. The access token is a personal access token at /api/mcp, good for an hour.",
      form(["grant_type", "client_id"], {
        grant_type: { type: "string", enum: ["authorization_code", "refresh_token"] },
        client_id: string,
        code: string,
        redirect_uri: string,
        code_verifier: string,
        refresh_token: string,
        scope: string,
        resource: string,
      }),
      [
        200,
        "The token, and what replaces it later.",
        having({
          access_token: string,
          token_type: { type: "string", const: "Bearer" },
          expires_in: { type: "integer" },
          refresh_token: string,
          scope: string,
        }),
      ],
      [
        "invalid_request",
        "invalid_client",
        "invalid_grant",
        "invalid_scope",
        "invalid_target",
        "unauthorized_client",
        "unsupported_grant_type",
      ],
    ),
  },
  "/oauth/revoke": {
    post: call(
      "revoke_program_token",
      "Give a token back",
      "Ends the grant of an access or refresh token of this program (RFC 7009). What is not its own, or is over, is answered alike.",
      form(["token", "client_id"], { token: string, client_id: string, token_type_hint: string }),
      [200, "It is over, or never was.", having({})],
      ["invalid_request"],
    ),
  },
};

function resource(operationId: string): JsonObject {
  return document(
    operationId,
    "About the MCP endpoint",
    "Which authorization server lets programs in at /api/mcp (RFC 9728). The 401 of /api/mcp names this address.",
    {
      resource: string,
      resource_name: string,
      authorization_servers: strings,
      bearer_methods_supported: strings,
    },
  );
}

function document(
  operationId: string,
  summary: string,
  description: string,
  members: Readonly<Record<string, JsonObject>>,
): JsonObject {
  return {
    ...described(operationId, summary, description),
    responses: {
      200: {
        description: "The document.",
        headers: headersOf(),
        content: jsonContent(having(members)),
      },
      ...refusalsOf([400, 429, 500, 503]),
    },
  };
}

function call(
  operationId: string,
  summary: string,
  description: string,
  content: JsonObject,
  [status, says, schema]: readonly [status: number, says: string, schema: JsonObject],
  errors: readonly string[],
): JsonObject {
  const fault = having({ error: { type: "string", enum: errors }, error_description: string });
  return {
    ...described(operationId, summary, description),
    requestBody: { required: true, content },
    responses: {
      [status]: { description: says, headers: headersOf(), content: jsonContent(schema) },
      400: {
        description: "What is wrong, in the protocol's own form.",
        headers: headersOf(),
        content: jsonContent(fault),
      },
      ...refusalsOf([403, 413, 429, 500, 503]),
    },
  };
}

function described(operationId: string, summary: string, description: string): JsonObject {
  return { operationId, tags: ["oauth"], summary, description, security: [], parameters: [] };
}

function form(required: readonly string[], properties: Readonly<Record<string, JsonObject>>): JsonObject {
  return { "application/x-www-form-urlencoded": { schema: { type: "object", required, properties } } };
}

/** All of these members; others may come in a later version. */
function having(properties: Readonly<Record<string, JsonObject>>): JsonObject {
  return { type: "object", required: Object.keys(properties), properties };
}
