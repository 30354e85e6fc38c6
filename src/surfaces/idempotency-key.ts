/**
 * The header Idempotency-Key (draft-ietf-httpapi-idempotency-key-header): a client's name for a call, by which a repetition
 * is known. The draft writes it as a string in quotes (RFC 8941 §3.3.3); most clients send it bare, which is the same key.
 */
import type { FastifyRequest } from "fastify";
import type { Repeating } from "../engine/invoke.ts";
import type { Repeats } from "../engine/ports/repeats.ts";
import { Refusal } from "../kernel/problem.ts";

const header = "Idempotency-Key";
const name = "idempotency-key";
const longest = 255;

/**
 * What a repetition of the request is known by; undefined where it sends no key, or is a read.
 * @param act what has to be the same with it
 * @throws Refusal 400
 */
export function repeatOf(
  { raw, method, body }: FastifyRequest,
  repeats: Repeats,
  act: Repeating["act"] = [method, raw.url, body],
): Repeating | undefined {
  const { [name]: sent } = raw.headers;
  if (sent === undefined || method === "GET" || method === "HEAD") return undefined;
  const isOne = raw.rawHeaders.filter((text, at) => at % 2 === 0 && text.toLowerCase() === name).length === 1;
  const key = isOne ? keyIn(String(sent)) : undefined;
  if (key === undefined) throw malformed(header);
  return { repeats, key, act };
}

/** The same of a key that is sent next to a message. @param field where it was sent */
export function repeatBy(field: string, sent: unknown, repeats: Repeats, act: Repeating["act"]): Repeating {
  const key = typeof sent === "string" ? keyIn(sent) : undefined;
  if (key === undefined) throw malformed(field);
  return { repeats, key, act };
}

/** The key that a value of the header is; undefined where there is no key in it. */
export function keyIn(value: string): string | undefined {
  const quoted = /^"((?:[ !#-[\]-~]|\\["\\])*)"$/.exec(value)?.[1]?.replace(/\\(.)/g, "$1");
  const key = value.startsWith('"') ? quoted : value;
  return key !== undefined && key.length <= longest && /^[ -~]+$/.test(key) ? key : undefined;
}

function malformed(field: string): Refusal {
  const message = `${field}: send one key of 1 to ${longest} characters of ASCII, such as a UUID, in quotes or without.`;
  return new Refusal("bad_request", message, { field });
}
