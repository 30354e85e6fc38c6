/** The SCIM door: an organization's provider keeps its people and groups here (RFC 7644). Errors have SCIM's own form. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { RequestOrigin } from "../../engine/authenticator.ts";
import { currentTime } from "../../engine/clock.ts";
import type { Caller, Organization } from "../../engine/context.ts";
import { Refusal } from "../../kernel/problem.ts";
import { isObject, type JsonObject } from "../../kernel/validate.ts";
import { noStore, refusalFor } from "./answers.ts";
import { acceptJsonBodies } from "./body.ts";
import type { ClientConnection } from "./client-address.ts";
import { noteForLog, whoOf } from "./request-log.ts";
import { splitUrl } from "./rest.ts";

interface Provider {
  readonly actor: Caller["actor"];
  readonly organization: Organization;
}

/** What the door needs of the feature. */
export interface ProvisioningDoor {
  authenticate(authorization: string | undefined, origin: RequestOrigin, again?: "again"): Promise<Provider>;
  answer(
    provider: Provider,
    request: {
      readonly method: string;
      readonly segments: readonly string[];
      readonly query: Readonly<Record<string, unknown>>;
      readonly body: JsonObject;
      readonly requestId: string;
      readonly address: string | undefined;
      readonly now: Date;
    },
  ): Promise<{ readonly status: number; readonly body?: JsonObject; readonly location?: string }>;
}

export interface ScimOptions extends Pick<ClientConnection, "askerOf"> {
  readonly provisioning: ProvisioningDoor;
}

const prefix = "/api/scim/v2";
const mediaTypes = ["application/scim+json", "application/json"];

export function serveScim(server: FastifyInstance, { provisioning, askerOf }: ScimOptions): void {
  const knows = (request: FastifyRequest, again?: "again") =>
    provisioning.authenticate(
      request.headers.authorization,
      { ...askerOf(request), requestId: request.id, now: currentTime() },
      again,
    );
  server.register(async (scope) => {
    acceptJsonBodies(scope, mediaTypes);
    scope.setErrorHandler((error, request, reply) => sendFault(request, reply, error));
    for (const url of [prefix, `${prefix}/*`])
      scope.all(
        url,
        {
          // Only who has a token learns anything, and that before a byte of the body is read.
          onRequest: async (request) => {
            const { actor, organization } = await knows(request);
            noteForLog(request, { who: whoOf(actor), organization: organization.id });
          },
        },
        async (request, reply) => {
          // A body may take its time, in which the token ends.
          const provider = await knows(request, "again");
          const { status, body, location } = await provisioning.answer(provider, {
            method: request.method === "HEAD" ? "GET" : request.method,
            segments: segmentsOf(request),
            query: Object.fromEntries(splitUrl(request.url).query),
            body: bodyOf(request),
            requestId: request.id,
            address: askerOf(request).address,
            now: currentTime(),
          });
          if (location !== undefined) reply.header("location", location);
          if (body === undefined) return reply.code(status).header("cache-control", noStore).send();
          return send(reply, status, body);
        },
      );
  });
}

function segmentsOf({ params }: FastifyRequest): string[] {
  const { "*": rest = "" } = params as { readonly "*"?: string };
  const segments = rest.split("/").filter((segment) => segment !== "");
  // A NUL is part of nothing that is stored.
  if (rest.includes("\0")) throw new Refusal("not_found", "There is no such path.");
  return segments;
}

function bodyOf({ body, method }: FastifyRequest): JsonObject {
  if (method === "GET" || method === "HEAD" || method === "DELETE") return {};
  if (isObject(body as JsonObject)) return body as JsonObject;
  throw new Refusal("bad_request", "The body must be a JSON object, such as a SCIM User or Group.");
}

function send(reply: FastifyReply, status: number, body: JsonObject): FastifyReply {
  return reply
    .code(status)
    .header("content-type", "application/scim+json; charset=utf-8")
    .header("cache-control", noStore)
    .send(JSON.stringify(body));
}

/** The rules that keep an organization its administrators are no mistake in what was sent. */
const conflicts: readonly (string | undefined)[] = ["last_admin", "break_glass"];

function sendFault(request: FastifyRequest, reply: FastifyReply, thrown: unknown): FastifyReply {
  const refusal = refusalFor(request, reply, thrown);
  const { scimType } = refusal as { readonly scimType?: string };
  const unprocessable = refusal.code === "unprocessable_entity";
  const status = unprocessable ? (conflicts.includes(refusal.detail.reason) ? 409 : 400) : refusal.status;
  const type = scimType ?? (status === 400 ? (unprocessable ? "invalidValue" : "invalidSyntax") : undefined);
  return send(reply, status, {
    schemas: ["urn:ietf:params:scim:api:messages:2.0:Error"],
    status: String(status),
    ...(type === undefined ? {} : { scimType: type }),
    detail: `${refusal.message} (${request.id})`,
  });
}
