/**
 * Reads of one row by key that arrive together leave as one statement, and are answered each by itself: a round trip
 * and a statement cost more than the row. A read alone leaves as it is, and waits for nobody.
 */

import { Plural, type Request, type Send } from "./combined-statement.ts";
import { isAnswer } from "./failures.ts";
import { createPatience, type Waiting } from "./patience.ts";
import type { NamedStatement } from "./statement.ts";

/**
 * One statement of a name is under way at a time, and the next gathers meanwhile: the fewer there are, the more share
 * one. Behind one that takes longer than this, in milliseconds, a second leaves all the same.
 */
const slowMs = 2;
const maxUnderWay = 2;

/** Reads in one statement; more wait for the next. */
const maxTogether = 200;

/** Answers a statement that has a plural, by what is read after this was called. */
export type GatheredReads = (statement: NamedStatement, read: Request) => void;

type Gathering = (read: Request) => void;

/**
 * @param send runs one statement, which is a transaction of its own
 * @param patienceMs after which a read is refused that could not leave
 */
export function createGatheredReads(send: Send, patienceMs: number): GatheredReads {
  const gatherings = new Map<NamedStatement, Gathering>();
  return (statement, read) => {
    let gathering = gatherings.get(statement);
    if (gathering === undefined) {
      const plural = new Plural(send, statement, statement.plural as NamedStatement);
      gathering = createGathering(plural, patienceMs);
      gatherings.set(statement, gathering);
    }
    gathering(read);
  };
}

function createGathering(plural: Plural, patienceMs: number): Gathering {
  let waiting: Waiting[] = [];
  let underWay = 0;
  let leftAt = 0;
  let scheduled = false;
  let look: NodeJS.Timeout | undefined;
  const losePatience = createPatience(patienceMs, (withoutLate) => {
    waiting = withoutLate(waiting);
    return waiting.length > 0;
  });

  /** What arrives in one turn of the event loop leaves together, at its end. */
  function schedule(): void {
    if (scheduled || waiting.length === 0) return;
    if (!mayLeave()) {
      losePatience();
      // Where nobody else comes, who waits does not wait behind a slow one.
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

  async function leave(reads: readonly Request[]): Promise<void> {
    underWay += 1;
    leftAt = performance.now();
    await (reads.length === 1 ? plural.sendEach(reads) : readTogether(reads));
    underWay -= 1;
    schedule();
  }

  async function readTogether(reads: readonly Request[]): Promise<void> {
    try {
      const found = await plural.sendTogether(reads);
      reads.forEach(({ resolve }, index) => {
        const row = found.get(index);
        resolve(row === undefined ? [] : [row]);
      });
    } catch (error) {
      // The database refuses one of them: each is sent by itself, and only that one fails.
      if (isAnswer(error)) await plural.sendEach(reads);
      else for (const { reject } of reads) reject(error);
    }
  }

  return (read: Request): void => {
    waiting.push({ ...read, since: performance.now() });
    schedule();
  };
}
