/** The registry's reference graph. */
import type { ItemField } from "../../kernel/field.ts";
import { isConfiguration } from "../../kernel/field.ts";
import type { Resource } from "../../kernel/resource.ts";
import type { Hooks } from "../feature.ts";
import type { StoredRow } from "../ports/rows.ts";

/**
 * The kinds in an order in which their rows can be made: each after those that it refers to, and otherwise as they
 * come. Throws where kinds refer to each other in a circle, or one to itself: no order would do.
 */
export function dependencyOrder(resources: readonly Resource[]): readonly Resource[] {
  const byKind = new Map(resources.map((resource) => [resource.kind, resource]));
  const ordered = new Set<Resource>();
  function place(resource: Resource, above: readonly string[]): void {
    if (ordered.has(resource)) return;
    const path = [...above, resource.kind];
    if (above.includes(resource.kind)) {
      const circle = path.slice(path.indexOf(resource.kind)).join(" -> ");
      throw new Error(`kinds refer to each other in a circle: ${circle}`);
    }
    for (const kind of referredTo(resource)) {
      const target = byKind.get(kind);
      if (target !== undefined) place(target, path);
    }
    ordered.add(resource);
  }
  for (const resource of resources) place(resource, []);
  return [...ordered];
}

/**
 * Rows in an order in which they can go: those that point at others first. Rows of a kind never point at one another.
 * @param ordered every kind after those that it refers to
 */
export function referrersFirst(
  rows: readonly StoredRow[],
  ordered: readonly Resource[],
): readonly StoredRow[] {
  const places = new Map(ordered.map(({ kind }, place) => [kind, place]));
  const placeOf = ({ kind }: StoredRow) => places.get(kind) ?? 0;
  return [...rows].sort((one, other) => placeOf(other) - placeOf(one));
}

/** New rows of which a part follows from the others of their kind (`fill`) come after those. */
export function inTurn<
  S extends { readonly one: { readonly resource: Resource; readonly before: StoredRow | undefined } },
>(saves: readonly S[], hooks: Hooks): readonly S[] {
  const follows = ({ one: { resource, before } }: S) =>
    before === undefined && hooks.of(resource.kind).fill !== undefined;
  const kinds = [...new Set(saves.filter(follows).map(({ one }) => one.resource.kind))];
  return kinds.reduce<readonly S[]>((all, kind) => {
    const last = all.findLastIndex(({ one }) => one.resource.kind === kind);
    const ofKind = (save: S) => save.one.resource.kind === kind && follows(save);
    return [
      ...all.slice(0, last + 1).filter((save) => !ofKind(save)),
      ...all.filter(ofKind),
      ...all.slice(last + 1),
    ];
  }, saves);
}

/** The kinds whose rows a row of this kind can point at. */
function referredTo({ fields }: Resource): readonly string[] {
  return Object.values(fields).filter(isConfiguration).flatMap(targetsOf);
}

function targetsOf(field: ItemField): readonly string[] {
  if (field.type === "reference") return [field.to];
  if (field.type === "list") return targetsOf(field.items);
  return field.type === "object" ? Object.values(field.fields).flatMap(targetsOf) : [];
}
