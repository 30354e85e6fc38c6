/**
 * Plain calls of tools, answered without the protocol's package, which makes a server, a transport and a dozen schema
 * checks for each. What a message is, the package's own classifier says (`classifyInboundRequest`), and what stands
 * around an answer is printed by the package too (frame.ts). Whatever is not plainly a call goes on to the package, and
 * so does the result of one that was refused.
 */
import type { IncomingMessage } from "node:http";
import { classifyInboundRequest } from "@modelcontextprotocol/server";
import { LRUCache } from "lru-cache";
import type { ConfigurationOperation } from "../../engine/operation.ts";
import { isObject, type JsonObject } from "../../kernel/validate.ts";
import { framedMeta, framedRevision } from "./frame.ts";
import { readMessage } from "./message.ts";
import type { OfferedTool } from "./tools.ts";

/**
 * Longer bodies rarely come in one piece with their head. And so much, which takes 0.1 ms at most, anybody can have
 * parsed without a credential.
 */
const longest = 4_096;

const calledMethod = "tools/call";

export interface PlainCall {
  readonly message: JsonObject;
  readonly name: string;
  readonly id: string | number;
  readonly operation: ConfigurationOperation;
  readonly input: JsonObject;
  /** What the client says of itself and the protocol. */
  readonly envelope: JsonObject;
}

/**
 * The plain call that the request is, if all of its body came with its head. Of any other request the body is still there to
 * be read.
 * @param path the URL that a plain call has: one with a query leaves tools out
 */
export async function readPlainCall(
  request: IncomingMessage,
  path: string,
  tools: ReadonlyMap<string, OfferedTool>,
): Promise<PlainCall | undefined> {
  const length = lengthOf(request, path);
  if (length === undefined) return undefined;
  // What came in one piece with the head is there when this turn is over.
  request.read(0);
  await new Promise((resolve) => setImmediate(resolve));
  if (request.readableLength !== length) return undefined;
  const body = request.read(length) as Buffer;
  const read = readMessage(body);
  const plain = "message" in read ? plainCall(request, read.message, tools) : undefined;
  if (plain === undefined) request.unshift(body);
  else request.resume();
  return plain;
}

/** How many bytes the body has, where the head is that of a plain call; undefined where it is another's. */
function lengthOf({ method, url, headers }: IncomingMessage, path: string): number | undefined {
  if (method !== "POST" || url !== path || headers["transfer-encoding"] !== undefined) return undefined;
  if (headers["mcp-protocol-version"] !== framedRevision || headers["mcp-method"] !== calledMethod)
    return undefined;
  if (!/^application\/json(; ?charset=utf-8)?$/i.test(headers["content-type"] ?? "")) return undefined;
  const length = Number(headers["content-length"]);
  return length > 0 && length <= longest ? length : undefined;
}

const messageNames: readonly string[] = ["jsonrpc", "id", "method", "params"];
const paramNames: readonly string[] = ["name", "arguments", "_meta"];

/** The call that the message plainly is; undefined where it is anything else. */
function plainCall(
  { headers }: IncomingMessage,
  message: JsonObject,
  tools: ReadonlyMap<string, OfferedTool>,
): PlainCall | undefined {
  const name = headers["mcp-name"];
  if (typeof name !== "string") return undefined;
  const calls = tools.get(name)?.calls;
  if (calls === undefined || !("operation" in calls)) return undefined;
  const { jsonrpc, id, method, params } = message;
  if (!isObject(params) || params.name !== name || !hasOnly(params, paramNames)) return undefined;
  const { arguments: input = {}, _meta } = params;
  if (!isObject(input) || !isObject(_meta) || !hasOnly(_meta, framedMeta)) return undefined;
  if (!hasOnly(message, messageNames) || jsonrpc !== "2.0" || method !== calledMethod) return undefined;
  if (typeof id !== "string" && !Number.isSafeInteger(id)) return undefined;
  return { message, name, id: id as string | number, operation: calls.operation, input, envelope: _meta };
}

/** Envelopes that the package took, with the name of the tool; a client sends one and the same with each call. */
const taken = new LRUCache<string, true>({ max: 1_000 });
const longestKept = 1_000;

/**
 * Whether the package takes the message for a call. It is asked once for each envelope: what else differs from call to
 * call, the value of the id and the arguments, is not what it judges here. That takes up to 0.4 ms, and is for known
 * callers only.
 */
export function isTaken({ name, envelope, message }: PlainCall): boolean {
  const key = `${name} ${JSON.stringify(envelope)}`;
  if (taken.get(key) === true) return true;
  const found = classifyInboundRequest({
    httpMethod: "POST",
    protocolVersionHeader: framedRevision,
    mcpMethodHeader: calledMethod,
    mcpNameHeader: name,
    body: message,
  });
  const isCall =
    found.kind === "modern" &&
    found.messageKind === "request" &&
    found.classification.revision === framedRevision;
  if (isCall && key.length <= longestKept) taken.set(key, true);
  return isCall;
}

function hasOnly(object: JsonObject, names: readonly string[]): boolean {
  return Object.keys(object).every((name) => names.includes(name));
}
