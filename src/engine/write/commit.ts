/** Commit: the row, its audit record and what moves with them, all or nothing. Throws LostRace when another writer was faster. */
import { etagOf } from "../../kernel/etag.ts";
import type { Kind } from "../../kernel/kind.ts";
import { type Referrer, type Refusal, unprocessable } from "../../kernel/problem.ts";
import { entry } from "../audit-entry.ts";
import type { Call } from "../context.ts";
import { type Draft, newRowOf, storedRowOf } from "../draft.ts";
import { type Hooks, isFollowed } from "../feature.ts";
import { refuseRow } from "../limits.ts";
import {
  type Change,
  type Commit,
  type FieldChange,
  isWriter,
  NeedsTransaction,
  type Reader,
  type ReferenceLink,
  ServiceNameTaken,
  type StoredRow,
  type WriteRows,
} from "../ports/rows.ts";
import { pick, unsaved } from "../render.ts";
import { heldReferencesOf } from "../row-facts.ts";
import { afterCommit } from "../transaction.ts";
import { rowForWrite } from "./load.ts";
import type { RowAnswer, Settled, Target, WriteDeps } from "./target.ts";

/** Stores the draft, and answers the row as every door shows it. */
export async function commitDraft(
  { follows, written, judged, held, show, hooks }: WriteDeps,
  rows: WriteRows,
  target: Target,
  draft: Draft,
  verb: "create" | "update",
): Promise<RowAnswer> {
  const { call, definition } = target;
  const fresh = draft.before === undefined || draft.before.revision === unsaved;
  const row = newRowOf(definition, draft, call.now);
  const audit = entry(call, definition.actionNames[verb], definition.kind, draft.id, draft.changes);
  const demoted = await demotions(rows, target, draft);
  const drafted = storedRowOf(draft, row);
  const moves = [
    { kind: definition.kind, id: draft.id, before: draft.before, now: drafted },
    ...demoted.map(({ holder, now }) => ({ kind: holder.kind, id: holder.id, before: holder, now })),
  ];
  const warnings = await judged(rows, call, moves);
  await held(rows, call, moves);
  const more = follows(rows, target, { before: draft.before, after: drafted });
  const commit: Commit = {
    organizationId: call.caller.organization.id,
    changes: [
      ...demoted.map(({ change }) => change),
      fresh || draft.before === undefined
        ? { op: "insert", row, audit }
        : {
            op: "update",
            row,
            expected: draft.before.revision,
            sameReferences: sameReferences(definition, draft.before, row.references),
            audit,
          },
    ],
    organization: definition.organization?.(draft.configuration),
    ...serviceNameOf(definition, draft),
  };
  const revisions = await rows.commit(commit).catch((error) => {
    throw error instanceof ServiceNameTaken ? serviceNameTaken(definition) : error;
  });
  const stored: StoredRow = { ...drafted, revision: revisions[revisions.length - 1] as string };
  if (more) await written(rows, target, { before: draft.before, after: stored });
  // The row as it was decided, unless something was written into its state on the way.
  const { showsOthers } = hooks.of(definition.kind);
  const moved = more || showsOthers?.(draft.configuration, draft.before?.configuration);
  const { id: organizationId } = call.caller.organization;
  const reading = moved ? rows.row(organizationId, definition.kind, draft.id) : Promise.resolve(stored);
  const shown = (await (isWriter(rows) ? reading : afterCommit(reading))) ?? stored;
  return {
    status: fresh ? 201 : 200,
    row: await show(call, definition, shown),
    etag: etagOf(stored.revision),
    managedBy: stored.managedBy,
    warnings,
  };
}

/** Runs what the kind's hooks write next to the row, in the row's own transaction. */
export function writtenBy(hooks: Hooks): WriteDeps["written"] {
  return async (rows, { call, definition }, written) => {
    if (!isWriter(rows)) throw new NeedsTransaction();
    const { onWrite, settle } = hooks.of(definition.kind);
    await onWrite?.(rows, call, written);
    await settle?.(rows, call, [written]);
  };
}

/** Whether the kind's hooks write more with such a write. */
export function followsBy(hooks: Hooks): WriteDeps["follows"] {
  return (rows, { call, definition }, written) => {
    const hooked = hooks.of(definition.kind);
    hooked.changing?.(call);
    const more = isFollowed(hooked, written);
    if (more && !isWriter(rows)) throw new NeedsTransaction();
    return more;
  };
}

/** Deletes the row and those that go with it, each with a record of its own. */
export async function commitDeletion(
  { definitions, held, follows, written, judged }: WriteDeps,
  rows: WriteRows,
  target: Target,
  row: StoredRow,
  followers: readonly Pick<Referrer, "kind" | "id">[],
): Promise<Settled> {
  const { call } = target;
  const organizationId = call.caller.organization.id;
  const gone: StoredRow[] = [];
  for (const { kind, id } of followers) {
    const follower = await rowForWrite(rows, organizationId, kind, id);
    if (follower === undefined) continue;
    const definition = definitions[kind];
    if (definition !== undefined) refuseRow(call.caller, definition, follower);
    gone.push(follower);
  }
  gone.push(row);
  const moves = gone.map((one) => ({ kind: one.kind, id: one.id, before: one, now: undefined }));
  const warnings = await judged(rows, call, moves);
  await held(rows, call, moves);
  const changes = gone.map((one) => deletion(call, one, definitions[one.kind]));
  const more = follows(rows, target, { before: row, after: undefined });
  await rows.commit({ organizationId, changes });
  if (more) await written(rows, target, { before: row, after: undefined });
  return { row, warnings };
}

/** The row that held the default's place gives it up in the same commit, with a record of its own. */
async function demotions(
  reader: Reader,
  { call, definition }: Target,
  draft: Draft,
): Promise<{ readonly holder: StoredRow; readonly now: StoredRow; readonly change: Change }[]> {
  const { oneDefault } = definition;
  if (oneDefault === undefined || draft.configuration[oneDefault.field] !== true) return [];
  const match = { ...pick(draft.configuration, oneDefault.per), [oneDefault.field]: true };
  const holders = await reader.rowsMatching(call.caller.organization.id, definition.kind, match);
  return holders
    .filter((holder) => holder.id !== draft.id)
    .map((holder) => {
      refuseRow(call.caller, definition, holder);
      const configuration = { ...holder.configuration, [oneDefault.field]: false };
      const changes = [{ field: oneDefault.field, before: true, after: false }];
      const demoted = {
        id: holder.id,
        before: holder,
        configuration,
        secrets: holder.secrets,
        state: {},
        changes,
      };
      return {
        holder,
        now: { ...holder, configuration },
        change: {
          op: "update",
          row: newRowOf(definition, demoted, call.now),
          expected: holder.revision,
          audit: entry(call, definition.actionNames.update, definition.kind, holder.id, changes),
        },
      };
    });
}

function deletion(call: Call, row: StoredRow, definition: Kind | undefined): Change {
  const action = definition?.actionNames.delete ?? row.kind;
  const changes: FieldChange[] = [
    ...Object.entries(row.configuration).flatMap(([field, value]) => {
      // What ends by itself is to end at the same time where it comes back: so its record says when it began.
      const isSeen = definition?.keyHeld !== undefined && definition.fields[field]?.keptWhenAbsent === true;
      const before = value ?? (isSeen ? (row.state[field] ?? null) : null);
      return before === null ? [] : [{ field, before, after: null }];
    }),
    ...Object.keys(row.secrets).map((field) => ({ field, secret: "cleared" as const })),
  ];
  return {
    op: "delete",
    kind: row.kind,
    id: row.id,
    expected: row.revision,
    audit: entry(call, action, row.kind, row.id, changes),
  };
}

function sameReferences(definition: Kind, before: StoredRow, links: readonly ReferenceLink[]): boolean {
  return JSON.stringify(links) === JSON.stringify(heldReferencesOf(definition, before.configuration));
}

function serviceNameOf(definition: Kind, draft: Draft) {
  const field = definition.serviceUnique;
  if (field === undefined) return {};
  const value = draft.configuration[field];
  return { serviceName: { kind: definition.kind, field, value: typeof value === "string" ? value : null } };
}

function serviceNameTaken({ serviceUnique = "" }: Kind): Refusal {
  const message = "is taken by another organization; choose another";
  return unprocessable([{ field: serviceUnique, message, reason: "taken" }]);
}
