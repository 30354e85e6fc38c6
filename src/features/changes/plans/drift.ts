/** What differs from what was last applied for a set: since when, by whom, and whether the plan was taken back. */
import { recordHead } from "../../../engine/audit-record.ts";
import type { Call } from "../../../engine/context.ts";
import type { RowChange } from "../../../engine/plan/differences.ts";
import type { AuditRecord, AuditStore } from "../../../engine/ports/audit.ts";
import type { PlanReader } from "../../../engine/ports/plans.ts";
import type { Reader } from "../../../engine/ports/rows.ts";
import type { Kind } from "../../../kernel/kind.ts";
import { unprocessable } from "../../../kernel/problem.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import { gitSources } from "../../../resources/git-sources.ts";

export interface DriftDeps {
  readonly definitions: Readonly<Record<string, Kind>>;
  readonly audit: Pick<AuditStore, "page" | "lastOf" | "deletionsSince">;
}

/** @throws Refusal 422 where changes of the set's rows go to its files as well: neither side drifts from the other */
export async function refuseBoth(
  store: Pick<Reader, "rowsMatching">,
  organizationId: string,
  set: string,
): Promise<void> {
  const [source] = await store.rowsMatching(organizationId, gitSources.kind, { set, direction: "both" });
  if (source === undefined) return;
  const name = String(source.configuration.name);
  const message = `is followed by the files of the Git source "${name}" as they follow it, so that neither drifts; orgconfig git status shows what waits`;
  throw unprocessable([{ field: "set", message }]);
}

/** Deletions since the set was applied that are looked through. */
const mostDeletions = 10_000;

/** Who changed each row last, as a plan that would take it back shows it. */
export async function withLastChanges(
  deps: DriftDeps,
  call: Call,
  changes: readonly JsonObject[],
  since: Date,
): Promise<JsonObject[]> {
  const records = await lastRecords(deps, call, changes as unknown as readonly TakenBack[], since);
  return changes.map((change, index) => {
    const record = records[index];
    return { ...change, last_change: record === undefined ? null : recordHead(record) };
  });
}

/** A change that would take another one back. */
type TakenBack = Pick<RowChange, "resource" | "id" | "action" | "key">;

/** The newest record of each row: by its id, and where it is gone by the key that its deletion's record has. */
export async function lastRecords(
  { definitions, audit }: DriftDeps,
  { caller }: Call,
  changes: readonly TakenBack[],
  since: Date,
): Promise<(AuditRecord | undefined)[]> {
  const { id: organizationId } = caller.organization;
  const gone = changes.filter(({ action }) => action === "create");
  const there = changes
    .filter(({ action }) => action !== "create")
    .map(({ resource, id }) => ({ kind: resource, id }));
  const last = there.length === 0 ? [] : await audit.lastOf(organizationId, there);
  const byRow = new Map(last.map((record) => [`${record.kind}/${record.rowId}`, record]));
  const actions = [...new Set(gone.flatMap(({ resource }) => deletionsOf(definitions, resource)))];
  const deletions =
    actions.length === 0 ? [] : await audit.deletionsSince(organizationId, actions, since, mostDeletions);
  return changes.map(({ action, resource, id, key }) =>
    action === "create"
      ? deletions.find((one) => one.kind === resource && isOf(one, key))
      : byRow.get(`${resource}/${id}`),
  );
}

function deletionsOf(definitions: Readonly<Record<string, Kind>>, kind: string): string[] {
  const definition = definitions[kind];
  return definition === undefined ? [] : [definition.actionNames.delete];
}

/** Whether a deletion's record is of the row with this natural key. */
function isOf({ changes }: AuditRecord, key: JsonObject): boolean {
  const texts = Object.entries(key).filter(([, value]) => typeof value === "string");
  return (
    texts.length > 0 &&
    texts.every(([field, value]) =>
      changes.some((one) => one.field === field && "before" in one && one.before === value),
    )
  );
}

/** The plan that took this one back, by itself or with its run, unless it was taken back itself. */
export async function undoneBy(
  { audit }: DriftDeps,
  tables: PlanReader,
  organizationId: string,
  planId: string,
): Promise<JsonObject | null> {
  const recordOf = async (planId: string) =>
    (await audit.page(organizationId, { planId }, Number.MAX_SAFE_INTEGER, 1))[0];
  const undoOf = async (id: string) => tables.undoOf(organizationId, id, (await recordOf(id))?.run);
  let undo = await undoOf(planId);
  while (undo !== undefined) {
    const redo = await undoOf(undo.id);
    if (redo === undefined) break;
    undo = await undoOf(redo.id);
  }
  if (undo === undefined) return null;
  const record = await recordOf(undo.id);
  return {
    plan_id: undo.id,
    at: undo.appliedAt.toISOString(),
    actor: record === undefined ? null : (recordHead(record).actor as JsonObject),
  };
}
