/** Files that are made once and sent many times, compressed where that is accepted. */
import { createHash } from "node:crypto";
import { extname } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";

type Encoding = keyof typeof encoders;
export type ServedFile = ReturnType<typeof fileOf>;

const types: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".woff2": "font/woff2",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".webmanifest": "application/manifest+json",
  ".png": "image/png",
  ".md": "text/markdown; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".svg": "image/svg+xml",
};

/** In a thread of their own: brotli takes a second for the console's largest file. */
const encoders = { br: promisify(brotliCompress), gzip: promisify(gzip) } as const;

/**
 * @param name whose ending says what it is
 * @param encodings the best first: brotli takes longer, and packs better
 */
export function fileOf(name: string, content: string | Buffer, encodings: readonly Encoding[] = ["gzip"]) {
  const body = Buffer.from(content);
  const made: Partial<Record<Encoding, Promise<Buffer>>> = {};
  return {
    type: types[extname(name)] ?? "application/octet-stream",
    body,
    encodings,
    hash: createHash("sha256").update(body).digest("hex").slice(0, 16),
    /** Its compressed form, made when first asked for. */
    encoded(encoding: Encoding): Promise<Buffer> {
      made[encoding] ??= encoders[encoding](body);
      return made[encoding];
    },
  };
}

/** Sends the file, or 304 where the browser has it. */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: ServedFile,
  caching: string,
): Promise<FastifyReply> {
  const encoding = encodingOf(String(request.headers["accept-encoding"] ?? ""), file.encodings);
  // A strong tag stands for the very bytes, and the compressed ones are others (RFC 9110 §8.8.3).
  const etag = `"${file.hash}${encoding === undefined ? "" : `-${encoding}`}"`;
  reply.header("etag", etag).header("cache-control", caching).header("vary", "accept-encoding");
  const held = String(request.headers["if-none-match"] ?? "").split(",");
  if (held.some((tag) => tag.trim().replace(/^W\//, "") === etag || tag.trim() === "*"))
    return reply.code(304).send();
  reply.header("content-type", file.type);
  if (encoding === undefined) return reply.send(file.body);
  return reply.header("content-encoding", encoding).send(await file.encoded(encoding));
}

/** The first that is taken; what weighs nothing is not (RFC 9110 §12.5.3). */
function encodingOf(accepted: string, encodings: readonly Encoding[]): Encoding | undefined {
  const weights = new Map(
    accepted.split(",").map((part) => {
      const [name = "", ...parameters] = part.split(";").map((text) => text.trim().toLowerCase());
      const weight = parameters.find((text) => text.startsWith("q="))?.slice(2);
      return [name, weight === undefined ? 1 : Number(weight)];
    }),
  );
  return encodings.find((encoding) => (weights.get(encoding) ?? weights.get("*") ?? 0) > 0);
}
