/**
 * Numbers as people type them: understood or refused with words, and never turned into another number.
 * Arithmetic is on whole numbers of any size, so that what is saved is exactly what was typed.
 */
import { numberProblem } from "../../src/kernel/bounds.ts";
import type { IntegerField, NumberField } from "../../src/kernel/field.ts";
import { singularOf } from "../../src/kernel/words.ts";

type Field = IntegerField | NumberField;

/** A decimal, exactly: `digits` times ten to the power of `-places`. */
interface Decimal {
  readonly digits: bigint;
  readonly places: number;
}

/** Units of time in milliseconds, by every word that people write for them. */
const times: readonly (readonly [milliseconds: bigint, words: readonly string[]])[] = [
  [1n, ["milliseconds", "millisecond", "millis", "msec", "ms"]],
  [1_000n, ["seconds", "second", "secs", "sec", "s"]],
  [60_000n, ["minutes", "minute", "mins", "min", "m"]],
  [3_600_000n, ["hours", "hour", "hrs", "hr", "h"]],
  [86_400_000n, ["days", "day", "d"]],
  [604_800_000n, ["weeks", "week", "w"]],
];

/** No number of a form is longer than this; it bounds the work, too. */
const longestText = 60;
/** By so many zeros a number is drawn out before it is divided: enough for all its places. */
const spareZeros = longestText + 9;

/**
 * Reads a text for a field that counts `unit` (undefined: a bare number). Takes `99.9`, `1e3`, the unit's own
 * word or sign after it (`99.9 %`), and where the unit is one of time `2h`, `1.5h`, `1h30m`, `3 d`.
 */
export function readNumber(field: Field, unit: string | undefined, text: string): Reading<number> {
  const written = text.trim().replace(/^\u2212/, "-");
  const found = exactOf(written, unit);
  if (typeof found === "string") return { problem: found };
  const value = Number(plain(found));
  const problem =
    lossOf(field, unit, found) ?? (exact(value, found) ? undefined : "has more digits than can be kept");
  const wrong = problem ?? numberProblem(field, value);
  return wrong === undefined ? { value: value === 0 ? 0 : value } : { problem: wrong };
}

/** The number as its field shows it: plain digits, never with an exponent. */
export function writeNumber(value: number): string {
  const found = decimalOf(String(value));
  return found === undefined ? String(value) : plain(found);
}

/** Whether a number of JSON is read as exactly what is written. */
export function keepsNumber(text: string): boolean {
  const found = decimalOf(text);
  return found !== undefined && exact(Number(text), found);
}

/** Whether the field takes durations such as `2h`. */
export function isDuration(unit: string | undefined): boolean {
  return unit !== undefined && lengthOf(unit) !== undefined;
}

/** A duration in the largest units that show all of it, such as `1 h 30 min`; undefined where that says no more. */
export function spelled(value: number, unit: string | undefined): string | undefined {
  const length = unit === undefined ? undefined : lengthOf(unit);
  if (length === undefined || !Number.isSafeInteger(value) || value <= 0) return undefined;
  let left = BigInt(value) * length;
  const parts: string[] = [];
  for (const [size, sign] of signs) {
    if (left >= size) parts.push(`${left / size} ${sign}`);
    left %= size;
  }
  const [first = ""] = parts;
  return parts.length === 1 && signs.some(([size, sign]) => size === length && first.endsWith(` ${sign}`))
    ? undefined
    : parts.join(" ");
}

const signs = [
  [86_400_000n, "d"],
  [3_600_000n, "h"],
  [60_000n, "min"],
  [1_000n, "s"],
  [1n, "ms"],
] as const;

/** A text's exact number in the field's unit, or what is wrong with it. */
function exactOf(text: string, unit: string | undefined): Decimal | string {
  if (text.length > longestText) return "is too long for a number";
  const problem = foreignProblem(text);
  if (problem !== undefined) return problem;
  const bare = decimalOf(withoutUnit(text, unit));
  if (bare !== undefined) return bare;
  const length = unit === undefined ? undefined : lengthOf(unit);
  if (length !== undefined) return durationOf(text, unit as string, length);
  return `is not a number; write digits, such as ${unit === "percent" ? "99.9" : "15"}`;
}

/** What other languages and spreadsheets write, which could be read in two ways. */
function foreignProblem(text: string): string | undefined {
  if (/\d,\d|^,\d|\d,$/.test(text))
    return "has a comma; write decimals after a point, such as 99.9, and thousands without a sign";
  if (/\d[\s'’_]+\d/.test(text)) return "has a gap between its digits; write them together";
  if (/\.\d*\./.test(text)) return "has two points; write one, before the decimals";
  return undefined;
}

/** `99.9 %` and `3 tokens` in fields that count these. */
function withoutUnit(text: string, unit: string | undefined): string {
  if (unit === undefined) return text;
  const end = [unit, singularOf(unit), ...(unit === "percent" ? ["%"] : [])].find(
    (word) => text.toLowerCase().endsWith(word) && /[\d.\s]$/.test(text.slice(0, -word.length)),
  );
  return end === undefined ? text : text.slice(0, -end.length).trimEnd();
}

function decimalOf(text: string): Decimal | undefined {
  const form = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,3}))?$/.exec(text);
  if (form === null) return undefined;
  const [, sign = "", whole = "", part = "", power = "0"] = form;
  if (whole === "" && part === "") return undefined;
  const digits = BigInt(`${whole}${part}`) * (sign === "-" ? -1n : 1n);
  return shortened({ digits, places: part.length - Number(power) });
}

/** Parts with their units, the largest first: `1h 30m`. */
function durationOf(text: string, unit: string, length: bigint): Decimal | string {
  const [, sign = "", rest = ""] = /^([+-]?)\s*(.*)$/s.exec(text) ?? [];
  const parts = [...rest.matchAll(/(\d+(?:\.\d*)?|\.\d+)\s*([a-zA-Zµ]*)\s*/gy)];
  const whole = parts.map(([part]) => part).join("");
  if (parts.length === 0 || whole !== rest) return `is not a duration; write ${unit}, or such as ${sample}`;
  let sum: Decimal = { digits: 0n, places: 0 };
  let before: bigint | undefined;
  for (const [, number = "", word = ""] of parts) {
    if (word === "") return `says no unit for ${number}; write ${unit} alone, or such as ${sample}`;
    const size = lengthOf(word);
    if (size === undefined) return `has no unit of time in "${word}"; write such as ${sample}`;
    if (before !== undefined && size >= before)
      return `has its parts out of order; write the largest first, such as ${sample}`;
    before = size;
    const part = decimalOf(number) as Decimal;
    sum = added(sum, { digits: part.digits * size, places: part.places });
  }
  return divided({ ...sum, digits: sign === "-" ? -sum.digits : sum.digits }, length, unit);
}

const sample = "90s, 2h or 1h30m";

/** In the field's unit; a length of time that it cannot know exactly is refused. */
function divided({ digits, places }: Decimal, by: bigint, unit: string): Decimal | string {
  // The units of time have no other prime factors than 2, 3, 5 and 7; only 3 and 7 may be left over.
  const scaled = digits * 10n ** BigInt(spareZeros);
  if (scaled % by !== 0n) return `is not an exact number of ${unit}`;
  return shortened({ digits: scaled / by, places: places + spareZeros });
}

/** What of it the field has no place for. */
function lossOf(field: Field, unit: string | undefined, { places }: Decimal): string | undefined {
  if (field.type !== "integer" || places <= 0) return undefined;
  return `must be a whole number${unit === undefined ? "" : ` of ${unit}`}`;
}

function exact(value: number, typed: Decimal): boolean {
  const kept = decimalOf(String(value));
  return kept !== undefined && kept.digits === typed.digits && kept.places === typed.places;
}

function added(a: Decimal, b: Decimal): Decimal {
  const places = Math.max(a.places, b.places);
  const raised = (one: Decimal) => one.digits * 10n ** BigInt(places - one.places);
  return { digits: raised(a) + raised(b), places };
}

/** Without zeros at its end: each number in one form only. */
function shortened({ digits, places }: Decimal): Decimal {
  if (digits === 0n) return { digits, places: 0 };
  const text = String(digits);
  const zeros = text.length - text.replace(/0+$/, "").length;
  return { digits: digits / 10n ** BigInt(zeros), places: places - zeros };
}

function plain({ digits, places }: Decimal): string {
  const sign = digits < 0n ? "-" : "";
  const text = String(digits < 0n ? -digits : digits);
  if (places <= 0) return `${sign}${text}${"0".repeat(-places)}`;
  const padded = text.padStart(places + 1, "0");
  return `${sign}${padded.slice(0, -places)}.${padded.slice(-places)}`;
}

/** `M` is months to some and minutes to others, so a single letter counts as it is written. */
function lengthOf(word: string): bigint | undefined {
  const sought = word.length === 1 ? word : word.toLowerCase();
  return times.find(([, words]) => words.includes(sought))?.[0];
}

/** What a text stands for, or in the validator's manner of speaking what is wrong with it. */
export type Reading<T> = { readonly value: T } | { readonly problem: string };
