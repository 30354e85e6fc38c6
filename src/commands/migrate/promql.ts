/** As much of PromQL as it takes to find the two sides of a ratio. */

/** Skipped whole: strings with escapes, raw strings, and comments. */
const opaque = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`|#[^\n]*/y;
const opening = "([{";
const closing = ")]}";

/** An aggregation of all series into one figure, and nothing beside it. What is in its brackets is left out. */
const oneFigure = /^\s*(sum|avg|min|max|count)\s*\(\s*$/i;

/**
 * The two sides of an expression that is one division of two aggregations into one figure each: `sum(…) / sum(…)`.
 * Undefined where it is anything else, such as a ratio for each of several series.
 */
export function quotientOf(expression: string): readonly [string, string] | undefined {
  const outside = withoutInner(expression);
  const slash = outside.indexOf("/");
  const sidesOf = (text: string): [string, string] => [text.slice(0, slash), text.slice(slash + 1)];
  if (slash < 0 || !sidesOf(outside).every((side) => oneFigure.test(side))) return undefined;
  const [good, total] = sidesOf(expression);
  return [good.trim(), total.trim()];
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
