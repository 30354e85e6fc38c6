/** Check: what may be sent back, and the kind's own rules over the whole row. */
import { etagOf } from "../../kernel/etag.ts";
import { keyNames } from "../../kernel/natural-key.ts";
import type { Parsed } from "../../kernel/parse-body.ts";
import { idsHint, type Problem, Refusal, unprocessable } from "../../kernel/problem.ts";
import type { JsonObject } from "../../kernel/validate.ts";
import { type Draft, readOnlyProblems, viewOfDraft } from "../draft.ts";
import { limitOfRow } from "../limits.ts";
import type { Reader, StoredRow } from "../ports/rows.ts";
import { completed, pick, viewOf } from "../render.ts";
import { naturalKeyOf, pointing, referencesOf } from "../row-facts.ts";
import { namedIn, nothingNamed } from "./parse.ts";
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
  revealed: JsonObject | undefined,
): void {
  const problems = readOnlyProblems(definition, before, parsed, call.now, revealed);
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
  const problems = definition.check?.(after, before, ruleContext(target), peers) ?? [];
  if (problems.length > 0) throw unprocessable(problems);
  const hooked = hooks.of(definition.kind);
  const found = (await hooked.check?.(reader, call, draft.configuration, before?.configuration)) ?? [];
  if (found.length > 0) throw unprocessable([...found]);
}

async function peersOf(reader: Reader, { call, definition }: Target, draft: Draft): Promise<JsonObject[]> {
  if (definition.peers === undefined) return [];
  const match = pick(draft.configuration, definition.peers);
  const rows = await reader.rowsMatching(call.caller.organization.id, definition.kind, match);
  return rows.filter((row) => row.id !== draft.id).map((row) => completed(definition, row.configuration));
}

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

type Referrers = Awaited<ReturnType<Reader["referrers"]>>;

/** @throws Refusal `conflict` with the row that holds the draft's natural key */
export async function checkConflict(
  { show }: WriteDeps,
  reader: Reader,
  { call, definition }: Target,
  draft: Draft,
): Promise<void> {
  const key = naturalKeyOf(definition, draft.configuration);
  if (key === null) return;
  const holder = await reader.rowByKey(call.caller.organization.id, definition.kind, key, call.now);
  if (holder === undefined || holder.id === draft.before?.id) return;
  const names = keyNames(definition, draft.configuration).join(" and ");
  if (limitOfRow(call.caller, definition, holder) !== undefined)
    throw new Refusal(
      "conflict",
      `A row of ${definition.kind} with this ${names} exists already, out of this key's limits; choose another ${names}.`,
    );
  throw new Refusal(
    "conflict",
    `A row of ${definition.kind} with this ${names} exists already; it is in current, and nothing was changed.`,
    { current: await show(call, definition, holder), etag: etagOf(holder.revision) },
  );
}

/**
 * Who goes with a row that is deleted.
 * @throws Refusal `conflict` with the rows that hold it back
 */
export async function checkUnused(
  { show }: WriteDeps,
  reader: Reader,
  { call, definition, id }: Target,
  row: StoredRow,
): Promise<Referrers> {
  const referrers = await reader.referrers(call.caller.organization.id, definition.kind, id);
  const holding = referrers.filter((referrer) => !referrer.cascade);
  if (holding.length === 0) return referrers;
  throw new Refusal(
    "conflict",
    `This row of ${definition.kind} cannot be deleted: ${pointing(holding)} at it; see references, and change those first.`,
    {
      reason: "in_use",
      current: await show(call, definition, row),
      etag: etagOf(row.revision),
      references: holding,
    },
  );
}
