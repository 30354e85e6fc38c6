/** What is asked of a kind's list: which rows, how many, and where it goes on. */
import { defaultOf, isConfiguration, type Json } from "../kernel/field.ts";
import { filterOf, isPossible } from "../kernel/findable.ts";
import type { Kind } from "../kernel/kind.ts";
import { keyPart } from "../kernel/natural-key.ts";
import { meantInstead } from "../kernel/nearest.ts";
import { foreignCursor, unprocessable } from "../kernel/problem.ts";
import type { KeyFilter, LazyRow } from "./ports/rows.ts";

/** Most rows that a page may have. */
export const mostOnPage = 100;

/** @throws Refusal 422 */
export function readLimit(limit: Json): number {
  if (typeof limit === "number" && Number.isInteger(limit) && limit >= 1 && limit <= mostOnPage) return limit;
  throw unprocessable([{ field: "limit", message: `must be a whole number from 1 to ${mostOnPage}` }]);
}

/** @throws Refusal 422 where a field cannot have the value */
export function filtersOf(definition: Kind, filters: Readonly<Record<string, string>>): KeyFilter[] {
  const problems = Object.entries(filters).flatMap(([field, value]) => {
    const found = filterOf(definition, field);
    if (found === undefined || isPossible(found, value) || definition.naturalKey.includes(field)) return [];
    const { shape } = found;
    const values = shape.type === "choice" ? shape.choices : ["true", "false"];
    return [{ field, message: `must be one of ${values.join(", ")}${meantInstead(value, values)}` }];
  });
  if (problems.length > 0) throw unprocessable(problems);
  return Object.entries(filters).map(([field, value]) => {
    const own = definition.fields[field];
    const fallback = own === undefined || !isConfiguration(own) ? undefined : defaultOf(own);
    return {
      field,
      value: keyPart(definition, field, value) ?? "",
      fold: own?.type === "text" && keyPart(definition, field, "A") === "a",
      fallback: fallback === undefined || fallback === null ? "" : String(fallback),
    };
  });
}

/** A cursor is the place of the last row shown. */
export function cursorOf({ sortKey = "", id }: Pick<LazyRow, "sortKey" | "id">): string {
  return Buffer.from(JSON.stringify([sortKey, id])).toString("base64url");
}

/** @param isOurs whether the list may have something with this id @throws Refusal 422 where the cursor is another list's, or none */
export function placeAt(cursor: string, isOurs: (id: string) => boolean): LazyRow {
  const parts = partsOf(Buffer.from(cursor, "base64url").toString());
  const [sortKey, id] = Array.isArray(parts) ? parts : [];
  const isPlace = typeof sortKey === "string" && typeof id === "string" && isOurs(id);
  if (!isPlace || cursorOf({ sortKey, id }) !== cursor) throw foreignCursor();
  const read = () => {
    throw new Error("the place of a cursor is no row");
  };
  return { sortKey, id, revision: "", managedBy: null, version: "", length: 0, read };
}

/** Whether rows of the kind have such ids. */
export function isIdOf({ derivedId, idPrefix }: Kind, id: string): boolean {
  return derivedId === undefined ? id.startsWith(`${idPrefix}_`) : derivedId.parse(id) !== undefined;
}

function partsOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
