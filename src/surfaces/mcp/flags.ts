/** What among the texts of an answer reads like an instruction, as the scanner of prompts finds it. */
import { LRUCache } from "lru-cache";
import { inPieces, type Pieces, type Turn } from "../../kernel/time-slices.ts";
import type { OutsideText } from "./outside.ts";

/** Finds what reads like an instruction; each finding has its category. */
export type Scan = (text: string) => Pieces<readonly { readonly category: string }[]>;

interface Flag {
  readonly pointer: string;
  /** The scanner's category; `not_scanned` where the answer has more text than is looked at. */
  readonly pattern: string;
}

/** Shorter texts, such as most names, have no room for an instruction. */
const shortest = 12;
/** Most characters of one answer that are looked at. */
const mostScanned = 100_000;
/** Most characters of texts whose findings are remembered: rows are read again and again. */
const mostRemembered = 4_000_000;

export class Flags {
  readonly #scan: Scan;
  readonly #known = new LRUCache<string, readonly string[]>({
    maxSize: mostRemembered,
    sizeCalculation: (_, text) => text.length,
  });

  constructor(scan: Scan) {
    this.#scan = scan;
  }

  async of(texts: readonly OutsideText[], turn: Turn): Promise<readonly Flag[]> {
    const long = texts.filter(({ text }) => text.length >= shortest);
    const isNew = long.some(({ text }) => !this.#known.has(text));
    // Without anything to look at there is nothing to wait for.
    const found = isNew ? await inPieces(this.#looked(long), turn) : new Map<string, readonly string[]>();
    return long.flatMap(({ pointer, text }) =>
      (found.get(text) ?? this.#known.get(text) ?? []).map((pattern) => ({ pointer, pattern })),
    );
  }

  *#looked(texts: readonly OutsideText[]): Pieces<ReadonlyMap<string, readonly string[]>> {
    const found = new Map<string, readonly string[]>();
    let left = mostScanned;
    for (const { text } of texts) {
      if (found.has(text)) continue;
      const known = this.#known.get(text);
      if (known === undefined) left -= text.length;
      const isTooMuch = known === undefined && left < 0;
      const patterns =
        known ??
        (isTooMuch
          ? ["not_scanned"]
          : [...new Set((yield* this.#scan(text)).map(({ category }) => category))]);
      if (!isTooMuch) this.#known.set(text, patterns);
      found.set(text, patterns);
    }
    return found;
  }
}
