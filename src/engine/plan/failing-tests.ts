/** Tests that would fail after a plan, as its warnings: its apply is refused for them, unless it overrides them. */
import type { Call } from "../context.ts";
import type { Hooks, RowMove } from "../feature.ts";
import type { Reader } from "../ports/rows.ts";
import type { PlanNotice } from "./edits.ts";

export async function failingIn(
  { guard }: Pick<Hooks, "guard">,
  reader: Reader,
  call: Call,
  changed: readonly RowMove[],
): Promise<PlanNotice[]> {
  if (!guard?.concerns(changed)) return [];
  return (await guard.failing(reader, call, changed)).map(({ kind, name, message }) => ({
    kind,
    key: { name },
    field: "",
    reason: "test_failed",
    message: `would fail: ${message}`,
  }));
}
