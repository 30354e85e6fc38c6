/** What an entry names and a plan leaves as it is, each with a warning that says why. */
import type { Parsed } from "../../kernel/parse-body.ts";
import type { JsonObject } from "../../kernel/validate.ts";
import type { KindHooks, Standing } from "../feature.ts";
import { completed } from "../render.ts";
import type { PlanNotice } from "./edits.ts";
import type { Identified } from "./identify.ts";

/** Said of a row that ended by itself: no bundle makes it again, and it is no drift. */
export const ended: Standing = {
  field: "",
  reason: "ended",
  message: "has ended by itself and is not made again; change its entry to make a new one, or take it out",
};

/** The entry as the plan takes it: what stands has the row's value, or its default in a new row. */
export function withStanding(
  hooks: KindHooks | undefined,
  { definition, edit, body, before }: Identified,
  now: Date,
): { readonly body: JsonObject; readonly standing: readonly Standing[] } {
  const standing = edit.means === "whole" && !edit.fresh ? (hooks?.standing?.(body, before, now) ?? []) : [];
  if (standing.length === 0) return { body, standing };
  const is: JsonObject = before === undefined ? {} : completed(definition, before.configuration);
  const taken = { ...body };
  for (const { field } of standing) {
    if (Object.hasOwn(is, field)) taken[field] = is[field] ?? null;
    else delete taken[field];
  }
  return { body: taken, standing };
}

/**
 * A body without values of secrets that the row has already, and their names: who may not write the row must not learn
 * whether they are the stored ones.
 */
export function comparableIn(parsed: Parsed, { before }: Identified) {
  const { secrets } = parsed;
  const names = Object.keys(secrets).filter(
    (name) => secrets[name] !== null && before?.secrets[name] !== undefined,
  );
  const known = Object.entries(secrets).filter(([name]) => !names.includes(name));
  return { comparable: { ...parsed, secrets: Object.fromEntries(known) }, names };
}

export function notCompared(count: number): PlanNotice {
  const secrets = count === 1 ? "1 secret was" : `${count} secrets were`;
  const message = `${secrets} not compared with the stored one, because this credential may not write the row: it counts as unchanged, and applying this plan leaves it as it is; plan with a credential that may write to set it`;
  return { kind: "plans", key: null, field: "", reason: "secrets_not_compared", message };
}
