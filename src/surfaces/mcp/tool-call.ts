/**
 * Reads calls of our own tools, of every protocol revision. They are answered without the package's server, which
 * makes a transport and a dozen schema checks for each call. A message that has anything unusual about it goes on to
 * the package, which judges it.
 */
import type { IncomingHttpHeaders } from "node:http";
import { classifyInboundRequest, SUPPORTED_PROTOCOL_VERSIONS } from "@modelcontextprotocol/server";
import { isObject, type JsonObject } from "../../kernel/validate.ts";
import { envelopeNames, type Generation, modernRevision } from "./frame.ts";
import { acceptOf } from "./message.ts";
import { isSelected, type Selection } from "./selection.ts";
import type { OfferedTool } from "./tools.ts";

export interface ToolCall {
  readonly id: string | number;
  readonly tool: OfferedTool;
  readonly input: JsonObject;
  /** Whose form the answer has. */
  readonly generation: Generation;
  /** What its progress is reported under, where the client asks for that and takes a stream. */
  readonly progressToken?: string | number;
}

export const calledMethod = "tools/call";
const messageNames: readonly string[] = ["jsonrpc", "id", "method", "params"];
const paramNames: readonly string[] = ["name", "arguments", "_meta"];
/** The member of `_meta` that is the call's Idempotency-Key. */
export const repeatName = "orgconfig/idempotency_key";
const metaNames: Readonly<Record<Generation, readonly string[]>> = {
  legacy: ["progressToken", repeatName],
  modern: ["progressToken", repeatName, ...envelopeNames],
};

/** The call that the message is; undefined where it is anything else, or for the package to judge. */
export function readToolCall(
  headers: IncomingHttpHeaders,
  message: JsonObject,
  tools: ReadonlyMap<string, OfferedTool>,
  selection: Selection,
): ToolCall | undefined {
  const { jsonrpc, id, method, params } = message;
  if (method !== calledMethod || jsonrpc !== "2.0" || !isId(id)) return undefined;
  if (!isObject(params) || !hasOnly(message, messageNames) || !hasOnly(params, paramNames)) return undefined;
  const { name, arguments: input = {}, _meta = {} } = params;
  if (typeof name !== "string" || !isObject(input) || !isObject(_meta)) return undefined;
  const tool = tools.get(name);
  if (tool === undefined || "run" in tool.calls || !isSelected(tool, selection)) return undefined;
  const generation = generationOf(headers);
  if (generation === undefined || !hasOnly(_meta, metaNames[generation])) return undefined;
  const { progressToken } = _meta;
  if (progressToken !== undefined && !isId(progressToken)) return undefined;
  const isProper = generation === "modern" ? isModernCall(headers, message, name) : acceptsStream(headers);
  if (!isProper) return undefined;
  const isReported = progressToken !== undefined && acceptsStream(headers);
  return { id, tool, input, generation, ...(isReported && { progressToken }) };
}

/** By the revision that the head names; the oldest ones have no such header. */
function generationOf({
  "content-type": mediaType,
  "mcp-protocol-version": revision,
}: IncomingHttpHeaders): Generation | undefined {
  if (!/^application\/json(; ?charset=utf-8)?$/i.test(mediaType ?? "")) return undefined;
  if (revision === modernRevision) return "modern";
  if (revision === undefined || SUPPORTED_PROTOCOL_VERSIONS.includes(String(revision))) return "legacy";
  return undefined;
}

/** Whether the head names the call as the message does, and the package takes its envelope (`_meta`) for one. */
function isModernCall(headers: IncomingHttpHeaders, body: JsonObject, name: string): boolean {
  if (headers["mcp-method"] !== calledMethod || headers["mcp-name"] !== name) return false;
  const found = classifyInboundRequest({
    httpMethod: "POST",
    protocolVersionHeader: modernRevision,
    mcpMethodHeader: calledMethod,
    mcpNameHeader: name,
    body,
  });
  return (
    found.kind === "modern" &&
    found.messageKind === "request" &&
    found.classification.revision === modernRevision
  );
}

/** Clients before 2026-07-28 have to take both forms. */
function acceptsStream({ accept }: IncomingHttpHeaders): boolean {
  const accepted = acceptOf(accept);
  return accepted.includes("application/json") && accepted.includes("text/event-stream");
}

function isId(value: unknown): value is string | number {
  return typeof value === "string" || Number.isSafeInteger(value);
}

function hasOnly(object: JsonObject, names: readonly string[]): boolean {
  for (const name in object) if (!names.includes(name)) return false;
  return true;
}
