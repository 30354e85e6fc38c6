/** How a call's outcome becomes a tool's result. */
import type { CallToolResult } from "@modelcontextprotocol/server";
import type { Refusal } from "../../kernel/problem.ts";
import type { JsonObject } from "../../kernel/validate.ts";

/**
 * The answer that REST gives, as structured content and as text. What REST says in the ETag header stands
 * beside the row's own fields: a model is rarely shown `_meta`, and needs the tag for `if_match`.
 */
export function successResult(body: JsonObject, etag: string | undefined): CallToolResult {
  const structuredContent = etag === undefined ? { ...body } : { ...body, etag };
  return { content: [{ type: "text", text: JSON.stringify(structuredContent) }], structuredContent };
}

/**
 * The body that REST would send, as text, and in `_meta` for programs together with its HTTP status and, where
 * REST sends one, the ETag. There is no structured content: clients would hold it against the tool's output
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
