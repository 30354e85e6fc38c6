/**
 * Pages of other sites that the operator named may call what programs call to be let in, the MCP endpoint, and the
 * calls that take keys (https://fetch.spec.whatwg.org/#http-cors-protocol). No page sends cookies there: what lets a
 * program in is its token or its key.
 */
import type { FastifyInstance } from "fastify";

/** What a program has to read of an answer next to its body. */
export const exposedHeaders = [
  "allow",
  "content-disposition",
  "deprecation",
  "etag",
  "idempotency-replayed",
  "link",
  "location",
  "mcp-protocol-version",
  "mcp-session-id",
  "ratelimit",
  "ratelimit-policy",
  "retry-after",
  "sunset",
  "warning",
  "www-authenticate",
  "x-content-tag",
  "x-managed-by",
  "x-request-id",
];
const exposed = exposedHeaders.join(", ");
/** How long a browser knows what it may send. */
const preflightSeconds = 600;
const headerNames = /^[a-z0-9-]+(?:\s*,\s*[a-z0-9-]+)*$/i;

/** Lets pages of these origins call all that is mounted in the scope; nothing where there are none. */
export function letOriginsIn(scope: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return;
  const isNamed = (origin: string | undefined): origin is string =>
    origin !== undefined && origins.includes(origin);
  // An answer differs by the origin, for whoever keeps it on the way.
  scope.addHook("onSend", async (request, reply) => {
    const { origin } = request.headers;
    const varies = reply.getHeader("vary");
    reply.header("vary", varies === undefined ? "Origin" : `${String(varies)}, Origin`);
    if (!isNamed(origin)) return;
    reply.header("access-control-allow-origin", origin).header("access-control-expose-headers", exposed);
  });
  scope.addHook("onRequest", async (request, reply) => {
    const { origin, "access-control-request-method": asked } = request.headers;
    if (request.method !== "OPTIONS" || asked === undefined || !isNamed(origin)) return;
    const wanted = request.headers["access-control-request-headers"] ?? "";
    return reply
      .code(204)
      .header("access-control-allow-methods", "GET, HEAD, POST, PUT, PATCH, DELETE")
      .header(
        "access-control-allow-headers",
        headerNames.test(wanted) ? wanted : "authorization, content-type",
      )
      .header("access-control-max-age", preflightSeconds)
      .send();
  });
}
