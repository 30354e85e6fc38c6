/** References of a bundle: an id in text, or the natural key of the row as an object. */
import { defaultOf, type ItemField, type Json } from "../../kernel/field.ts";
import type { Kind } from "../../kernel/kind.ts";
import { encodeKey, keyPart } from "../../kernel/natural-key.ts";
import type { Problem } from "../../kernel/problem.ts";
import { isObject, type JsonObject, unknownField } from "../../kernel/validate.ts";
import { mapReferences, storedKey } from "../row-facts.ts";

/** A reference by natural key, where it stands. */
export interface KeyReference {
  readonly path: string;
  readonly to: string;
  readonly key: JsonObject;
}

/** What stands for the id of a row that a key names: the id, or what is wrong with the key. */
export type Resolved = { readonly id: string } | { readonly problem: Omit<Problem, "field"> };

/** Every reference by natural key in a body. */
export function keyReferencesIn(definition: Kind, body: JsonObject): KeyReference[] {
  const found: KeyReference[] = [];
  replaceIn(definition, body, (reference) => {
    found.push(reference);
    return undefined;
  });
  return found;
}

/** The body with ids in the place of natural keys, and a problem for each that names nothing. */
export function withIds(
  definition: Kind,
  body: JsonObject,
  resolve: (reference: KeyReference) => Resolved,
): { readonly body: JsonObject; readonly problems: readonly Problem[] } {
  const problems: Problem[] = [];
  const replaced = replaceIn(definition, body, (reference) => {
    const resolved = resolve(reference);
    if ("id" in resolved) return resolved.id;
    problems.push({ field: reference.path, ...resolved.problem });
    return undefined;
  });
  return { body: replaced, problems };
}

type Replace = (reference: KeyReference) => string | undefined;

function replaceIn(definition: Kind, body: JsonObject, replace: Replace): JsonObject {
  return mapReferences(definition, body, ({ to }, value, path) =>
    isObject(value) ? (replace({ path, to, key: value }) ?? value) : value,
  );
}

/**
 * The encoded natural key that an object names; a part with a default may be left out.
 * @param idOf the row that a part names which is a key itself
 */
export function encodedKey(
  definition: Kind,
  key: JsonObject,
  idOf: (reference: KeyReference) => Resolved,
): { readonly encoded: string } | { readonly problem: Omit<Problem, "field"> } {
  const { naturalKey, otherKey } = definition;
  // The two may have fields in common.
  const isOther = (name: string) => name in key && !naturalKey.includes(name);
  const names = otherKey?.some(isOther) ? otherKey.filter((name) => name in key) : naturalKey;
  const wrong = Object.keys(key).find((name) => !names.includes(name));
  const form = `{${names.map((name) => `"${name}": …`).join(", ")}}`;
  if (names.length === 0)
    return { problem: { message: `${definition.kind} has no natural key`, reason: "invalid" } };
  if (wrong !== undefined) {
    const { message } = unknownField("", wrong, names, "part of the key");
    return { problem: { message: `"${wrong}" ${message}; write ${form}`, reason: "invalid" } };
  }
  const parts: string[] = [];
  for (const name of names) {
    const field = definition.fields[name] as ItemField;
    const given = key[name] ?? defaultOf(field) ?? null;
    const resolved =
      field.type === "reference" && isObject(given)
        ? idOf({ path: name, to: field.to, key: given })
        : undefined;
    if (resolved !== undefined && "problem" in resolved) return resolved;
    const value = resolved?.id ?? given;
    const part = isOfType(field, value) ? keyPart(definition, name, value) : null;
    // No text with a NUL is stored, and the database takes none.
    if (part === null || part.includes("\0"))
      return { problem: { message: `names no row: write ${form}, or the id in text`, reason: "invalid" } };
    parts.push(part);
  }
  return { encoded: storedKey(encodeKey(definition, names, parts)) };
}

/** Whether a value can be a part of a key at all: the number 5 names no row whose name is "5". */
function isOfType({ type }: ItemField, value: Json): boolean {
  if (type === "integer" || type === "number") return typeof value === "number";
  if (type === "list") return Array.isArray(value);
  return typeof value === (type === "boolean" ? "boolean" : "string");
}
