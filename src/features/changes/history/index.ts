/** What rows were, and plans that make them so again. */
import type { Feature } from "../../../engine/feature.ts";
import type { Ground } from "../../ground.ts";
import type { Audit } from "../../identity/index.ts";
import type { Plans } from "../plans/index.ts";
import { restoreRowOperation } from "./restore-row.ts";
import { rowHistoryOperation } from "./row-history.ts";

export { targetFields } from "./shapes.ts";
export { readTarget } from "./target.ts";
export { keyObjectOf, type RowTarget } from "./versions.ts";

export interface HistoryNeeds {
  readonly audit: Pick<Audit, "store">;
  readonly plans: Pick<Plans, "planner" | "rows">;
}

export function createHistory(ground: Ground, { audit, plans }: HistoryNeeds): Feature {
  const deps = { ...ground, audit: audit.store, rows: plans.rows, plans: plans.planner };
  return { name: "history", operations: [rowHistoryOperation(deps), restoreRowOperation(deps)] };
}
