/** What has been replaced, in the description: calls, and calls that take a field which has been. */
import type { Operation } from "../../engine/operation.ts";
import { deprecationNote } from "../../kernel/deprecation.ts";
import { isObject, type JsonObject } from "../../kernel/validate.ts";
import { oldWaysOf } from "../deprecated.ts";
import { ref } from "./components.ts";

const names = ["Deprecation", "Sunset", "Link"] as const;

export function withDeprecations(
  paths: Readonly<Record<string, JsonObject>>,
  operations: readonly Operation[],
): Record<string, JsonObject> {
  const ways = new Map(operations.map((operation) => [operation.name, oldWaysOf(operation)]));
  const described = (call: JsonObject[string]) => {
    const old = isObject(call) ? ways.get(String(call.operationId)) : undefined;
    if (!isObject(call) || old === undefined || (old.call === undefined && old.fields.length === 0))
      return call;
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
  const shown = Object.fromEntries(names.map((name) => [name, ref("headers", name)]));
  const answers = Object.entries(responses as JsonObject).map(([status, answer]) =>
    isObject(answer) && status.startsWith("2")
      ? [status, { ...answer, headers: { ...(answer.headers as JsonObject), ...shown } }]
      : [status, answer],
  );
  return { ...call, responses: Object.fromEntries(answers) };
}
