/**
 * What is said of rows that engines take, and that do not do what they seem to: one pure function a rule. Plans, forms,
 * the page of the row and the call list_renders all have it from here.
 */
import type { Pieces } from "../kernel/time-slices.ts";
import { routeWarnings } from "./alertmanager/route-warnings.ts";
import { sliWarnings } from "./prometheus/sli-warnings.ts";
import { sloWarnings } from "./prometheus/slo-warnings.ts";
import type { RendererRows, Target, Warning } from "./renderer.ts";

/**
 * In the order of kinds and rows.
 * @param rows all rows of an organization
 * @param seenVersions the versions of engines that agents saw
 */
export function* warningsOf(
  rows: RendererRows,
  seenVersions: Target["seenVersions"],
): Pieces<readonly Warning[]> {
  return [...routeWarnings(rows), ...(yield* sliWarnings(rows, seenVersions)), ...sloWarnings(rows)];
}
