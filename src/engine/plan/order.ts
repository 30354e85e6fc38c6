/** The registry's reference graph. */
import type { ItemField } from "../../kernel/field.ts";
import { isConfiguration } from "../../kernel/field.ts";
import type { Kind } from "../../kernel/kind.ts";
import type { StoredRow } from "../ports/rows.ts";

/**
 * The kinds in an order in which their rows can be made: each after those that it refers to or takes values from, and
 * otherwise as they come. Throws where kinds refer to each other in a circle, or one to itself: no order would do.
 */
export function dependencyOrder(definitions: readonly Kind[]): readonly Kind[] {
  const byKind = new Map(definitions.map((definition) => [definition.kind, definition]));
  const ordered = new Set<Kind>();
  function place(definition: Kind, above: readonly string[]): void {
    if (ordered.has(definition)) return;
    const path = [...above, definition.kind];
    if (above.includes(definition.kind)) {
      const circle = path.slice(path.indexOf(definition.kind)).join(" -> ");
      throw new Error(`kinds refer to each other in a circle: ${circle}`);
    }
    for (const kind of referredTo(definition)) {
      const target = byKind.get(kind);
      if (target !== undefined) place(target, path);
    }
    ordered.add(definition);
  }
  for (const definition of definitions) place(definition, []);
  return [...ordered];
}

/**
 * Rows in an order in which they can go: those that point at others first. Rows of a kind never point at one another.
 * @param ordered every kind after those that it refers to
 */
export function referrersFirst(rows: readonly StoredRow[], ordered: readonly Kind[]): readonly StoredRow[] {
  const places = new Map(ordered.map(({ kind }, place) => [kind, place]));
  const placeOf = ({ kind }: StoredRow) => places.get(kind) ?? 0;
  return [...rows].sort((one, other) => placeOf(other) - placeOf(one));
}

/** New rows of which a part is filled from the others of their kind come after those. */
export function inTurn<
  S extends { readonly one: { readonly definition: Kind; readonly before: StoredRow | undefined } },
>(saves: readonly S[]): readonly S[] {
  const follows = ({ one: { definition, before } }: S) =>
    before === undefined && Object.values(definition.fields).some(({ filled }) => filled === definition.kind);
  const kinds = [...new Set(saves.filter(follows).map(({ one }) => one.definition.kind))];
  return kinds.reduce<readonly S[]>((all, kind) => {
    const last = all.findLastIndex(({ one }) => one.definition.kind === kind);
    const ofKind = (save: S) => save.one.definition.kind === kind && follows(save);
    return [
      ...all.slice(0, last + 1).filter((save) => !ofKind(save)),
      ...all.filter(ofKind),
      ...all.slice(last + 1),
    ];
  }, saves);
}

/** The kinds whose rows a row of this kind can point at, or takes a value from when it is made. */
function referredTo({ kind, fields }: Kind): readonly string[] {
  const filledFrom = ({ filled }: ItemField) => (filled === undefined || filled === kind ? [] : [filled]);
  return Object.values(fields)
    .filter(isConfiguration)
    .flatMap((field) => [...targetsOf(field), ...filledFrom(field)]);
}

function targetsOf(field: ItemField): readonly string[] {
  if (field.type === "reference") return [field.to];
  if (field.type === "list") return targetsOf(field.items);
  return field.type === "object" ? Object.values(field.fields).flatMap(targetsOf) : [];
}
