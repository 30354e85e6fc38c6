/** How rows are called in sentences and in lines, from what an answer says of them. */
import type { Json } from "./field.ts";
import { isObject, type JsonObject } from "./validate.ts";

/** A row's key as one word: `platform`, `checkout/latency`, lists with commas. Empty for a setting. */
export function keyName(key: Json): string {
  if (key === null) return "-";
  if (Array.isArray(key)) return key.map(keyName).join(", ");
  if (isObject(key)) {
    // A list without items says nothing of which row it is.
    return Object.values(key)
      .filter((part) => !Array.isArray(part) || part.length > 0)
      .map(keyName)
      .join("/");
  }
  return typeof key === "string" ? key : JSON.stringify(key);
}

/** How a row is called wherever one is named: `teams "platform"`, `slos checkout/latency`, `ai_settings`. */
export function rowByKey(resource: string, key: JsonObject | null): string {
  if (key === null || Object.keys(key).length === 0) return resource;
  return `${resource} ${quotedKey(key)}`;
}

/** A key of one part is quoted, because it may be any text; one of several has slashes between them. */
export function quotedKey(key: Json): string {
  const name = keyName(key);
  return name.includes("/") && isObject(key) && Object.keys(key).length > 1 ? name : `"${name}"`;
}
