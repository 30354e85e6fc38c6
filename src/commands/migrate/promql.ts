/** As much of PromQL as it takes to find the two sides of a ratio. */

/** Skipped whole: strings with escapes, raw strings, and comments. */
const opaque = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`|#[^\n]*/y;
const opening = "([{";
const closing = ")]}";

/** What binds looser than a division, or changes what it divides. */
const otherwise =
  /[-+*%^<>=!]|\b(and|or|unless|atan2|on|ignoring|group_left|group_right|by|without|bool|offset)\b/;

/**
 * The two sides of an expression that is one division of two single figures: `sum(…) / sum(…)`. Undefined where it is
 * anything else, such as a ratio for each of several series.
 */
export function quotientOf(expression: string): readonly [string, string] | undefined {
  const outside = withoutInner(expression);
  const slash = outside.indexOf("/");
  if (slash < 0 || outside.indexOf("/", slash + 1) >= 0 || otherwise.test(outside)) return undefined;
  const sides = [expression.slice(0, slash).trim(), expression.slice(slash + 1).trim()] as const;
  return sides.every((side) => side !== "") ? sides : undefined;
}

/** The expression with spaces for everything in brackets, strings and comments. */
function withoutInner(expression: string): string {
  let [outside, depth, at] = ["", 0, 0];
  while (at < expression.length) {
    opaque.lastIndex = at;
    const skipped = opaque.exec(expression)?.[0];
    if (skipped !== undefined) {
      outside += " ".repeat(skipped.length);
      at += skipped.length;
      continue;
    }
    const character = expression[at] ?? "";
    if (closing.includes(character)) depth -= 1;
    outside += depth > 0 || closing.includes(character) ? " " : character;
    if (opening.includes(character)) depth += 1;
    at += 1;
  }
  return outside;
}
