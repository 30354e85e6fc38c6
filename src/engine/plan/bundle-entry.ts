/** Rows as a bundle says them: the body of the kind's POST, with natural keys in the place of ids. */
import type { Json, ReferenceField } from "../../kernel/field.ts";
import type { Kind } from "../../kernel/kind.ts";
import { withMomentsInUtc } from "../../kernel/moments.ts";
import { keyNames } from "../../kernel/natural-key.ts";
import type { JsonObject } from "../../kernel/validate.ts";
import type { StoredRow } from "../ports/rows.ts";
import { completed, pick } from "../render.ts";
import { mapReferences } from "../row-facts.ts";

/** The member of a bundle's entry, next to the row's fields, that says which row it renames. */
export const renamedFromName = "renamed_from";

/** The natural key of a row as an object; undefined where the row is not known or has none, and its id stays. */
export type KeyOf = (kind: string, id: string) => JsonObject | undefined;

/** Whether bundles may name rows of the kind: whoever may write a row or save the setting may do so by a bundle. */
export function isBundled({ shape, verbs }: Kind): boolean {
  return verbs.includes(shape === "setting" ? "update" : "create");
}

/**
 * What a bundle says about a row: every field of its configuration, defaults too, so that it means the same to a
 * later version. Secrets are never in it.
 */
export function entryOf(definition: Kind, configuration: JsonObject, keyOf: KeyOf): JsonObject {
  return mapReferences(definition, completed(definition, configuration), keyed(keyOf));
}

/**
 * The row's own natural key, its values as they stand in the row; a part that refers to another row is that row's
 * key. Empty for a setting. A part that is null stays null: such a row cannot be found by its key.
 */
export function naturalKeyObject(definition: Kind, configuration: JsonObject, keyOf: KeyOf): JsonObject {
  const key = pick(withMomentsInUtc(definition, configuration), keyNames(definition, configuration));
  return mapReferences(definition, key, keyed(keyOf));
}

/** The row's natural key as it is stored, ids and all. */
export function keyOfRow(definition: Kind, { configuration }: Pick<StoredRow, "configuration">): JsonObject {
  return naturalKeyObject(definition, configuration, () => undefined);
}

function keyed(keyOf: KeyOf) {
  return ({ to }: ReferenceField, id: Json) => (typeof id === "string" ? (keyOf(to, id) ?? id) : id);
}
