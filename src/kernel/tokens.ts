/**
 * About how many tokens a model reads a text for, by rule of thumb: a word is one for each seven letters, what mixes
 * letters and digits, as ids do, one for not quite two characters, and marks between words one each. A test holds it to
 * the encoding o200k.
 */
export function tokensIn(text: string): number {
  let tokens = 0;
  for (const [part] of text.matchAll(/[A-Za-z\d]+|[^\sA-Za-z\d]+/g)) {
    if (part.charCodeAt(0) > 127) tokens += Math.ceil(part.length * 0.8);
    else if (/\d/.test(part)) tokens += Math.ceil(part.length / 1.8);
    else tokens += Math.ceil(part.length / 7);
  }
  return tokens;
}

/** Most of an answer to whoever reads by the token and named no size; with what stands around it, it stays below 4,000. */
export const mostBriefTokens = 3_000;
