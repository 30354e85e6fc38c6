/** What has been replaced, in the description: calls, and calls that take a field which has been. */
import type { Operation } from "../../engine/operation.ts";
import { deprecationNote } from "../../kernel/deprecation.ts";
import { isObject, type JsonObject } from "../../kernel/validate.ts";
import { oldWaysOf } from "../deprecated.ts";
import { ref } from "./components.ts";

/** What answers of such calls have. */
const headers = {
  Deprecation: {
    description:
      "Since when the call, or a field that was sent, is deprecated: `@` and seconds since 1970 (RFC 9745).",
    schema: { type: "string", pattern: "^@[0-9]+$" },
    example: "@1796083200",
  },
  Sunset: {
    description: "When what is deprecated may be gone (RFC 8594).",
    schema: { type: "string" },
    example: "Mon, 29 Nov 2027 00:00:00 GMT",
  },
  Link: {
    description: "With Deprecation: where changes of the API are listed.",
    schema: { type: "string" },
    example: '</docs/api-changelog.md>; rel="deprecation"; type="text/markdown"',
  },
} as const satisfies JsonObject;

/** The headers among the components of the description: none where nothing is deprecated. */
export function deprecationHeaders(operations: readonly Operation[]): JsonObject {
  return operations.some((operation) => isOld(oldWaysOf(operation))) ? headers : {};
}

function isOld({ call, fields }: ReturnType<typeof oldWaysOf>): boolean {
  return call !== undefined || fields.length > 0;
}

export function withDeprecations(
  paths: Readonly<Record<string, JsonObject>>,
  operations: readonly Operation[],
): Record<string, JsonObject> {
  const ways = new Map(operations.map((operation) => [operation.name, oldWaysOf(operation)]));
  const described = (call: JsonObject[string]) => {
    const old = isObject(call) ? ways.get(String(call.operationId)) : undefined;
    if (!isObject(call) || old === undefined || !isOld(old)) return call;
    const answers = withHeaders(call);
    return old.call === undefined
      ? answers
      : { ...answers, description: `${call.description} ${deprecationNote(old.call)}`, deprecated: true };
  };
  return Object.fromEntries(
    Object.entries(paths).map(([path, calls]) => [
      path,
      Object.fromEntries(Object.entries(calls).map(([method, call]) => [method, described(call)])),
    ]),
  );
}

function withHeaders({ responses, ...call }: JsonObject): JsonObject {
  const shown = Object.fromEntries(Object.keys(headers).map((name) => [name, ref("headers", name)]));
  const answers = Object.entries(responses as JsonObject).map(([status, answer]) =>
    isObject(answer) && status.startsWith("2")
      ? [status, { ...answer, headers: { ...(answer.headers as JsonObject), ...shown } }]
      : [status, answer],
  );
  return { ...call, responses: Object.fromEntries(answers) };
}
