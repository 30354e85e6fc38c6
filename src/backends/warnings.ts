/**
 * What is said of rows that engines take, and that do not do what they seem to: one pure function a rule. Plans, forms,
 * the page of the row and the call list_renders all have it from here.
 */
import { routeWarnings } from "./alertmanager/route-warnings.ts";
import type { BackendRows, Target, Warning } from "./backend.ts";
import { sliWarnings } from "./prometheus/sli-warnings.ts";
import { sloWarnings } from "./prometheus/slo-warnings.ts";

/** What rules are given: all rows of an organization, and the versions of engines that agents saw. */
export type WarningRule = (rows: BackendRows, seenVersions: Target["seenVersions"]) => readonly Warning[];

const rules: readonly WarningRule[] = [routeWarnings, sliWarnings, sloWarnings];

/** In the order of kinds and rows. */
export function warningsOf(rows: BackendRows, seenVersions: Target["seenVersions"]): readonly Warning[] {
  return rules.flatMap((rule) => rule(rows, seenVersions));
}
