/** One call of one tool: the same operation, refusals and records as at the other doors. */
import { authorize } from "../../engine/authorize.ts";
import type { Call } from "../../engine/context.ts";
import type { Engine } from "../../engine/engine.ts";
import { namedRow } from "../../engine/flat-input.ts";
import { invokeFlat } from "../../engine/invoke.ts";
import type { ConfigurationOperation } from "../../engine/operation.ts";
import type { Store } from "../../engine/ports/rows.ts";
import { internalError, Refusal } from "../../kernel/problem.ts";
import type { JsonObject } from "../../kernel/validate.ts";
import { type RefusalResult, refusalResult, successText } from "./results.ts";

export interface CallOptions {
  readonly store: Store;
  readonly engine: Pick<Engine, "get" | "list">;
  /** Called with what should not have happened; the caller learns the request's id only. */
  readonly onBug: (error: unknown, requestId: string) => void;
}

/** What came of a call: the JSON of the answer, or the result that says why it was refused. */
export async function outcomeOf(
  options: CallOptions,
  operation: ConfigurationOperation,
  call: Call,
  input: JsonObject,
): Promise<string | RefusalResult> {
  try {
    // Before the input is read, so that the order of refusal is the same at every door.
    const lasting = operation.effect === "read" ? call : { ...call, client: undefined };
    const authorized = await authorize(options.store, operation, lasting, namedRow(operation, input));
    return await successText(await invokeFlat(options, authorized, input));
  } catch (thrown) {
    if (thrown instanceof Refusal) return refusalResult(thrown, call.requestId);
    options.onBug(thrown, call.requestId);
    return refusalResult(internalError(call.requestId), call.requestId);
  }
}
