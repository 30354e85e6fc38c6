/** How a call's outcome becomes a tool's result. */
import type { CallToolResult } from "@modelcontextprotocol/server";
import { authorize } from "../../engine/authorize.ts";
import type { Call } from "../../engine/context.ts";
import type { Engine } from "../../engine/engine.ts";
import { namedRow } from "../../engine/flat-input.ts";
import { invokeFlat, type Repeating } from "../../engine/invoke.ts";
import { refuseTooLong } from "../../engine/long-list.ts";
import type { ConfigurationOperation, OperationAnswer } from "../../engine/operation.ts";
import type { Store } from "../../engine/ports/rows.ts";
import { internalError, Refusal } from "../../kernel/problem.ts";
import type { JsonObject } from "../../kernel/validate.ts";
import { isSelected, type Selection } from "./selection.ts";
import { type OfferedTool, operationOf } from "./tools.ts";

/**
 * The answer that REST gives, as JSON. What REST says in the headers ETag, X-Managed-By and Warning stands next to the
 * row's own fields: a model is rarely shown `_meta`, and needs the tag for `if_match`.
 */
export async function successText(answer: OperationAnswer): Promise<string> {
  const refuse = (length: number) => refuseTooLong("mcp", length);
  const text = answer.text ?? JSON.stringify(await gathered(answer, refuse));
  refuse(text.length);
  const more = headerFields(answer);
  return Object.keys(more).length === 0 ? text : joined(text, more);
}

/**
 * The answer as JSON, with what is streamed gathered into its member.
 * @param look is given the length so far, and throws where it is too much
 */
async function gathered(
  { body, stream }: OperationAnswer,
  look: (length: number) => void,
): Promise<JsonObject> {
  if (stream === undefined) return body;
  const pieces: string[] = [];
  let length = 0;
  for await (const piece of stream.chunks) {
    pieces.push(piece);
    length += piece.length;
    look(length);
  }
  const text = pieces.join("");
  return { ...body, [stream.member]: stream.mediaType === "application/json" ? JSON.parse(text) : text };
}

/** The same for the package, which prints an object only, so that the text is parsed for it. */
export function successResult(text: string): CallToolResult {
  return { content: [{ type: "text", text }], structuredContent: JSON.parse(text) as JsonObject };
}

function headerFields({ etag, managedBy, warnings = [] }: OperationAnswer): JsonObject {
  return {
    ...(etag === undefined ? {} : { etag }),
    ...(typeof managedBy === "string" ? { managed_by: managedBy } : {}),
    ...(warnings.length === 0 ? {} : { warnings }),
  };
}

function joined(text: string, more: JsonObject): string {
  return `${text.slice(0, -1)},${JSON.stringify(more).slice(1)}`;
}

/** A refusal as the result of a call. */
export interface RefusalResult extends CallToolResult {
  readonly isError: true;
  readonly content: [{ type: "text"; text: string }];
  readonly _meta: Record<string, unknown>;
}

/**
 * The body that REST would send, as text, and in `_meta` for programs together with its HTTP status and, where
 * REST sends one, the ETag. There is no structured content: clients would check it against the tool's output
 * schema.
 */
export function refusalResult(refusal: Refusal, requestId: string): RefusalResult {
  const body = refusal.body(requestId);
  const { status } = refusal;
  const { etag } = refusal.detail;
  return {
    isError: true,
    content: [{ type: "text", text: JSON.stringify(body) }],
    _meta: {
      "orgconfig/problem": { ...body, status },
      "orgconfig/status": status,
      "orgconfig/etag": etag,
    },
  };
}

export interface CallOptions {
  readonly store: Store;
  readonly engine: Pick<Engine, "get" | "list" | "stake">;
  /** Called with what should not have happened; the caller learns the request's id only. */
  readonly onBug: (error: unknown, requestId: string) => void;
}

/** Who calls, and which tools the URL leaves in; they are authenticated. */
export interface ToolRequest {
  readonly call: Call;
  readonly selection: Selection;
  /** Some of the body had not arrived when the caller was looked at. */
  readonly arriving: boolean;
  /** What a repetition of its call is known by. */
  readonly repeat?: Repeating | undefined;
}

/**
 * What came of a call: the JSON of the answer, or the result that says why it was refused.
 * @param begin called with the operation, before it is authorized
 */
export async function outcomeOf(
  options: CallOptions,
  tool: OfferedTool,
  { call, selection, repeat }: ToolRequest,
  given: JsonObject,
  begin?: (operation: ConfigurationOperation) => void,
): Promise<string | RefusalResult> {
  try {
    const { operation, input } = operationOf(tool, given, (one) => isSelected(one, selection));
    begin?.(operation);
    // Before the input is read, so that the order of refusal is the same at every door.
    const lasting = operation.effect === "read" ? call : { ...call, client: undefined };
    const authorized = await authorize(options.store, operation, lasting, namedRow(operation, input));
    return await successText(await invokeFlat(options, authorized, input, repeat));
  } catch (thrown) {
    if (thrown instanceof Refusal) return refusalResult(thrown, call.requestId);
    options.onBug(thrown, call.requestId);
    return refusalResult(internalError(call.requestId), call.requestId);
  }
}
