/** The body of a request: one JSON-RPC message, read from its bytes with the limits that the protocol leaves open. */
import type { Json } from "../../kernel/field.ts";

/** Deeper than any input of ours; what recurses over a message must not be made to overflow. */
const maxDepth = 64;

/** A JSON-RPC error that answers a body which is no message. */
export interface MessageFault {
  readonly code: -32700 | -32600;
  readonly message: string;
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

export function readMessage(body: Buffer): { readonly message: Json } | { readonly fault: MessageFault } {
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
  if (typeof message !== "object" || message === null) return invalid("the body is no JSON-RPC message");
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
