/** How answers leave: rows and errors as JSON, with the headers that the contract promises. */
import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Ownership } from "../../engine/operation.ts";
import { bodyTooLarge, internalError, methodNotAllowed, Refusal } from "../../kernel/problem.ts";
import { slicesOf } from "../../kernel/slices.ts";
import type { JsonObject } from "../../kernel/validate.ts";
import type { Warning } from "../../kernel/warning.ts";

/** Sends a JSON body. */
export function sendJson(reply: FastifyReply, status: number, body: unknown): FastifyReply {
  return sendJsonText(reply, status, JSON.stringify(body));
}

/** Sends JSON that is text already. */
export function sendJsonText(reply: FastifyReply, status: number, text: string): FastifyReply {
  asJson(reply, status);
  if (text.length <= mostWritten) return reply.send(text);
  return reply.header("content-length", Buffer.byteLength(text)).send(streamOf(text));
}

/** Longer texts are written as their client reads them. */
export const mostWritten = 1_048_576;

export function streamOf(text: string): Readable {
  return Readable.from(slicesOf(text), { objectMode: false });
}
/** Nobody on the way keeps an answer, or changes it: a proxy that compresses would make a strong ETag weak. */
export const noStore = "no-store, no-transform";

/** The head of a JSON answer; authenticated answers are never stored by anybody on the way. */
export function asJson(reply: FastifyReply, status: number): FastifyReply {
  return reply
    .code(status)
    .header("content-type", "application/json; charset=utf-8")
    .header("cache-control", noStore);
}

/** Says that this is the first answer to a call that came again. */
export const replayed = ["idempotency-replayed", "true"] as const;

/** The set that owns the row. */
export function setOwnership(reply: FastifyReply, { managedBy }: Ownership): void {
  if (typeof managedBy === "string") reply.header("x-managed-by", managedBy);
}

/**
 * What is said of a body that has no place for it, as an export has none: a text in the form that Kubernetes gives the
 * warnings of its API, with code 299 and no agent (RFC 7234 §5.5). What a header cannot hold becomes a question mark.
 */
export function warningHeader(warnings: readonly Warning[]): string {
  return warnings
    .map(({ resource, message }) => {
      const text = `The ${resource} ${message}.`.replace(/[^\x20-\x7e]/gu, "?");
      return `299 - "${text.replace(/["\\]/g, "\\$&")}"`;
    })
    .join(", ");
}

/** The body, with what is said of the rows that the call changed as its last member. */
export function withWarnings({ body, warnings = [] }: { readonly body: JsonObject } & Ownership): JsonObject {
  return warnings.length === 0 ? body : { ...body, warnings: warnings.map((one) => ({ ...one })) };
}

/** Translates whatever was thrown: a refusal as it is, the framework's own complaints, and bugs as 500. */
export function sendError(request: FastifyRequest, reply: FastifyReply, thrown: unknown): FastifyReply {
  const refusal = refusalFor(request, reply, thrown);
  return sendJson(reply, refusal.status, refusal.body(request.id));
}

/** The refusal that whatever was thrown leaves as, with its headers set and what is for the log logged. */
export function refusalFor(request: FastifyRequest, reply: FastifyReply, thrown: unknown): Refusal {
  const refusal = refusalOf(thrown, request);
  if (refusal === undefined) {
    request.log.error({ err: thrown, request_id: request.id }, "unexpected error");
    return internalError(request.id);
  }
  // Who asks for too much at once would fill the log with it; the metrics count it.
  if (refusal.code === "unavailable" && refusal.detail.reason !== "busy")
    request.log.warn({ err: refusal.cause, request_id: request.id }, refusal.message);
  const { etag, allow, retryAfterSeconds } = refusal.detail;
  if (etag !== undefined) reply.header("etag", etag);
  if (allow !== undefined) reply.header("allow", allow.join(", "));
  if (retryAfterSeconds !== undefined) reply.header("retry-after", String(retryAfterSeconds));
  if (refusal.code === "unauthorized" && !reply.hasHeader("www-authenticate"))
    reply.header("www-authenticate", "Bearer");
  // Many clients send a whole body before they read: of one that says how long it is, and is not much too long, the
  // rest is taken and thrown away, so that they see the answer. Any other sender could hold the connection.
  if (refusal.code === "payload_too_large" && !isSoonOver(request)) reply.header("connection", "close");
  return refusal;
}

/** Most bytes of a body that are taken after it was refused. */
const mostThrownAway = 67_108_864;

function isSoonOver({ headers }: FastifyRequest): boolean {
  const length = headers["content-length"];
  return length !== undefined && Number(length) <= mostThrownAway;
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

function refusalOf(thrown: unknown, request: FastifyRequest): Refusal | undefined {
  if (thrown instanceof Refusal) return thrown;
  const { code, statusCode } = thrown as { code?: string; statusCode?: number };
  const known = code === undefined ? undefined : frameworkRefusals[code];
  if (known !== undefined) return known(request);
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new Refusal("bad_request", thrown instanceof Error ? thrown.message : "The request is malformed.");
  }
  return undefined;
}

/** Serves what is only read, by GET and HEAD; every other method is 405. */
export function serveRead(
  server: FastifyInstance,
  url: string,
  handler: (request: FastifyRequest, reply: FastifyReply) => FastifyReply | Promise<FastifyReply>,
): void {
  const reads = ["GET", "HEAD"];
  server.route({ method: reads, url, handler });
  server.route({
    method: server.supportedMethods.filter((method) => !reads.includes(method)),
    url,
    onRequest: async (request) => {
      throw methodNotAllowed(request.method, ["GET"]);
    },
    handler: () => {},
  });
}
