/** What the operations share: errors, headers, parameters, and the ways to say who calls. */

import type { Json } from "../../kernel/field.ts";
import { given } from "../../kernel/given.ts";
import { type ErrorCode, errorCodes } from "../../kernel/problem.ts";
import { longestRun, runHeader } from "../../kernel/run.ts";
import type { JsonObject } from "../../kernel/validate.ts";
import { everywhere, type headers } from "./headers.ts";

export function ref(
  group: "schemas" | "responses" | "headers" | "parameters" | "examples",
  name: string,
): JsonObject {
  return { $ref: `#/components/${group}/${name}` };
}

export function jsonContent(schema: JsonObject, examples?: JsonObject): JsonObject {
  return { "application/json": { schema, ...given({ examples }) } };
}

/** Statuses that any operation may answer with, whatever it does. */
export const always = [400, 401, 403, 422, 429, 500, 503] as const;
/** And those of an operation that reads a body. */
export const withBody = [413, 415] as const;

export type RefusalStatus = keyof typeof refusals;

/** The refusals of an operation, by status, as references to the shared responses. */
export function refusalsOf(statuses: readonly RefusalStatus[]): JsonObject {
  const sorted = [...new Set(statuses)].sort((a, b) => a - b);
  return Object.fromEntries(
    sorted.map((status) => [String(status), ref("responses", refusals[status].name)]),
  );
}

/** `headers` of a response: those of every one, and those named. */
export function headersOf(...names: readonly (keyof typeof headers)[]): JsonObject {
  return Object.fromEntries([...everywhere, ...names].map((name) => [name, ref("headers", name)]));
}

export const securitySchemes: JsonObject = {
  apiKey: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "svc_ak_…",
    description: "An API key with the scope api:admin, or api:config_read to read only.",
  },
  session: {
    type: "apiKey",
    in: "cookie",
    name: "orgconfig_session",
    description:
      "A signed-in person's browser session; over https the cookie is __Host-orgconfig_session. Writes need the service's own Origin.",
  },
  operator: {
    type: "http",
    scheme: "bearer",
    description: "The operator token (ORGCONFIG_OPERATOR_TOKEN).",
  },
};

function parameter(
  where: "header" | "query",
  name: string,
  description: string,
  type: "string" | "boolean",
  more: JsonObject = {},
) {
  return { name, in: where, description, schema: { type }, ...more };
}

export const parameters = {
  Id: {
    name: "id",
    in: "path",
    required: true,
    description: "The row's id, percent-encoded.",
    schema: { type: "string", minLength: 1 },
  },
  IfMatch: parameter(
    "header",
    "If-Match",
    "The ETag of a read, quotes included; several may be listed. Unless the row has one of them, the answer is 412 and nothing happens. `*` skips the check. Looked at before If-None-Match.",
    "string",
    { example: '"42"' },
  ),
  IfNoneMatch: parameter(
    "header",
    "If-None-Match",
    "Tags that the caller holds: of a row its X-Content-Tag, or its ETag. With one among them that stands for the present text the answer is 304 without a body.",
    "string",
    { example: '"42"' },
  ),
  IfNoneMatchWrite: parameter(
    "header",
    "If-None-Match",
    "`*` writes only where there is no row yet, or no saved setting; ETags only where the row has none of them. Else the answer is 412.",
    "string",
    { example: "*" },
  ),
  Run: parameter(
    "header",
    runHeader,
    "The run that the call is a part of, such as a CI job or a deploy: its audit records have the name in `run`, and `undo_run` of a plan takes back what all calls of the run changed. Printable ASCII, without a space at either end.",
    "string",
    { schema: { type: "string", minLength: 1, maxLength: longestRun }, example: "ci-4711" },
  ),
  Etags: parameter(
    "query",
    "etags",
    "Whether the answer also holds each row's ETag. Default: false.",
    "boolean",
  ),
  ManagedBy: parameter(
    "query",
    "managed_by",
    "Only rows that this set owns; empty: rows that no set owns.",
    "string",
  ),
  OverrideTests: parameter(
    "query",
    "override_tests",
    "Why behaviour tests that the change breaks are to hold nothing back. For administrators; it is put on record. Without it such a change is answered 409 with the reason `test_failed`.",
    "string",
  ),
  BreakGlass: parameter(
    "query",
    "break_glass",
    "Why change policies are to hold nothing back. For administrators; it is put on record, and everybody whom the policies name is mailed. Without it such a change is answered 409 with the reason `needs_approval`.",
    "string",
  ),
  Propose: parameter(
    "query",
    "propose",
    "true makes a proposal in the place of the change: nothing is changed, and the answer is 202 with the proposal. It needs what making a proposal needs, the level `operate`.",
    "boolean",
  ),
  Confirm: parameter(
    "query",
    "confirm",
    "The answer to a refusal with the reason `confirm`, which keys with `ask` meet: `true`, or of `apply_plan` the plan's id once more.",
    "string",
  ),
  IdempotencyKey: parameter(
    "header",
    "Idempotency-Key",
    "The caller's own name for this call, such as a UUID: sent again within 24 hours, it is done once and answered the same, with `Idempotency-Replayed: true`. With another body or address it is 422 (reason `idempotency_key_reused`), while it is under way 409 (`in_progress`). What only reads is done anew.",
    "string",
    {
      schema: { type: "string", minLength: 1, maxLength: 255 },
      example: "0f8fad5b-d9cb-469f-a165-70867728950e",
    },
  ),
  Organization: parameter(
    "header",
    "X-Organization",
    "Which of a session's organizations is meant, by id or slug; needed where there are several. Keys need none; another than a key's own is refused.",
    "string",
  ),
} as const satisfies JsonObject;

const text = { type: "string" } as const;

export const errorSchema: JsonObject = {
  type: "object",
  description: "Why a request was refused, and what to change.",
  properties: {
    error: { ...text, enum: Object.keys(errorCodes), description: "A short code for programs." },
    message: { ...text, minLength: 1, description: "A sentence on what to change; it names the field." },
    reason: { ...text, description: "A stable sub-code, such as flagged, in_use or no_change." },
    field: { ...text, description: "The first field that is wrong, such as metric_selectors[0].namespace." },
    fields: {
      type: "array",
      description: "Every field that is wrong.",
      items: {
        type: "object",
        properties: { field: text, message: text },
        required: ["field", "message"],
      },
    },
    current: {
      type: "object",
      description: "The row as it stands, or the plan.",
      additionalProperties: true,
    },
    would: {
      type: "object",
      description:
        "With confirm: what would follow, counted, such as reaches_nobody (alerts lose who they reach) or no_secret (a secret is left behind, and nobody loses an alert by it).",
      additionalProperties: { type: "integer" },
    },
    references: {
      type: "array",
      description: "The rows that point at the one that was to be deleted.",
      items: {
        type: "object",
        properties: { resource: text, id: text, field: text },
        required: ["resource", "id", "field"],
      },
    },
    challenge: { ...text, description: "With second_factor_required: what the second factor is sent with." },
    methods: {
      type: "array",
      description: "With second_factor_required: which second factors the account has.",
      items: { type: "string", enum: ["totp", "passkey", "recovery_code"] },
    },
    passkey_options: {
      type: "object",
      description: "With second_factor_required: what navigator.credentials.get takes as publicKey, as JSON.",
    },
    tests: {
      type: "array",
      description: "The behaviour tests that the change would break, each with what would happen instead.",
      items: {
        type: "object",
        properties: { name: text, message: text },
        required: ["name", "message"],
      },
    },
    needs: {
      type: "array",
      description: "With needs_approval: what each change policy that holds the change wants.",
      items: {
        type: "object",
        properties: {
          policy: { ...text, description: "The policy's name." },
          policy_id: { ...text, description: "Its id." },
          approvals: {
            type: "integer",
            description: "How many people have to approve; 0: it has to be proposed.",
          },
          by: {
            description: "Who: people of a team, or any administrator.",
            anyOf: [
              { type: "string", const: "org_admin" },
              { type: "object", properties: { team_id: text }, required: ["team_id"] },
            ],
          },
          have: { type: "integer", description: "How many did." },
        },
        required: ["policy", "policy_id", "approvals", "have", "by"],
      },
    },
    quota: {
      type: "object",
      description: "With quota_exceeded: which quota it is, what it allows, and what there is.",
      properties: { name: text, limit: { type: "integer" }, present: { type: "integer" } },
      required: ["name", "limit", "present"],
    },
    request_id: { ...text, description: "The request's id." },
  },
  required: ["error", "message", "request_id"],
};

/** A change that behaviour tests hold back: there need not be a row yet. */
export const testsFailedSchema: JsonObject = {
  allOf: [
    ref("schemas", "Error"),
    { type: "object", properties: { reason: { const: "test_failed" } }, required: ["reason", "tests"] },
  ],
};

/** A change that change policies hold back: there need not be a row yet either. */
export const unapprovedSchema: JsonObject = {
  allOf: [
    ref("schemas", "Error"),
    { type: "object", properties: { reason: { const: "needs_approval" } }, required: ["reason", "needs"] },
  ],
};

/** One shared response for each status of the table of errors. */
const refusals = {
  400: refusal(
    "BadRequest",
    "A body that is no JSON object, or a path or header that does not parse.",
    "bad_request",
    'The body must be a JSON object, such as {"name": "Platform"}.',
  ),
  401: refusal(
    "Unauthorized",
    "The credential is missing, malformed, unknown, expired or revoked.",
    "unauthorized",
    "Send a valid API key in the header Authorization: Bearer <key>.",
    { headers: ["WWW-Authenticate"] },
  ),
  403: refusal(
    "Forbidden",
    "The wrong kind of credential for this endpoint, an address or plan that is not allowed, a level that is too low, a suspended organization (reason `suspended`) or one without room (`quota_exceeded`); or, as read_only_key, a write with a key that may only read.",
    "read_only_key",
    "This key has the scope api:config_read and may only read.",
  ),
  404: refusal(
    "NotFound",
    "There is no such thing in this organization; with the reason `unknown_path`, no such path in this version of the service.",
    "not_found",
    "There is no such row of teams; list teams for the ids there are.",
  ),
  409: refusal(
    "Conflict",
    "It cannot be done as things stand.",
    "conflict",
    "A row with this name exists already; nothing was changed.",
  ),
  412: refusal(
    "PreconditionFailed",
    "If-Match names a version that is not the present one, or If-None-Match rules the present one out. What has no strong ETag, such as a list, matches no tag of If-Match.",
    "precondition_failed",
    "The row changed after the version that If-Match names.",
  ),
  413: refusal(
    "PayloadTooLarge",
    "The body is larger than the call takes: 1 MiB, for a plan 5 MiB.",
    "payload_too_large",
    "The body is larger than 1 MiB (1048576 bytes); send less.",
  ),
  415: refusal(
    "UnsupportedMediaType",
    "The body is not declared as JSON.",
    "unsupported_media_type",
    "Send the body as JSON.",
  ),
  422: refusal(
    "Unprocessable",
    "A field of the body, or a query parameter, is refused; the message names it.",
    "unprocessable_entity",
    "name: must not be empty",
    { example: { field: "name", fields: [{ field: "name", message: "must not be empty" }] } },
  ),
  429: refusal(
    "RateLimited",
    "Too many requests with this credential, or in this organization (reason `quota_exceeded`).",
    "rate_limited",
    "This credential may make 100 requests a second; wait 1 s.",
    { headers: ["Retry-After"] },
  ),
  500: refusal(
    "InternalError",
    "A fault of the service; it is logged under the request's id.",
    "internal_error",
    "Something went wrong here; report the request id.",
  ),
  503: refusal(
    "Unavailable",
    "The service cannot answer right now: no database, or a row under heavy contention. With the reason `in_doubt`, and without Retry-After, a write may have been made.",
    "unavailable",
    "The row is changing too fast to be written; try again.",
  ),
} as const;

interface MoreOfRefusal {
  readonly headers?: readonly (keyof typeof headers)[];
  readonly example?: JsonObject;
}

function refusal(
  name: string,
  description: string,
  error: ErrorCode,
  message: string,
  { headers: names = [], example = {} }: MoreOfRefusal = {},
) {
  return { name, description, names, example: { error, message, ...example } };
}

export const responses: JsonObject = {
  NotModified: {
    description: "It is the version that If-None-Match names.",
    headers: headersOf("ETag", "X-Managed-By"),
  },
  SameRow: {
    description: "The row reads as it did when the tag that If-None-Match names was sent.",
    headers: headersOf("ETag", "X-Content-Tag", "X-Managed-By"),
  },
  SameList: {
    description: "The list is the one that If-None-Match names, to the letter.",
    headers: headersOf("ETag", "Vary"),
  },
  AlwaysThere: {
    description: "If-None-Match was *, and this is always there.",
    headers: headersOf(),
  },
  ...Object.fromEntries(Object.values(refusals).map((one) => [one.name, response(one)])),
};

function response({ description, names, example }: ReturnType<typeof refusal>): Json {
  return {
    description,
    headers: headersOf(...names),
    content: {
      "application/json": {
        schema: ref("schemas", "Error"),
        example: { ...example, request_id: "req_5f3a0c1b" },
      },
    },
  };
}
