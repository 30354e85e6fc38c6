/**
 * The only path by which rows are read or changed, at every door. A write goes through these steps, in
 * this order, whatever the kind: parse → load → precondition → prepare → conflict → check → references
 * → commit. Each is a function, in the file of its name in write/. Authentication, address, plan and
 * level come before, in the authenticator and in authorize.ts.
 */
import { type Conditions, etagOf } from "../kernel/etag.ts";
import type { Kind } from "../kernel/kind.ts";
import type { JsonObject } from "../kernel/validate.ts";
import { refuseUnapproved } from "./approvals.ts";
import type { Call } from "./context.ts";
import type { Hooks, RowMove } from "./feature.ts";
import { refuseFailing } from "./guard.ts";
import { judged, shownNotices } from "./judging.ts";
import type { KeptAnswer } from "./ports/repeats.ts";
import type { Reader, Store, StoredRow, Vault, Writer } from "./ports/rows.ts";
import { refuseBeyondQuota } from "./quotas.ts";
import { Reading, type ReadingOptions } from "./reading.ts";
import { afterCommit, withTransaction } from "./transaction.ts";
import { attemptIn, attemptOn } from "./write/attempt.ts";
import { followsBy, writtenBy } from "./write/commit.ts";
import { checkPrecondition, loadExisting } from "./write/load.ts";
import { commitMutation, type RowMutation } from "./write/mutation.ts";
import type { RowAnswer, Settled, Target, WriteDeps } from "./write/target.ts";
import { create, drafted, remove, update } from "./write/verbs.ts";

export interface EngineOptions extends ReadingOptions {
  readonly definitions: Readonly<Record<string, Kind>>;
  readonly store: Store;
  readonly vault: Vault;
  /** Called after every commit, so that sealing and deliveries need not wait for their timer. */
  readonly onCommit?: () => void;
}

export type Engine = ReturnType<typeof createEngine>;
export type EngineWriter = ReturnType<typeof engineIn>;

export function createEngine(options: EngineOptions) {
  const { store, definitions, vault, hooks } = options;
  const reading = new Reading(options);
  const show = reading.show.bind(reading);
  const revealed = reading.revealed.bind(reading);
  const said = sayingOf(options);
  const steps = {
    room: refuseBeyondQuota,
    follows: followsBy(hooks),
    written: writtenBy(hooks),
    judged: said.ofWrite,
    held: heldBy(hooks),
  };
  const shared = { definitions, vault, hooks, show, revealed, ...steps };
  const deps: WriteDeps = { ...shared, reader: store, attempt: attemptOn(store, hooks) };
  const committed = <T>(answer: T) => {
    options.onCommit?.();
    return answer;
  };
  const kept = keptBy(store, deps);
  /** A change of one row, with its record, that no verb makes. */
  function mutateAndShow<D extends Kind>(
    call: Call,
    definition: D,
    id: string,
    mutation: RowMutation<D>,
  ): Promise<RowAnswer>;
  async function mutateAndShow(
    call: Call,
    definition: Kind,
    id: string,
    mutation: RowMutation,
  ): Promise<RowAnswer> {
    const shown = async ({ row, warnings }: Settled): Promise<RowAnswer> => {
      const { revision, managedBy } = row;
      const etag = etagOf(revision);
      return { status: 200, row: await show(call, definition, row), etag, managedBy, warnings };
    };
    const changed = await kept(
      call,
      (deps) => mutateRow(deps, { call, definition, id }, mutation),
      async (done) => keptOf(await shown(done)),
    );
    return afterCommit(shown(committed(changed)));
  }
  return {
    get: reading.get.bind(reading),
    list: reading.list.bind(reading),
    show,
    /** Rows as JSON, in order, as lists show them. */
    texts: reading.texts.bind(reading),
    create: (call: Call, definition: Kind, body: JsonObject, conditions: Conditions = {}) =>
      kept(call, (deps) => create(deps, call, definition, body, conditions), keptOf).then(committed),
    update: (call: Call, definition: Kind, id: string, body: JsonObject, conditions: Conditions = {}) =>
      kept(call, (deps) => update(deps, { call, definition, id }, body, conditions), keptOf).then(committed),
    remove: (call: Call, definition: Kind, id: string, conditions: Conditions = {}) =>
      removed(kept, { call, definition, id }, conditions, hooks, committed),
    /** What would be said of these changes. */
    judged: said.before,
    /** The row as a write would store it, by all of its rules: for what is asked before it is saved. */
    drafted: (call: Call, definition: Kind, id: string | undefined, body: JsonObject) =>
      drafted(deps, call, definition, id, body),
    /** The row as it is, for an action on the version that the conditions name. */
    existing: (call: Call, definition: Kind, id: string, conditions: Conditions): Promise<StoredRow> =>
      existing(deps, { call, definition, id }, conditions),
    mutateRow: mutateAndShow,
    in: (writer: Writer) =>
      engineIn({ ...shared, reader: writer, attempt: attemptIn(writer, hooks) }, committed),
  };
}

/** Holds changes to who has to look at them, and to what tests say. */
function heldBy(hooks: Hooks): WriteDeps["held"] {
  return async (rows, call, moves) => {
    // A proposal is no change yet, and shows what tests say of it.
    if (call.gathering !== undefined) return;
    await refuseUnapproved(hooks, rows, call, moves);
    await refuseFailing(hooks, rows, call, moves);
  };
}

/** What is said of changes: with a write, and before one that is asked about. */
function sayingOf({ store, definitions, hooks }: Pick<EngineOptions, "store" | "definitions" | "hooks">) {
  async function said(rows: Reader, call: Call, moves: readonly RowMove[]) {
    const notices = await judged({ definitions, hooks }, rows, call, moves);
    return notices.length === 0 ? [] : shownNotices(definitions, rows, call.caller.organization.id, notices);
  }
  const moved = new WeakMap<object, Map<string, RowMove>>();
  /** By the past it is said once all is committed, of all that a call changed: it takes long, and locks are held meanwhile. */
  function later({ afterwards, ...call }: Call, moves: readonly RowMove[]) {
    const { past } = hooks;
    if (afterwards === undefined || past === undefined) return;
    const all = moved.get(afterwards) ?? new Map<string, RowMove>();
    moved.set(afterwards, all);
    for (const move of moves) all.set(`${move.kind}/${move.id}`, move);
    afterwards.set("past", () => past(call, [...all.values()]));
  }
  return {
    ofWrite(rows: Reader, call: Call, moves: readonly RowMove[]) {
      later(call, moves);
      return said(rows, call, moves);
    },
    async before(call: Call, moves: readonly RowMove[]) {
      return [...(await said(store, call, moves)), ...((await hooks.past?.(call, moves)) ?? [])];
    },
  };
}

/** Makes a write, and of a call whose answer is kept, the write and its answer in one transaction. */
type Kept = <T>(
  call: Call,
  work: (deps: WriteDeps) => Promise<T>,
  answerOf: (done: T) => KeptAnswer | Promise<KeptAnswer>,
) => Promise<T>;

function keptBy(store: Store, deps: WriteDeps): Kept {
  return async ({ keeping }, work, answerOf) => {
    if (keeping === undefined) return work(deps);
    return withTransaction(store, [], async (writer) => {
      const done = await work({ ...deps, reader: writer, attempt: attemptIn(writer, deps.hooks) });
      await keeping.keep(writer, await answerOf(done));
      return done;
    });
  };
}

async function removed(
  kept: Kept,
  target: Target,
  conditions: Conditions,
  hooks: Hooks,
  committed: <T>(answer: T) => T,
): Promise<Omit<RowAnswer, "row" | "etag"> & { readonly body: JsonObject }> {
  const { call, definition, id } = target;
  const answerOf = (body: JsonObject, { row: { managedBy }, warnings }: Settled) =>
    ({ status: 200, body, managedBy, warnings }) as const;
  const plain = { id, deleted: true };
  const done = await kept(
    call,
    (deps) => remove(deps, target, conditions),
    (settled) => answerOf(plain, settled),
  );
  const hooked = Promise.resolve(hooks.of(definition.kind).deleted?.(call, committed(done).row));
  return answerOf((await afterCommit(hooked)) ?? plain, done);
}

function keptOf({ row: body, ...answer }: RowAnswer): KeptAnswer {
  return { ...answer, body };
}

/**
 * Writes that are part of a transaction which somebody else runs; the row is not shown.
 * Updates and removals answer what is said of the sets that they went past.
 * @param committed is called with the answer of each; the transaction is not committed yet, and the sealer waits a moment and looks again
 */
function engineIn(deps: WriteDeps, committed: <T>(answer: T) => T) {
  return {
    /** @returns the new row's id */
    async create(call: Call, definition: Kind, body: JsonObject): Promise<string> {
      const { row } = committed(await create(deps, call, definition, body, {}));
      return String(row.id);
    },
    /** The same, with all that is answered of a new row. */
    async make(call: Call, definition: Kind, body: JsonObject) {
      return committed(await create(deps, call, definition, body, {}));
    },
    async update(call: Call, definition: Kind, id: string, body: JsonObject) {
      return committed(await update(deps, { call, definition, id }, body, {})).warnings;
    },
    async remove(call: Call, definition: Kind, id: string) {
      return committed(await remove(deps, { call, definition, id }, {})).warnings;
    },
    /** A change of one row that no verb makes. @returns the row after it */
    async mutate<D extends Kind>(call: Call, definition: D, id: string, mutation: RowMutation<D>) {
      const target = { call, definition, id };
      return committed(await mutateRow(deps, target, mutation as unknown as RowMutation)).row;
    },
    /**
     * Refuses a call that names another version of a row than the present one; for what moves no version itself.
     * The row is locked, so that it keeps its version to the transaction's end.
     */
    async hold(call: Call, definition: Kind, id: string, conditions: Conditions): Promise<void> {
      await existing(deps, { call, definition, id }, conditions);
    },
    /** The same before what changes something of a row that is not a setting of it, such as its address. */
    async act(call: Call, definition: Kind, id: string, conditions: Conditions): Promise<void> {
      await actOn(deps, call, await existing(deps, { call, definition, id }, conditions), []);
    },
    /** Before an act about a row, or about what such a row would be of. @param brings in the words of change policies */
    about: (call: Call, row: StoredRow, brings: readonly string[]) => actOn(deps, call, row, brings),
  };
}

/** An act is held as an update of the row is. @throws Refusal needs_approval */
async function actOn({ held, reader }: WriteDeps, call: Call, row: StoredRow, brings: readonly string[]) {
  const { kind, id } = row;
  await held(reader, call, [{ kind, id, before: row, now: row, brings }]);
}

/** @returns the row as it stands after the mutation */
async function mutateRow(deps: WriteDeps, target: Target, mutation: RowMutation): Promise<Settled> {
  target.call.gathering?.refuse(mutation.action);
  return deps.attempt(target.call, target.definition, [], async (rows) => {
    const before = await loadExisting(rows, target);
    await checkPrecondition(deps, target, before, mutation.conditions ?? {});
    return commitMutation(deps, rows, target, before, mutation);
  });
}

/** In a transaction the row is locked. */
async function existing(deps: WriteDeps, target: Target, conditions: Conditions): Promise<StoredRow> {
  const row = await loadExisting(deps.reader, target);
  await checkPrecondition(deps, target, row, conditions);
  return row;
}
