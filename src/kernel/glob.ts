/** How many steps several globs may still take together. */
export interface StepBudget {
  steps: number;
}

/**
 * Compares a glob with a whole text, both split into code points: `*` stands for any run of characters, the
 * empty one included, `?` for exactly one Unicode code point, and everything else, line breaks, brackets and
 * backslashes too, for itself; there is no escape. Every string is a glob, so this never fails.
 *
 * Only the latest `*` is ever revisited, so it takes at most pattern length × text length steps: linear in the
 * text for a bounded pattern, where a translation to a regular expression can take exponentially long. They
 * are taken off the budget; once that is used up the answer is undefined.
 */
export function globCovers(
  glob: readonly string[],
  text: readonly string[],
  budget: StepBudget,
): boolean | undefined {
  let inGlob = 0;
  let inText = 0;
  // Where to take up again when a character does not fit: the latest star takes one character more.
  let star = -1;
  let starTakesUntil = 0;
  while (inText < text.length) {
    if (budget.steps <= 0) return undefined;
    budget.steps -= 1;
    const wanted = glob[inGlob];
    if (wanted === "*") {
      star = inGlob++;
      starTakesUntil = inText;
    } else if (wanted !== undefined && (wanted === "?" || wanted === text[inText])) {
      inGlob++;
      inText++;
    } else if (star >= 0) {
      inGlob = star + 1;
      inText = ++starTakesUntil;
    } else {
      return false;
    }
  }
  return glob.slice(inGlob).every((rest) => rest === "*");
}

/**
 * Splits a glob or a text where case does not count. Both are folded code point by code point, as Unicode's
 * simple folding does ("ß" matches "ẞ", never "ss"); the one difference is that the dotless "ı" counts as an "i".
 */
export function foldedCodePoints(text: string): string[] {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it is all of ASCII
  if (/^[\x00-\x7f]*$/.test(text)) return text.toLowerCase().split("");
  // Lower, upper, lower: some letters share only a capital (σ and ς), some only a small form (ß and ẞ).
  return Array.from(text, (char) => char.toLowerCase().toUpperCase().toLowerCase());
}
