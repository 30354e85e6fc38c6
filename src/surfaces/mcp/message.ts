/** A request: its head, and its body of one JSON-RPC message, read with the limits that the protocol leaves open. */
import type { IncomingHttpHeaders } from "node:http";
import type { Json } from "../../kernel/field.ts";
import { JsonFault, parseJson } from "../../kernel/json.ts";
import { isObject, type JsonObject } from "../../kernel/validate.ts";

export const path = "/api/mcp";

/** A request's head as the package takes it. */
export function webRequest(headers: IncomingHttpHeaders, signal?: AbortSignal): Request {
  const web = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value === "string") web.set(name, value);
    else for (const one of value ?? []) web.append(name, one);
  }
  web.set("accept", acceptOf(headers.accept));
  return new Request(`http://localhost${path}`, {
    method: "POST",
    headers: web,
    signal: signal ?? null,
  });
}

/** A client that takes anything takes both forms that the protocol wants named (RFC 9110 §12.5.1). */
export function acceptOf(accepted: string | undefined): string {
  const isAnything = accepted === undefined || /(^|,)\s*\*\/\*/.test(accepted);
  return isAnything ? "application/json, text/event-stream" : accepted;
}

/** A JSON-RPC error that answers a body which is no message, or one with bad parameters. */
export interface MessageFault {
  readonly code: -32700 | -32600 | -32602;
  readonly message: string;
}

/**
 * What is wrong with the parameters of a request, in our words: the package would answer with its validator's.
 */
export function parametersFault({ method, params = {} }: JsonObject): MessageFault | undefined {
  const wrong = isObject(params) ? wrongIn(String(method), params) : "params must be an object";
  return wrong === undefined ? undefined : { code: -32602, message: `Invalid params: ${wrong}` };
}

function wrongIn(method: string, params: JsonObject): string | undefined {
  const { cursor, name, arguments: input, protocolVersion, capabilities, clientInfo } = params;
  switch (method) {
    case "tools/list":
      if (cursor === undefined || typeof cursor === "string") return undefined;
      return "cursor must be text: send the nextCursor of the page before";
    case "tools/call":
      if (typeof name !== "string") return "name must be the name of a tool, in text";
      return input === undefined || isObject(input) ? undefined : "arguments must be an object";
    case "initialize":
      // With an envelope it is of the revision that has no such method, which the package says.
      if (isObject(params._meta)) return undefined;
      if (typeof protocolVersion !== "string") return "protocolVersion must be a revision, in text";
      if (!isObject(capabilities)) return "capabilities must be an object; {} where there are none";
      return isObject(clientInfo) &&
        typeof clientInfo.name === "string" &&
        typeof clientInfo.version === "string"
        ? undefined
        : "clientInfo must be an object with name and version, in text";
    default:
      return undefined;
  }
}

export function readMessage(
  body: Buffer,
): { readonly message: JsonObject } | { readonly fault: MessageFault } {
  let message: Json;
  try {
    message = parseJson(body) as Json;
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error;
    if (!error.malformed) return invalid(error.message);
    return { fault: { code: -32700, message: `Parse error: ${error.message}` } };
  }
  if (Array.isArray(message)) {
    // Each message counts once against the rate limit, so one body may hold one.
    return invalid("batches are not taken; send one message at a time");
  }
  if (!isObject(message)) return invalid("the body is no JSON-RPC message");
  return { message };
}

function invalid(what: string): { readonly fault: MessageFault } {
  return { fault: { code: -32600, message: `Invalid Request: ${what}` } };
}
