import type { TableName } from "./language.ts";
import type { Scene, Span } from "./scene.ts";
import { pauses } from "./words.ts";

export interface VerbFound {
  readonly verb: Span;
  readonly table: TableName;
}

/** The verbs that may govern an object: the nearest before it and, where the language allows, behind it. */
export function verbsOf(scene: Scene, object: Span, tables: readonly TableName[]): VerbFound[] {
  const verbs = [verbBefore(scene, object, tables)];
  if (scene.language.verbLast) verbs.unshift(verbBehind(scene, object, tables));
  return verbs.filter((verb) => verb !== undefined);
}

/** The first entry of a table behind a word, within its sentence. */
export function firstBehind(scene: Scene, table: TableName, from: number, reach: number): Span | undefined {
  for (let at = from; at < from + reach; at++) {
    if ((scene.words[at]?.pause ?? pauses.stop) >= pauses.stop) return undefined;
    const span = scene.startingAt(table, at);
    if (span) return span;
  }
  return undefined;
}

/** The last entry of a table before a word, within its sentence. */
export function lastBefore(scene: Scene, table: TableName, to: number, reach: number): Span | undefined {
  for (let at = to - 1; at >= Math.max(0, to - reach); at--) {
    if ((scene.words[at + 1]?.pause ?? pauses.stop) >= pauses.stop) return undefined;
    const span = scene.endingAt(table, at);
    if (span) return span;
  }
  return undefined;
}

function verbBefore(scene: Scene, object: Span, tables: readonly TableName[]): VerbFound | undefined {
  const gap = new Gap(scene);
  for (let at = object.from - 1; at >= object.from - scene.language.reach.words && at >= 0; at--) {
    if ((scene.words[at + 1]?.pause ?? pauses.stop) >= pauses.colon) return undefined;
    for (const table of tables) {
      const verb = scene.over(table, at);
      if (verb && verb.from < object.from) return { verb, table };
    }
    if (!gap.admits(at)) return undefined;
  }
  return undefined;
}

function verbBehind(scene: Scene, object: Span, tables: readonly TableName[]): VerbFound | undefined {
  const gap = new Gap(scene);
  for (let at = object.to; at < object.to + scene.language.reach.words; at++) {
    if ((scene.words[at]?.pause ?? pauses.stop) >= pauses.comma) return undefined;
    for (const table of tables) {
      const verb = scene.startingAt(table, at);
      if (verb) return { verb, table };
    }
    if (!gap.admits(at)) return undefined;
  }
  return undefined;
}

/** What may stand between a verb and its object: known words, and a few that are not. */
class Gap {
  readonly #scene: Scene;
  #unknown = 0;

  constructor(scene: Scene) {
    this.#scene = scene;
  }

  admits(at: number): boolean {
    if (this.#scene.over("breaker", at) || this.#scene.over("follow", at)) return false;
    if (this.#scene.overAny(knownTables, at)) return true;
    this.#unknown++;
    return this.#unknown <= this.#scene.language.reach.unknown;
  }
}

const knownTables: readonly TableName[] = [
  "filler",
  "weak",
  "own",
  "standing",
  "adverbial",
  "or",
  "negation",
  "negationAfter",
  "override",
  "instruction",
  "rule",
  "matter",
];
