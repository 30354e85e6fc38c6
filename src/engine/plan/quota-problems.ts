/** Whether there is room for what a plan comes to in all. */
import type { Kind } from "../../kernel/kind.ts";
import { rowQuotaMessage } from "../../kernel/quotas.ts";
import type { Call } from "../context.ts";
import type { Reader } from "../ports/rows.ts";
import { rowQuotaOf } from "../quotas.ts";
import type { PlanProblem } from "./edits.ts";
import type { StagedRow } from "./stage.ts";

/** A problem for each kind of which there would be more rows than its quota allows, and more than now. */
export async function problemsOfQuotas(
  definitions: Readonly<Record<string, Kind>>,
  reader: Reader,
  call: Call,
  changed: readonly StagedRow[],
): Promise<readonly PlanProblem[]> {
  const growth = new Map<string, number>();
  for (const { kind, before, now } of changed) {
    const more = (now === undefined ? 0 : 1) - (before === undefined ? 0 : 1);
    growth.set(kind, (growth.get(kind) ?? 0) + more);
  }
  const problems: PlanProblem[] = [];
  for (const [kind, more] of growth) {
    const definition = definitions[kind];
    const quota = more > 0 && definition !== undefined ? rowQuotaOf(call, definition) : undefined;
    if (quota === undefined) continue;
    const present = await reader.count(call.caller.organization.id, kind);
    if (present + more <= quota.limit) continue;
    const message = `would have ${present + more} rows: ${rowQuotaMessage(kind, { ...quota, present })}`;
    problems.push({ kind, key: null, index: null, field: "", reason: "quota_exceeded", message });
  }
  return problems;
}
