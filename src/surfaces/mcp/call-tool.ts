/** One call of one tool: the same action, refusals and records as at the other doors. */
import type { CallToolResult } from "@modelcontextprotocol/server";
import { type Action, gathered, invoke, levelRefusal, recordRefusal } from "../../engine/action.ts";
import { actionInput, namedRow } from "../../engine/action-input.ts";
import { askingFirst } from "../../engine/confirmation.ts";
import type { Call } from "../../engine/context.ts";
import type { Engine } from "../../engine/engine.ts";
import type { Store } from "../../engine/ports/rows.ts";
import { allows } from "../../kernel/access.ts";
import { internalError, Refusal } from "../../kernel/problem.ts";
import type { JsonObject } from "../../kernel/validate.ts";
import { refusalResult, successResult } from "./results.ts";

export interface CallOptions {
  readonly store: Store;
  readonly engine: Pick<Engine, "get" | "list">;
  /** Told of what should not have happened; the caller learns the request's id only. */
  readonly onBug: (error: unknown, requestId: string) => void;
}

export async function callTool(
  options: CallOptions,
  action: Action,
  call: Call,
  input: JsonObject,
): Promise<CallToolResult> {
  try {
    return await run(options, action, call, input);
  } catch (thrown) {
    if (thrown instanceof Refusal) return refusalResult(thrown, call.requestId);
    options.onBug(thrown, call.requestId);
    return refusalResult(internalError(call.requestId), call.requestId);
  }
}

async function run(
  { store, engine }: CallOptions,
  action: Action,
  call: Call,
  input: JsonObject,
): Promise<CallToolResult> {
  if (!allows(call.caller.level, action.level)) {
    // Before the input is read, so that the order of refusal is the same at every door.
    await recordRefusal(store, action, call, namedRow(action, input));
    throw levelRefusal(action);
  }
  const asking = askingFirst(action, input, engine, store);
  const answer = await invoke(store, asking, call, actionInput(action, input));
  return successResult(await gathered(answer), answer.etag);
}
