/** Rows of a set that files do not name, as ones that would go. What others point at could not: nothing is to go when files are compared. */
import type { Registry } from "../../../engine/feature.ts";
import { entryOf } from "../../../engine/plan/bundle-entry.ts";
import { keyOfRows, type RowChange } from "../../../engine/plan/differences.ts";
import type { PlanRequest } from "../../../engine/plan/edits.ts";
import { leaving } from "./former.ts";
import { learnTargets, type Planned } from "./pending.ts";
import { requestOf } from "./planning.ts";

/** What files are compared with rows by: rows that they do not name leave the set, and stay. */
export function comparingOf(edits: Pick<PlanRequest, "edits" | "problems">, set: string | null): PlanRequest {
  return leaving(requestOf(edits, set));
}

export async function withGone(definitions: Registry, { decision, difference }: Planned): Promise<Planned> {
  const { stage } = decision;
  const canGo = ({ resource, action }: RowChange) =>
    action === "detach" && definitions[resource]?.verbs.includes("delete") === true;
  await learnTargets(definitions, stage, difference.changes.filter(canGo));
  const keyOf = keyOfRows(definitions, stage);
  const changes = difference.changes.map((change): RowChange => {
    const { resource, id, key } = change;
    const [definition, row] = [definitions[resource], stage.peek(resource, id)?.before];
    if (!canGo(change) || definition === undefined || row === undefined) return change;
    const values = Object.entries(entryOf(definition, row.configuration, keyOf));
    const fields = values.flatMap(([path, before]) =>
      before === null ? [] : [{ path, before, after: null }],
    );
    return { resource, id, key, action: "delete", fields, secrets: {} };
  });
  return { decision, difference: { ...difference, changes } };
}
