/** The order of the steps of a create, an update and a delete, whoever decides and wherever it is committed. */
import { type Conditions, etagOf } from "../../kernel/etag.ts";
import { newId } from "../../kernel/ids.ts";
import type { Kind } from "../../kernel/kind.ts";
import type { Parsed } from "../../kernel/parse-body.ts";
import { unprocessable } from "../../kernel/problem.ts";
import type { JsonObject } from "../../kernel/validate.ts";
import type { Call } from "../context.ts";
import { type Draft, type Findings, newRowOf, storedRowOf } from "../draft.ts";
import { isFollowed } from "../feature.ts";
import { refuseRow } from "../limits.ts";
import { withNamed } from "../named-references.ts";
import type { StoredRow, WriteRows } from "../ports/rows.ts";
import { refuseUntagged } from "../reading.ts";
import { renderRow, unsaved } from "../render.ts";
import { naturalKeyOf } from "../row-facts.ts";
import { locksOf } from "./attempt.ts";
import { checkConflict, checkNamed, checkReferences, checkRules, checkUnused } from "./check.ts";
import { commitDeletion, commitDraft } from "./commit.ts";
import { checkPrecondition, loadExisting, loadForWrite } from "./load.ts";
import { namedIn, parseCreate, parseUpdate, parseUpsert, rowAhead } from "./parse.ts";
import { examineAhead, prepareDraft } from "./prepare.ts";
import type { RowAnswer, Settled, Target, WriteDeps } from "./target.ts";

export async function create(
  deps: WriteDeps,
  call: Call,
  definition: Kind,
  body: JsonObject,
  conditions: Conditions,
): Promise<RowAnswer> {
  const { kind } = definition;
  call.gathering?.add(deps.reader, { op: "save", kind, body, means: "whole", fresh: true });
  const parsed = parseCreate(definition, await withIdsOfNames(deps, call, definition, body));
  refuseUntagged(conditions);
  return createParsed(deps, { call, definition, id: newRowId(definition, parsed.configuration) }, parsed);
}

/** @throws Refusal `unprocessable` with every name that stands for no row, or for several */
async function withIdsOfNames(
  { reader }: WriteDeps,
  { caller }: Call,
  definition: Kind,
  given: JsonObject,
): Promise<JsonObject> {
  const { body, problems } = await withNamed(definition, given, async (kind, name) =>
    (await reader.rowsMatching(caller.organization.id, kind, { name })).map(({ id }) => id),
  );
  if (problems.length > 0) throw unprocessable(problems);
  return body;
}

/** A create from where its body is read. */
export async function createParsed(deps: WriteDeps, target: Target, parsed: Parsed): Promise<RowAnswer> {
  const { call, definition } = target;
  // Nothing of it depends on what is stored, and it may take long: no transaction waits for it.
  const draft = await prepareDraft(deps, target, undefined, parsed);
  refuseRow(call.caller, definition, draft);
  const round = async (rows: WriteRows) => {
    await checkConflict(deps, rows, target, draft);
    return storeDraft(deps, rows, target, draft, "create");
  };
  const hooked = deps.hooks.of(definition.kind);
  const after = storedRowOf(draft, newRowOf(definition, draft, call.now));
  const isFollowedBy = isFollowed(hooked, { before: undefined, after });
  return deps.attempt(call, definition, locksOf(call, definition, parsed, "makes"), round, isFollowedBy);
}

export async function update(
  deps: WriteDeps,
  target: Target,
  body: JsonObject,
  conditions: Conditions,
): Promise<RowAnswer> {
  const load = rowAhead(deps, target);
  const { call, definition, id } = target;
  call.gathering?.add(deps.reader, { op: "save", kind: definition.kind, id, body, means: "fields" });
  const parsed = await parseUpdate(target, await withIdsOfNames(deps, call, definition, body), load);
  const findings = await examineAhead(deps, target, parsed, conditions, load);
  return updateParsed(deps, target, parsed, conditions, findings);
}

/** An update from where its body is read. */
export async function updateParsed(
  deps: WriteDeps,
  target: Target,
  parsed: Parsed,
  conditions: Conditions,
  findings?: Findings,
): Promise<RowAnswer> {
  const { call, definition } = target;
  const makes = definition.derivedId === undefined ? undefined : "makes";
  return deps.attempt(call, definition, locksOf(call, definition, parsed, makes), async (rows) => {
    const before = await loadForWrite(rows, target);
    if (before === undefined) return upsert(deps, rows, target, parsed, conditions);
    await checkPrecondition(deps, target, before, conditions);
    const draft = await prepareDraft(deps, target, before, parsed, findings);
    const renamed =
      naturalKeyOf(definition, before.configuration) !== naturalKeyOf(definition, draft.configuration);
    if (renamed) await checkConflict(deps, rows, target, draft);
    const revealed = await deps.revealed(call, definition, before);
    checkNamed(target, before, parsed, renamed, revealed);
    // The first save keeps what the caller wrote, defaults or not, so that the export has it.
    const saves = before.revision === unsaved && namedIn(parsed).length > 0;
    if (draft.changes.length > 0 || saves) return storeDraft(deps, rows, target, draft, "update");
    const row = renderRow(definition, before, call.now, revealed);
    const { revision, managedBy } = before;
    return { status: 200, row, etag: etagOf(revision), managedBy, warnings: [] };
  });
}

/** An update of a row that is not there makes it, where the id says its key. */
async function upsert(
  deps: WriteDeps,
  rows: WriteRows,
  target: Target,
  parsed: Parsed,
  conditions: Conditions,
): Promise<RowAnswer> {
  const whole = parseUpsert(target, parsed, conditions);
  const draft = await prepareDraft(deps, target, undefined, whole);
  const made = await storeDraft(deps, rows, target, draft, "create");
  // The contract's word for this PUT, whether or not there was a row.
  return { ...made, status: 200 };
}

/**
 * The row as a create, or an update of the one with this id, would store it, by the rules of that write. Nothing is
 * stored, so that another row with its natural key is no conflict.
 */
export async function drafted(
  deps: WriteDeps,
  call: Call,
  definition: Kind,
  id: string | undefined,
  body: JsonObject,
): Promise<StoredRow> {
  const { target, draft } =
    id === undefined
      ? await draftedNew(deps, call, definition, body)
      : await draftedOver(deps, { call, definition, id }, body);
  refuseRow(call.caller, definition, draft);
  await checkRules(deps, deps.reader, target, draft);
  await checkReferences(deps.reader, target, draft);
  return storedRowOf(draft, newRowOf(definition, draft, call.now));
}

async function draftedNew(deps: WriteDeps, call: Call, definition: Kind, body: JsonObject) {
  const parsed = parseCreate(definition, await withIdsOfNames(deps, call, definition, body));
  const target = { call, definition, id: newRowId(definition, parsed.configuration) };
  return { target, draft: await prepareDraft(deps, target, undefined, parsed) };
}

async function draftedOver(deps: WriteDeps, target: Target, body: JsonObject) {
  const { call, definition } = target;
  const before = await loadExisting(deps.reader, target);
  const named = await withIdsOfNames(deps, call, definition, body);
  const parsed = await parseUpdate(target, named, async () => before);
  checkNamed(target, before, parsed, true, await deps.revealed(call, definition, before));
  return { target, draft: await prepareDraft(deps, target, before, parsed) };
}

/** The last steps of every draft. @throws LostRace: decide again */
async function storeDraft(
  deps: WriteDeps,
  rows: WriteRows,
  target: Target,
  draft: Draft,
  verb: "create" | "update",
): Promise<RowAnswer> {
  refuseRow(target.call.caller, target.definition, draft);
  if (verb === "create") await deps.room(rows, target.call, target.definition);
  await checkRules(deps, rows, target, draft);
  await checkReferences(rows, target, draft);
  return commitDraft(deps, rows, target, draft, verb);
}

/** @returns the row that is gone */
export async function remove(deps: WriteDeps, target: Target, conditions: Conditions): Promise<Settled> {
  const { call, definition, id } = target;
  call.gathering?.add(deps.reader, { op: "delete", kind: definition.kind, id });
  return deps.attempt(target.call, target.definition, [], async (rows) => {
    const row = await loadExisting(rows, target);
    await checkPrecondition(deps, target, row, conditions);
    const followers = await checkUnused(deps, rows, target, row);
    return commitDeletion(deps, rows, target, row, followers);
  });
}

/** A new row's id; where ids are made from the natural key, the one of this key. */
export function newRowId(definition: Kind, configuration: JsonObject): string {
  return definition.derivedId === undefined
    ? newId(definition.idPrefix)
    : definition.derivedId.format(definition.naturalKey.map((name) => String(configuration[name])));
}
