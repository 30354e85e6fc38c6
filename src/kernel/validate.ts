/**
 * Checks one value of a field, for the one validator (parse-body.ts). It coerces nothing: `"5"` is not 5 and `null` is
 * not `""`. It notes the problems that it finds, each with its path, and answers a value in which defaults inside
 * objects are filled in. It stops looking once it has found one more than an answer names.
 */
import { alternativesOf, wordsOf } from "./alternatives.ts";
import { numberProblem } from "./bounds.ts";
import {
  defaultLimits,
  defaultOf,
  type Field,
  type IntegerField,
  type ItemField,
  type Json,
  type NumberField,
} from "./field.ts";
import { formatOf } from "./format.ts";
import { meantInstead } from "./nearest.ts";
import { saysSomething } from "./one-line.ts";
import { mostProblems, type Problem, unprocessable } from "./problem.ts";
import { sanitised } from "./sanitised.ts";
import { inUtc, isDate, parseTimestamp } from "./timestamps.ts";

export type JsonObject = { readonly [key: string]: Json };

export const maxProblems = mostProblems + 1;

/**
 * Validates one value and returns it with the defaults inside objects filled in.
 * `secretNames` are the secret fields of the whole, for messages that point at them.
 */
export function checkValue(
  field: ItemField,
  value: Json | undefined,
  path: string,
  problems: Problem[],
  secretNames: readonly string[],
): Json {
  const fail = (message: string): Json => {
    if (problems.length < maxProblems) problems.push({ field: path, message });
    return null;
  };
  if (problems.length >= maxProblems) return null;
  if (value === null || value === undefined) {
    return value === null && field.nullable ? null : fail(`must not be null: ${hint(field)}`);
  }
  switch (field.type) {
    case "text": {
      if (typeof value !== "string") return fail(`must be text, not ${jsonTypeName(value)}`);
      // What another program said is cut to a sentence first: it is never too long.
      const text = field.sanitised ? sanitised(value) : value;
      const message =
        checkText(text, field.min, field.max) ??
        nameProblem(field, text) ??
        formatProblem(field, text, secretNames);
      return message === undefined ? text : fail(message);
    }
    case "integer":
      if (typeof value !== "number") return fail(`must be a whole number, not ${jsonTypeName(value)}`);
      return checkNumber(field, value, fail);
    case "number":
      if (typeof value !== "number") return fail(`must be a number, not ${jsonTypeName(value)}`);
      return checkNumber(field, value, fail);
    case "boolean":
      return typeof value === "boolean" ? value : fail(`must be true or false, not ${jsonTypeName(value)}`);
    case "choice":
      if (typeof value === "string" && field.choices.includes(value)) return value;
      return fail(`must be one of ${field.choices.join(", ")}${suggestion(value, field.choices)}`);
    case "timestamp":
      if (typeof value !== "string") return fail(`must be a timestamp in text, not ${jsonTypeName(value)}`);
      return checkTimestamp(value, fail);
    case "date":
      if (typeof value !== "string") return fail(`must be a date in text, not ${jsonTypeName(value)}`);
      if (!isDate(value)) return fail("must be a date written YYYY-MM-DD, such as 2026-01-31");
      return value.startsWith("0000") ? fail("must be in the years 0001 to 9999") : value;
    case "reference":
      if (typeof value !== "string")
        return fail(`must be the id of a row of ${field.to}, not ${jsonTypeName(value)}`);
      return checkText(value, 1, defaultLimits.name) === undefined
        ? value
        : fail(`must be the id of a row of ${field.to}`);
    case "list":
      return checkList(field, value, path, problems, secretNames, fail);
    case "map":
      return checkMap(field, value, path, problems, fail);
    case "object":
      return checkObject(field, value, path, problems, secretNames, fail);
  }
}

/** A text's own problems, whatever its format: length in code points, NUL, unpaired surrogates. */
export function checkText(value: string, min: number, max: number): string | undefined {
  if (!value.isWellFormed()) return "must not hold an unpaired surrogate";
  if (value.includes("\0")) return "must not hold a NUL character";
  // A code point takes at most two UTF-16 units, so most texts need no count.
  const length = value.length <= max && value.length >= min * 2 ? value.length : codePoints(value);
  if (length < min) return min === 1 ? "must not be empty" : `must have at least ${min} characters`;
  if (length > max) return `must have at most ${max} characters; it has ${length}`;
  return undefined;
}

/** Whether a text of it, or a name, is one that no database keeps: with a NUL, or half of a surrogate pair. */
export function holdsBadText(value: Json | undefined): boolean {
  if (typeof value === "string") return checkText(value, 0, value.length) !== undefined;
  if (typeof value !== "object" || value === null) return false;
  if (Array.isArray(value)) return value.some(holdsBadText);
  return Object.entries(value).some((entry) => entry.some(holdsBadText));
}

/**
 * An ECMA-262 pattern that every text without control characters and line separators matches. Patterns have no \u
 * escapes: some generators of clients write the characters themselves into their regular expressions, which then
 * do not compile. The dot stops at line separators.
 */
export const oneLinePattern = "^(?!.*[\\x00-\\x1f\\x7f-\\x9f]).*$";
const notOneLine = /[\p{Cc}\u2028\u2029]/u;

function checkTimestamp(value: string, fail: Fail): Json {
  const year = parseTimestamp(value)?.getUTCFullYear();
  if (year === undefined) return fail("must be an RFC 3339 timestamp, such as 2026-01-31T09:30:00Z");
  return year < 1 || year > 9_999
    ? fail("must be in the years 0001 to 9999 once it is brought to UTC")
    : inUtc(value);
}

/** Names the unknown field, or whatever else has names, and the known one that was likely meant. */
export function unknownField(path: string, name: string, known: readonly string[], what = "field"): Problem {
  return { field: path, message: `is not a known ${what}${meantInstead(name, known)}` };
}

type Fail = (message: string) => Json;

function checkNumber(field: IntegerField | NumberField, value: number, fail: Fail): Json {
  const message = numberProblem(field, value);
  if (message !== undefined) return fail(message);
  return value === 0 ? 0 : value; // -0 would not read back as it was written
}

function checkList(
  field: ItemField & { type: "list" },
  value: Json,
  path: string,
  problems: Problem[],
  secretNames: readonly string[],
  fail: Fail,
): Json {
  if (field.orTrue && value === true) return true;
  const all = field.orTrue ? ", or true for all" : "";
  if (!Array.isArray(value)) return fail(`must be a list${all}, not ${jsonTypeName(value)}`);
  if (value.length < field.min)
    return fail(`must have at least ${field.min} ${field.min === 1 ? "item" : "items"}`);
  if (value.length > field.max) return fail(`must have at most ${field.max} items; it has ${value.length}`);
  return value.map((item, index) =>
    checkValue(field.items, item, `${path}[${index}]`, problems, secretNames),
  );
}

function checkMap(
  field: ItemField & { type: "map" },
  value: Json,
  path: string,
  problems: Problem[],
  fail: Fail,
): Json {
  if (!isObject(value)) return fail(`must be an object of text values, not ${jsonTypeName(value)}`);
  const entries = Object.entries(value);
  if (entries.length > field.maxEntries)
    return fail(`must have at most ${field.maxEntries} entries; it has ${entries.length}`);
  for (const [key, item] of entries) {
    const problem =
      prefixed("its key", checkText(key, 1, defaultLimits.mapKey)) ??
      (typeof item === "string"
        ? checkText(item, 0, field.maxValue)
        : `must be text, not ${jsonTypeName(item)}`);
    if (problem !== undefined && problems.length < maxProblems) {
      problems.push({ field: `${path}.${clipped(key)}`, message: problem });
    }
  }
  return value;
}

function checkObject(
  field: ItemField & { type: "object" },
  value: Json,
  path: string,
  problems: Problem[],
  secretNames: readonly string[],
  fail: Fail,
): Json {
  const words = wordsOf(field);
  if (words.includes(value as string)) return value;
  const or = words.map((word) => `${word}, or `).join("");
  if (!isObject(value)) return fail(`must be ${or}an object, not ${jsonTypeName(value)}`);
  const names = Object.keys(field.fields);
  const entries: [string, Json][] = [];
  for (const name of Object.keys(value)) {
    if (own(field.fields, name) !== undefined) continue;
    if (field.open) entries.push([name, value[name] ?? null]);
    else if (problems.length < maxProblems) {
      problems.push(unknownField(`${path}.${clipped(name)}`, name, names));
    }
  }
  for (const [name, inner] of Object.entries(field.fields)) {
    if (Object.hasOwn(value, name))
      entries.push([name, checkValue(inner, value[name], `${path}.${name}`, problems, secretNames)]);
    else {
      const start = defaultOf(inner);
      if (inner.optional || field.exactlyOne) continue;
      if (start !== undefined) entries.push([name, start]);
      else if (problems.length < maxProblems) {
        problems.push({ field: `${path}.${name}`, message: `is required: ${hint(inner)}` });
      }
    }
  }
  if (field.exactlyOne) {
    const alternatives = alternativesOf(field);
    const given = entries.map(([name]) => name).filter((name) => alternatives.includes(name));
    if (given.length !== 1) return fail(`must name exactly one of ${alternatives.join(", ")}`);
    for (const [name] of entries) {
      const { partOf } = own(field.fields, name) ?? {};
      if (partOf !== undefined && partOf !== given[0]) return fail(`must name ${name} only with ${partOf}`);
    }
  }
  const [first] = entries;
  if (field.word !== undefined && first?.[0] === field.word) return first[1];
  return Object.fromEntries(entries);
}

export function checkSecret(field: Field & { type: "secret" }, path: string, value: Json): Problem[] {
  const problems: Problem[] = [];
  if (field.shape === "text") {
    // The message must not repeat the value: it travels to logs and terminals.
    const message =
      typeof value === "string" ? checkText(value, 1, field.max) : "must be text, or null to clear it";
    if (message !== undefined) problems.push({ field: path, message });
  } else if (!isObject(value)) {
    problems.push({ field: path, message: "must be an object, or null to clear it" });
  } else {
    checkFree(value, path, 1, problems);
  }
  return problems;
}

/** Bounds of an object whose shape is the caller's own: depth, entries and text. */
function checkFree(value: Json, path: string, depth: number, problems: Problem[]): void {
  const fail = (message: string): void => {
    if (problems.length < maxProblems) problems.push({ field: path, message });
  };
  if (problems.length >= maxProblems) return;
  if (typeof value === "string") {
    const message = checkText(value, 0, defaultLimits.query);
    if (message !== undefined) fail(message);
  } else if (typeof value === "number") {
    if (!Number.isFinite(value) || Math.abs(value) > Number.MAX_SAFE_INTEGER)
      fail("must be a number that fits 53 bits");
  } else if (value !== null && typeof value === "object") {
    if (depth > defaultLimits.depth) {
      fail(`must be nested at most ${defaultLimits.depth} deep`);
      return;
    }
    const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
    const most = Array.isArray(value) ? defaultLimits.items : defaultLimits.entries;
    if (entries.length > most) {
      fail(`must have at most ${most} entries`);
      return;
    }
    for (const [key, item] of entries) {
      const message =
        typeof key === "string" ? prefixed("a key", checkText(key, 1, defaultLimits.mapKey)) : undefined;
      if (message !== undefined) fail(message);
      checkFree(item, path, depth + 1, problems);
    }
  }
}

function formatProblem(
  field: ItemField & { type: "text" },
  value: string,
  secretNames: readonly string[],
): string | undefined {
  if (field.format === undefined || (value === "" && field.default === "")) return undefined;
  return formatOf(field.format).check(value, secretNames);
}

/** What keeps a text from being a name, where the field wants one. */
function nameProblem(field: ItemField & { type: "text" }, value: string): string | undefined {
  if (field.says && value !== field.default && !saysSomething(value))
    return "must say something: blanks and invisible characters say nothing";
  if (field.oneLine && notOneLine.test(value)) return "must be one line without control characters";
  if (!field.composed) return undefined;
  const form = value.normalize("NFC");
  if (form === value) return undefined;
  const escapes = JSON.stringify(form).replace(
    /[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return `must be in Unicode's composed form (NFC), which is "${form}" (in escapes ${escapes})`;
}

/** As much of a made-up name as an answer repeats. */
export function clipped(name: string): string {
  return name.slice(0, 64).toWellFormed();
}

export function own<T>(record: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

function suggestion(value: Json, choices: readonly string[]): string {
  return typeof value === "string" ? meantInstead(value, choices) : "";
}

function prefixed(what: string, message: string | undefined): string | undefined {
  return message === undefined ? undefined : `${what} ${message}`;
}

function codePoints(value: string): number {
  let count = 0;
  for (const _ of value) count += 1;
  return count;
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** How messages name the type of a JSON value. */
export function jsonTypeName(value: Json): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  const names: Record<string, string> = {
    string: "text",
    number: "a number",
    boolean: "a boolean",
    object: "an object",
  };
  return names[typeof value] ?? typeof value;
}

/** What a field takes, in a few words, for messages. */
export function hint(field: ItemField): string {
  switch (field.type) {
    case "text":
      return field.format === undefined ? hints.text : `write text such as ${formatOf(field.format).example}`;
    case "choice":
      return `write one of ${field.choices.join(", ")}`;
    case "reference":
      return `write the id of a row of ${field.to}`;
    default:
      return hints[field.type];
  }
}

const hints: Readonly<Record<Exclude<ItemField["type"], "choice" | "reference">, string>> = {
  text: "write text",
  integer: "write a whole number",
  number: "write a number",
  boolean: "write true or false",
  timestamp: "write an RFC 3339 timestamp such as 2026-01-31T09:30:00Z",
  date: "write a date such as 2026-01-31",
  list: "write a list",
  object: "write an object",
  map: "write an object of text values",
};

/**
 * 422 for a query parameter that the call does not know, naming the one that was likely meant, and for one that
 * is there twice: of two values one would be dropped in silence.
 */
export function refuseParameters(sent: readonly string[], known: readonly string[]): void {
  const unknown = sent.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    const { field, message } = unknownField(clipped(unknown), unknown, known, "query parameter");
    const offer =
      known.length === 0 ? "this call takes no query parameters" : `this call takes ${known.join(", ")}`;
    throw unprocessable([{ field, message: `${message} (${offer})` }]);
  }
  // All are known, so that one of the first few comes again.
  const twice = sent.find((name, index) => sent.indexOf(name) !== index);
  if (twice !== undefined) throw unprocessable([{ field: twice, message: "is given twice; send it once" }]);
}
