/**
 * YAML as the engines' parsers read it. Written here and not by the yaml package, which takes most of a second for the
 * modules of 2,000 checks, and in that time the process answers nobody.
 */
import type { Json } from "../kernel/field.ts";
import type { JsonObject } from "../kernel/validate.ts";

/** A document of nested maps and lists of them; other lists are written in one line. Every text is quoted, so that none is a number or a boolean. */
export function yamlOf(map: JsonObject): string {
  return mapText(map, "");
}

function mapText(map: JsonObject, indent: string): string {
  return Object.entries(map)
    .map(([key, value]) => `${indent}${plainKey.test(key) ? key : inline(key)}:${valueText(value, indent)}`)
    .join("");
}

function valueText(value: Json, indent: string): string {
  const deeper = `${indent}  `;
  if (isFilledMap(value)) return `\n${mapText(value, deeper)}`;
  if (!Array.isArray(value) || value.length === 0 || !value.every(isFilledMap)) return ` ${inline(value)}\n`;
  // The dash stands in the place of the first key's indent.
  const items = value.map((item) => `${deeper}- ${mapText(item, `${deeper}  `).slice(deeper.length + 2)}`);
  return `\n${items.join("")}`;
}

function isFilledMap(value: Json): value is JsonObject {
  const isMap = typeof value === "object" && value !== null && !Array.isArray(value);
  return isMap && Object.keys(value).length > 0;
}

/** Names that no parser takes for a boolean or null. */
const plainKey = /^(?!(?:y|n|yes|no|on|off|true|false|null)$)[a-z][a-z0-9_]*$/;

/** Characters that Go's parser of YAML refuses as they are (YAML 1.2 §5.1), or takes for the end of a line (YAML 1.1 §5.4). */
export const special =
  /[^\t\n\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\u{10000}-\u{10ffff}]/u;
const allSpecial = new RegExp(special, "gu");

/** A value in one line, as JSON and YAML both write it (YAML 1.2 §1.3). */
export function inline(value: Json): string {
  return withEscapes(JSON.stringify(value));
}

/** Double-quoted texts with their special characters escaped (YAML 1.2 §5.7). */
export function withEscapes(quoted: string): string {
  return quoted.replace(allSpecial, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
