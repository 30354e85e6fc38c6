/** The URLs of heartbeats, which are no operations: whoever knows one sends its signals. */
import type { JsonObject } from "../../kernel/validate.ts";
import { headersOf, refusalsOf } from "./components.ts";

const path = "/api/v1/intake/heartbeats/{token}";

const token = {
  name: "token",
  in: "path",
  required: true,
  description: "The secret of the heartbeat's URL, which stands in its field url.",
  schema: { type: "string" },
};
const signal = {
  name: "signal",
  in: "path",
  required: true,
  description:
    "start: a job begins. fail: it failed, which raises an alert at once. log: neither, and nothing changes. Or the job's exit status: 0 is a success, another one a failure.",
  schema: {
    anyOf: [
      { type: "string", enum: ["start", "fail", "log"] },
      { type: "string", pattern: "^(0|[1-9][0-9]{0,2})$" },
    ],
  },
};

export const heartbeatPaths: Readonly<Record<string, JsonObject>> = {
  [path]: both("send_signal", "Say that a job has run", [token]),
  [`${path}/{signal}`]: both("send_job_signal", "Say how a job goes", [token, signal]),
};

function both(operationId: string, summary: string, parameters: readonly JsonObject[]): JsonObject {
  const operation = (id: string) => ({
    operationId: id,
    tags: ["alerts"],
    summary,
    description:
      "A signal of an alert heartbeat. It needs no credential but the secret in its path, and takes a body of any type, which is not kept.",
    security: [],
    parameters,
    responses: {
      200: {
        description: "It is noted.",
        headers: headersOf(),
        content: { "text/plain": { schema: { type: "string" } } },
      },
      ...refusalsOf([400, 404, 429, 500, 503]),
    },
  });
  return { get: operation(`${operationId}_by_get`), post: operation(operationId) };
}
