/** What a narrowed key may plan, and which plans it sees; what a suspended organization is warned of. */
import type { Call } from "../../../engine/context.ts";
import type { Registry } from "../../../engine/feature.ts";
import { refuseKind, refuseRow, seesAll } from "../../../engine/limits.ts";
import type { Decision } from "../../../engine/plan/decision.ts";
import type { RowChange } from "../../../engine/plan/differences.ts";
import type { PlanRequest } from "../../../engine/plan/edits.ts";
import type { StoredPlan } from "../../../engine/ports/plans.ts";
import { Refusal } from "../../../kernel/problem.ts";
import type { Reason } from "../../../kernel/reasons.ts";
import { suspensionText } from "../../../kernel/suspension.ts";
import type { JsonObject } from "../../../kernel/validate.ts";

/** Of kinds that the limits leave out nothing is compared. Of rows that they leave out, the steps of each write say so. */
export function refuseKinds(definitions: Registry, { caller }: Call, { edits }: PlanRequest): void {
  for (const kind of new Set(edits.map((edit) => edit.kind))) {
    const definition = definitions[kind];
    if (definition !== undefined) refuseKind(caller, definition);
  }
}

/** A row changes sets without a step of a write. */
export function refuseMoves(definitions: Registry, { caller }: Call, { moves, stage }: Decision): void {
  for (const { kind, id } of moves) {
    const [definition, row] = [definitions[kind], stage.peek(kind, id)];
    const content = row?.before ?? row?.now;
    if (definition !== undefined && content !== undefined) refuseRow(caller, definition, content);
  }
}

/** What differs from a set is not shown to who does not reach all of it. */
export function refuseBeyond(problems: readonly JsonObject[]): void {
  const beyond = problems.find(({ reason }) => reason === ("limit" satisfies Reason));
  if (beyond !== undefined) throw new Refusal("forbidden", String(beyond.message), { reason: "limit" });
}

/** A warning that none of these changes would be taken now, which reading and planning do not say of themselves. */
export function suspensionWarnings({ caller }: Call, changes: readonly RowChange[]): readonly JsonObject[] {
  const [first] = changes;
  const { name, suspension } = caller.organization;
  if (suspension === null || first === undefined) return [];
  const { resource, key } = first;
  const reason: Reason = "suspended";
  const message = `It cannot be applied now. ${suspensionText(name, suspension)}`;
  return [{ resource, key, field: "", reason, message }];
}

/** A plan shows rows as they were and would be: who does not see every row sees only the plans that they made. */
export function isShown({ caller }: Call, { actorId }: Pick<StoredPlan, "actorId">): boolean {
  return seesAll(caller) || actorId === caller.actor.id;
}
