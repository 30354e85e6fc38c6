/** Refusals of a plan that holds no more: a row has moved since, or something else would be done now. */

import type { Registry } from "../../../engine/feature.ts";
import type { Difference, RowChange } from "../../../engine/plan/differences.ts";
import type { PlanRowsWriter } from "../../../engine/ports/plans.ts";
import { type MovedRow, Refusal } from "../../../kernel/problem.ts";
import type { Reason } from "../../../kernel/reasons.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
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
  definitions: Registry,
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
    other.map((change): [string, MovedRow] => {
      const { resource: kind, key, id } = change;
      const settings = filledBy(definitions, change, other);
      return settings === undefined
        ? [`${kind}/${id}`, { kind, key, id }]
        : [settings, { kind: settings, key: null, id: settings }];
    }),
  );
  for (const problem of now.problems) {
    const { resource, key } = problem as { resource: string; key: JsonObject | null };
    const row = named.find(({ kind, key: written }) => kind === resource && sameText(written, key));
    moved.set(`${resource}/${row?.id ?? JSON.stringify(key)}`, { kind: resource, key, id: row?.id ?? "" });
  }
  if (moved.size > 0) throw stale([...moved.values()]);
}

/** The settings that a new row would have other values by: it is not there yet, so that nobody could look at it. */
function filledBy(
  definitions: Registry,
  { resource, id, action }: RowChange,
  other: readonly RowChange[],
): string | undefined {
  if (action !== "create") return undefined;
  const [was, is] = other.filter(
    (one) => one.resource === resource && one.id === id && one.action === action,
  );
  if (was === undefined || is === undefined) return undefined;
  const before = new Map(was.fields.map(({ path, after }) => [path, JSON.stringify(after)]));
  const paths = is.fields.filter(({ path, after }) => before.get(path) !== JSON.stringify(after));
  const sources = new Set(paths.map(({ path }) => definitions[resource]?.fields[path]?.filled));
  const [source] = sources;
  return sources.size === 1 && source !== resource ? source : undefined;
}

function sameText(one: JsonObject | null, other: JsonObject | null): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function stale(moved: readonly MovedRow[]): Refusal {
  const shown = moved
    .slice(0, 5)
    // Settings are there once, and are known by their kind.
    .map(({ kind, key, id }) => (kind === id ? kind : `${kind} ${key === null ? id : JSON.stringify(key)}`));
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
