/** Holds matchers against the labels of an alert, as Alertmanager does. */
import { LRUCache } from "lru-cache";
import { RE2JS } from "re2js";
import { parseMatcher } from "../../kernel/matchers.ts";
import type { Labels } from "./facts.ts";

export interface Matcher {
  readonly name: string;
  readonly op: "=" | "!=" | "=~" | "!~";
  readonly value: string;
}

/** @param text a matcher that the service took */
export function matcherOf(text: string): Matcher {
  const parsed = parseMatcher(text);
  if (!parsed.ok) throw new Error(`${JSON.stringify(text)} is no matcher: ${parsed.message}`);
  return parsed.matcher;
}

/**
 * A label that is not there has the empty text as its value. Regular expressions have to match the whole value. They
 * are run by RE2, whose time grows with the text's length and no faster.
 */
export function holds({ name, op, value }: Matcher, labels: Labels): boolean {
  const has = Object.hasOwn(labels, name) ? (labels[name] ?? "") : "";
  switch (op) {
    case "=":
      return has === value;
    case "!=":
      return has !== value;
    case "=~":
      return patternOf(value).test(has);
    case "!~":
      return !patternOf(value).test(has);
  }
}

/** Compiled patterns, by what they are made of. Each instruction takes about 100 bytes. */
const patterns = new LRUCache<string, RE2JS>({
  maxSize: 200_000,
  sizeCalculation: (pattern) => pattern.programSize(),
});

function patternOf(value: string): RE2JS {
  const known = patterns.get(value);
  if (known !== undefined) return known;
  // As Alertmanager compiles it (pkg/labels).
  const compiled = RE2JS.compile(`^(?:${value})$`);
  patterns.set(value, compiled);
  return compiled;
}
