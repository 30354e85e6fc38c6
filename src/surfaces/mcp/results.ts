/** How a call's outcome becomes a tool's result. */
import type { CallToolResult } from "@modelcontextprotocol/server";
import { authorize } from "../../engine/authorize.ts";
import type { ConfirmEngine } from "../../engine/confirmation.ts";
import { type Call, turnOf } from "../../engine/context.ts";
import { namedRow } from "../../engine/flat-input.ts";
import { invokeFlat, type Repeating } from "../../engine/invoke.ts";
import { refuseTooLong } from "../../engine/long-list.ts";
import type { ConfigurationOperation, OperationAnswer } from "../../engine/operation.ts";
import type { Store } from "../../engine/ports/rows.ts";
import { internalError, Refusal } from "../../kernel/problem.ts";
import type { JsonObject } from "../../kernel/validate.ts";
import type { Flags } from "./flags.ts";
import { outsideLine, outsideTexts } from "./outside.ts";
import { type Paging, pageFor, pagingOf, usualLimit, withShortItem } from "./pages.ts";
import { isSelected, type Selection } from "./selection.ts";
import { type MeantCall, type OfferedTool, operationOf } from "./tools.ts";

/** What a call answers: the JSON of its body, and what is said of it. */
export interface Success {
  readonly json: string;
  /** The same, parsed. */
  readonly body: JsonObject;
  /** The line before the JSON, where it is read as text. */
  readonly line: string;
  readonly meta: Readonly<Record<string, readonly unknown[]>>;
}

/**
 * The answer that REST gives, as JSON. What REST says in the headers ETag and X-Managed-By stands next to the row's own
 * fields: a model is rarely shown `_meta`, and needs the tag for `if_match`.
 */
async function successOf(
  { flags }: Pick<CallOptions, "flags">,
  { operation, reading }: Pick<MeantCall, "operation" | "reading">,
  call: Call,
  answer: OperationAnswer,
  paging: Paging | undefined,
): Promise<Success> {
  // What is cut here may be longer before: as long as at REST.
  const refuse = (length: number) => refuseTooLong(paging === undefined ? "mcp" : "rest", length);
  const text = answer.text ?? JSON.stringify(await gathered(answer, refuse));
  refuse(text.length);
  const more = headerFields(answer);
  const whole = Object.keys(more).length === 0 ? text : joined(text, more);
  const all = JSON.parse(whole) as JsonObject;
  const body =
    paging === undefined ? withShortItem(operation, call, all) : pageFor(operation, all, paging, reading);
  const json = body === all ? whole : JSON.stringify(body);
  refuseTooLong("mcp", json.length);
  const texts = outsideTexts(operation, body);
  const flagged = await flags.of(texts, turnOf(call));
  return {
    json,
    body,
    line: outsideLine(texts),
    meta: {
      "orgconfig/untrusted": texts.map(({ pointer }) => pointer),
      ...(flagged.length > 0 && { "orgconfig/flagged": flagged }),
    },
  };
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

/** The same for the package, which prints an object only. */
export function successResult(success: Success): CallToolResult {
  const { body, meta } = success;
  return {
    content: [{ type: "text", text: textOf(success) }],
    structuredContent: body,
    _meta: meta,
  };
}

/** What is read as text: first which of it is from outside, then JSON, in which every text is a string. */
export function textOf({ line, json }: Success): string {
  return `${line}\n${json}`;
}

function headerFields({ etag, managedBy, warnings = [] }: OperationAnswer): JsonObject {
  return {
    ...(etag === undefined ? {} : { etag }),
    ...(typeof managedBy === "string" ? { managed_by: managedBy } : {}),
    ...(warnings.length === 0 ? {} : { warnings: warnings.map((one) => ({ ...one })) }),
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
  // A message may quote what was sent, and what is shown of a row is as it was written.
  const texts = outsideTexts({ output: { fields: {} } }, body as JsonObject);
  return {
    isError: true,
    content: [{ type: "text", text: JSON.stringify(body) }],
    _meta: {
      "orgconfig/problem": { ...body, status },
      "orgconfig/status": status,
      "orgconfig/etag": etag,
      "orgconfig/untrusted": texts.map(({ pointer }) => pointer),
    },
  };
}

export interface CallOptions {
  readonly store: Store;
  readonly engine: ConfirmEngine;
  readonly flags: Flags;
  /** Called with what should not have happened; the caller learns the request's id only. */
  readonly onBug: (error: unknown, requestId: string) => void;
}

/** The limit of a call that names none; undefined where it does, or there is none to name. */
function limitFor({ input, effect }: ConfigurationOperation, given: JsonObject): number | undefined {
  if (effect !== "read" || given.limit !== undefined) return undefined;
  if ("verb" in input) return input.verb === "list" ? usualLimit : undefined;
  const { limit } = input.fields;
  return limit?.type === "integer" ? Math.min(usualLimit, limit.max) : undefined;
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
 * What came of a call: the answer, or the result that says why it was refused.
 * @param begin called with the operation, before it is authorized
 */
export async function outcomeOf(
  options: CallOptions,
  tool: OfferedTool,
  { call, selection, repeat }: ToolRequest,
  given: JsonObject,
  begin?: (operation: ConfigurationOperation) => void,
): Promise<Success | RefusalResult> {
  try {
    const meant = operationOf(tool, given, (one) => isSelected(one, selection));
    const { operation, input } = meant;
    begin?.(operation);
    // Before the input is read, so that the order of refusal is the same at every door.
    const lasting =
      operation.effect === "read" ? { ...call, cancelled: undefined } : { ...call, client: undefined };
    const limit = limitFor(operation, input);
    const sized = limit === undefined ? lasting : ({ ...lasting, isBrief: true } as const);
    const authorized = await authorize(options.store, operation, sized, namedRow(operation, input));
    const paged = pagingOf(operation, input) ?? { input: limit === undefined ? input : { ...input, limit } };
    const answer = await invokeFlat(options, authorized, paged.input, repeat);
    return await successOf(options, meant, sized, answer, paged.paging);
  } catch (thrown) {
    if (thrown instanceof Refusal) return refusalResult(thrown, call.requestId);
    options.onBug(thrown, call.requestId);
    return refusalResult(internalError(call.requestId), call.requestId);
  }
}
