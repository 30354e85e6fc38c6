/**
 * Answers compressed where the client takes that: lists, exports and other reads that are no single row. A row is
 * small, and its ETag is strong: it stands for the very bytes (RFC 9110 §8.8.3), which compressing would change.
 * That no secret can be guessed by the length of a compressed answer, see docs/decisions/0027-tags-of-lists.md.
 */
import { pipeline, type Readable, type Transform } from "node:stream";
import { promisify } from "node:util";
import {
  type BrotliOptions,
  brotliCompress,
  brotliCompressSync,
  constants,
  createBrotliCompress,
  createGzip,
  gzip,
  gzipSync,
  type ZlibOptions,
} from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import Negotiator from "negotiator";
import { asJson, mostWritten, sendJsonText, streamOf } from "./answers.ts";

/** In the order of our preference, where the client has none. */
const encodings = ["br", "gzip"] as const;
type Encoding = (typeof encodings)[number];

/** Shorter texts fit into one or two packets as they are. */
const leastCharacters = 2_048;

/** Longer texts are compressed next to the event loop; this one takes a fifth of a millisecond, less than that detour. */
const mostAtOnce = 262_144;

/** The first level of each: higher ones take two times and more of the time, for a tenth less (docs/performance.md). */
const level = 1;
const gzipOptions: ZlibOptions = { level };
const brotliOptions: BrotliOptions = {
  params: {
    [constants.BROTLI_PARAM_QUALITY]: level,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  },
};

const whole = {
  br: { now: brotliCompressSync, pooled: promisify(brotliCompress), options: brotliOptions },
  gzip: { now: gzipSync, pooled: promisify(gzip), options: gzipOptions },
};

/** What comes in leaves at once, a piece at a time: the first byte waits for nothing but the first piece. */
const pieces: Readonly<Record<Encoding, () => Transform>> = {
  br: () => createBrotliCompress({ ...brotliOptions, flush: constants.BROTLI_OPERATION_FLUSH }),
  gzip: () => createGzip({ ...gzipOptions, flush: constants.Z_SYNC_FLUSH }),
};

/** Sends JSON, compressed where that is asked for and pays. */
export async function sendText(reply: FastifyReply, status: number, text: string): Promise<FastifyReply> {
  const encoding = text.length < leastCharacters ? undefined : encodingOf(reply.request);
  reply.header("vary", "accept-encoding");
  if (encoding === undefined) return sendJsonText(reply, status, text);
  asJson(reply, status);
  if (text.length > mostWritten) return sendStream(reply, streamOf(text));
  reply.header("content-encoding", encoding);
  const { now, pooled, options } = whole[encoding];
  return reply.send(text.length > mostAtOnce ? await pooled(text, options) : now(text, options));
}

/** Sends a stream whose headers are set, compressed where that is asked for. */
export function sendStream(reply: FastifyReply, source: Readable): FastifyReply {
  const encoding = encodingOf(reply.request);
  reply.header("vary", "accept-encoding");
  if (encoding === undefined) return reply.send(source);
  // A fault of either ends both, and the connection with them: a client never takes a part for the whole.
  const packed = pipeline(source, pieces[encoding](), () => {});
  return reply.header("content-encoding", encoding).send(packed);
}

function encodingOf({ headers }: FastifyRequest): Encoding | undefined {
  if (headers["accept-encoding"] === undefined) return undefined;
  const [first] = new Negotiator({ headers }).encodings([...encodings, "identity"], {
    preferred: [...encodings],
  });
  return encodings.find((encoding) => encoding === first);
}
