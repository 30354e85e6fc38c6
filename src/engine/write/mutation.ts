/** A change of one row, with its record, that no verb makes: such as a review, or a turned secret. */
import type { Conditions } from "../../kernel/etag.ts";
import type { Kind } from "../../kernel/kind.ts";
import type { PartialConfigurationOf, StateOf } from "../../kernel/row-types.ts";
import { entry } from "../audit-entry.ts";
import { newRowOf } from "../draft.ts";
import type { Change, FieldChange, StoredRow, WriteRows } from "../ports/rows.ts";
import { completed, unsaved } from "../render.ts";
import type { Settled, Target, WriteDeps } from "./target.ts";

/** What an action that is no verb makes of one row. */
export interface RowMutation<D extends Kind = Kind> {
  /** The action's name, for the record. */
  readonly action: string;
  readonly conditions?: Conditions;
  /** Sees the row as it stands; called again when another writer was faster. */
  of(row: StoredRow): {
    readonly state: StateOf<D>;
    /** Settings that move too. Without any, not even an empty object, the ETag and updated_at stay. */
    readonly configuration?: PartialConfigurationOf<D>;
    readonly changes: readonly FieldChange[];
  };
}

/** Stores what the mutation makes of the row, and answers the row after it. @throws LostRace */
export async function commitMutation(
  { judged, held }: Pick<WriteDeps, "judged" | "held">,
  rows: WriteRows,
  { call, definition, id }: Target,
  before: StoredRow,
  mutation: RowMutation,
): Promise<Settled> {
  const { state, configuration, changes } = mutation.of(before);
  const audit = entry(call, mutation.action, definition.kind, id, changes);
  const rewritten = { ...completed(definition, before.configuration), ...configuration };
  const draft = { id, before, configuration: rewritten, secrets: before.secrets, state, changes };
  const row = newRowOf(definition, draft, call.now);
  const change: Change =
    configuration === undefined
      ? { op: "state", kind: definition.kind, id, state, expected: before.revision, audit }
      : before.revision === unsaved
        ? { op: "insert", row, audit }
        : { op: "update", row, expected: before.revision, audit };
  const moved = {
    ...before,
    state: { ...before.state, ...state },
    configuration: rewritten,
    updatedAt: call.now,
  };
  const moves =
    configuration === undefined ? [] : [{ kind: definition.kind, id, before, now: moved, brings: [] }];
  const warnings = moves.length === 0 ? [] : await judged(rows, call, moves);
  if (moves.length > 0) await held(rows, call, moves);
  const revisions = await rows.commit({ organizationId: call.caller.organization.id, changes: [change] });
  return configuration === undefined
    ? { row: { ...before, state: moved.state }, warnings }
    : { row: { ...moved, revision: revisions[0] as string }, warnings };
}
