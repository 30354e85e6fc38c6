/** One statement for what several requests need: arrays in the place of parameters, and a place in each row of the answer. */
import type { NamedStatement, Statement } from "./statement.ts";

/** Runs one statement, which is a transaction of its own. */
export type Send = (statement: Statement, values: readonly unknown[]) => Promise<unknown[]>;

/** One request's statement, and who waits for its rows. */
export interface Request {
  readonly values: readonly unknown[];
  readonly resolve: (rows: unknown[]) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * A statement, and the one that does the same for several. That takes parameters of the same names, each an array, and
 * answers at most one row for each, with its `place` from 1. Where several are alike, only the first has the row: the
 * others name its place as `first`.
 */
export class Plural {
  readonly #single: NamedStatement;
  readonly #several: NamedStatement;
  readonly #send: Send;
  /** The places of the plural's parameters among a request's values. */
  readonly #places: readonly number[];

  /** @param send runs one statement, which is a transaction of its own */
  constructor(send: Send, single: NamedStatement, several: NamedStatement) {
    this.#send = send;
    this.#single = single;
    this.#several = several;
    this.#places = several.parameters.map((name) => this.placeOf(name));
    if (this.#places.includes(-1) || this.#places.length !== single.parameters.length)
      throw new Error(`${several.name} must take the parameters of ${single.name}`);
  }

  /** The place of a parameter among a request's values. */
  placeOf(name: string): number {
    return this.#single.parameters.indexOf(name);
  }

  /** The rows by the index of the request that they answer. */
  async sendTogether(requests: readonly Request[]): Promise<Map<number, unknown>> {
    const columns = this.#places.map((place) => requests.map(({ values }) => values[place]));
    const rows = (await this.#send(this.#several, columns)) as PluralRow[];
    const found = new Map<number, unknown>(rows.map((row) => [row.place - 1, row]));
    for (const { place, first } of rows)
      if (first !== undefined && first !== place) found.set(place - 1, found.get(first - 1));
    return found;
  }

  /** Sends each by itself, all at once. Ends when all are answered. */
  async sendEach(requests: readonly Request[]): Promise<void> {
    await Promise.all(
      requests.map(({ values, resolve, reject }) => this.#send(this.#single, values).then(resolve, reject)),
    );
  }
}

interface PluralRow {
  readonly place: number;
  readonly first?: number;
}
