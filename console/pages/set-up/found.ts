/** The pages of Set-up that a text finds. */
import type { Field } from "../../../src/kernel/field.ts";
import type { Group } from "../../../src/kernel/kind.ts";
import { labelOf } from "../../parts/words.ts";
import type { PageLink } from "../../shell/page-link.ts";
import { tasks } from "./words.ts";

export interface Tile extends PageLink {
  /** The labels of its fields that the text names; empty where the page itself was found. */
  readonly fields: readonly string[];
}

type FieldsOf = (kind: string) => Readonly<Record<string, Field>>;

/**
 * Every word of the text has to be in the page's title, its sentence, or its task. Where a page has no such text,
 * a field whose label has all of the words leads to it.
 */
export function tilesFor(text: string, pages: readonly PageLink[], fieldsOf: FieldsOf): readonly Tile[] {
  const sought = text.toLowerCase().split(/\s+/).filter(Boolean);
  const has = (known: string) => sought.every((word) => known.toLowerCase().includes(word));
  return pages.flatMap((page): Tile[] => {
    const { title, also } = tasks[page.group];
    if (has(`${page.title} ${page.about} ${title} ${also}`)) return [{ ...page, fields: [] }];
    const fields = page.kind === undefined ? [] : Object.entries(fieldsOf(page.kind));
    const labels = fields.map(([name, field]) => labelOf(name, field)).filter(has);
    return labels.length === 0 ? [] : [{ ...page, fields: labels }];
  });
}

/** By task, in the pages' own order; tasks without a page are left out. */
export function byTask(tiles: readonly Tile[]): ReadonlyMap<Group, readonly Tile[]> {
  const found = new Map<Group, Tile[]>();
  for (const tile of tiles) found.set(tile.group, [...(found.get(tile.group) ?? []), tile]);
  return found;
}
