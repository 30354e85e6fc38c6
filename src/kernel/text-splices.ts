/** Parts of a text that become others. Pure. */

/** The file cannot be edited so that it says what was wanted, and nothing else. */
export class NotEditable extends Error {}

/** What stands from one offset to another one becomes this text. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export function spliced(text: string, { start, end, text: other }: Splice): string {
  return `${text.slice(0, start)}${other}${text.slice(end)}`;
}

/** Whether they overlap, or touch. */
export function meet(one: Splice, other: Splice): boolean {
  return one.start <= other.end && other.start <= one.end;
}

/** Splices of one text that do not meet, so that each means the same with the others or without. */
export class Splices {
  /** In the order of their places. */
  readonly #all: Splice[] = [];

  /** @returns false, and it is left out, where it meets another one */
  add(splice: Splice): boolean {
    const at = this.#placeOf(splice.start);
    const [before, after] = [this.#all[at - 1], this.#all[at]];
    if ([before, after].some((one) => one !== undefined && meet(one, splice))) return false;
    this.#all.splice(at, 0, splice);
    return true;
  }

  /** Of the first one that begins there or later. */
  #placeOf(start: number): number {
    let [low, high] = [0, this.#all.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#all[middle] as Splice).start < start) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  made(text: string): string {
    const parts: string[] = [];
    let from = 0;
    for (const { start, end, text: other } of this.#all) {
      parts.push(text.slice(from, start), other);
      from = end;
    }
    return [...parts, text.slice(from)].join("");
  }
}
