import { cyrillicTwin, latinTwin, leetTwins } from "./look-alikes.ts";
import type { FoldedText } from "./normalise.ts";

/** How strongly a word is set apart from the one before it. */
export const pauses = { not: 0, comma: 1, colon: 2, stop: 3 } as const;
export type Pause = (typeof pauses)[keyof typeof pauses];

/**
 * A word, or one character of a script that is written without spaces. `forms` are the ways to read it,
 * the plain one first: "1gn0re" is also "ignore", and so is a word with Cyrillic letters among Latin ones.
 */
export interface Word {
  readonly forms: readonly string[];
  readonly start: number;
  readonly end: number;
  readonly pause: Pause;
  /** The first word of a list item. */
  readonly bullet: boolean;
  /** Ends in "'s": what follows is its owner's. */
  readonly possessive: boolean;
  /** Between quotation marks. */
  readonly quoted: boolean;
  /** Read, or set apart, by an encoded run rather than plain text. */
  readonly decoded: boolean;
  /** One character of Han, kana or Hangul. */
  readonly dense: boolean;
  /** The signs between the word before and this one, at most eight of them. */
  readonly gap: string;
}

/** Splits a folded text into words. */
export function readWords(text: FoldedText): Word[] {
  return new WordReader(text).read();
}

/** Stands beside the words of a mail address, so that phrase tables can name "any address". */
export const mailAddress = "mailaddress";

/** A quotation longer than this is an unbalanced mark. */
const longestQuotation = 600;

class WordReader {
  readonly #text: FoldedText;
  readonly #words: Word[] = [];
  readonly #openQuotes = new Map<string, { word: number; char: number }>();
  #pause: Pause = pauses.not;
  #bullet = false;
  #gap = "";
  #isDecoded = false;
  #at = 0;

  constructor(text: FoldedText) {
    this.#text = text;
  }

  read(): Word[] {
    const { chars } = this.#text;
    while (this.#at < chars.length) {
      const char = chars[this.#at] ?? "";
      if (dense.test(char)) this.#add(this.#at, this.#at + 1, true);
      else if (letter.test(char)) this.#readWord();
      else this.#readSign(char);
    }
    return this.#words;
  }

  #readWord(): void {
    const { chars } = this.#text;
    const first = this.#at;
    let end = first + 1;
    for (; end < chars.length; end++) {
      const char = chars[end] ?? "";
      if (letter.test(char) && !dense.test(char)) continue;
      // A sign within a word stands for a letter ("p@ssword"), or joins a contraction ("don't").
      const next = chars[end + 1] ?? "";
      if (!letter.test(next) || dense.test(next)) break;
      if (char === "@" || char === "$") continue;
      if (char === "'" && isContraction(chars, first, end)) continue;
      break;
    }
    this.#add(first, end, false);
  }

  #add(first: number, end: number, isDense: boolean): void {
    const { chars, starts, ends, decoded } = this.#text;
    const written = chars.slice(first, end).join("");
    const [from, to] = [starts[first] ?? 0, ends[end - 1] ?? 0];
    // Reversed text has its spans reversed as well.
    const [start, last] = from <= to ? [from, to] : [starts[end - 1] ?? 0, ends[first] ?? 0];
    this.#words.push({
      forms: isDense ? [written] : formsOf(written),
      start,
      end: last,
      pause: this.#pause,
      bullet: this.#bullet,
      possessive: written.endsWith("'s"),
      quoted: false,
      decoded: this.#isDecoded || decoded.slice(first, end).includes(true),
      dense: isDense,
      gap: this.#gap,
    });
    this.#pause = pauses.not;
    this.#bullet = false;
    this.#gap = "";
    this.#isDecoded = false;
    this.#at = end;
  }

  #readSign(char: string): void {
    if (this.#gap.length < 8) this.#gap += char;
    if (this.#text.decoded[this.#at]) this.#isDecoded = true;
    this.#separate(this.#strengthOf(char));
    if (char === '"' || char === "`" || char === "'") this.#readQuote(char);
    this.#at++;
    if (char === "\n") this.#readLineStart();
  }

  #separate(strength: Pause): void {
    if (strength > this.#pause) this.#pause = strength;
  }

  #strengthOf(char: string): Pause {
    const { chars } = this.#text;
    const next = chars[this.#at + 1] ?? "\n";
    if (char === ".") {
      // An ellipsis hesitates; a full stop is followed by space, and a dot within a name by neither.
      if (next === "." || chars[this.#at - 1] === ".") return pauses.comma;
      return /[\s"')\]]/.test(next) ? pauses.stop : pauses.not;
    }
    if (char === "!" && next === "[") return pauses.comma;
    if (stops.has(char)) return pauses.stop;
    if (char === "-") return chars[this.#at - 1] === " " && next === " " ? pauses.colon : pauses.not;
    if (char === ":" || char === "—") return pauses.colon;
    return commas.has(char) ? pauses.comma : pauses.not;
  }

  /** A blank line ends a sentence, and so does a list item or a heading; a mere line break doesn't. */
  #readLineStart(): void {
    const { chars } = this.#text;
    let at = this.#at;
    while (at < this.#at + 16 && (chars[at] === " " || chars[at] === "\t")) at++;
    if (chars[at] === "\n") {
      this.#separate(pauses.stop);
      this.#openQuotes.clear();
      return;
    }
    const marker = /^(?:[-*+•·▪◦>] |#{1,6} |(?:\d{1,3}|[a-z])[.)] )/.exec(chars.slice(at, at + 8).join(""));
    if (!marker) return;
    this.#separate(pauses.stop);
    this.#bullet = true;
    this.#gap += marker[0];
    this.#at = at + marker[0].length;
  }

  #readQuote(mark: string): void {
    const open = this.#openQuotes.get(mark);
    const next = this.#text.chars[this.#at + 1] ?? " ";
    if (open && this.#at - open.char <= longestQuotation) {
      for (let at = open.word; at < this.#words.length; at++) {
        const word = this.#words[at];
        if (word) this.#words[at] = { ...word, quoted: true };
      }
      this.#openQuotes.delete(mark);
    } else if (!/\s/.test(next)) {
      this.#openQuotes.set(mark, { word: this.#words.length, char: this.#at });
    }
  }
}

const letter = /^[\p{L}\p{N}\p{M}]/u;
export const dense = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー々]/u;
const stops = new Set(["!", "?", ";", "。", "؟", "؛", "।", "॥", "！", "？"]);
const commas = new Set([",", "、", "،", "(", ")", "[", "]", "{", "}", "|", "…", "<", ">"]);

/**
 * "don't" is one word, "n'as" and "dell'istruzione" are two: an elision leaves a single consonant, or is
 * followed by more than two letters.
 */
function isContraction(chars: readonly string[], first: number, apostrophe: number): boolean {
  const before = chars.slice(first, Math.min(apostrophe, first + 3)).join("");
  if (/^(?:[cdjlmnst]|qu)$/.test(before)) return false;
  const after = chars.slice(apostrophe + 1, apostrophe + 4);
  return after.findIndex((char) => !letter.test(char)) !== -1 || after.length < 3;
}

function formsOf(written: string): string[] {
  const word = written.replaceAll("'", "");
  if (/^[a-z]*$/.test(word)) return [word];
  const forms = new Set([word]);
  const latin = latinTwin(word);
  if (latin !== undefined) forms.add(latin);
  const cyrillic = cyrillicTwin(word);
  if (cyrillic !== undefined && /\p{Script=Cyrillic}/u.test(word)) forms.add(cyrillic);
  for (const twin of leetTwins(latin ?? word)) forms.add(twin);
  if (/^[^@]+@[^@]+$/.test(word)) forms.add(mailAddress);
  return [...forms];
}
