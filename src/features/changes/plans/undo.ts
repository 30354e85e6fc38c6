/** An applied plan backwards, as what is asked of the next one. */

import type { Call } from "../../../engine/context.ts";
import type { PlanNotice, PlanRequest } from "../../../engine/plan/edits.ts";
import { undoEdits } from "../../../engine/plan/undo.ts";
import type { AuditStore } from "../../../engine/ports/audit.ts";
import type { PlanRows, StoredPlan } from "../../../engine/ports/plans.ts";
import { Refusal } from "../../../kernel/problem.ts";
import type { Ground } from "../../ground.ts";

export interface UndoDeps extends Pick<Ground, "store" | "definitions"> {
  readonly rows: PlanRows;
  readonly audit: Pick<AuditStore, "recordsOfPlan">;
}

/** @throws Refusal `conflict` where the plan was not applied, or the log has lost some of its records */
export async function undoRequest(deps: UndoDeps, call: Call, plan: StoredPlan): Promise<PlanRequest> {
  if (plan.status !== "applied")
    throw new Refusal("conflict", "The plan was not applied, so there is nothing to take back.", {
      reason: "plan_not_applied",
    });
  const organizationId = call.caller.organization.id;
  const records = await deps.audit.recordsOfPlan(organizationId, plan.id);
  const [first] = records;
  // A plan that changed nothing has no record.
  if (records.length !== (first?.plan?.records ?? changesOf(plan)))
    throw new Refusal(
      "conflict",
      "The audit log does not have just the records that this plan made, so that it cannot be taken back; restore its rows one by one, from what their histories have.",
      { reason: "plan_forgotten" },
    );
  const names = records.map(({ kind, rowId: id }) => ({ kind, id }));
  const found = await deps.rows.in(deps.store).byIds(organizationId, names);
  const present = new Map(found.map((row) => [`${row.kind}/${row.id}`, row]));
  const { edits, warnings } = undoEdits(records, { definitions: deps.definitions, present });
  return { edits, undoes: plan.id, warnings: [...warnings, ...warningOfSet(plan)] };
}

/** Which rows belong to a set is taken back by a plan of that set only. */
function warningOfSet({ head: { set } }: StoredPlan): PlanNotice[] {
  if (typeof set !== "string") return [];
  const message = `the plan was one of the set ${set}: rows keep the set that they have now, rows that come back are in no set, and the set is still compared with what was applied; plan its former bundle with adopt to take that back too`;
  return [{ kind: "plans", key: null, field: "set", reason: "set_not_restored", message }];
}

function changesOf({ difference }: StoredPlan): number {
  return Array.isArray(difference.changes) ? difference.changes.length : 0;
}
