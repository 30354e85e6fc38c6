/** The header Idempotency-Key, at every call that changes something and knows who makes it. */
import { isConfiguration, type Operation } from "../../engine/operation.ts";
import { isObject, type JsonObject } from "../../kernel/validate.ts";
import { ref } from "./components.ts";

/** The name of the call that makes any other for a signed-in person. */
export const consoleCall = "call_action";

export function withRepeats(
  paths: Readonly<Record<string, JsonObject>>,
  operations: readonly Operation[],
): Record<string, JsonObject> {
  const names = new Set([consoleCall, ...operations.filter(takesKey).map(({ name }) => name)]);
  const described = (call: JsonObject[string]) =>
    isObject(call) && names.has(String(call.operationId)) ? withKey(call) : call;
  return Object.fromEntries(
    Object.entries(paths).map(([path, calls]) => [
      path,
      Object.fromEntries(Object.entries(calls).map(([method, call]) => [method, described(call)])),
    ]),
  );
}

/** What needs no credential has nobody whose key it could be, and what is outside of the limit on requests repeats itself. */
function takesKey(operation: Operation): boolean {
  if (operation.method === "GET") return false;
  return isConfiguration(operation)
    ? operation.uncounted !== true
    : operation.credential !== "none" && operation.credential !== "body";
}

function withKey({ parameters = [], responses, ...call }: JsonObject): JsonObject {
  const replayed = { "Idempotency-Replayed": ref("headers", "Idempotency-Replayed") };
  const answers = Object.entries(responses as JsonObject).map(([status, answer]) =>
    isObject(answer) && status.startsWith("2")
      ? [status, { ...answer, headers: { ...(answer.headers as JsonObject), ...replayed } }]
      : [status, answer],
  );
  return {
    ...call,
    parameters: [...(parameters as JsonObject[]), ref("parameters", "IdempotencyKey")],
    responses: { 409: ref("responses", "Conflict"), ...Object.fromEntries(answers) },
  };
}

/** A repetition of a call that cannot be answered as the first one. */
export const repeatSchema: JsonObject = {
  allOf: [
    ref("schemas", "Error"),
    {
      type: "object",
      properties: {
        reason: { enum: ["in_progress", "answer_spent", "answer_lost"] },
        field: { const: "Idempotency-Key" },
      },
      required: ["reason", "field"],
    },
  ],
};
