/** How answers leave: rows and errors as JSON, with the headers that the contract promises. */
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from "fastify";
import type { Ownership } from "../../engine/ownership.ts";
import { bodyTooLarge, internalError, Refusal } from "../../kernel/problem.ts";

/** Sends a JSON body. */
export function sendJson(reply: FastifyReply, status: number, body: unknown): FastifyReply {
  return sendJsonText(reply, status, JSON.stringify(body));
}

/** Of JSON to somebody who was recognised: nobody on the way stores it. */
export const jsonHeaders = {
  "content-type": "application/json; charset=utf-8",
  "cache-control": "no-store",
} as const;

/** Sends JSON that is text already. */
export function sendJsonText(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply.code(status).headers(jsonHeaders).send(text);
}

/**
 * The set that owns the row, and a warning of each sentence, in the form that Kubernetes gives its API's warnings:
 * code 299, no agent, a quoted text (RFC 7234 §5.5). Names of sets are made of characters that a header can hold.
 */
export function ownershipHeaders({ managedBy, warnings = [] }: Ownership): Record<string, string> {
  return {
    ...(typeof managedBy === "string" ? { "x-managed-by": managedBy } : {}),
    ...(warnings.length > 0 ? { warning: warnings.map(warningValue).join(", ") } : {}),
  };
}

function warningValue(text: string): string {
  return `299 - "${text.replace(/["\\]/g, "\\$&")}"`;
}

/** Sends whatever was thrown. */
export function sendError(request: FastifyRequest, reply: FastifyReply, thrown: unknown): FastifyReply {
  const known = (thrown as { code?: string }).code;
  const framework = known === undefined ? undefined : frameworkRefusals[known];
  const { status, headers, text } = answerOfError(framework?.(request) ?? thrown, request.id, request.log);
  return reply.code(status).headers(headers).send(text);
}

/** What is answered to whatever was thrown: a refusal as it is, what is malformed, and bugs as 500, which are logged. */
export function answerOfError(
  thrown: unknown,
  requestId: string,
  log: FastifyBaseLogger,
): { readonly status: number; readonly headers: Record<string, string>; readonly text: string } {
  const refusal = refusalOf(thrown);
  if (refusal === undefined) {
    log.error({ err: thrown, request_id: requestId }, "unexpected error");
    const text = JSON.stringify(internalError(requestId).body(requestId));
    return { status: 500, headers: { ...jsonHeaders }, text };
  }
  if (refusal.code === "unavailable")
    log.warn({ err: refusal.cause, request_id: requestId }, refusal.message);
  const { etag, allow, retryAfterSeconds } = refusal.detail;
  return {
    status: refusal.status,
    headers: {
      ...jsonHeaders,
      ...(etag === undefined ? {} : { etag }),
      ...(allow === undefined ? {} : { allow: allow.join(", ") }),
      ...(retryAfterSeconds === undefined ? {} : { "retry-after": String(retryAfterSeconds) }),
      ...(refusal.code === "unauthorized" ? { "www-authenticate": "Bearer" } : {}),
      // What was not read of a body is not waited for: a sender that goes on would hold the connection.
      ...(refusal.code === "payload_too_large" ? { connection: "close" } : {}),
    },
    text: JSON.stringify(refusal.body(requestId)),
  };
}

const frameworkRefusals: Readonly<Record<string, (request: FastifyRequest) => Refusal>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: unsupportedMediaType,
  FST_ERR_CTP_BODY_TOO_LARGE: ({ routeOptions: { bodyLimit } }) => bodyTooLarge(bodyLimit),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
    new Refusal("bad_request", "The body is not as long as Content-Length says."),
  FST_ERR_BAD_URL: () =>
    new Refusal("bad_request", "The path is not valid: a percent sign must begin an escape such as %40."),
};

export function unsupportedMediaType(): Refusal {
  return new Refusal(
    "unsupported_media_type",
    "Send the body as JSON, with the header Content-Type: application/json.",
  );
}

function refusalOf(thrown: unknown): Refusal | undefined {
  if (thrown instanceof Refusal) return thrown;
  const { statusCode } = thrown as { statusCode?: number };
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new Refusal("bad_request", thrown instanceof Error ? thrown.message : "The request is malformed.");
  }
  return undefined;
}
