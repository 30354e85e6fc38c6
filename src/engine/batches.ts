/**
 * Much that is read a batch at a time, so that no statement takes long and no answer of the database is large. How many
 * a batch has follows from how long those before were.
 */
import { createPause, type Turn } from "../kernel/time-slices.ts";

/** About how many characters a batch has: some milliseconds of an embedded database. */
const batchLength = 65_536;
const batchRows = { first: 25, least: 5, most: 500 } as const;

export interface Batches<T> {
  /** Reads those that come after this one, or the first ones. */
  read(after: T | undefined, limit: number): Promise<readonly T[]>;
  /** About how many characters one has. */
  lengthOf(one: T): number;
  /** Most that are read in all. */
  readonly most: number;
  /** Most of a batch, where more is read about each. */
  readonly atOnce?: number;
  readonly turn: Turn;
}

/** @throws what the turn's signal says, between two batches */
export async function* inBatches<T>({
  read,
  lengthOf,
  most,
  atOnce,
  turn,
}: Batches<T>): AsyncGenerator<readonly T[]> {
  const pause = createPause(turn);
  let after: T | undefined;
  let limit: number = batchRows.first;
  for (let left = most; left > 0; ) {
    await pause();
    const asked = Math.min(limit, left);
    const batch = await read(after, asked);
    if (batch.length > 0) yield batch;
    if (batch.length < asked) return;
    left -= batch.length;
    after = batch.at(-1);
    const length = batch.reduce((sum, one) => sum + lengthOf(one), 0);
    const fitting = Math.floor((batch.length * batchLength) / Math.max(length, 1));
    limit = Math.min(Math.max(fitting, batchRows.least), 4 * limit, atOnce ?? batchRows.most);
  }
}
