/**
 * The question before a delete and the like, at the doors where callers can err: people click, models guess. Without
 * `confirm` the refusal shows what would be deleted and what points at it, and nothing is changed.
 */

import type { Kind } from "../kernel/kind.ts";
import { Refusal } from "../kernel/problem.ts";
import type { Call } from "./context.ts";
import type { Engine } from "./engine.ts";
import { namedRow } from "./flat-input.ts";
import { rowIdOf } from "./kind-operations.ts";
import type { ConfigurationOperation, OperationInput } from "./operation.ts";
import type { Store } from "./ports/rows.ts";
import { pointing } from "./row-facts.ts";

/** Refuses what asks to be confirmed and was not, with a question that shows what is at stake. */
export async function refuseUnconfirmed(
  operation: ConfigurationOperation,
  call: Call,
  given: OperationInput,
  engine: Pick<Engine, "get" | "list" | "stake">,
  store: Pick<Store, "referrers">,
): Promise<never> {
  const { input, output, description } = operation;
  if (operation.question !== undefined) {
    const { message, current } = await operation.question(call, given);
    throw question(message, { current }, operation.confirms === "id" ? "the id once more" : "true");
  }
  if ("definition" in input) {
    const id = await rowIdOf(engine, call, input.definition, given);
    throw await deletionQuestion(call, input.definition, id, engine, store);
  }
  if (!("definition" in output)) throw question(description);
  const { definition } = output;
  const { body, etag } = await engine.get(
    call,
    definition,
    namedRow(operation, given.body) ?? definition.kind,
  );
  throw question(`${description} The present one is in current.`, { current: body, etag });
}

async function deletionQuestion(
  call: Call,
  definition: Kind,
  id: string,
  engine: Pick<Engine, "get" | "stake">,
  store: Pick<Store, "referrers">,
): Promise<Refusal> {
  const { body, etag } = await engine.get(call, definition, id);
  const referrers = await store.referrers(call.caller.organization.id, definition.kind, id);
  const held = pointing(referrers.filter(({ cascade }) => !cascade));
  const gone = referrers.filter(({ cascade }) => cascade).length;
  const also = gone === 0 ? "" : ` ${gone} more ${gone === 1 ? "goes" : "go"} with it.`;
  const stake = await engine.stake(call, definition, id);
  const more = stake === undefined ? also : `${also} ${stake}`;
  return question(`This would delete the row of ${definition.kind} in current; ${held} at it.${more}`, {
    current: body,
    etag,
    references: referrers,
  });
}

function question(what: string, detail: Refusal["detail"] = {}, answer = "true"): Refusal {
  return new Refusal("unprocessable_entity", `confirm: must be ${answer} to go on. ${what}`, {
    field: "confirm",
    reason: "confirm",
    ...detail,
  });
}
