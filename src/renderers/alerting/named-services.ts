/** Whether what chooses alerts names the services that it is about. Pure. */
import { type Matcher, matcherOf } from "./matchers.ts";

interface Choosing {
  readonly pattern: string | null;
  readonly matchers: readonly string[];
}

/** Words with a bar between them: nothing but these can match. */
const listOfWords = /^(?:[^\\.*+?()[\]{}^$|]|\\[^A-Za-z0-9])+(?:\|(?:[^\\.*+?()[\]{}^$|]|\\[^A-Za-z0-9])+)*$/;

/**
 * A matcher names services by a value or by a list of values. Another pattern, such as `.+` or `pay.*`, may take any
 * service that there will be.
 */
export function namesService({ pattern, matchers }: Choosing): boolean {
  if (pattern !== null) return /^service=[^*?]+$/.test(pattern);
  return matchers.some((text) => {
    const matcher = matcherOf(text);
    if (matcher?.name !== "service" || matcher.value === "") return false;
    return matcher.op === "=" || (matcher.op === "=~" && listOfWords.test(matcher.value));
  });
}

/** All values that a matcher takes; undefined where they cannot be counted. */
export function valuesOf({ op, value }: Matcher): readonly string[] | undefined {
  if (op === "=") return [value];
  if (op !== "=~" || !listOfWords.test(value)) return undefined;
  // A bar of a word is written with a backslash before it.
  return value.split(/(?<!\\)\|/).map((word) => word.replace(/\\(.)/g, "$1"));
}
