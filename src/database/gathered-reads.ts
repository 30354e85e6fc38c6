/**
 * Reads of one row by key that arrive together leave as one statement, and are answered each by itself: a round trip
 * and a statement cost more than the row. A read alone leaves as it is, and waits for nobody.
 */

import { type Ask, type Asked, type Plural, pluralOf } from "./combined-statement.ts";
import { isAnswer } from "./failures.ts";
import type { Statement } from "./statement.ts";

/**
 * One statement of a name is under way at a time, and the next gathers meanwhile: the fewer there are, the more share
 * one. Behind one that takes longer than this, in milliseconds, a second leaves all the same.
 */
const slowMs = 2;
const maxUnderWay = 2;

/** Reads in one statement; more wait for the next. */
const maxTogether = 200;

export interface GatheredReads {
  /** Whether the statement reads one row by key. */
  takes(statement: Statement): boolean;
  /** Tells what a statement answers, read after this was called. */
  read(statement: Statement, asked: Asked): void;
}

type Gathering = (read: Asked) => void;

/** @param ask runs one statement, which is a transaction of its own */
export function createGatheredReads(ask: Ask): GatheredReads {
  const gatherings = new Map([
    [
      "authenticate-key",
      createGathering(ask, pluralOf("authenticate-key", "authenticate-keys"), completeKeys),
    ],
    ["authenticate-token", createGathering(ask, pluralOf("authenticate-token", "authenticate-tokens"))],
    ["authenticate-session", createGathering(ask, pluralOf("authenticate-session", "authenticate-sessions"))],
    ["find-row", createGathering(ask, pluralOf("find-row", "find-rows"))],
  ]);
  return {
    takes: ({ name }) => gatherings.has(name),
    read: (statement, asked) => (gatherings.get(statement.name) as Gathering)(asked),
  };
}

/** @param complete puts into rows what only the first of several has */
function createGathering(
  ask: Ask,
  plural: Plural,
  complete?: (rows: Map<number, unknown>) => void,
): Gathering {
  const waiting: Asked[] = [];
  let underWay = 0;
  let leftAt = 0;
  let scheduled = false;
  let look: NodeJS.Timeout | undefined;

  /** What arrives in one turn of the event loop leaves together, at its end. */
  function schedule(): void {
    if (scheduled || waiting.length === 0) return;
    if (!mayLeave()) {
      // Where nobody else comes, who waits is still not held up by a slow one.
      if (underWay < maxUnderWay && look === undefined)
        look = setTimeout(() => {
          look = undefined;
          schedule();
        }, slowMs + 1);
      return;
    }
    scheduled = true;
    setImmediate(() => {
      scheduled = false;
      void leave(waiting.splice(0, maxTogether));
    });
  }

  function mayLeave(): boolean {
    return underWay === 0 || (underWay < maxUnderWay && performance.now() - leftAt > slowMs);
  }

  async function leave(reads: readonly Asked[]): Promise<void> {
    underWay += 1;
    leftAt = performance.now();
    await (reads.length === 1 ? plural.askEach(ask, reads) : readTogether(reads));
    underWay -= 1;
    schedule();
  }

  async function readTogether(reads: readonly Asked[]): Promise<void> {
    try {
      const found = await plural.askTogether(ask, reads);
      complete?.(found);
      reads.forEach(({ resolve }, index) => {
        const row = found.get(index);
        resolve(row === undefined ? [] : [row]);
      });
    } catch (error) {
      // The database refuses one of them: each is asked by itself, and only that one fails.
      if (isAnswer(error)) await plural.askEach(ask, reads);
      else for (const { reject } of reads) reject(error);
    }
  }

  return (read: Asked): void => {
    waiting.push(read);
    schedule();
  };
}

/** Several that asked with one key share what is about it. */
function completeKeys(rows: Map<number, unknown>): void {
  for (const row of rows.values() as Iterable<{ first: number; credential: string | null }>) {
    row.credential ??= (rows.get(row.first - 1) as typeof row).credential;
  }
}
