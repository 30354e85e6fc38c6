import type { Plan } from "../../api/plan-shapes.ts";

/**
 * How many rows of a kind a plan changes, without those of others that go with them. One that takes the place of another, as
 * a mute that lasts longer does, is the same row. Pure.
 */
export function changedBy(
  changes: readonly Pick<Plan["changes"][number], "resource" | "action">[],
  kind: string,
): number {
  const count = (action: string) =>
    changes.filter((change) => change.resource === kind && change.action === action).length;
  return count("update") + Math.max(count("create"), count("delete"));
}
