import { apart, type Word } from "./words.ts";

/** The words of some tables, and whether more letters may follow them. */
export type Vocabulary = ReadonlyMap<string, "word" | "stem">;

/**
 * Puts words together again that were spelled out letter by letter ("i g n o r e", "i.g.n.o.r.e"), and
 * takes words apart that were written as one ("ignorepreviousinstructions").
 */
export function respell(words: readonly Word[], vocabularies: readonly Vocabulary[]): Word[] {
  const respelled: Word[] = [];
  for (let at = 0; at < words.length; ) {
    const end = endOfSpelling(words, at);
    const word = words[at];
    if (end - at >= fewestLetters) {
      for (const group of groupsOf(words, at, end)) respelled.push(...takeApart(group, vocabularies, true));
      at = end;
    } else {
      if (word) respelled.push(...takeApart(word, vocabularies, false));
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
/** Only the beginning of an endless word is taken apart. */
const longestGlued = 400;

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
  const readings = Math.max(...letters.slice(0, longestGlued).map(({ forms }) => forms.length));
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
function takeApart(word: Word, vocabularies: readonly Vocabulary[], wasSpelled: boolean): Word[] {
  for (const form of word.forms) {
    if (form.length < (wasSpelled ? 8 : shortestGlued) || form.length > longestGlued) continue;
    if (vocabularies.some((vocabulary) => isKnown(form, vocabulary))) return [word];
    const parts = vocabularies
      .map((vocabulary) => cheapestSplit(form, vocabulary))
      .find(({ length }) => (wasSpelled ? length > 1 : length > 2 && form.length / length >= usualLength));
    if (!parts) continue;
    return parts.map((part, index) => ({
      ...word,
      forms: [part],
      apart: index === 0 ? word.apart : apart.not,
      bullet: index === 0 && word.bullet,
    }));
  }
  return [word];
}

/** A long word that a table names needs no taking apart. */
function isKnown(form: string, vocabulary: Vocabulary): boolean {
  if (vocabulary.has(form)) return true;
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

function cheapestSplit(text: string, vocabulary: Vocabulary): string[] {
  const best: { cost: number; from: number; known: boolean }[] = [{ cost: 0, from: 0, known: true }];
  for (let to = 1; to <= text.length; to++) {
    const before = best[to - 1] as { cost: number };
    let cheapest = { cost: before.cost + letterCost, from: to - 1, known: false };
    for (let from = Math.max(0, to - longestWord); from <= to - 2; from++) {
      const cost = (best[from]?.cost ?? 0) + wordCost + endingCost(text.slice(from, to), vocabulary);
      if (cost < cheapest.cost) cheapest = { cost, from, known: true };
    }
    best.push(cheapest);
  }
  const parts: string[] = [];
  let strays = 0;
  for (let to = text.length; to > 0; ) {
    const { from, known } = best[to] as { from: number; known: boolean };
    if (known) parts.unshift(text.slice(from, to));
    else strays++;
    to = from;
  }
  return strays * explained > text.length ? [] : parts;
}

/** Nothing for a word, a little for what its ending adds; endless for what is neither. */
function endingCost(text: string, vocabulary: Vocabulary): number {
  if (vocabulary.has(text)) return 0;
  for (let ending = 1; ending <= longestEnding && text.length - ending >= 3; ending++) {
    const known = vocabulary.get(text.slice(0, -ending));
    if (known && usualEndings.has(text.slice(-ending))) return usualEndingCost;
    if (known === "stem") return ending;
  }
  return Number.POSITIVE_INFINITY;
}

const usualEndings = new Set(["s", "d", "ed", "es", "ing"]);
const usualEndingCost = 0.5;
