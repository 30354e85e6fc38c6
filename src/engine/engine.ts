/**
 * The only path by which rows are read or changed, at every door. A write goes through these steps, in
 * this order, whatever the kind: parse → load → precondition → prepare → conflict → check → references
 * → commit. Each is a function, in the file of its name in write/. Authentication, address, plan and
 * level come before, in the authenticator and in authorize.ts.
 */
import { type Conditions, etagOf } from "../kernel/etag.ts";
import { newId } from "../kernel/ids.ts";
import type { Resource } from "../kernel/resource.ts";
import type { JsonObject, Parsed } from "../kernel/validate.ts";
import type { Call } from "./context.ts";
import type { Draft } from "./draft.ts";
import type { Committer, Store, StoredRow, Vault, Writer } from "./ports/rows.ts";
import { createReading, type ReadingOptions, refuseUntagged } from "./reading.ts";
import { renderRow, unsaved } from "./render.ts";
import { naturalKeyOf } from "./row-facts.ts";
import { attemptIn, attemptOn, locksOf } from "./write/attempt.ts";
import { checkNamed, checkRules } from "./write/check.ts";
import { commitDeletion, commitDraft } from "./write/commit.ts";
import { checkConflict, checkUnused } from "./write/conflict.ts";
import { loadExisting, loadForWrite } from "./write/load.ts";
import { commitMutation, type RowMutation } from "./write/mutation.ts";
import { namedIn, parseCreate, parseUpdate, parseUpsert } from "./write/parse.ts";
import { checkPrecondition } from "./write/precondition.ts";
import { examineAhead, prepareDraft } from "./write/prepare.ts";
import { checkReferences } from "./write/references.ts";
import type { RowAnswer, Target, WriteDeps } from "./write/target.ts";

export interface EngineOptions extends ReadingOptions {
  readonly resources: Readonly<Record<string, Resource>>;
  readonly store: Store;
  readonly vault: Vault;
  /** Called after every commit, so that sealing and deliveries need not wait for their timer. */
  readonly onCommit?: () => void;
}

export type Engine = ReturnType<typeof createEngine>;

/** Writes that are part of a transaction which somebody else runs; the row is not shown, and no preloaded one is used. */
export interface EngineWriter {
  update(call: Call, resource: Resource, id: string, body: JsonObject): Promise<void>;
  remove(call: Call, resource: Resource, id: string): Promise<void>;
  /**
   * Refuses a call that names another version of a row than the present one; for what moves no version itself.
   * The row is locked, so that it keeps its version to the transaction's end.
   */
  hold(call: Call, resource: Resource, id: string, conditions: Conditions): Promise<void>;
}

export function createEngine(options: EngineOptions) {
  const { store, resources, vault, capabilities } = options;
  const { get, list, show, joinedOf } = createReading(options);
  const shared = { resources, vault, capabilities, show, joinedOf };
  const deps: WriteDeps = { ...shared, reader: store, attempt: attemptOn(store, capabilities) };
  const committed = <T>(answer: T) => {
    options.onCommit?.();
    return answer;
  };
  /** A change of one row, with its record, that no verb makes. */
  function mutateAndShow<D extends Resource>(
    call: Call,
    resource: D,
    id: string,
    mutation: RowMutation<D>,
  ): Promise<RowAnswer>;
  async function mutateAndShow(
    call: Call,
    resource: Resource,
    id: string,
    mutation: RowMutation,
  ): Promise<RowAnswer> {
    const mutated = committed(await mutateRow(deps, { call, resource, id }, mutation));
    return { status: 200, row: await show(store, call, resource, mutated), etag: etagOf(mutated.revision) };
  }
  return {
    get,
    list,
    show: (call: Call, resource: Resource, row: StoredRow) => show(store, call, resource, row),
    create: (call: Call, resource: Resource, body: JsonObject, conditions: Conditions = {}) =>
      create(deps, call, resource, body, conditions).then(committed),
    update: (call: Call, resource: Resource, id: string, body: JsonObject, conditions: Conditions = {}) =>
      update(deps, { call, resource, id }, body, conditions).then(committed),
    async remove(
      call: Call,
      resource: Resource,
      id: string,
      conditions: Conditions = {},
    ): Promise<JsonObject> {
      const gone = committed(await remove(deps, { call, resource, id }, conditions));
      return (await capabilities[resource.kind]?.deleted?.(call, gone)) ?? { id, deleted: true };
    },
    mutateRow: mutateAndShow,
    in(writer: Writer): EngineWriter {
      const deps: WriteDeps = { ...shared, reader: writer, attempt: attemptIn(writer) };
      // The transaction is not committed yet; the sealer waits a moment, and looks again by itself.
      return {
        async update(call, resource, id, body) {
          committed(await update(deps, { call: withoutPreloaded(call), resource, id }, body, {}));
        },
        async remove(call, resource, id) {
          committed(await remove(deps, { call: withoutPreloaded(call), resource, id }, {}));
        },
        hold: (call, resource, id, conditions) => hold(deps, { call, resource, id }, conditions),
      };
    },
  };
}

async function create(
  deps: WriteDeps,
  call: Call,
  resource: Resource,
  body: JsonObject,
  conditions: Conditions,
): Promise<RowAnswer> {
  const parsed = parseCreate(resource, body);
  refuseUntagged(conditions);
  const target = { call, resource, id: newRowId(resource, parsed) };
  // Nothing of it depends on what is stored, and it may take long: no transaction waits for it.
  const draft = await prepareDraft(deps, target, undefined, parsed);
  return deps.attempt(call, resource, locksOf(call, resource, parsed), async (rows) => {
    await checkConflict(deps, rows, target, draft);
    return storeDraft(deps, rows, target, draft, "create");
  });
}

async function update(
  deps: WriteDeps,
  target: Target,
  body: JsonObject,
  conditions: Conditions,
): Promise<RowAnswer> {
  const { call, resource } = target;
  const parsed = await parseUpdate(deps, target, body);
  const findings = await examineAhead(deps, target, parsed, conditions);
  return deps.attempt(call, resource, locksOf(call, resource, parsed), async (rows, preloaded) => {
    const before = await loadForWrite(rows, target, preloaded);
    if (before === undefined) return upsert(deps, rows, target, parsed, conditions);
    await checkPrecondition(deps, rows, target, before, conditions);
    const draft = await prepareDraft(deps, target, before, parsed, findings);
    const renamed =
      naturalKeyOf(resource, before.configuration) !== naturalKeyOf(resource, draft.configuration);
    if (renamed) await checkConflict(deps, rows, target, draft);
    const joined = await deps.joinedOf(rows, call, resource, before);
    checkNamed(target, before, parsed, renamed, joined);
    // The first save keeps what the caller wrote, defaults or not, so that the export has it.
    const saves = before.revision === unsaved && namedIn(parsed).length > 0;
    if (draft.changes.length > 0 || saves) return storeDraft(deps, rows, target, draft, "update");
    const row = renderRow(resource, before, call.now, joined);
    return { status: 200, row, etag: etagOf(before.revision) };
  });
}

/** An update of a row that is not there makes it, where the id says its key. */
async function upsert(
  deps: WriteDeps,
  rows: Committer,
  target: Target,
  parsed: Parsed,
  conditions: Conditions,
): Promise<RowAnswer | undefined> {
  const whole = parseUpsert(target, parsed, conditions);
  const draft = await prepareDraft(deps, target, undefined, whole);
  const made = await storeDraft(deps, rows, target, draft, "create");
  // The contract's word for this PUT, whether or not there was a row.
  return made && { ...made, status: 200 };
}

/** The last steps of every draft. Undefined: the race was lost, decide again. */
async function storeDraft(
  deps: WriteDeps,
  rows: Committer,
  target: Target,
  draft: Draft,
  verb: "create" | "update",
): Promise<RowAnswer | undefined> {
  await checkRules(deps, rows, target, draft);
  await checkReferences(rows, target, draft);
  return commitDraft(deps, rows, target, draft, verb);
}

/** @returns the row that is gone */
async function remove(deps: WriteDeps, target: Target, conditions: Conditions): Promise<StoredRow> {
  return deps.attempt(target.call, target.resource, [], async (rows, preloaded) => {
    const row = await loadExisting(rows, target, preloaded);
    await checkPrecondition(deps, rows, target, row, conditions);
    const followers = await checkUnused(deps, rows, target, row);
    return commitDeletion(deps, rows, target, row, followers);
  });
}

/** @returns the row as it stands after the mutation */
async function mutateRow(deps: WriteDeps, target: Target, mutation: RowMutation): Promise<StoredRow> {
  return deps.attempt(target.call, target.resource, [], async (rows) => {
    const before = await loadExisting(rows, target);
    await checkPrecondition(deps, rows, target, before, mutation.conditions ?? {});
    return commitMutation(rows, target, before, mutation);
  });
}

async function hold(deps: WriteDeps, target: Target, conditions: Conditions): Promise<void> {
  const row = await loadExisting(deps.reader, target);
  await checkPrecondition(deps, deps.reader, target, row, conditions);
}

function withoutPreloaded({ preloaded: _, ...call }: Call): Call {
  return call;
}

function newRowId(resource: Resource, { configuration }: Parsed): string {
  return resource.derivedId === undefined
    ? newId(resource.idPrefix)
    : resource.derivedId.format(resource.naturalKey.map((name) => String(configuration[name])));
}
