/** Plans: many rows changed at once, seen first, and taken back. */
import type { Feature, JudgePast } from "../../../engine/feature.ts";
import type { EffectsOf } from "../../../engine/plan/differences.ts";
import type { PlanRows } from "../../../engine/ports/plans.ts";
import type { Ground } from "../../ground.ts";
import type { Audit } from "../../identity/index.ts";
import { planCalls } from "./operations.ts";
import { Planner } from "./planner.ts";
import { createPlanRowStore, createPlanStore } from "./store.ts";

export { bundleEdits } from "./bundle.ts";
export { type DriftDeps, lastRecords } from "./drift.ts";
export { maxRequestBytes, planInput } from "./input.ts";
export { withRowsOfNames } from "./names.ts";
export type { Planner } from "./planner.ts";
export { requestOf } from "./requested.ts";
export { differenceFields, planFields } from "./shapes.ts";
export { idsOf, type KeptRequest, keptRequest, openKept, sealedKept } from "./stored-plans.ts";
export { undoRequest } from "./undo.ts";

export interface Plans extends Feature {
  readonly planner: Planner;
  /** The rows of an organization, as plans read and write them. */
  readonly rows: PlanRows;
}

export interface PlanNeeds {
  readonly audit: Pick<Audit, "store">;
  /** What would follow from rows that a plan changes. */
  readonly effectsOf: EffectsOf;
  /** What is said of single writes by the past. */
  readonly past: JudgePast;
}

export function createPlans(ground: Ground, { audit, effectsOf, past }: PlanNeeds): Plans {
  const rows = createPlanRowStore(ground.database, ground.signRecord);
  const planner = new Planner({
    ...ground,
    plans: createPlanStore(ground.database),
    rows,
    effectsOf,
    audit: audit.store,
  });
  const operations = planCalls({ ...ground, planner, rows, audit: audit.store });
  return { name: "plans", past, operations, planner, rows };
}
