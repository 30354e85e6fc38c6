import { decodeRuns } from "./decode.ts";
import { type Finding, type Passage, type ScannerCategory, scannerCategories } from "./finding.ts";
import { type Suspicion, suspicionsIn } from "./frames.ts";
import { findHidden } from "./hidden.ts";
import type { PhraseCategory, TableName } from "./language.ts";
import { languages } from "./languages.ts";
import { Lexicon } from "./lexicon.ts";
import { findMarkup } from "./markup.ts";
import { type FoldedText, fold, foldWhole, mapChars, reverseText } from "./normalise.ts";
import { type Label, scenesOf } from "./scene.ts";
import { respell, type Vocabulary } from "./spaced.ts";
import { dense, readWords } from "./words.ts";

export { type Finding, type ScannerCategory, scannerCategories };

/** A reviewer reads no more, and a column holds no more. */
export const findingLimit = 50;
export const excerptLimit = 120;

/**
 * Finds the passages of a prompt template that read like an injection, so that a person looks at them
 * before the template is served. It depends on the content alone, and takes time linear in its length.
 *
 * What it reads is words, not letters: the content is folded (normalise.ts), split into words (words.ts),
 * and searched for the tables of every language (phrases-*.ts); frames.ts joins verbs with their
 * objects, and lets pass what governance.ts and mention.ts find to be a warning or a mention.
 */
export function scanPrompt(content: string): Finding[] {
  const passages = [
    ...findMarkup(content),
    ...findHidden(content, addressesModel),
    ...scanWords(foldWhole(content)),
    ...scanDecoded(content),
  ];
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

/** Made at the first scan, because making them would double the time that the program takes to start. */
function tablesOf(): Tables {
  if (tables === undefined) {
    const lexicon = new Lexicon<Label>();
    const vocabularies = languages.map((language) => {
      for (const [table, entries] of Object.entries({ ...language.tables, ...language.phrases })) {
        lexicon.add({ language, table: table as TableName | PhraseCategory }, entries);
      }
      return language.code === "en" ? lexicon.vocabulary() : undefined;
    });
    tables = {
      lexicon,
      vocabularies: [...vocabularies.filter((some) => some !== undefined), lexicon.vocabulary()],
    };
  }
  return tables;
}

interface WordPassage extends Passage {
  readonly decoded: boolean;
}

function scanWords(text: FoldedText): WordPassage[] {
  const { lexicon, vocabularies } = tablesOf();
  const words = respell(readWords(text), vocabularies);
  return attacksOf(scenesOf(words, lexicon.find(words)).map(suspicionsIn)).map(({ category, from, to }) => {
    const passage = words.slice(from, to);
    return {
      category,
      start: Math.min(...passage.map(({ start }) => start)),
      end: Math.max(...passage.map(({ end }) => end)),
      decoded: passage.some(({ decoded }) => decoded),
    };
  });
}

/** Languages share words, so what one of them recognises as harmless is harmless in the others. */
function attacksOf(byLanguage: readonly (readonly Suspicion[])[]): Suspicion[] {
  const recognised = new Map<string, number>();
  for (const [language, suspicions] of byLanguage.entries()) {
    for (const { category, from, to, isHarmless } of suspicions) {
      if (!isHarmless) continue;
      for (let at = from; at < to; at++) recognised.set(`${category} ${at}`, language);
    }
  }
  return byLanguage.flatMap((suspicions, language) =>
    suspicions.filter(({ category, from, to, isHarmless }) => {
      if (isHarmless) return false;
      for (let at = from; at < to; at++) {
        if ((recognised.get(`${category} ${at}`) ?? language) !== language) return false;
      }
      return true;
    }),
  );
}

/** What shows only once decoded is an evasion, whatever else it is. */
function scanDecoded(content: string): Passage[] {
  const pieces = decodeRuns(content);
  const plain = foldWhole(content);
  // Neither trick is played on a script that has no alphabet.
  const alphabetic = mapChars(plain, (char) => (dense.test(char) ? " " : char));
  const views = /[a-z]/i.test(content) ? [mapChars(alphabetic, rot13)] : [];
  views.push(reverseText(alphabetic));
  if (pieces.some(({ decoded }) => decoded)) views.push(fold(pieces));
  return views
    .flatMap(scanWords)
    .filter(({ decoded }) => decoded)
    .flatMap(({ category, start, end }) => [
      { category, start, end },
      { category: "encoding_evasion" as const, start, end },
    ]);
}

function rot13(char: string): string {
  if (!/^[a-z]$/.test(char)) return char;
  return String.fromCharCode(((char.charCodeAt(0) - 97 + 13) % 26) + 97);
}

function addressesModel(text: string): boolean {
  return scanWords(foldWhole(text)).length > 0 || address.test(text);
}

const address = /$^/;

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
  const cut = content.slice(start, start + excerptLimit);
  const last = cut.charCodeAt(cut.length - 1);
  return last >= 0xd800 && last <= 0xdbff ? cut.slice(0, -1) : cut;
}
