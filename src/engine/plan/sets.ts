/** Whose rows a plan touches: those that it adopts into its set, and those of other sets. */
import type { Registry, RowMove } from "../feature.ts";
import { keyOfRow } from "./bundle-entry.ts";
import type { PlanNotice, PlanProblem, PlanRequest } from "./edits.ts";
import type { KeyReference, Resolved } from "./references.ts";

/** The rows that adopt names, as `kind/id`, with their places in it; null where it names one that is not known. */
export type Adopted = ReadonlyMap<number, string | null>;

export function adoptedIn(
  { adopt }: PlanRequest,
  definitions: Registry,
  resolve: (reference: KeyReference) => Resolved,
): Adopted {
  if (!Array.isArray(adopt)) return new Map();
  return new Map(
    adopt.map(({ kind, key }, index) => {
      if (definitions[kind]?.shape === "setting") return [index, `${kind}/${kind}`];
      const found = resolve({ path: "", to: kind, key });
      return [index, "id" in found ? `${kind}/${found.id}` : null];
    }),
  );
}

/** @param named the rows that the bundle names, by `kind/id` */
export function unknownAdoptions(
  { adopt }: PlanRequest,
  adopted: Adopted,
  named: ReadonlyMap<string, unknown>,
): PlanProblem[] {
  if (!Array.isArray(adopt)) return [];
  return [...adopted].flatMap(([index, name]) => {
    if (name !== null && named.has(name)) return [];
    const { kind = "", key = null, index: place = index } = adopt[index] ?? {};
    const message = "is not a row that the bundle names; adopt takes only those";
    return [{ kind, key, index: null, field: `adopt[${place}]`, reason: "not_named", message }];
  });
}

/** Warns of the rows of other sets that change or go, those that move along with others included. */
export function ofOtherSets(
  definitions: Registry,
  moves: readonly RowMove[],
  set: string | undefined,
): PlanNotice[] {
  return moves.flatMap(({ kind, id, before }) => {
    const [definition, owner] = [definitions[kind], before?.managedBy ?? null];
    if (definition === undefined || before === undefined || owner === null || owner === set) return [];
    const message = `belongs to the set "${owner}"; this is drift there, and the set's next plan takes it back`;
    return [{ kind, id, key: keyOfRow(definition, before), field: "", reason: "managed", message }];
  });
}
