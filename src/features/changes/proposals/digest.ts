/** What an approval stands for: the changes of a proposal and what of their effects matters. Pure. */
import { createHash } from "node:crypto";
import type { RowChange } from "../../../engine/plan/differences.ts";
import { sameJson } from "../../../kernel/equal.ts";
import type { Json } from "../../../kernel/field.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import type { Shown } from "./stored.ts";

type Matter = Pick<Shown, "changes" | "problems" | "refusals"> & {
  readonly effects: Pick<Shown["effects"], "engines">;
};

/**
 * Each row with its fields before and after, what engines are given, what they refuse, and what stands against it.
 * What moves by time alone (replays of the past, who is on call, warnings) is not in it: the policies that ask for
 * somebody because of it are asked anew each time.
 * @param targets the ids of the rows that the rows name afterwards: a name may come to mean another row
 */
export function digestOf(
  { changes, problems, refusals, effects }: Matter,
  targets: readonly string[] = [],
): string {
  const matter = {
    changes: changes.map(matterOf),
    targets,
    engines: effects.engines,
    refusals,
    problems: problems.map(({ resource, key, field, reason }) => [resource, key, field, reason]),
  };
  return createHash("sha256").update(JSON.stringify(matter)).digest("hex");
}

/** New rows have no id that anybody relies on: their keys name them. */
function matterOf({ resource, key, id, action, fields, secrets, managed_by }: RowChange) {
  return { resource, key, id: action === "create" ? null : id, action, fields, secrets, managed_by };
}

/** Whether both lists change the same rows in the same way. */
export function sameChanges(one: readonly RowChange[], other: readonly RowChange[]): boolean {
  return JSON.stringify(one.map(matterOf)) === JSON.stringify(other.map(matterOf));
}

/** What is done to a row, before and now; null: nothing. */
export type Different = JsonObject & {
  readonly resource: string;
  readonly id: string;
  readonly was: Json;
  readonly is: Json;
};

/** The rows of which something else is changed now. */
export function differentIn(was: readonly RowChange[], is: readonly RowChange[]): Different[] {
  const names = [...new Set([...was, ...is].map(nameOf))];
  return names.flatMap((name): Different[] => {
    const [before, now] = [was, is].map((all) => all.find((one) => nameOf(one) === name));
    const [one] = [now, before].flatMap((change) => change ?? []);
    const [done, does] = [before, now].map((change) => (change === undefined ? null : doneTo(change)));
    if (one === undefined || sameJson(done as Json, does as Json)) return [];
    return [{ resource: one.resource, key: one.key, id: one.id, was: done as Json, is: does as Json }];
  });
}

function doneTo({ action, fields, secrets }: RowChange): JsonObject {
  return { action, fields, secrets } as unknown as JsonObject;
}

/** A row that is made is known by its key: its id may be another each time. */
export function nameOf({ resource, key, id, action }: RowChange): string {
  return action === "create" ? `${resource}/${JSON.stringify(key)}` : `${resource}/${id}`;
}
