import type { Pieces } from "../kernel/time-slices.ts";
import { pauses, type Word } from "./words.ts";

/**
 * The words of some tables, with whether more letters may follow them, and every beginning of a word, so
 * that a search ends where no word goes on.
 */
export type Vocabulary = ReadonlyMap<string, "word" | "stem" | "beginning">;

export function* vocabularyOf(words: ReadonlyMap<string, "word" | "stem">): Pieces<Vocabulary> {
  const vocabulary = new Map<string, "word" | "stem" | "beginning">(words);
  for (const word of words.keys()) {
    yield;
    for (let length = word.length - 1; length > 0; length--) {
      const beginning = word.slice(0, length);
      // A beginning that was seen had its own ones added then; a word still has to.
      if (vocabulary.get(beginning) === "beginning") break;
      if (!vocabulary.has(beginning)) vocabulary.set(beginning, "beginning");
    }
  }
  return vocabulary;
}

/**
 * Puts words together again that were spelled out letter by letter ("i g n o r e", "i.g.n.o.r.e"), and
 * takes words apart that were written as one ("ignorepreviousinstructions").
 */
export function* respell(words: readonly Word[], vocabularies: readonly Vocabulary[]): Pieces<Word[]> {
  const respelled: Word[] = [];
  for (let at = 0; at < words.length; ) {
    yield;
    const end = endOfSpelling(words, at);
    const word = words[at];
    if (end - at >= fewestLetters) {
      for (const group of groupsOf(words, at, end))
        for (const part of yield* takeApart(group, vocabularies, true)) respelled.push(part);
      at = end;
    } else {
      if (word) for (const part of yield* takeApart(word, vocabularies, false)) respelled.push(part);
      at++;
    }
  }
  return respelled;
}

const fewestLetters = 4;
/** A word of that length may be several; shorter ones are left alone. */
const shortestGlued = 14;
/** What splits into shorter words on average only seems to consist of them. */
const usualLength = 3.3;
/** Letters of a split between two pauses. */
const lettersAtOnce = 500;

/** One letter a word, except that a sign may have joined two ("p@s"). */
function isLetter(word: Word | undefined): word is Word {
  return word !== undefined && !word.dense && [...(word.forms[0] ?? "")].length === 1;
}

function endOfSpelling(words: readonly Word[], from: number): number {
  let end = from;
  // What separates letters may be a full stop, but not a new list item.
  while (end === from || !words[end]?.bullet) {
    const isPair =
      end > from && isLetter(words[end - 1]) && isContraction(words[end]) && isLetter(words[end + 1]);
    if (!isLetter(words[end]) && !isPair) break;
    end++;
  }
  return end;
}

/** "d o n't": two letters that their apostrophe has kept together. */
function isContraction(word: Word | undefined): boolean {
  return word !== undefined && !word.dense && word.forms[0]?.length === 2;
}

/** Words within a spelling are set apart otherwise than the letters are; if all differ, it is one word. */
function groupsOf(words: readonly Word[], from: number, to: number): Word[] {
  const letters = words.slice(from, to);
  const usual = mostFrequent(letters.slice(1).map(({ gap }) => gap));
  const groups: Word[][] = [];
  for (const letter of letters) {
    const group = groups.at(-1);
    if (group && (letter.gap === usual || letter.gap === "'")) group.push(letter);
    else groups.push([letter]);
  }
  return groups.length * 2 > letters.length ? [join(letters)] : groups.map(join);
}

function mostFrequent(gaps: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const gap of gaps) counts.set(gap, (counts.get(gap) ?? 0) + 1);
  return [...counts].reduce((most, entry) => (entry[1] > most[1] ? entry : most), ["", 0])[0];
}

function join(letters: readonly Word[]): Word {
  const first = letters[0] as Word;
  const last = letters.at(-1) as Word;
  const readings = letters.reduce((most, { forms }) => Math.max(most, forms.length), 0);
  const forms = Array.from({ length: Math.min(readings, 3) }, (_, reading) =>
    letters.map((letter) => letter.forms[reading] ?? letter.forms.at(-1) ?? "").join(""),
  );
  return {
    ...first,
    forms,
    start: Math.min(first.start, last.start),
    end: Math.max(first.end, last.end),
    decoded: letters.some((letter) => letter.decoded),
  };
}

/**
 * Splits a word into words of the vocabulary at the least cost, where a letter that belongs to no word
 * costs more than a word does. A split that leaves much unexplained is no split.
 */
function* takeApart(
  word: Word,
  vocabularies: readonly Vocabulary[],
  wasSpelled: boolean,
): Pieces<readonly Word[]> {
  for (const form of word.forms) {
    if (form.length < (wasSpelled ? 8 : shortestGlued)) continue;
    if (vocabularies.some((vocabulary) => isKnown(form, vocabulary))) return [word];
    const parts = yield* firstSplit(form, vocabularies, wasSpelled);
    if (parts === undefined) continue;
    return parts.map((part, index) => ({
      ...word,
      forms: [part],
      pause: index === 0 ? word.pause : pauses.not,
      bullet: index === 0 && word.bullet,
    }));
  }
  return [word];
}

/** The split by the first vocabulary in which the word seems to consist of several. */
function* firstSplit(
  form: string,
  vocabularies: readonly Vocabulary[],
  wasSpelled: boolean,
): Pieces<string[] | undefined> {
  for (const vocabulary of vocabularies) {
    const parts = yield* cheapestSplit(form, vocabulary);
    const { length } = parts;
    if (wasSpelled ? length > 1 : length > 2 && form.length / length >= usualLength) return parts;
  }
  return undefined;
}

/** A long word that a table names needs no taking apart. */
function isKnown(form: string, vocabulary: Vocabulary): boolean {
  const kind = vocabulary.get(form);
  if (kind === "word" || kind === "stem") return true;
  for (let ending = 1; ending <= 6; ending++) {
    if (vocabulary.get(form.slice(0, -ending)) === "stem") return true;
  }
  return false;
}

const letterCost = 4;
const wordCost = 1;

const longestWord = 18;
/** At most one letter in this many may stay unexplained. */
const explained = 5;
/** The ending that may follow a stem. */
const longestEnding = 3;

function* cheapestSplit(text: string, vocabulary: Vocabulary): Pieces<string[]> {
  const best = Array.from({ length: text.length + 1 }, () => ({
    cost: Number.POSITIVE_INFINITY,
    from: 0,
    known: false,
  }));
  best[0] = { cost: 0, from: 0, known: true };
  for (let from = 0; from < text.length; from++) {
    if (from % lettersAtOnce === lettersAtOnce - 1) yield;
    const { cost: before } = best[from] as { cost: number };
    const next = best[from + 1] as { cost: number };
    // Of two splits that cost the same, the single letter stands before the word, and the longer word before others.
    if (before + letterCost <= next.cost) best[from + 1] = { cost: before + letterCost, from, known: false };
    for (const { length, ending } of wordsAt(text, from, vocabulary)) {
      const cost = before + wordCost + ending;
      if (cost < (best[from + length]?.cost ?? 0)) best[from + length] = { cost, from, known: true };
    }
  }
  const parts: string[] = [];
  let singles = 0;
  for (let to = text.length; to > 0; ) {
    const { from, known } = best[to] as { from: number; known: boolean };
    if (known) parts.push(text.slice(from, to));
    else singles++;
    to = from;
  }
  return singles * explained > text.length ? [] : parts.reverse();
}

/** The words that begin at a letter, by their length with an ending, and what the ending costs. */
function wordsAt(text: string, from: number, vocabulary: Vocabulary): { length: number; ending: number }[] {
  const most = Math.min(longestWord, text.length - from);
  const kinds: ("word" | "stem" | undefined)[] = [undefined];
  for (let length = 1; length <= most; length++) {
    const kind = vocabulary.get(text.slice(from, from + length));
    if (kind === undefined) break;
    kinds.push(kind === "beginning" ? undefined : kind);
  }
  const found: { length: number; ending: number }[] = [];
  for (let length = 2; length <= Math.min(most, kinds.length - 1 + longestEnding); length++) {
    const ending = kinds[length] === undefined ? endingCost(text, from, length, kinds) : 0;
    if (ending !== undefined) found.push({ length, ending });
  }
  return found;
}

/** What the ending of a word adds; undefined where it is none. */
function endingCost(
  text: string,
  from: number,
  length: number,
  kinds: readonly ("word" | "stem" | undefined)[],
): number | undefined {
  for (let ending = 1; ending <= longestEnding && length - ending >= 3; ending++) {
    const known = kinds[length - ending];
    if (known && usualEndings.has(text.slice(from + length - ending, from + length))) return usualEndingCost;
    if (known === "stem") return ending;
  }
  return undefined;
}

const usualEndings = new Set(["s", "d", "ed", "es", "ing"]);
const usualEndingCost = 0.5;
