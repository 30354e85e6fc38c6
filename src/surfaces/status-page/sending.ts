/** How what a page shows is sent: its files, what stands in their place, and what people read when something is wrong. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { Refusal } from "../../kernel/problem.ts";
import { fileOf, type ServedFile } from "../served-files.ts";

/** What stands under a path of a page. */
export interface PageFile {
  readonly type: string;
  readonly text: string;
  readonly encoding?: "base64";
  readonly policy?: string;
  readonly shared?: true;
}

export interface SentFile extends ServedFile {
  readonly policy: string | undefined;
  readonly shared: boolean;
}

export function sentFile({ type, text, encoding, policy, shared }: PageFile): SentFile {
  // Pictures are compressed by their own form.
  const packed = encoding === undefined ? (["gzip"] as const) : [];
  return { ...fileOf("", Buffer.from(text, encoding), packed), type, policy, shared: shared === true };
}

/** A page that nobody keeps: a form, a question, or a sentence. */
export function sendDoor(reply: FastifyReply, made: PageFile, status: number): FastifyReply {
  const door = sentFile(made);
  return guarded(reply, door)
    .code(status)
    .header("cache-control", "no-store")
    .header("x-robots-tag", "noindex")
    .type(door.type)
    .send(door.body);
}

export function guarded(reply: FastifyReply, { policy }: SentFile): FastifyReply {
  if (policy !== undefined) reply.header("content-security-policy", policy).header("x-frame-options", "DENY");
  return reply.header("referrer-policy", "no-referrer");
}

/** Whether a path is read by programs, and not by people: JSON, feeds, pictures. */
export function isForPrograms(path: string): boolean {
  return path.startsWith("api/") || /\.[a-z]+$/.test(path);
}

/** What people read, where a program reads what went wrong. */
const words: Readonly<Record<number, string>> = {
  404: "There is nothing at this address.",
  413: "What was sent is longer than this form takes.",
  429: "Too many requests came from this address. Wait a moment, and try again.",
  500: "Something went wrong here. Try again in a minute.",
  503: "This cannot be answered at the moment. Try again in a minute.",
};

/**
 * Sends what went wrong as a page, and logs what is not the reader's doing.
 * @param note the page that says a sentence
 */
export function sendFault(
  request: FastifyRequest,
  reply: FastifyReply,
  thrown: unknown,
  note: (text: string) => PageFile,
): FastifyReply {
  const { status, message, detail } = faultOf(thrown);
  const said = { err: thrown, request_id: request.id };
  if (status === 500) request.log.error(said, "unexpected error");
  else if (status === 503) request.log.warn(said, message);
  if (detail.allow !== undefined) reply.header("allow", detail.allow.join(", "));
  if (detail.retryAfterSeconds !== undefined) reply.header("retry-after", String(detail.retryAfterSeconds));
  // The rest of a body that was too long is not read.
  if (status === 413) reply.header("connection", "close");
  return sendDoor(reply, note(words[status] ?? message), status);
}

function faultOf(thrown: unknown): Pick<Refusal, "status" | "message" | "detail"> {
  if (thrown instanceof Refusal) return thrown;
  const { statusCode = 500, message = "" } = thrown as { statusCode?: number; message?: string };
  return { status: statusCode >= 400 && statusCode < 500 ? statusCode : 500, message, detail: {} };
}
