/**
 * The question before a delete, at the doors where callers can err: people click, models guess. Without
 * `confirm: true` the refusal shows what would be deleted and what points at it, and nothing is changed.
 */
import { Refusal } from "../kernel/problem.ts";
import type { Resource } from "../kernel/resource.ts";
import type { JsonObject } from "../kernel/validate.ts";
import { type Action, rowIdOf } from "./action.ts";
import type { Call } from "./context.ts";
import type { Engine } from "./engine.ts";
import type { Store } from "./ports/rows.ts";
import { pointing } from "./row-facts.ts";

/** The action itself where it is confirmed or needs no confirmation, else one that asks for it. */
export function askingFirst(
  action: Action,
  raw: JsonObject,
  engine: Pick<Engine, "get" | "list">,
  store: Pick<Store, "referrers">,
): Action {
  if (!action.confirms || raw.confirm === true) return action;
  const { input, output } = action;
  return {
    ...action,
    async run(call, given) {
      if ("resource" in input) {
        const id = await rowIdOf(engine, call, input.resource, given);
        throw await deletionQuestion(call, input.resource, id, engine, store);
      }
      if (!("resource" in output)) throw question(action.description);
      const { body, etag } = await engine.get(call, output.resource, output.resource.kind);
      throw question(`${action.description} The present one is in current.`, { current: body, etag });
    },
  };
}

async function deletionQuestion(
  call: Call,
  resource: Resource,
  id: string,
  engine: Pick<Engine, "get">,
  store: Pick<Store, "referrers">,
): Promise<Refusal> {
  const { body, etag } = await engine.get(call, resource, id);
  const referrers = await store.referrers(call.caller.organization.id, resource.kind, id);
  const held = pointing(referrers.filter(({ cascade }) => !cascade));
  const gone = referrers.filter(({ cascade }) => cascade).length;
  const also = gone === 0 ? "" : ` ${gone} more ${gone === 1 ? "goes" : "go"} with it.`;
  return question(`This would delete the row of ${resource.kind} in current; ${held} at it.${also}`, {
    current: body,
    etag,
    references: referrers.map(({ resource, id, field }) => ({ resource, id, field })),
  });
}

function question(what: string, detail: Refusal["detail"] = {}): Refusal {
  return new Refusal("unprocessable_entity", `confirm: must be true to go on. ${what}`, {
    field: "confirm",
    reason: "confirm",
    ...detail,
  });
}
