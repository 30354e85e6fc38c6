/** What rows were, and plans that make them so again. */
import type { Feature } from "../../engine/feature.ts";
import { type RestoreDeps, restoreRowOperation } from "./restore-row.ts";
import { rowHistoryOperation } from "./row-history.ts";

export function createHistory(deps: RestoreDeps): Feature {
  return { operations: [rowHistoryOperation(deps), restoreRowOperation(deps)] };
}
