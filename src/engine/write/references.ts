/** References: what the row points at has to be there. What it pointed at before is not asked for again. */
import { idsHint, type Problem, unprocessable } from "../../kernel/problem.ts";
import type { Draft } from "../draft.ts";
import type { Reader } from "../ports/rows.ts";
import { referencesOf } from "../row-facts.ts";
import type { Target } from "./target.ts";

/** @throws Refusal `unprocessable` with every reference that names no row */
export async function checkReferences(
  reader: Reader,
  { call, definition }: Target,
  draft: Draft,
): Promise<void> {
  const links = referencesOf(definition, draft.configuration);
  const before = draft.before === undefined ? [] : referencesOf(definition, draft.before.configuration);
  const known = new Set(before.map((link) => `${link.toKind}/${link.toId}`));
  const fresh = links.filter((link) => !known.has(`${link.toKind}/${link.toId}`));
  if (fresh.length === 0) return;
  const existing = await reader.existing(call.caller.organization.id, fresh);
  const problems = fresh
    .filter((link) => !existing.has(`${link.toKind}/${link.toId}`))
    .map(
      (link): Problem => ({
        field: link.field,
        message: `names no row of ${link.toKind}${idsHint(link.toKind)}`,
        reason: "missing_reference",
      }),
    );
  if (problems.length > 0) throw unprocessable(problems);
}
