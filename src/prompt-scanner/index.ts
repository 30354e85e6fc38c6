import { atOnce, type Pieces } from "../kernel/time-slices.ts";
import { findCarriers } from "./carriers.ts";
import { decodeRuns } from "./decode.ts";
import { type Finding, type Passage, type ScannerCategory, scannerCategories } from "./finding.ts";
import { type Suspicion, suspicionsIn } from "./frames.ts";
import { findHidden, findUnshown } from "./hidden.ts";
import type { PhraseCategory, TableName } from "./language.ts";
import { languages } from "./languages.ts";
import { Lexicon } from "./lexicon.ts";
import { findMarkup } from "./markup.ts";
import { type FoldedText, fold, foldWhole, mapChars, reverseText } from "./normalise.ts";
import { type Label, scenesOf } from "./scene.ts";
import { respell, type Vocabulary, vocabularyOf } from "./spaced.ts";
import { dense, readWords } from "./words.ts";

export { type Finding, type ScannerCategory, scannerCategories };

/** A reviewer reads no more, and a column holds no more. */
export const findingLimit = 50;
export const excerptLimit = 120;

/**
 * Finds the passages of a prompt template that read like an injection, so that a person looks at them
 * before the template is served. It depends on the content alone, and takes time linear in its length. What it
 * leaves unread because it would take far more work than its length says (mostFolded, mostRuns) it flags.
 *
 * What it reads is words, not letters: the content is folded (normalise.ts), split into words (words.ts),
 * and searched for the tables of every language (phrases-*.ts); frames.ts joins verbs with their
 * objects, and lets pass what governance.ts and mention.ts find to be a warning or a mention.
 */
export function scanPrompt(content: string): Finding[] {
  return atOnce(scanInPieces(content));
}

/** The same with pauses, for a program that has other work to do meanwhile. */
export function* scanInPieces(content: string): Pieces<Finding[]> {
  const passages: Passage[] = [...findMarkup(content), ...findCarriers(content), ...findHidden(content)];
  yield;
  for (const { start, end, text } of findUnshown(content)) {
    if (yield* addressesModel(text)) passages.push({ category: "hidden_text", start, end });
  }
  const plain = foldWhole(content);
  yield;
  passages.push(...(yield* scanWords(plain)), ...(yield* scanDecoded(content, plain)));
  return distinct(passages)
    .slice(0, findingLimit)
    .map((passage) => ({ ...passage, excerpt: excerptOf(content, passage) }));
}

interface Tables {
  readonly lexicon: Lexicon<Label>;
  /** English first: in the words of all languages together, most letters spell something. */
  readonly vocabularies: readonly Vocabulary[];
}

let tables: Tables | undefined;

let making: Pieces<Tables> | undefined;

/**
 * Made at the first scan, because making them would double the time that the program takes to start. Scans
 * that come meanwhile go on with the same work.
 */
function* tablesOf(): Pieces<Tables> {
  making ??= makeTables();
  while (tables === undefined) {
    const step = making.next();
    if (step.done) tables = step.value;
    yield;
  }
  return tables;
}

function* makeTables(): Pieces<Tables> {
  const lexicon = new Lexicon<Label>();
  const vocabularies: Vocabulary[] = [];
  for (const language of languages) {
    for (const [table, entries] of Object.entries({ ...language.tables, ...language.phrases })) {
      yield* lexicon.add({ language, table: table as TableName | PhraseCategory }, entries);
    }
    if (language.code === "en") vocabularies.push(yield* vocabularyOf(lexicon.vocabulary()));
  }
  vocabularies.push(yield* vocabularyOf(lexicon.vocabulary()));
  return { lexicon, vocabularies };
}

interface WordPassage extends Passage {
  readonly decoded: boolean;
}

function* scanWords(text: FoldedText): Pieces<WordPassage[]> {
  const { lexicon, vocabularies } = yield* tablesOf();
  yield;
  const words = yield* respell(readWords(text), vocabularies);
  const byLanguage: Suspicion[][] = [];
  for (const scene of yield* scenesOf(words, yield* lexicon.find(words))) {
    byLanguage.push(yield* suspicionsIn(scene));
  }
  const passages: WordPassage[] = [];
  for (const { category, from, to } of yield* attacksOf(byLanguage)) {
    const passage = words.slice(from, to);
    passages.push({
      category,
      start: Math.min(...passage.map(({ start }) => start)),
      end: Math.max(...passage.map(({ end }) => end)),
      decoded: passage.some(({ decoded }) => decoded),
    });
    yield;
  }
  return passages;
}

/** Languages share words, so what one of them recognises as harmless is harmless in the others. */
function* attacksOf(byLanguage: readonly (readonly Suspicion[])[]): Pieces<Suspicion[]> {
  const recognised = new Map<string, number>();
  for (const [language, suspicions] of byLanguage.entries()) {
    for (const { category, from, to, isHarmless } of suspicions) {
      yield;
      if (!isHarmless) continue;
      for (let at = from; at < to; at++) recognised.set(`${category} ${at}`, language);
    }
  }
  const attacks: Suspicion[] = [];
  for (const [language, suspicions] of byLanguage.entries()) {
    for (const suspicion of suspicions) {
      yield;
      const { category, from, to, isHarmless } = suspicion;
      let isAttack = !isHarmless;
      for (let at = from; at < to && isAttack; at++) {
        isAttack = (recognised.get(`${category} ${at}`) ?? language) === language;
      }
      if (isAttack) attacks.push(suspicion);
    }
  }
  return attacks;
}

/** What shows only once decoded is an evasion, whatever else it is; so is what is too much to be read. */
function* scanDecoded(content: string, plain: FoldedText): Pieces<Passage[]> {
  const { pieces, cutAt } = yield* decodeRuns(content);
  // Neither trick is played on a script that has no alphabet.
  const alphabetic = mapChars(plain, (char) => (dense.test(char) ? " " : char));
  const views = /[a-z]/i.test(content) ? [mapChars(alphabetic, rot13)] : [];
  views.push(reverseText(alphabetic));
  if (pieces.some(({ decoded }) => decoded)) views.push(fold(pieces));
  const passages: Passage[] = [];
  for (const view of views) {
    for (const { category, start, end, decoded } of yield* scanWords(view)) {
      if (decoded) passages.push({ category, start, end }, { category: "encoding_evasion", start, end });
    }
  }
  const cuts = [cutAt, ...[plain, ...views].map((view) => view.cutAt)].filter((at) => at !== undefined);
  for (const start of cuts) passages.push({ category: "encoding_evasion", start, end: content.length });
  return passages;
}

function rot13(char: string): string {
  if (!/^[a-z]$/.test(char)) return char;
  return String.fromCharCode(((char.charCodeAt(0) - 97 + 13) % 26) + 97);
}

function* addressesModel(text: string): Pieces<boolean> {
  return (yield* scanWords(foldWhole(text))).length > 0;
}

/** Of passages of one category that overlap, the one that begins first, and the longest of those. */
function distinct(passages: readonly Passage[]): Passage[] {
  const sorted = passages.toSorted(
    (a, b) => a.start - b.start || b.end - a.end || order(a.category) - order(b.category),
  );
  const ends = new Map<ScannerCategory, number>();
  return sorted
    .filter(({ category, start, end }) => {
      if (start < (ends.get(category) ?? 0)) return false;
      ends.set(category, end);
      return true;
    })
    .map(({ category, start, end }) => ({ category, start, end }));
}

function order(category: ScannerCategory): number {
  return scannerCategories.indexOf(category);
}

/** The passage as written, cut between characters. */
function excerptOf(content: string, { start, end }: Passage): string {
  if (end - start <= excerptLimit) return content.slice(start, end);
  const excerpt = content.slice(start, start + excerptLimit);
  const last = excerpt.charCodeAt(excerpt.length - 1);
  return last >= 0xd800 && last <= 0xdbff ? excerpt.slice(0, -1) : excerpt;
}
