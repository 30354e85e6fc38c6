import type { Fields } from "./field.ts";
import type { JsonObject } from "./validate.ts";

/** What people call a row: its title, its natural key as far as it is no reference, or its name; else undefined. */
export function rowName(
  { naturalKey, fields }: { readonly naturalKey: readonly string[]; readonly fields: Fields },
  row: JsonObject,
): string | undefined {
  const { title, name } = row;
  if (typeof title === "string" && title !== "") return title;
  const key = naturalKey
    .filter((field) => fields[field]?.type !== "reference")
    .map((field) => row[field])
    .filter((part): part is string | number => part !== null && part !== undefined && part !== "");
  if (key.length > 0) return key.join(" / ");
  return typeof name === "string" && name !== "" ? name : undefined;
}
