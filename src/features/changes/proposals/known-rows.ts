/** What a proposal names next to its change has to be there: what is not can never be measured. */
import type { Call } from "../../../engine/context.ts";
import type { PlanRequest } from "../../../engine/plan/edits.ts";
import type { Problem } from "../../../kernel/problem.ts";
import { unprocessable } from "../../../kernel/problem.ts";
import { alertRoutes } from "../../../resources/alert-routes.ts";
import { behaviourTests } from "../../../resources/behaviour-tests.ts";
import { slos } from "../../../resources/slos.ts";
import type { ProposalDeps } from "./look.ts";
import type { Condition, Proposal } from "./stored.ts";

/** The rows that conditions name by their ids. */
const named = { slo_id: slos, test_id: behaviourTests, drill: alertRoutes } as const;

/** @throws Refusal 422 where one names a row that is not there, or a service that has nothing to measure */
export async function refuseUnknownConditions(
  { store }: Pick<ProposalDeps, "store">,
  call: Call,
  conditions: readonly Condition[],
  { edits }: Pick<PlanRequest, "edits">,
): Promise<void> {
  const { id: organizationId } = call.caller.organization;
  const problems: Problem[] = [];
  for (const [index, condition] of conditions.entries()) {
    const at = `revert_if[${index}]`;
    for (const [field, { kind, singular }] of Object.entries(named)) {
      const id = condition[field as keyof typeof named];
      if (id === undefined || (await store.row(organizationId, kind, id)) !== undefined) continue;
      const message = `is the id of no ${singular.replaceAll("_", " ")}: GET /api/v1/config/${kind} lists them; or leave it out`;
      problems.push({ field: `${at}.${field}`, message, reason: "missing_reference" });
    }
    const { service, burn_rate } = condition;
    if (service === undefined || burn_rate === undefined) continue;
    const isMade = edits.some(
      (edit) => edit.op === "save" && edit.kind === slos.kind && edit.body.service === service,
    );
    if (isMade || (await store.rowsMatching(organizationId, slos.kind, { service })).length > 0) continue;
    const message = `has no SLO, so that nothing of it is measured: give it one first, or name another service`;
    problems.push({ field: `${at}.service`, message, reason: "missing_reference" });
  }
  if (problems.length > 0) throw unprocessable(problems);
}

/** @throws Refusal 422 where a comment is about a row that the proposal does not change */
export function refuseUnknownRow(
  { touches }: Pick<Proposal, "touches">,
  about: { readonly kind: string; readonly id: string } | null,
): void {
  if (about === null || touches.includes(`${about.kind}/${about.id}`)) return;
  const message = "is no row that this proposal changes; take one of its changes, or leave about out";
  throw unprocessable([{ field: "about.id", message, reason: "missing_reference" }]);
}
