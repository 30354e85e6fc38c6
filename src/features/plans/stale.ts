/** Refusals of a plan that holds no more: a row has moved since, or something else would be done now. */
import type { Difference, RowChange } from "../../engine/plan/differences.ts";
import type { PlanRowsWriter } from "../../engine/ports/plans.ts";
import { type MovedRow, Refusal } from "../../kernel/problem.ts";
import type { Reason } from "../../kernel/reasons.ts";
import type { JsonObject } from "../../kernel/validate.ts";
import { type Expected, movedRow } from "./stored-plans.ts";

/** Holds the rows as they are from now on, and refuses when one is not as the plan was made on. */
export async function refuseMoved(
  rows: PlanRowsWriter,
  organizationId: string,
  expected: readonly Expected[],
): Promise<void> {
  const locked = await rows.lock(organizationId, expected);
  const found = new Map(locked.map((row) => [`${row.kind}/${row.id}`, row]));
  const moved = expected.filter(({ kind, id, revision, managedBy }) => {
    const row = found.get(`${kind}/${id}`);
    return (row?.revision ?? null) !== revision || (row?.managedBy ?? null) !== managedBy;
  });
  if (moved.length > 0) throw stale(moved.map(movedRow));
}

/** Refuses when what would be done now is not what the plan shows: a rule or another row decides differently since. */
export function refuseOther(
  planned: Difference,
  now: Difference,
  named: readonly Pick<Expected, "kind" | "id" | "key">[],
): void {
  const textOf = ({ resource, id, action, fields, managed_by }: RowChange) =>
    JSON.stringify([resource, id, action, fields, managed_by ?? null]);
  const [was, is] = [new Set(planned.changes.map(textOf)), new Set(now.changes.map(textOf))];
  const gone = planned.changes.filter((change) => !is.has(textOf(change)));
  const other = [...gone, ...now.changes.filter((change) => !was.has(textOf(change)))];
  const moved = new Map(
    other.map(({ resource: kind, key, id }): [string, MovedRow] => [`${kind}/${id}`, { kind, key, id }]),
  );
  for (const problem of now.problems) {
    const { resource, key } = problem as { resource: string; key: JsonObject | null };
    const row = named.find(({ kind, key: written }) => kind === resource && sameText(written, key));
    moved.set(`${resource}/${row?.id ?? JSON.stringify(key)}`, { kind: resource, key, id: row?.id ?? "" });
  }
  if (moved.size > 0) throw stale([...moved.values()]);
}

function sameText(one: JsonObject | null, other: JsonObject | null): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function stale(moved: readonly MovedRow[]): Refusal {
  const shown = moved
    .slice(0, 5)
    .map(({ kind, key, id }) => `${kind} ${key === null ? id : JSON.stringify(key)}`);
  const more = moved.length > shown.length ? ` and ${moved.length - shown.length} more` : "";
  return conflict(
    "plan_stale",
    `The plan was made from another state than the present one (${shown.join(", ")}${more}); nothing was changed. Plan again, and look at what it says.`,
    moved,
  );
}

export function conflict(reason: Reason, message: string, moved?: readonly MovedRow[]): Refusal {
  return new Refusal("conflict", message, { reason, moved });
}
