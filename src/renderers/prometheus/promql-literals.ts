/** What numbers, durations and texts of PromQL stand for. */
import { durationMs, isDuration } from "./duration.ts";

/** The value of a number or a duration, in seconds; undefined where it is too large. */
export function numberValue(written: string): number | undefined {
  const plain = written
    .replace(/^[+-]\s*/, "")
    .replaceAll("_", "")
    .toLowerCase();
  if (plain === "inf") return Number.POSITIVE_INFINITY;
  if (plain === "nan") return Number.NaN;
  if (isDuration(plain)) return durationMs(plain) / 1_000;
  const value = Number(plain);
  return Number.isFinite(value) ? value : undefined;
}

/** A text without its quotes and escapes, which are Go's (go.dev/ref/spec#String_literals); undefined where it is no literal. */
export function stringValue(written: string): string | undefined {
  if (written.startsWith("`")) return written.slice(1, -1);
  const form = written.startsWith('"') ? doubleQuoted : singleQuoted;
  if (!form.test(written)) return undefined;
  return written.slice(1, -1).replace(anEscape, (_, code: string) => unescaped(code));
}

const escapes = String.raw`[abfnrtv\\]|[0-3][0-7]{2}|x[0-9A-Fa-f]{2}|u(?![dD][89A-Fa-f])[0-9A-Fa-f]{4}|U(?!0000[dD][89A-Fa-f])00(?:0[0-9A-Fa-f]|10)[0-9A-Fa-f]{4}`;
const doubleQuoted = new RegExp(String.raw`^"(?:[^"\\\n]|\\(?:${escapes}|"))*"$`, "u");
const singleQuoted = new RegExp(String.raw`^'(?:[^'\\\n]|\\(?:${escapes}|'))*'$`, "u");
const anEscape = new RegExp(String.raw`\\(${escapes}|["'])`, "gu");

const plainEscapes: Readonly<Record<string, string>> = {
  a: "\x07",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
};

function unescaped(code: string): string {
  if (/^[xuU]/.test(code)) return String.fromCodePoint(Number.parseInt(code.slice(1), 16));
  if (/^[0-3]/.test(code)) return String.fromCodePoint(Number.parseInt(code, 8));
  return plainEscapes[code] ?? code;
}

/** A part of a pattern, with its quantifier where it may stay away. */
const patternPart = /(\\[\s\S]|\[\^?\]?(?:\\[\s\S]|\[:\^?\w+:\]|[^\]\\])*\]|[\s\S])([?*]|\{[^}]*\})?/gu;

/**
 * Whether a pattern plainly never matches the empty text: each of its alternatives has a character outside of groups.
 * The pattern is not run, because one can be made that takes years.
 */
export function needsCharacter(pattern: string): boolean {
  if (/\\[xpPQC0-9]/.test(pattern)) return false;
  let depth = 0;
  let needed = false;
  for (const [, part = "", quantifier] of pattern.matchAll(patternPart)) {
    if (part === "(") depth++;
    else if (part === ")") depth--;
    else if (depth > 0) continue;
    else if (part === "|") {
      if (!needed) return false;
      needed = false;
    } else if (quantifier === undefined && /^(?:[\w.]|\\[./-])$/.test(part)) needed = true;
  }
  return needed;
}

/** Prometheus keeps durations in nanoseconds of 63 bits. */
export const longestSeconds = 2 ** 63 / 1e9;
