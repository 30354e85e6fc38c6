/** Wire names as people read them, and values on one line. */
import type { Level } from "../../src/kernel/access.ts";
import type { Field, IntegerField, Json, NumberField } from "../../src/kernel/field.ts";
import { bareFigure, figure } from "../../src/kernel/readable.ts";
import type { JsonObject } from "../../src/kernel/validate.ts";
import { labelOf, phrase, rowName, singularOf, unitOf } from "../../src/kernel/words.ts";
import type { Definition } from "../../src/surfaces/console/definitions.ts";
import { spelled } from "../forms/number.ts";

export { labelOf, phrase, rowName as nameOf, unitOf, words } from "../../src/kernel/words.ts";

/** A row by its natural key, in which rows that it refers to stand by theirs. */
export function keyName(kinds: readonly Definition[], kind: string, key: JsonObject): string {
  const definition = kinds.find((one) => one.kind === kind);
  if (definition === undefined) return brief(key);
  const own = rowName(definition, key);
  if (own !== "") return own;
  const parts = Object.entries(key).map(([name, part]) => {
    const field = definition.fields[name];
    const names = field?.type === "reference" && typeof part === "object" && part !== null;
    return names ? keyName(kinds, field.to, part as JsonObject) : brief(part);
  });
  return parts.join(" / ");
}

/** A field of a row by its label, and where a path leads further the item and its member, as the form calls them. */
export function fieldWords({ fields }: Definition, path: string): string {
  const said: string[] = [];
  let within: Readonly<Record<string, Field>> = fields;
  for (const part of path.split(".")) {
    const { name = "", place } = /^(?<name>[^[]*)(?:\[(?<place>\d+)\])?/.exec(part)?.groups ?? {};
    const field = within[name];
    const label = labelOf(name, field);
    said.push(place === undefined ? label : `${singularOf(label)} ${Number(place) + 1}`);
    const shape = field?.type === "list" ? field.items : field;
    within = shape?.type === "object" ? shape.fields : {};
  }
  return said.join(" · ");
}

const short: Readonly<Record<string, string>> = {
  milliseconds: " ms",
  seconds: " s",
  minutes: " min",
  hours: " h",
  days: " d",
  percent: "%",
};

/** A number with what it counts, as short as lists need it. */
export function measured(name: string, field: Field, value: number): string {
  const unit = unitOf(name, field);
  // What counts nothing, such as a port, is no quantity.
  if (unit === undefined) return bareFigure(value);
  const counted = ` ${value === 1 ? singularOf(unit) : unit}`;
  return `${figure(value)}${short[unit] ?? counted}`;
}

const code = ["matcher", "snake", "slug", "cidr", "repository", "account", "image", "hostname", "url"];

/** What is read letter by letter: patterns, addresses, queries. */
export function isCode(field: Field): boolean {
  const shape = field.type === "list" ? field.items : field;
  return (
    shape.type === "text" &&
    ((shape.multiline === true && shape.prose !== true) || code.includes(shape.format ?? ""))
  );
}

/** One row of the kind within a sentence, by what its list is called; a setting is called what it is. */
export function oneOf({ title, shape }: Definition): string {
  return shape === "setting" ? title : phrase(singularOf(title));
}

/** The role that changing a kind takes. */
export function roleFor({ level }: Definition): string {
  return roleOf(level);
}

/** The least role that has a level. */
export function roleOf(level: Level): string {
  return { read: "Viewer", operate: "Member", admin: "Org admin" }[level];
}

export function firstSentence(text: string): string {
  return /^.*?[.](?=\s|$)/.exec(text)?.[0] ?? text;
}

/** So many letters stand on a line of a page that is 1,440 pixels wide. */
const lineOfPage = 160;

/** What a page says of itself below its title, in one line: the first sentence, and of a long one what it begins with. */
export function introOf(about: string): string {
  const first = firstSentence(about);
  return first.length <= lineOfPage ? first : `${first.split(/[:;] /)[0]}.`;
}

/**
 * What a page is for, without the words that say what its rows are: "An alert route says where matching alerts go." is
 * "Where matching alerts go". What follows the first comma is left out where enough stands before it.
 */
export function tileLine(title: string, about: string): string {
  const subject = new RegExp(
    `^(?:(?:An?|The) (?:${singularOf(title)}|[\\w-]+(?: [\\w-]+)?(?= (?:is|says) ))|These settings) `,
    "i",
  );
  const [, said = about] = firstSentence(about).split(subject);
  const bare = said.replace(/^(?:is|are|says?|names?) (?:that )?/, "").replace(/[.]$/, "");
  const [first = "", ...rest] = bare.split(/[:,;] /);
  const line = first.split(" ").length > 2 ? first : (rest[0] ?? first);
  return line.charAt(0).toUpperCase() + line.slice(1);
}

/** A value on one line, for lists, diffs and bars. */
export function brief(value: Json | undefined): string {
  if (value === undefined || value === null) return "—";
  if (typeof value === "string")
    return value === "" ? "empty" : value.startsWith("data:image/") ? "a picture" : value;
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number") return bareFigure(value);
  if (Array.isArray(value)) return value.length === 0 ? "none" : value.map(brief).join(", ");
  const entries = Object.entries(value as JsonObject);
  return entries.length === 0 ? "none" : entries.map(([key, part]) => `${key}: ${brief(part)}`).join(", ");
}

/** A number with its unit; a length of time in the units in which people say it. */
export function amountOf(name: string, field: IntegerField | NumberField, value: number): string {
  return spelled(value, unitOf(name, field)) ?? measured(name, field, value);
}

/** A problem as the service words it, as people read it. */
export function sentence(message: string): string {
  const text = message.charAt(0).toUpperCase() + message.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
