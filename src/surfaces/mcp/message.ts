/** The body of a request: one JSON-RPC message, read from its bytes with the limits that the protocol leaves open. */
import type { Json } from "../../kernel/field.ts";
import { isObject, type JsonObject } from "../../kernel/validate.ts";

/** Deeper than any input of ours; what recurses over a message must not be made to overflow. */
const maxDepth = 64;

/** A JSON-RPC error that answers a body which is no message, or one whose parameters are none. */
export interface MessageFault {
  readonly code: -32700 | -32600 | -32602;
  readonly message: string;
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * What is wrong with the parameters of a request, in our words: the package would answer with its validator's.
 */
export function parametersFault({ method, params = {} }: JsonObject): MessageFault | undefined {
  const wrong = !isObject(params)
    ? "params must be an object"
    : method === "tools/list" && params.cursor !== undefined && typeof params.cursor !== "string"
      ? "cursor must be text: send the nextCursor of the page before"
      : method === "tools/call" && typeof params.name !== "string"
        ? "name must be the name of a tool, in text"
        : method === "tools/call" && params.arguments !== undefined && !isObject(params.arguments)
          ? "arguments must be an object"
          : undefined;
  return wrong === undefined ? undefined : { code: -32602, message: `Invalid params: ${wrong}` };
}

export function readMessage(
  body: Buffer,
): { readonly message: JsonObject } | { readonly fault: MessageFault } {
  let message: Json;
  try {
    message = JSON.parse(utf8.decode(body)) as Json;
  } catch {
    return { fault: { code: -32700, message: "Parse error: the body is not JSON in UTF-8" } };
  }
  if (Array.isArray(message)) {
    // Each message counts once against the rate limit, so one body may hold one.
    return invalid("batches are not taken; send one message at a time");
  }
  if (!isObject(message)) return invalid("the body is no JSON-RPC message");
  const wrong = structureFault(message);
  return wrong === undefined ? { message } : invalid(wrong);
}

function invalid(what: string): { readonly fault: MessageFault } {
  return { fault: { code: -32600, message: `Invalid Request: ${what}` } };
}

/** Walks without recursion, so that depth costs nothing but memory that the body's size bounds. */
function structureFault(root: Json): string | undefined {
  const open: { readonly value: object; readonly depth: number }[] = [{ value: root as object, depth: 1 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, depth } = next;
    if (depth > maxDepth) return `it is nested more than ${maxDepth} deep`;
    // Copying such a member would set the copy's prototype instead.
    if (Object.hasOwn(value, "__proto__")) return "a member is called __proto__";
    for (const inner of Object.values(value)) {
      if (typeof inner === "object" && inner !== null) open.push({ value: inner, depth: depth + 1 });
    }
  }
  return undefined;
}
