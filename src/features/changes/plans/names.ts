/** Names in the place of references, in what is planned: of rows of the same request first, and of stored ones. */
import type { Call } from "../../../engine/context.ts";
import type { Registry } from "../../../engine/feature.ts";
import { withNamed } from "../../../engine/named-references.ts";
import type { PlanProblem, PlanRequest, RowEdit } from "../../../engine/plan/edits.ts";
import type { Reader } from "../../../engine/ports/rows.ts";
import { pick } from "../../../engine/render.ts";
import type { Json } from "../../../kernel/field.ts";

type Edits = Pick<PlanRequest, "edits" | "problems">;

interface Deps {
  readonly store: Pick<Reader, "rowsMatching">;
  readonly definitions: Registry;
}

/** The edits with references in the place of names; a name that stands for none, or for several, is a problem. */
export async function withRowsOfNames(
  { store, definitions }: Deps,
  { caller }: Call,
  { edits, problems = [] }: Edits,
): Promise<Edits> {
  const known = new Map<string, Promise<readonly Json[]>>();
  const look = async (kind: string, name: string): Promise<readonly Json[]> => {
    const own = edits.filter((edit) => edit.op === "save" && edit.kind === kind && edit.body.name === name);
    const naturalKey = definitions[kind]?.naturalKey ?? [];
    const keys = own.map((edit) => pick((edit as Extract<RowEdit, { op: "save" }>).body, naturalKey));
    const named = new Map(keys.map((key) => [JSON.stringify(key), key]));
    if (named.size > 0) return [...named.values()];
    return (await store.rowsMatching(caller.organization.id, kind, { name })).map(({ id }) => id);
  };
  const find = (kind: string, name: string) => {
    const found = known.get(`${kind}/${name}`) ?? look(kind, name);
    known.set(`${kind}/${name}`, found);
    return found;
  };
  const wrong: PlanProblem[] = [];
  const read: RowEdit[] = [];
  for (const edit of edits) {
    const definition = definitions[edit.kind];
    if (edit.op !== "save" || definition === undefined) {
      read.push(edit);
      continue;
    }
    const { body, problems: found } = await withNamed(definition, edit.body, find);
    read.push({ ...edit, body });
    for (const { field, message } of found)
      wrong.push({
        kind: edit.kind,
        key: null,
        index: edit.index ?? null,
        field,
        message,
        reason: "missing_reference",
      });
  }
  return { edits: read, problems: [...problems, ...wrong] };
}
