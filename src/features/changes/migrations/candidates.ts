/** Of thousands of routes the few that an alert may match, by the one value that most of them want of a label. */
import type { Labels } from "../../../renderers/alerting/facts.ts";
import type { Matcher } from "../../../renderers/alerting/matchers.ts";

export class Candidates<T> {
  readonly #items: readonly T[];
  readonly #byPair = new Map<string, number[]>();
  /** Those that want no one value. */
  readonly #others: number[] = [];

  /** @param matchersOf those that an alert has to meet; undefined for one that nobody can read */
  constructor(items: readonly T[], matchersOf: (item: T) => readonly (Matcher | undefined)[]) {
    this.#items = items;
    for (const [index, item] of items.entries()) {
      const wanted = matchersOf(item).find((matcher) => matcher?.op === "=" && matcher.value !== "");
      if (wanted === undefined) this.#others.push(index);
      else {
        const key = keyOf(wanted.name, wanted.value);
        const known = this.#byPair.get(key);
        if (known === undefined) this.#byPair.set(key, [index]);
        else known.push(index);
      }
    }
  }

  /** In the order in which they were given. */
  of(labels: Labels): T[] {
    const found = Object.entries(labels).flatMap(
      ([name, value]) => this.#byPair.get(keyOf(name, value)) ?? [],
    );
    return [...this.#others, ...found]
      .sort((one, other) => one - other)
      .map((index) => this.#items[index] as T);
  }
}

function keyOf(name: string, value: string): string {
  return JSON.stringify([name, value]);
}
