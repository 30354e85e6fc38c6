/** What is answered of a proposal once something was done about it. */
import type { Call } from "../../../engine/context.ts";
import { afterCommit } from "../../../engine/transaction.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import { look, type ProposalDeps } from "./look.ts";
import { rendered } from "./rendered.ts";

/**
 * What is answered once something was done: also where its client is gone, so that the answer can be kept for a repetition.
 * @throws Refusal in_doubt where it cannot be read now
 */
export function renderedAfter(deps: ProposalDeps, call: Call, id: string): Promise<JsonObject> {
  const own = { ...call, client: undefined };
  return afterCommit(look(deps, own, id).then((looked) => rendered(deps, own, looked)));
}
