/** An applied plan or a run backwards, as what is asked of the next plan. */

import { inBatches } from "../../../engine/batches.ts";
import { type Call, turnOf } from "../../../engine/context.ts";
import { seesAll } from "../../../engine/limits.ts";
import { maxChanges, type PlanNotice, type PlanRequest, type RowEdit } from "../../../engine/plan/edits.ts";
import { undoEdits } from "../../../engine/plan/undo.ts";
import type { AuditRecord, AuditStore } from "../../../engine/ports/audit.ts";
import type { PlanRows, StoredPlan } from "../../../engine/ports/plans.ts";
import { isConfiguration } from "../../../kernel/field.ts";
import { Refusal, unprocessable } from "../../../kernel/problem.ts";
import type { Ground } from "../../ground.ts";

export interface UndoDeps extends Pick<Ground, "store" | "definitions"> {
  readonly rows: PlanRows;
  readonly audit: Pick<AuditStore, "recordsOfPlan" | "page">;
}

/** Records of a run that are read at most: those of more rows than a plan has, each changed several times. */
const mostRecords = 10 * maxChanges;

/**
 * @param withRest what was changed since is left out, and is in `rest`
 * @param more other plans that are taken back together with it, such as later steps
 * @throws Refusal `conflict` where the plan was not applied, or the log has lost some of its records
 */
export async function undoRequest(
  deps: UndoDeps,
  call: Call,
  plan: StoredPlan,
  withRest?: true,
  more: readonly StoredPlan[] = [],
): Promise<PlanRequest & { readonly rest: readonly RowEdit[] }> {
  const all = [plan, ...more];
  if (all.some(({ status }) => status !== "applied"))
    throw new Refusal("conflict", "The plan was not applied, so there is nothing to take back.", {
      reason: "plan_not_applied",
    });
  const organizationId = call.caller.organization.id;
  const records: AuditRecord[] = [];
  for (const one of all) {
    const own = await deps.audit.recordsOfPlan(organizationId, one.id);
    // A plan that changed nothing has no record.
    if (own.length !== (own[0]?.plan?.records ?? changesOf(one))) throw forgotten();
    records.push(...own);
  }
  const { edits, rest, warnings } = await backwards(deps, organizationId, records, "plan", withRest);
  const undoesPlans = all.map(({ id }) => id);
  return { edits, rest, undoes: plan.id, undoesPlans, warnings: [...warnings, ...warningOfSet(plan)] };
}

function forgotten(): Refusal {
  return new Refusal(
    "conflict",
    "The audit log does not have just the records that this plan made, so that it cannot be taken back; restore its rows one by one, from what their histories have.",
    { reason: "plan_forgotten" },
  );
}

/**
 * What a run did, by its records: of single writes, and of plans that it applied.
 * @throws Refusal `unprocessable` where no row was changed in it, or too many were; `conflict` where the log has lost
 * some of the records of a plan
 */
export async function undoRunRequest(deps: UndoDeps, call: Call, run: string): Promise<PlanRequest> {
  const organizationId = call.caller.organization.id;
  const records: AuditRecord[] = [];
  const batches = inBatches<AuditRecord>({
    read: (last, most) =>
      deps.audit.page(organizationId, { run }, last?.sequence ?? Number.MAX_SAFE_INTEGER, most),
    lengthOf: ({ changes }) => JSON.stringify(changes).length,
    most: mostRecords + 1,
    turn: turnOf(call),
  });
  for await (const batch of batches) records.push(...batch);
  if (records.length > mostRecords) throw tooManyRecords();
  const done = records.filter(({ outcome }) => outcome === "success");
  const ofRows = done.filter((record) => isOfRow(deps, record));
  if (ofRows.length === 0) throw noRun();
  refuseIncomplete(done);
  const { edits, warnings } = await backwards(deps, organizationId, ofRows, "run");
  const others = seesAll(call.caller) ? notTakenBack(done.filter((record) => !isOfRow(deps, record))) : [];
  const undoesPlans = [...new Set(ofRows.flatMap(({ plan }) => plan?.id ?? []))];
  return { edits, undoesRun: run, undoesPlans, warnings: [...warnings, ...others] };
}

async function backwards(
  deps: UndoDeps,
  organizationId: string,
  records: readonly AuditRecord[],
  what: "plan" | "run",
  withRest?: true,
) {
  const names = [...new Map(records.map(({ kind, rowId: id }) => [`${kind}/${id}`, { kind, id }])).values()];
  const found = await deps.rows.in(deps.store).byIds(organizationId, names);
  const present = new Map(found.map((row) => [`${row.kind}/${row.id}`, row]));
  return undoEdits(records, { definitions: deps.definitions, present, what, withRest });
}

/** Whether it changed what plans change: settings of a row. */
function isOfRow({ definitions }: UndoDeps, { kind, action, changes }: AuditRecord): boolean {
  const definition = Object.hasOwn(definitions, kind) ? definitions[kind] : undefined;
  if (definition === undefined) return false;
  const { create, update, delete: remove } = definition.actionNames;
  return (
    [create, update, remove].includes(action) ||
    changes.some(({ field: name }) => {
      const field = Object.hasOwn(definition.fields, name) ? definition.fields[name] : undefined;
      return field !== undefined && isConfiguration(field) && field.fixed === undefined;
    })
  );
}

/** @throws Refusal where a plan that the run applied has not all of its records */
function refuseIncomplete(records: readonly AuditRecord[]): void {
  const counts = new Map<string, number>();
  for (const { plan } of records) if (plan) counts.set(plan.id, (counts.get(plan.id) ?? 0) + 1);
  if (records.some(({ plan }) => plan && counts.get(plan.id) !== plan.records))
    throw new Refusal(
      "conflict",
      "The audit log does not have all records of a plan that this run applied, so that the run cannot be taken back; restore its rows one by one, from what their histories have.",
      { reason: "plan_forgotten" },
    );
}

/** A warning for each action that changed something else than rows; what belongs to a plan goes with its rows. */
function notTakenBack(records: readonly AuditRecord[]): PlanNotice[] {
  const counts = new Map<string, { readonly kind: string; readonly action: string; count: number }>();
  for (const { kind, action, plan } of records) {
    if (plan !== undefined) continue;
    const known = counts.get(`${kind}/${action}`) ?? { kind, action, count: 0 };
    known.count += 1;
    counts.set(`${kind}/${action}`, known);
  }
  return [...counts.values()].map(({ kind, action, count }) => {
    const message = `${action} was done ${count === 1 ? "once" : `${count} times`}, which changed no settings of rows and is not taken back; the audit log has it`;
    return { kind, key: null, field: "", reason: "not_taken_back", message };
  });
}

function noRun(): Refusal {
  const message =
    "names no run in which the settings of a row were changed, as far as the audit log goes back; send the name as the records have it in run";
  return unprocessable([{ field: "undo_run", message, reason: "unknown_run" }]);
}

function tooManyRecords(): Refusal {
  const message = `names a run of more than ${mostRecords} records; restore its rows one by one, or plan a bundle`;
  return unprocessable([{ field: "undo_run", message, reason: "too_many_changes" }]);
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
