/** Holds matchers against the labels of an alert, as Alertmanager does. */
import { LRUCache } from "lru-cache";
import { RE2JS, RE2JSException } from "re2js";
import { type ParsedMatcher, parseMatcher } from "../../kernel/matchers.ts";
import type { Labels } from "./facts.ts";

export type Matcher = Extract<ParsedMatcher, { readonly ok: true }>["matcher"];

/** A matcher of a row; undefined for one that a former version took and that nobody can read any more. */
export function matcherOf(text: string): Matcher | undefined {
  const parsed = parseMatcher(text);
  return parsed.ok ? parsed.matcher : undefined;
}

/**
 * A label that is not there has the empty text as its value. Regular expressions have to match the whole value. They
 * are run by RE2, whose time grows with the text's length and no faster. One that RE2 does not take holds for nothing.
 */
export function holds({ name, op, value }: Matcher, labels: Labels): boolean {
  const has = Object.hasOwn(labels, name) ? (labels[name] ?? "") : "";
  switch (op) {
    case "=":
      return has === value;
    case "!=":
      return has !== value;
    case "=~":
      return patternOf(value)?.test(has) ?? false;
    case "!~":
      return !(patternOf(value)?.test(has) ?? true);
  }
}

/** Compiled patterns, by their texts. An instruction takes some hundred bytes. */
const patterns = new LRUCache<string, { readonly compiled: RE2JS | undefined }>({
  maxSize: 200_000,
  sizeCalculation: ({ compiled }) => 1 + (compiled?.programSize() ?? 0),
});

function patternOf(value: string): RE2JS | undefined {
  const known = patterns.get(value);
  if (known !== undefined) return known.compiled;
  const compiled = compile(value);
  patterns.set(value, { compiled });
  return compiled;
}

function compile(value: string): RE2JS | undefined {
  try {
    // As Alertmanager compiles it (pkg/labels).
    return RE2JS.compile(`^(?:${value})$`);
  } catch (error) {
    if (error instanceof RE2JSException) return undefined;
    throw error;
  }
}
