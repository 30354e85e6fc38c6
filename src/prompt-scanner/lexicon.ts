import type { Pieces } from "../kernel/time-slices.ts";
import { foldWhole } from "./normalise.ts";
import { entriesOf, piecesOf } from "./notation.ts";
import { pauses, readWords, type Word } from "./words.ts";

/** An entry of a table found among the words: from the index of its first word up to the one after its last. */
export interface Hit<Label> {
  readonly label: Label;
  readonly from: number;
  readonly to: number;
}

/**
 * Finds the entries of many tables in one pass. The entries form a graph without cycles whose edges are
 * words, so that the work per word depends on the entries and never on the length of the text.
 */
export class Lexicon<Label> {
  readonly #root: Node<Label> = new Node();
  readonly #lastNodes = new Map<Label, Node<Label>>();
  readonly #steps = new Map<string, readonly Step[]>();
  readonly #vocabulary = new Map<string, "word" | "stem">();

  *add(label: Label, table: string): Pieces<void> {
    for (const entry of entriesOf(table)) {
      this.#addEntry(label, entry);
      yield;
    }
  }

  /** Every word of the tables so far, and whether more letters may follow it. */
  vocabulary(): ReadonlyMap<string, "word" | "stem"> {
    return new Map(this.#vocabulary);
  }

  /** All hits in order of their first word; of one table's hits at one word only the longest. */
  *find(words: readonly Word[]): Pieces<Hit<Label>[]> {
    const hits: Hit<Label>[] = [];
    const longest = new Map<Label, number>();
    const found = (label: Label, to: number): void => {
      if (to > (longest.get(label) ?? 0)) longest.set(label, to);
    };
    for (let from = 0; from < words.length; from++) {
      walk(this.#root, words, from, found);
      for (const [label, to] of longest) hits.push({ label, from, to });
      longest.clear();
      yield;
    }
    return hits;
  }

  #addEntry(label: Label, entry: string): void {
    let sources = [this.#root];
    const pieces = piecesOf(entry);
    for (const [index, spellings] of pieces.entries()) {
      const target = index === pieces.length - 1 ? this.#lastNode(label) : new Node<Label>();
      for (const source of sources) {
        for (const spelling of spellings) if (spelling !== "") this.#connect(source, spelling, target);
      }
      sources = spellings.includes("") ? [...sources, target] : [target];
    }
    if (sources.includes(this.#root)) throw new Error(`the phrase "${entry}" may be empty`);
    for (const source of sources) source.end(label);
  }

  /** Draws a path of words from one node to another. */
  #connect(source: Node<Label>, spelling: string, target: Node<Label>): void {
    const steps = spelling.split(" ").flatMap((part) => this.#stepsOf(part));
    let node = source;
    for (const [index, step] of steps.entries()) {
      const next = index === steps.length - 1 ? target : new Node<Label>();
      node.branch(step, next);
      if (step.isStem || !this.#vocabulary.has(step.word)) {
        this.#vocabulary.set(step.word, step.isStem ? "stem" : "word");
      }
      node = next;
    }
  }

  /** The words of a part as a text's words are read; most parts occur many times. */
  #stepsOf(part: string): readonly Step[] {
    const known = this.#steps.get(part);
    if (known) return known;
    const isStem = part.endsWith("*");
    const words = part === "~" ? ["~"] : readWords(foldWhole(part)).map(({ forms }) => forms[0] ?? "");
    const steps = words.map((word, index) => ({ word, isStem: isStem && index === words.length - 1 }));
    this.#steps.set(part, steps);
    return steps;
  }

  /** Where every entry of a table ends, so that the entries of one word share a single node. */
  #lastNode(label: Label): Node<Label> {
    let node = this.#lastNodes.get(label);
    if (!node) {
      node = new Node();
      this.#lastNodes.set(label, node);
    }
    return node;
  }
}

interface Step {
  readonly word: string;
  /** More letters may follow. */
  readonly isStem: boolean;
}

/** Most nodes have one branch, so that what they lack is not made beforehand. */
class Node<Label> {
  words: Map<string, Node<Label>[]> | undefined;
  /** Branches taken by any word that begins so. */
  stems: Map<string, Node<Label>[]> | undefined;
  longestStem = 0;
  /** Where the entry goes on after a few words of any kind. */
  after: readonly Node<Label>[] = none;
  ends: readonly Label[] = none;

  branch({ word, isStem }: Step, next: Node<Label>): void {
    if (word === "~") {
      this.after = [...this.after, next];
      return;
    }
    if (isStem) this.longestStem = Math.max(this.longestStem, word.length);
    const branches = (isStem ? this.stems : this.words) ?? new Map<string, Node<Label>[]>();
    if (isStem) this.stems = branches;
    else this.words = branches;
    const nodes = branches.get(word);
    if (!nodes) branches.set(word, [next]);
    else if (!nodes.includes(next)) nodes.push(next);
  }

  end(label: Label): void {
    if (!this.ends.includes(label)) this.ends = [...this.ends, label];
  }
}

const none: readonly never[] = [];

/** How much "~" lets in: two words, or four characters of a script without spaces. */
const gapBudget = 4;

function walk<Label>(node: Node<Label>, words: readonly Word[], at: number, found: Found<Label>): void {
  const word = words[at];
  if (!word) return;
  for (const form of word.forms) {
    for (const next of node.words?.get(form) ?? none) step(next, words, at + 1, found);
    for (let length = Math.min(form.length, node.longestStem); length > 0; length--) {
      for (const next of node.stems?.get(form.slice(0, length)) ?? none) step(next, words, at + 1, found);
    }
  }
  for (const next of node.after) walkOn(next, words, at, found);
}

/** Goes on to the next word, unless a clause ends before it. */
function step<Label>(node: Node<Label>, words: readonly Word[], at: number, found: Found<Label>): void {
  for (const label of node.ends) found(label, at);
  // A "~" at the end of an entry lets in nothing.
  for (const next of node.after) for (const label of next.ends) found(label, at);
  if ((words[at]?.pause ?? pauses.stop) < pauses.colon) walk(node, words, at, found);
}

/** Lets in as many words as "~" may. */
function walkOn<Label>(node: Node<Label>, words: readonly Word[], at: number, found: Found<Label>): void {
  let budget = gapBudget;
  for (let next = at; ; next++) {
    walk(node, words, next, found);
    budget -= words[next]?.dense ? 1 : 2;
    if (budget < 0 || (words[next + 1]?.pause ?? pauses.stop) >= pauses.colon) return;
  }
}

type Found<Label> = (label: Label, to: number) => void;
