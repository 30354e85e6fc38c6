/** Check: what may be sent back, and the kind's own rules over the whole row. */
import type { Parsed } from "../../kernel/parse-body.ts";
import { unprocessable } from "../../kernel/problem.ts";
import type { JsonObject } from "../../kernel/validate.ts";
import { type Draft, readOnlyProblems, viewOfDraft } from "../draft.ts";
import type { Reader, StoredRow } from "../ports/rows.ts";
import { completed, viewOf } from "../render.ts";
import { namedIn, nothingNamed } from "./parse.ts";
import { pick } from "./pick.ts";
import { ruleContext, type Target, type WriteDeps } from "./target.ts";

/**
 * Rules about what an update names, whatever it makes of the row.
 * @throws Refusal `unprocessable`
 */
export function checkNamed(
  { call, definition }: Target,
  before: StoredRow,
  parsed: Parsed,
  renamed: boolean,
  joined: JsonObject,
): void {
  const problems = readOnlyProblems(definition, before, parsed, call.now, joined);
  if (problems.length > 0) throw unprocessable(problems);
  if (definition.refusals?.empty && namedIn(parsed).every((name) => definition.fields[name]?.fixed))
    throw nothingNamed();
  const [key] = definition.naturalKey;
  if (definition.refusals?.sameKey && key !== undefined && key in parsed.configuration && !renamed) {
    const message = `is already "${String(parsed.configuration[key])}"; send another value`;
    throw unprocessable([{ field: key, message, reason: "no_change" }]);
  }
}

/**
 * The kind's rules: first those over the row and its peers, then those that have to ask elsewhere.
 * @throws Refusal `unprocessable`
 */
export async function checkRules(
  { hooks }: WriteDeps,
  reader: Reader,
  target: Target,
  draft: Draft,
): Promise<void> {
  const { call, definition } = target;
  const before = draft.before === undefined ? undefined : viewOf(definition, draft.before);
  const peers = await peersOf(reader, target, draft);
  const after = viewOfDraft(definition, draft);
  const problems = [
    ...(definition.check?.(after, before, ruleContext(call), peers) ?? []),
    ...(definition.checkTime?.(after, before, call.now) ?? []),
  ];
  if (problems.length > 0) throw unprocessable(problems);
  const asked = (await hooks.of(definition.kind).validateAsync?.(reader, call, draft.configuration)) ?? [];
  if (asked.length > 0) throw unprocessable([...asked]);
}

async function peersOf(reader: Reader, { call, definition }: Target, draft: Draft): Promise<JsonObject[]> {
  if (definition.peers === undefined) return [];
  const match = pick(draft.configuration, definition.peers);
  const rows = await reader.rowsMatching(call.caller.organization.id, definition.kind, match);
  return rows.filter((row) => row.id !== draft.id).map((row) => completed(definition, row.configuration));
}
