import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

/** A file that is made once and sent many times. */
export interface Asset {
  readonly type: string;
  readonly body: Buffer;
  readonly hash: string;
  /** Its compressed form, made when first asked for. */
  gzip(): Buffer;
}

export function assetOf(type: string, content: string | Buffer): Asset {
  const body = Buffer.from(content);
  let compressed: Buffer | undefined;
  return {
    type,
    body,
    hash: createHash("sha256").update(body).digest("hex").slice(0, 16),
    gzip() {
      compressed ??= gzipSync(body);
      return compressed;
    },
  };
}

/** Sends the file, compressed where that is accepted, or 304 where the caller has it. */
export function sendAsset(
  request: FastifyRequest,
  reply: FastifyReply,
  asset: Asset,
  caching: string,
): FastifyReply {
  const zipped = /\bgzip\b/.test(String(request.headers["accept-encoding"] ?? ""));
  // A strong tag stands for the very bytes, and the compressed ones are others (RFC 9110 §8.8.3).
  const etag = `"${asset.hash}${zipped ? "-gzip" : ""}"`;
  reply.header("etag", etag).header("cache-control", caching).header("vary", "accept-encoding");
  const held = String(request.headers["if-none-match"] ?? "").split(",");
  if (held.some((tag) => tag.trim().replace(/^W\//, "") === etag || tag.trim() === "*"))
    return reply.code(304).send();
  if (zipped) reply.header("content-encoding", "gzip");
  return reply.header("content-type", asset.type).send(zipped ? asset.gzip() : asset.body);
}

/**
 * Serves the OpenAPI description, without a credential: it holds nothing of any organization. It is made
 * when first asked for: its examples run the kinds' own rules, which would hold up the start.
 */
export function serveDescription(server: FastifyInstance, description: () => string): void {
  let asset: Asset | undefined;
  server.route({
    method: ["GET", "HEAD"],
    url: "/api/v1/config/openapi.json",
    handler: (request, reply) => {
      asset ??= assetOf("application/json; charset=utf-8", description());
      return sendAsset(request, reply, asset, "no-cache");
    },
  });
}
