/** A line in the history of every row that a proposal touches, for each of its states. */
import { entry } from "../../../engine/audit-entry.ts";
import type { Call } from "../../../engine/context.ts";
import type { PlanRows } from "../../../engine/ports/plans.ts";
import type { Writer } from "../../../engine/ports/rows.ts";
import { isUndecided, type Proposal } from "./stored.ts";

/**
 * Puts it on record next to the rows, in the transaction in which the proposal moves on. A row that it would make has no
 * history before that.
 * @param before the status until now; null where it was made just now
 * @param action what was done, as the audit log knows it
 */
export async function addLines(
  { rows }: { readonly rows: PlanRows },
  writer: Writer,
  call: Call,
  proposal: Proposal,
  before: Proposal["status"] | null,
  action: string,
): Promise<void> {
  const { id, status, shown, progress } = proposal;
  if (status === before) return;
  const kept = rows.in(writer);
  const waits = isUndecided(proposal) || progress.plan_id === null;
  for (const change of shown.changes) {
    if (waits && change.action === "create") continue;
    await kept.record(
      call.caller.organization.id,
      entry(call, action, change.resource, change.id, [
        { field: "proposal", before: null, after: id },
        { field: "proposal_status", before, after: status },
      ]),
    );
  }
}
