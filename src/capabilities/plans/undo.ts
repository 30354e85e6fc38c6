/** An applied plan backwards, as what is asked of the next one. */
import type { Registry } from "../../engine/capability.ts";
import type { Call } from "../../engine/context.ts";
import { type KeyOf, naturalKeyObject } from "../../engine/plan/bundle-entry.ts";
import type { PlanRequest } from "../../engine/plan/edits.ts";
import { undoEdits } from "../../engine/plan/undo.ts";
import type { AuditStore } from "../../engine/ports/audit.ts";
import type { PlanRows, PlanRowsReader, StoredPlan } from "../../engine/ports/plans.ts";
import type { Store, StoredRow } from "../../engine/ports/rows.ts";
import { referencesOf } from "../../engine/row-facts.ts";
import { Refusal } from "../../kernel/problem.ts";

export interface UndoDeps {
  readonly store: Store;
  readonly rows: PlanRows;
  readonly resources: Registry;
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
  if (records.length < (first?.plan?.records ?? 0) || (first === undefined && changesOf(plan) > 0))
    throw new Refusal(
      "conflict",
      "The audit log no longer has all records of this plan, so that it cannot be taken back; restore its rows one by one, from what their histories have.",
      { reason: "plan_forgotten" },
    );
  const reader = deps.rows.in(deps.store);
  const names = records.map(({ resource, rowId }) => ({ kind: resource, id: rowId }));
  const present = await byName(reader, organizationId, names);
  return undoEdits(records, {
    resources: deps.resources,
    present,
    keyOf: await keysOf(deps, reader, call, present),
  });
}

function changesOf({ difference }: StoredPlan): number {
  return Array.isArray(difference.changes) ? difference.changes.length : 0;
}

async function byName(
  reader: PlanRowsReader,
  organizationId: string,
  names: readonly { readonly kind: string; readonly id: string }[],
): Promise<ReadonlyMap<string, StoredRow>> {
  const found = await reader.byIds(organizationId, names);
  return new Map(found.map((row) => [`${row.kind}/${row.id}`, row]));
}

/** Natural keys of whatever the rows point at, as far as it is there. */
async function keysOf(
  { resources }: UndoDeps,
  reader: PlanRowsReader,
  call: Call,
  present: ReadonlyMap<string, StoredRow>,
): Promise<KeyOf> {
  const links = [...present.values()].flatMap(({ kind, configuration }) => {
    const resource = resources[kind];
    return resource === undefined ? [] : referencesOf(resource, configuration);
  });
  const names = links.map(({ toKind, toId }) => ({ kind: toKind, id: toId }));
  const targets = await byName(reader, call.caller.organization.id, names);
  const keyOf: KeyOf = (kind, id) => {
    const [resource, row] = [resources[kind], targets.get(`${kind}/${id}`)];
    if (resource === undefined || row === undefined) return undefined;
    return naturalKeyObject(resource, row.configuration, keyOf);
  };
  return keyOf;
}
