/** Matchers and label names as each version of Alertmanager reads them. */
import type { Matcher } from "../alerting/matchers.ts";
import { isBefore } from "../version.ts";

/** The first version that takes label names of any characters (its release notes, "UTF-8"). */
export const anyNamesSince = "0.27";

const plainName = /^[a-zA-Z_][a-zA-Z0-9_]*$/;

/** Whether a version takes a label of this name. */
export function takesName(name: string, version: string): boolean {
  return plainName.test(name) || !isBefore(version, anyNamesSince);
}

/**
 * A matcher in a form that the parser before 0.27, the one since, and both of them in its transition mode read alike: a
 * plain name stands as it is, and the value in quotes with the escapes that both know.
 *
 * @param matcher one whose name the version takes
 */
export function matcherText({ name, op, value }: Matcher): string {
  const shown = plainName.test(name) ? name : quoted(name);
  return `${shown}${op}${quoted(isPattern(op) ? withOldNames(value) : value)}`;
}

function isPattern(op: Matcher["op"]): boolean {
  return op === "=~" || op === "!~";
}

function quoted(text: string): string {
  return `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n")}"`;
}

/** What is no group's beginning, although it may look like one: quoted text, an escape, a class. */
const group = /\\Q[\s\S]*?(?:\\E|$)|\\[\s\S]|\[\^?\]?(?:\\[\s\S]|\[:\^?\w+:\]|[^\]\\])*\]|\(\?</g;

/** Older versions know named groups only as `(?P<name>…)`, which all of them know (go.dev/doc/go1.22, "regexp/syntax"). */
function withOldNames(pattern: string): string {
  return pattern.replace(group, (found) => (found === "(?<" ? "(?P<" : found));
}
