/**
 * Plain calls of tools, answered without the protocol's package, which makes a server, a transport and a dozen schema
 * checks for each. What a message is, the package's own classifier says (`classifyInboundRequest`), and what stands
 * around an answer is printed by the package too (frame.ts). Whatever is not plainly a call goes on to the package, and
 * so does the result of one that was refused.
 */
import type { IncomingMessage } from "node:http";
import { classifyInboundRequest } from "@modelcontextprotocol/server";
import { namedRow } from "../../engine/flat-input.ts";
import type { ConfigurationOperation } from "../../engine/operation.ts";
import { isObject, type JsonObject } from "../../kernel/validate.ts";
import { framedMeta, framedRevision } from "./frame.ts";
import type { OfferedTool } from "./tools.ts";

/** Longer bodies rarely come in one piece with their head. */
const longest = 16_384;

/**
 * Whether the head is that of a plain call, and all of its body has come with it. Such a body may be read before the
 * credential is looked at, so that the row that it names comes in the same statement.
 * @param path the URL that a plain call has: one with a query leaves tools out
 */
export async function hasComeWhole(request: IncomingMessage, path: string): Promise<boolean> {
  const { method, url, headers } = request;
  if (method !== "POST" || url !== path || headers["transfer-encoding"] !== undefined) return false;
  if (headers["mcp-protocol-version"] !== framedRevision || headers["mcp-method"] !== "tools/call")
    return false;
  if (!/^application\/json(; ?charset=utf-8)?$/i.test(headers["content-type"] ?? "")) return false;
  const length = Number(headers["content-length"]);
  if (!(length > 0 && length <= longest)) return false;
  // What came in one piece with the head is there when this turn is over.
  request.read(0);
  await new Promise((resolve) => setImmediate(resolve));
  return request.readableLength === length;
}

export interface PlainCall {
  readonly id: string | number;
  readonly operation: ConfigurationOperation;
  readonly input: JsonObject;
}

const paramNames: readonly string[] = ["name", "arguments", "_meta"];

/** The call that the message plainly is; undefined where it is anything else. */
export function plainCall(
  { headers }: Pick<IncomingMessage, "headers">,
  message: JsonObject,
  tools: ReadonlyMap<string, OfferedTool>,
): PlainCall | undefined {
  const { "mcp-protocol-version": version, "mcp-method": method, "mcp-name": name } = headers;
  const calls = typeof name === "string" ? tools.get(name)?.calls : undefined;
  if (calls === undefined || !("operation" in calls)) return undefined;
  const { id, params } = message;
  if (!isObject(params) || params.name !== name || !hasOnly(params, paramNames)) return undefined;
  const { arguments: input = {}, _meta } = params;
  if (!isObject(input) || !isObject(_meta) || !hasOnly(_meta, framedMeta)) return undefined;
  const found = classifyInboundRequest({
    httpMethod: "POST",
    protocolVersionHeader: version as string,
    mcpMethodHeader: method as string,
    mcpNameHeader: name as string,
    body: message,
  });
  if (found.kind !== "modern" || found.messageKind !== "request") return undefined;
  if (found.classification.revision !== framedRevision) return undefined;
  return { id: id as string | number, operation: calls.operation, input };
}

function hasOnly(object: JsonObject, names: readonly string[]): boolean {
  return Object.keys(object).every((name) => names.includes(name));
}

/** A row to read in the same statement as the credential. */
export type Target = { readonly kind: string; readonly id: string };

/** The row that the call names; no row is called what the database takes no text for. */
export function targetOf({ operation, input }: PlainCall): Target | undefined {
  const id = namedRow(operation, input);
  if (!("resource" in operation.input) || id === undefined || id.includes("\0") || !id.isWellFormed())
    return undefined;
  return { kind: operation.input.resource.kind, id };
}
