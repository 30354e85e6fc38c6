/** Which row a call about a history means. */
import type { Registry } from "../../../engine/feature.ts";
import { type InputFields, type InputOf, readInput } from "../../../engine/input.ts";
import type { Kind } from "../../../kernel/kind.ts";
import { meantInstead } from "../../../kernel/nearest.ts";
import { Refusal } from "../../../kernel/problem.ts";
import { clipped, type JsonObject } from "../../../kernel/validate.ts";
import type { RowTarget } from "./versions.ts";

/** What the operations of histories have in common: they read, and at most make a plan. */
export const historyCall = {
  level: "read",
  effect: "read",
  tag: "history",
  credential: "bearer",
} as const;

/**
 * Reads what a call on one row takes. A kind that there is not is a path that there is not: it is refused before all
 * else of the input (docs/contract.md, "Order of refusal").
 */
export function readTarget<const F extends InputFields>(
  definitions: Registry,
  fields: F,
  body: JsonObject,
): { readonly target: RowTarget; readonly input: InputOf<F> } {
  if (typeof body.kind === "string" && !Object.hasOwn(definitions, body.kind)) {
    const kinds = Object.keys(definitions);
    const meant = meantInstead(body.kind, kinds);
    throw new Refusal(
      "not_found",
      `There is no kind ${clipped(body.kind)}${meant || "."} The kinds are ${kinds.join(", ")}.`,
    );
  }
  const input = readInput(fields, body);
  const { kind, id } = input as unknown as { readonly kind: string; readonly id: string };
  return { target: { definition: definitions[kind] as Kind, id }, input };
}
