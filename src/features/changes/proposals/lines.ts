/** What is on record of a proposal: what is done about it, and a line in the history of every row that it touches. */
import { entry } from "../../../engine/audit-entry.ts";
import type { Call } from "../../../engine/context.ts";
import type { PlanRows } from "../../../engine/ports/plans.ts";
import type { FieldChange, Writer } from "../../../engine/ports/rows.ts";
import { movedFields, proposalRecords, statusOfLine } from "../../../engine/proposal-records.ts";
import { placeOf } from "./steps.ts";
import type { Proposal } from "./stored.ts";

/**
 * Puts on record what is done about a proposal, with what it does to which kinds where it comes to another status: change
 * notifications of these are about it, too. Then it puts the lines next to the rows.
 * @param said what else the record says
 */
export async function addRecords(
  deps: { readonly rows: PlanRows },
  writer: Writer,
  call: Call,
  proposal: Proposal,
  before: Proposal | null,
  action: string,
  said: readonly FieldChange[] = [],
): Promise<void> {
  const { id, head, status } = proposal;
  const moved = movedFields({
    ...{ title: head.title, before: before?.status ?? null, after: status, does: doesOf(proposal) },
    policies: head.policies ?? [],
  });
  const changes = [...(isMoved(proposal, before) ? moved : []), ...said];
  await deps.rows
    .in(writer)
    .record(call.caller.organization.id, entry(call, action, proposalRecords, id, changes));
  await addLines(deps, writer, call, proposal, before, action);
}

function isMoved({ status, progress }: Proposal, before: Proposal | null): boolean {
  return before?.status !== status || placeOf(before.progress) !== placeOf(progress);
}

function doesOf({ shown: { changes } }: Proposal): Record<string, string[]> {
  const does: Record<string, string[]> = {};
  for (const { resource, action } of changes) {
    const own = does[resource] ?? [];
    if (!own.includes(action)) does[resource] = [...own, action];
  }
  return does;
}

/**
 * Puts it on record next to the rows, in the transaction in which the proposal moves on. A row that it would make has no
 * history before that.
 * @param before the proposal as it was; null where it was made just now
 * @param action what was done, as the audit log knows it
 */
async function addLines(
  { rows }: { readonly rows: PlanRows },
  writer: Writer,
  call: Call,
  proposal: Proposal,
  before: Proposal | null,
  action: string,
): Promise<void> {
  if (!isMoved(proposal, before)) return;
  const { id, status, shown } = proposal;
  const kept = rows.in(writer);
  const own = rowsMeant(proposal, before);
  for (const { action: does, resource, id: rowId } of shown.changes) {
    if (own === undefined ? does === "create" : !own.has(`${resource}/${rowId}`)) continue;
    await kept.record(
      call.caller.organization.id,
      entry(call, action, resource, rowId, [
        { field: "proposal", before: null, after: id },
        { field: statusOfLine, before: before?.status ?? null, after: status },
      ]),
    );
  }
}

/** Those that were done, of an applied one in steps those of its last step; undefined where nothing was done. */
function rowsMeant(proposal: Proposal, before: Proposal | null): ReadonlySet<string> | undefined {
  const { status, head, touches, progress } = proposal;
  const { plan_id, steps } = progress;
  // It is kept just before its rows are.
  if (head.past !== undefined) return before === null ? undefined : new Set(touches);
  if (plan_id === null) return undefined;
  if (steps.length === 0) return new Set(touches);
  const done =
    status === "applied" ? [steps[placeOf(progress)]] : steps.filter((one) => one.plan_id !== null);
  return new Set(done.flatMap((step) => step?.rows ?? []));
}
