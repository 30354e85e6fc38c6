import type { Pieces } from "../kernel/time-slices.ts";
import { type Language, type PhraseCategory, type TableName, tableNames } from "./language.ts";
import type { Hit } from "./lexicon.ts";
import { pauses, type Word } from "./words.ts";

/** Where an entry of a table stands: word indexes, the end not included. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export interface Label {
  readonly language: Language;
  readonly table: TableName | PhraseCategory;
}

/** The words of a text with what one language's tables say about them. */
export class Scene {
  readonly language: Language;
  readonly words: readonly Word[];
  readonly #found = new Map<string, Found>();

  constructor(language: Language, words: readonly Word[]) {
    this.language = language;
    this.words = words;
  }

  add({ label: { table }, from, to }: Hit<Label>): void {
    let found = this.#found.get(table);
    if (!found) {
      found = { spans: [], byStart: new Map(), byEnd: new Map(), covering: new Map() };
      this.#found.set(table, found);
    }
    const span = { from, to };
    found.spans.push(span);
    if (!found.byStart.has(from)) found.byStart.set(from, span);
    if (!found.byEnd.has(to)) found.byEnd.set(to, span);
    for (let at = from; at < to; at++) if (!found.covering.has(at)) found.covering.set(at, span);
  }

  all(table: TableName | PhraseCategory): readonly Span[] {
    return this.#found.get(table)?.spans ?? [];
  }

  /** The longest entry that begins at a word. */
  startingAt(table: TableName, at: number): Span | undefined {
    return this.#found.get(table)?.byStart.get(at);
  }

  /** The longest entry that begins at a word which nothing sets apart from the one before. */
  joinedAt(table: TableName, at: number): Span | undefined {
    return (this.words[at]?.pause ?? pauses.stop) === pauses.not ? this.startingAt(table, at) : undefined;
  }

  /** Whether a noun is part of a longer name ("prompt template", "the conversation's link"). */
  isCompound({ to }: Span): boolean {
    return this.joinedAt("compound", to) !== undefined || (this.words[to - 1]?.possessive ?? false);
  }

  /** The longest entry whose last word this is. */
  endingAt(table: TableName, at: number): Span | undefined {
    return this.#found.get(table)?.byEnd.get(at + 1);
  }

  over(table: TableName, at: number): Span | undefined {
    return this.#found.get(table)?.covering.get(at);
  }

  overAny(tables: readonly TableName[], at: number): boolean {
    return tables.some((table) => this.over(table, at) !== undefined);
  }

  /** The first entry that begins within a range of words, which callers keep short. */
  firstWithin(table: TableName, from: number, to: number): Span | undefined {
    const found = this.#found.get(table);
    if (!found) return undefined;
    for (let at = Math.max(0, from); at < Math.min(to, this.words.length); at++) {
      const span = found.byStart.get(at);
      if (span) return span;
    }
    return undefined;
  }
}

interface Found {
  readonly spans: Span[];
  readonly byStart: Map<number, Span>;
  readonly byEnd: Map<number, Span>;
  readonly covering: Map<number, Span>;
}

/** Sorts the hits into one scene for each language in which something could be an attack: a verb or a whole phrase. */
export function* scenesOf(words: readonly Word[], hits: readonly Hit<Label>[]): Pieces<Scene[]> {
  const attacking = hits.filter(({ label: { table } }) => attacks.has(table) || !names.has(table));
  const scenes = new Map(
    attacking.map(({ label: { language } }): [Language, Scene] => [language, new Scene(language, words)]),
  );
  for (const hit of hits) {
    scenes.get(hit.label.language)?.add(hit);
    yield;
  }
  return [...scenes.values()];
}

const names: ReadonlySet<string> = new Set(tableNames);

/** The tables without which frames.ts finds nothing, beside the whole phrases. */
const attacks: ReadonlySet<string> = new Set<TableName>([
  "override",
  "follow",
  "void",
  "reveal",
  "retell",
  "mode",
  "loosen",
  "send",
  "spill",
  "decode",
]);
