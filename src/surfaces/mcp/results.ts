/** How a call's outcome becomes a tool's result. */
import type { CallToolResult } from "@modelcontextprotocol/server";
import { authorize } from "../../engine/authorize.ts";
import type { Call } from "../../engine/context.ts";
import type { Engine } from "../../engine/engine.ts";
import { namedRow } from "../../engine/flat-input.ts";
import { invokeFlat, type Repeating } from "../../engine/invoke.ts";
import { refuseTooLong } from "../../engine/long-list.ts";
import { type ConfigurationOperation, gathered, type OperationAnswer } from "../../engine/operation.ts";
import type { Store } from "../../engine/ports/rows.ts";
import { internalError, Refusal } from "../../kernel/problem.ts";
import type { JsonObject } from "../../kernel/validate.ts";

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

/** What came of a call: the JSON of the answer, or the result that says why it was refused. */
export async function outcomeOf(
  options: CallOptions,
  operation: ConfigurationOperation,
  call: Call,
  input: JsonObject,
  repeat?: Repeating,
): Promise<string | RefusalResult> {
  try {
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
