/** A text split into passages; those that the scanner matched name their category. */
export interface Match {
  readonly category: string;
  readonly excerpt: string;
}

export interface Passage {
  readonly text: string;
  readonly at: number;
  /** Undefined where nothing matched. */
  readonly category: string | undefined;
}

/**
 * The scanner reads a normalised text, so an excerpt may not stand in the content letter by letter; one that
 * cannot be found is only listed, never marked at a guess.
 */
export function passages(content: string, matches: readonly Match[]): Passage[] {
  const marks = matches
    .map(({ category, excerpt }) => ({ category, ...placeOf(content, excerpt) }))
    .filter(({ from, to }) => from >= 0 && to > from)
    .sort((a, b) => a.from - b.from || b.to - a.to);
  const parts: Passage[] = [];
  let at = 0;
  for (const { category, from, to } of marks) {
    if (to <= at) continue;
    const start = Math.max(from, at);
    if (start > at) parts.push({ text: content.slice(at, start), at, category: undefined });
    parts.push({ text: content.slice(start, to), at: start, category });
    at = to;
  }
  if (at < content.length) parts.push({ text: content.slice(at), at, category: undefined });
  return parts;
}

/** Where the excerpt stands, however its words are spaced and cased. */
function placeOf(content: string, excerpt: string): { from: number; to: number } {
  const words = excerpt.replace(/^…|…$/g, "").trim().split(/\s+/).map(escaped);
  if (words.length === 0 || words[0] === "") return { from: -1, to: -1 };
  const found = new RegExp(words.join("\\s+"), "iu").exec(content);
  return found === null ? { from: -1, to: -1 } : { from: found.index, to: found.index + found[0].length };
}

function escaped(word: string): string {
  return word.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}
