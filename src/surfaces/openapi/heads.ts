/** HEAD next to every GET: the same answer without its body (RFC 9110 §9.3.2). */
import { isObject, type JsonObject } from "../../kernel/validate.ts";

export function withHeads(paths: Readonly<Record<string, JsonObject>>): Record<string, JsonObject> {
  return Object.fromEntries(
    Object.entries(paths).map(([path, { get, ...others }]) => [
      path,
      isObject(get) ? { ...others, get, head: headOf(get) } : others,
    ]),
  );
}

function headOf({ operationId, summary, responses, ...same }: JsonObject): JsonObject {
  const answers = Object.entries(responses as JsonObject).map(([status, response]) => {
    if (!isObject(response)) return [status, response];
    const { content: _, ...head } = response;
    return [status, head];
  });
  return {
    ...same,
    // Readers of the documentation see GET, and need no second entry.
    "x-scalar-ignore": true,
    operationId: `head_${String(operationId)}`,
    summary: `${String(summary)}: headers only`,
    description: "What GET answers, without the body.",
    responses: Object.fromEntries(answers),
  };
}
