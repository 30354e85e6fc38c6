/** The parameter propose, at every call that can be a proposal in the place of a write, and what it answers then. */
import { isConfiguration, type Operation } from "../../engine/operation.ts";
import { isObject, type JsonObject } from "../../kernel/validate.ts";
import { headersOf, jsonContent, ref } from "./components.ts";
import { consoleCall } from "./repeats.ts";

export function withProposals(
  paths: Readonly<Record<string, JsonObject>>,
  operations: readonly Operation[],
): Record<string, JsonObject> {
  const own = operations.filter((one) => isConfiguration(one) && one.asProposal);
  const names = new Set([consoleCall, ...own.map(({ name }) => name)]);
  const described = (call: JsonObject[string]) =>
    isObject(call) && names.has(String(call.operationId)) ? withPropose(call) : call;
  return Object.fromEntries(
    Object.entries(paths).map(([path, calls]) => [
      path,
      Object.fromEntries(Object.entries(calls).map(([method, call]) => [method, described(call)])),
    ]),
  );
}

function withPropose({ parameters = [], responses, ...call }: JsonObject): JsonObject {
  return {
    ...call,
    parameters: [...(parameters as JsonObject[]), ref("parameters", "Propose")],
    responses: { ...(responses as JsonObject), 202: ref("responses", "Proposed") },
  };
}

/** The proposal that a call has become. */
export const proposedResponse: JsonObject = {
  description: "With propose=true: nothing was changed, and this is the proposal of what would be.",
  headers: headersOf("Location", "Idempotency-Replayed"),
  content: jsonContent(ref("schemas", "GetProposalAnswer")),
};
