/** Which row a call about a history means. */
import type { Registry } from "../../engine/capability.ts";
import { type InputFields, type InputOf, readInput } from "../../engine/input.ts";
import { Refusal } from "../../kernel/problem.ts";
import type { JsonObject } from "../../kernel/validate.ts";
import type { RowTarget } from "./past.ts";
import { targetFields } from "./shapes.ts";

/**
 * Reads what a call on one row takes beside the row. A kind that there is not is a path that there is not: it is
 * refused before all else of the input (docs/contract.md, "Order of refusal").
 */
export function readTarget<const F extends InputFields>(
  resources: Registry,
  fields: F,
  body: JsonObject,
): { readonly target: RowTarget; readonly input: InputOf<F> } {
  const { kind, id, ...rest } = body;
  const known = typeof kind === "string" && Object.hasOwn(resources, kind) ? resources[kind] : undefined;
  if (known === undefined && typeof kind === "string") throw noHistory(kind, Object.keys(resources));
  const named = readInput(targetFields(Object.keys(resources)), {
    ...(kind === undefined ? {} : { kind }),
    ...(id === undefined ? {} : { id }),
  });
  if (known === undefined) throw noHistory(named.kind, Object.keys(resources));
  return { target: { resource: known, id: named.id }, input: readInput(fields, rest) };
}

function noHistory(kind: string, kinds: readonly string[]): Refusal {
  return new Refusal(
    "not_found",
    `There is no kind ${kind.slice(0, 64)}; the kinds are ${kinds.join(", ")}.`,
  );
}
