/** One statement for what several requests ask: arrays in the place of parameters, and a place in each row of the answer. */
import { type QueryName, type Statement, statementNamed } from "./statement.ts";

/** Runs one statement, which is a transaction of its own. */
export type Ask = (statement: Statement, values: readonly unknown[]) => Promise<unknown[]>;

/** One request's statement, and who waits for its rows. */
export interface Asked {
  readonly values: readonly unknown[];
  readonly resolve: (rows: unknown[]) => void;
  readonly reject: (error: unknown) => void;
}

export type Plural = ReturnType<typeof pluralOf>;

/**
 * A statement, and the one that does the same for several. That takes parameters of the same names, each an array,
 * and answers at most one row for each, with its `place` from 1.
 */
export function pluralOf(one: QueryName, many: QueryName) {
  const single = statementNamed(one);
  const several = statementNamed(many);
  const places = several.parameters.map((name) => single.parameters.indexOf(name));
  if (places.includes(-1) || places.length !== single.parameters.length)
    throw new Error(`${many} must take the parameters of ${one}`);
  return {
    /** The place of a parameter among a request's values. */
    placeOf: (name: string) => single.parameters.indexOf(name),
    /** The rows by the index of the request that they answer. */
    async askTogether(ask: Ask, asked: readonly Asked[]): Promise<Map<number, unknown>> {
      const columns = places.map((place) => asked.map(({ values }) => values[place]));
      const rows = (await ask(several, columns)) as { readonly place: number }[];
      return new Map(rows.map((row) => [row.place - 1, row]));
    },
    /** Asks each by itself, all at once. Ends when all are answered. */
    async askEach(ask: Ask, asked: readonly Asked[]): Promise<void> {
      await Promise.all(
        asked.map(({ values, resolve, reject }) => ask(single, values).then(resolve, reject)),
      );
    },
  };
}
