import { foldLookAlike } from "./look-alikes.ts";

/**
 * A text as the scanner reads it: one folded character per element, each with the span of the
 * original that it came from, so that a finding can point into what the author wrote.
 */
export interface FoldedText {
  readonly chars: readonly string[];
  /** UTF-16 offsets into the original: element i came from starts[i] up to ends[i]. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
  /** Whether the element was decoded (base64, percent, …) rather than written; its span is the whole run. */
  readonly decoded: readonly boolean[];
  /** Where in the original the reading stopped, because it folds to more than `mostFolded`. */
  readonly cutAt: number | undefined;
}

/**
 * A text folds to about as many characters as it has, and some to three. One that becomes far more, such as a
 * row of U+FDFA (18 characters each), is read up to this many; the caller learns where the reading stopped.
 */
export const mostFolded = 20_000;

/** A piece of text to fold: as written, or decoded from the span `start` to `end`. */
export interface Piece {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly decoded: boolean;
}

/**
 * Folds compatibility forms (NFKC), case, accents and look-alike letters, and drops what cannot be seen:
 * zero-width and bidi controls, variation selectors, tag characters.
 *
 * A cluster is one character with at most `clusterMarks` marks, because normalising an endless run of
 * marks at once is not linear: their canonical order has to be sorted.
 */
export function fold(pieces: readonly Piece[]): FoldedText {
  const chars: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  const decoded: boolean[] = [];
  for (const piece of pieces) {
    for (let at = 0; at < piece.text.length; ) {
      const cluster = readCluster(piece.text, at);
      const start = piece.decoded ? piece.start : piece.start + at;
      const end = piece.decoded ? piece.end : start + cluster.length;
      if (chars.length >= mostFolded) return { chars, starts, ends, decoded, cutAt: start };
      for (const char of foldCluster(cluster)) {
        chars.push(char);
        starts.push(start);
        ends.push(end);
        decoded.push(piece.decoded);
      }
      at += cluster.length;
    }
  }
  return { chars, starts, ends, decoded, cutAt: undefined };
}

/** Folds a text that stands for itself, such as an entry of a phrase table. */
export function foldWhole(content: string): FoldedText {
  return fold([{ text: content, start: 0, end: content.length, decoded: false }]);
}

/** Replaces characters one for one; those that change count as decoded. */
export function mapChars(text: FoldedText, change: (char: string) => string): FoldedText {
  const chars = text.chars.map(change);
  return { ...text, chars, decoded: chars.map((char, at) => char !== text.chars[at]) };
}

/** The text read backwards, which counts as decoded. */
export function reverseText({ chars, starts, ends }: FoldedText): FoldedText {
  return {
    chars: chars.toReversed(),
    starts: starts.toReversed(),
    ends: ends.toReversed(),
    decoded: chars.map(() => true),
    cutAt: undefined,
  };
}

const clusterMarks = 8;
/** Combining marks, the vowels and finals that join a Hangul syllable, halfwidth kana's voicing. */
const joining = /^[\p{M}\u{1160}-\u{11ff}\u{ff9e}\u{ff9f}]/u;

function readCluster(text: string, at: number): string {
  let end = at + widthAt(text, at);
  for (let marks = 0; marks < clusterMarks && end < text.length; marks++) {
    if (text.charCodeAt(end) < 0x300) break;
    const width = widthAt(text, end);
    if (!joining.test(text.slice(end, end + width))) break;
    end += width;
  }
  return text.slice(at, end);
}

function widthAt(text: string, at: number): number {
  return (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
}

const invisible = /\p{Default_Ignorable_Code_Point}/gu;
/** Scripts whose marks carry accents or optional vowels; elsewhere a mark may be a letter's very sound. */
const accented = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}]/u;
const marks = /\p{Mn}/gu;
const strayMarks = /[\u{300}-\u{36f}\u{1ab0}-\u{1aff}\u{1dc0}-\u{1dff}\u{20d0}-\u{20ff}\u{fe20}-\u{fe2f}]/gu;
/** The Devanagari nukta and the Arabic tatweel change neither word nor sense. */
const optionalSigns = /[\u{93c}\u{640}]/gu;

function foldCluster(cluster: string): string {
  if (cluster.length === 1 && cluster < "\u0080") return cluster === "\r" ? "\n" : cluster.toLowerCase();
  const seen = cluster.replace(invisible, "");
  if (seen === "") return "";
  const composed = seen.normalize("NFKC");
  const bare = accented.test(composed)
    ? composed.normalize("NFD").replace(marks, "")
    : composed.replace(strayMarks, "");
  let folded = "";
  for (const char of bare.replace(optionalSigns, "").toLowerCase().replace(strayMarks, "")) {
    folded += foldLookAlike(char);
  }
  return folded;
}
