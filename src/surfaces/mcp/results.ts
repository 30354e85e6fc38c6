/** How a call's outcome becomes a tool's result. */
import type { CallToolResult } from "@modelcontextprotocol/server";
import { gathered, type OperationAnswer } from "../../engine/operation.ts";
import type { Refusal } from "../../kernel/problem.ts";

/**
 * The answer that REST gives, as text and as structured content. What REST says in the ETag header stands beside
 * the row's own fields: a model is rarely shown `_meta`, and needs the tag for `if_match`. The text is the one
 * that the engine rendered; the package prints an object only, so for that it is parsed, once.
 */
export async function successResult(answer: OperationAnswer): Promise<CallToolResult> {
  const { etag } = answer;
  const body = await gathered(answer);
  const text = answer.text ?? JSON.stringify(body);
  return etag === undefined
    ? { content: [{ type: "text", text }], structuredContent: body }
    : { content: [{ type: "text", text: withEtag(text, etag) }], structuredContent: { ...body, etag } };
}

/** The JSON of an object that has members, with its ETag as one more. */
function withEtag(text: string, etag: string): string {
  return `${text.slice(0, -1)},"etag":${JSON.stringify(etag)}}`;
}

/**
 * The body that REST would send, as text, and in `_meta` for programs together with its HTTP status and, where
 * REST sends one, the ETag. There is no structured content: clients would check it against the tool's output
 * schema.
 */
export function refusalResult(refusal: Refusal, requestId: string): CallToolResult {
  const body = refusal.body(requestId);
  const { status } = refusal;
  const { etag } = refusal.detail;
  return {
    isError: true,
    content: [{ type: "text", text: JSON.stringify(body) }],
    _meta: {
      "orgconfig/problem": { ...body, status },
      "orgconfig/status": status,
      ...(etag === undefined ? {} : { "orgconfig/etag": etag }),
    },
  };
}
