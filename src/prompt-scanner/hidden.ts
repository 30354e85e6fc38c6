import type { Passage } from "./finding.ts";

/** Characters that a reviewer can't see. */
export function findHidden(content: string): Passage[] {
  return [
    ...spans(content, tags).filter(({ start, end }) => !isFlag(content, start, end)),
    ...spans(content, bidiOverrides),
    ...spans(content, variationRuns),
    ...findZeroWidth(content),
  ].map((span) => ({ category: "hidden_text", ...span }));
}

interface Offsets {
  readonly start: number;
  readonly end: number;
}

function spans(content: string, pattern: RegExp): Offsets[] {
  return Array.from(content.matchAll(pattern), (match) => ({
    start: match.index,
    end: match.index + match[0].length,
  }));
}

// ── Characters ──────────────────────────────────────────────────────────────────────────────────

const tags = /[\u{e0000}-\u{e007f}]+/gu;
/** Left-to-right and right-to-left override; marks, embeddings and isolates are ordinary typography. */
const bidiOverrides = /[\u202d\u202e]/g;
/** Variation selectors in a row carry bytes, not variants. */
const variationRuns = /[\u{fe00}-\u{fe0f}\u{e0100}-\u{e01ef}]{3,}/gu;

/** The flag of a region such as Scotland: a black flag, a few tags, and the tag that ends them. */
function isFlag(content: string, start: number, end: number): boolean {
  return (
    content.slice(Math.max(0, start - 2), start) === "\u{1f3f4}" &&
    /^[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f}$/u.test(content.slice(start, end))
  );
}

// biome-ignore lint/suspicious/noMisleadingCharacterClass: each of these is looked for by itself
const zeroWidth = /[\u200b-\u200d\u2060-\u2064\ufeff\u180e\u034f]+/g;
/** Scripts in whose words a zero-width character has nothing to do; others join and part letters by it. */
const plainLetter = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Han}\p{Nd}]/u;
/** How far apart two of them may be and still be found in one word. */
const sameWord = 12;

function findZeroWidth(content: string): Offsets[] {
  const found: Offsets[] = [];
  let lone: Offsets | undefined;
  for (const span of spans(content, zeroWidth)) {
    const before = content.slice(Math.max(0, span.start - 1), span.start);
    const after = content.slice(span.end, span.end + 1);
    if (!plainLetter.test(before) || !plainLetter.test(after)) continue;
    const isRun = span.end - span.start > 1;
    const isNearAnother =
      lone !== undefined &&
      span.start - lone.end <= sameWord &&
      !/\s/.test(content.slice(lone.end, span.start));
    if (isRun) found.push(span);
    else if (isNearAnother && lone) found.push({ start: lone.start, end: span.end });
    lone = span;
  }
  return joinNeighbours(found);
}

function joinNeighbours(found: readonly Offsets[]): Offsets[] {
  const joined: Offsets[] = [];
  for (const span of found) {
    const last = joined.at(-1);
    if (last && span.start - last.end <= sameWord)
      joined[joined.length - 1] = { start: last.start, end: span.end };
    else joined.push(span);
  }
  return joined;
}

// ── Markup ──────────────────────────────────────────────────────────────────────────────────────

const longestUnshown = 4000;
const comment = { open: /<!--/g, close: "-->" };
const linkComment = /(?<!\S)\[(?:\/\/|comment|_|#)?\]: ?(?:#|<>) ?["'(]([^\n]{1,2000})/gi;
/** Styles that keep an element's text from being seen. */
const unshown =
  /<([a-z][a-z0-9]{0,10})\b[^<>]{0,300}?(?:display\s{0,3}:\s{0,3}none|visibility\s{0,3}:\s{0,3}hidden|font-size\s{0,3}:\s{0,3}0|opacity\s{0,3}:\s{0,3}0(?![.\d])|color\s{0,3}:\s{0,3}(?:white|#fff|transparent)|text-indent\s{0,3}:\s{0,3}-|(?:left|top)\s{0,3}:\s{0,3}-\d{3}|(?:width|height)\s{0,3}:\s{0,3}0|\shidden\b|type\s{0,3}=\s{0,3}["']?hidden|aria-hidden)[^<>]{0,300}>/gi;

export interface Unshown extends Offsets {
  /** What a page would not show of it. */
  readonly text: string;
}

/** Markup that a page would not show. It is hidden text where it gives an instruction. */
export function findUnshown(content: string): Unshown[] {
  const found: Unshown[] = [];
  let done = 0;
  const take = (start: number, from: number, close: string): void => {
    if (start < done) return;
    const limit = Math.min(content.length, from + longestUnshown);
    const closing = content.slice(from, limit).toLowerCase().indexOf(close);
    const to = closing === -1 ? limit : from + closing;
    const end = closing === -1 ? limit : to + close.length;
    done = end;
    found.push({ start, end, text: content.slice(from, to) });
  };
  for (const match of content.matchAll(comment.open)) take(match.index, match.index + 4, comment.close);
  done = 0;
  for (const match of content.matchAll(unshown)) {
    const tag = (match[1] ?? "").toLowerCase();
    take(
      match.index,
      match.index + (tag === "input" ? 0 : match[0].length),
      tag === "input" ? ">" : `</${tag}`,
    );
  }
  for (const match of content.matchAll(linkComment)) {
    found.push({ start: match.index, end: match.index + match[0].length, text: match[1] ?? "" });
  }
  return found;
}
