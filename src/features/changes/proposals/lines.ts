/** A line in the history of every row that a proposal touches, for each of its states. */
import { entry } from "../../../engine/audit-entry.ts";
import type { Call } from "../../../engine/context.ts";
import type { PlanRows } from "../../../engine/ports/plans.ts";
import type { Writer } from "../../../engine/ports/rows.ts";
import { placeOf } from "./steps.ts";
import type { Proposal } from "./stored.ts";

/**
 * Puts it on record next to the rows, in the transaction in which the proposal moves on. A row that it would make has no
 * history before that.
 * @param before the proposal as it was; null where it was made just now
 * @param action what was done, as the audit log knows it
 */
export async function addLines(
  { rows }: { readonly rows: PlanRows },
  writer: Writer,
  call: Call,
  proposal: Proposal,
  before: Proposal | null,
  action: string,
): Promise<void> {
  const { id, status, shown, progress } = proposal;
  if (before?.status === status && placeOf(before.progress) === placeOf(progress)) return;
  const kept = rows.in(writer);
  const own = rowsMeant(proposal, before);
  for (const { action: does, resource, id: rowId } of shown.changes) {
    if (own === undefined ? does === "create" : !own.has(`${resource}/${rowId}`)) continue;
    await kept.record(
      call.caller.organization.id,
      entry(call, action, resource, rowId, [
        { field: "proposal", before: null, after: id },
        { field: "proposal_status", before: before?.status ?? null, after: status },
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
