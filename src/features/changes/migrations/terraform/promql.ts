/** As much of PromQL as it takes to find the two sides of a ratio. */

/** Skipped whole: strings with escapes, raw strings, and comments. */
const opaque = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`|#[^\n]*/y;
const opening = "([{";
const closing = ")]}";

const aggregation = String.raw`(?:sum|avg|min|max|count)\s*\(\s*\)`;

/** An aggregation of all series into one figure, or sums and differences of such. What is in brackets is left out. */
const oneFigure = new RegExp(String.raw`^\s*${aggregation}(?:\s*[-+]\s*${aggregation})*\s*$`, "i");

/** What fills in for no events, or keeps a division by none away: an SLI here counts no events as none. */
const fillers = /\s*(?:(?<!\w)or\s+(?:on\s*\(\s*\)\s*)?vector\s*\(\s*\)|(?:>=?|!=)\s*0)\s*$/i;

export interface Quotient {
  /** What the part counts. */
  readonly counts: "good" | "bad";
  readonly part: string;
  readonly total: string;
  /** Whether `or vector(0)`, `> 0` or the like were left out. */
  readonly filled: boolean;
}

/**
 * The two sides of an expression that is one division of two figures: `sum(…) / sum(…)`, or what is left of one by it:
 * `1 - sum(…) / sum(…)`. Undefined where it is anything else, such as a ratio for each of several series.
 */
export function quotientOf(expression: string): Quotient | undefined {
  const whole = bare(expression);
  const rest = /^\s*1\s*-/.exec(withoutInner(whole.text))?.[0];
  const ratio = rest === undefined ? whole : bare(whole.text.slice(rest.length));
  const outside = withoutInner(ratio.text);
  const slash = outside.indexOf("/");
  if (slash < 0) return undefined;
  const part = sideOf(ratio.text.slice(0, slash));
  const total = sideOf(ratio.text.slice(slash + 1));
  if (![part, total].every(({ text }) => oneFigure.test(withoutInner(text)))) return undefined;
  return {
    counts: rest === undefined ? "good" : "bad",
    part: part.text,
    total: total.text,
    filled: [whole, ratio, part, total].some(({ filled }) => filled),
  };
}

/** Outside of brackets a division comes before `or` and comparisons, which then are no part of its side. */
function sideOf(side: string) {
  return inBrackets.test(withoutInner(side).trim()) ? bare(side) : { text: side.trim(), filled: false };
}

const inBrackets = /^\(\s*\)$/;

/** An expression without brackets around it, and without what fills in for no events. */
function bare(expression: string): { readonly text: string; readonly filled: boolean } {
  let text = expression.trim();
  for (let filled = false; ; ) {
    const outside = withoutInner(text);
    const filler = fillers.exec(outside);
    if (filler !== null) {
      text = text.slice(0, filler.index).trim();
      filled = true;
    } else if (inBrackets.test(outside)) text = text.slice(1, -1).trim();
    else return { text, filled };
  }
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
    outside += depth > 0 ? " " : character;
    if (opening.includes(character)) depth += 1;
    at += 1;
  }
  return outside;
}
