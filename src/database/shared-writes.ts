/**
 * Changes of single rows that arrive together are one statement, with one commit: each is made or has lost its race by
 * itself, with its own audit record. While one statement is under way the next gathers. Two changes of one row never
 * share a statement, and the statement waits for no lock, so that nobody waits for somebody else's row.
 */

import { Plural, type Request, type Send } from "./combined-statement.ts";
import { isAnswer } from "./failures.ts";
import { createPatience, type Waiting } from "./patience.ts";
import { sql } from "./queries.generated.ts";
import type { Statement } from "./statement.ts";

/** Changes in one statement; more wait for the next. */
const maxTogether = 64;

/** What the statements answer: the row's new revision. Without one the change has lost its race. */
interface Changed {
  readonly revision: string;
}

export type SharedWrites = ReturnType<typeof createSharedWrites>;

/**
 * @param send runs one statement, which is a transaction of its own
 * @param patienceMs after which a change is refused that could not leave
 */
export function createSharedWrites(send: Send, patienceMs: number) {
  const plural = new Plural(send, sql.updateRowAlone, sql.updateRowsAlone);
  const rowPlaces = ["organizationId", "kind", "id"].map((name) => plural.placeOf(name));
  const revisionPlace = plural.placeOf("expectedRevision");
  const rowOf = ({ values }: Request) => JSON.stringify(rowPlaces.map((place) => values[place]));
  const expectedBy = ({ values }: Request) => BigInt(values[revisionPlace] as string);

  let waiting: Waiting[] = [];
  let underWay = false;
  let scheduled = false;

  const losePatience = createPatience(patienceMs, (withoutLate) => {
    waiting = withoutLate(waiting);
    return waiting.length > 0;
  });

  function schedule(): void {
    if (waiting.length === 0) return;
    if (underWay) losePatience();
    if (scheduled || underWay) return;
    scheduled = true;
    setImmediate(() => {
      scheduled = false;
      const { taken, left } = takenTogether(waiting, rowOf);
      waiting = left;
      void leave(taken);
    });
  }

  async function leave(changes: ReadonlyMap<string, Request>): Promise<void> {
    underWay = true;
    const alone = await writeTogether([...changes]);
    underWay = false;
    schedule();
    // Not waited for by those behind: it may wait for a lock.
    void plural.sendEach(alone);
  }

  /** @returns those that are to be sent by themselves: raced or locked, which only waiting shows, or failed by one of them */
  async function writeTogether(changes: readonly (readonly [string, Request])[]): Promise<Request[]> {
    const all = changes.map(([, request]) => request);
    try {
      const changed = await plural.sendTogether(all);
      for (const [index, row] of changed) {
        const [name, { resolve }] = changes[index] as readonly [string, Request];
        resolve([row]);
        answerRaced(name, BigInt((row as Changed).revision));
      }
      return all.filter((_, index) => !changed.has(index));
    } catch (error) {
      if (isAnswer(error)) return all;
      for (const { reject } of all) reject(error);
      return [];
    }
  }

  /** Changes that wait, and were decided on before this revision of their row, have lost: revisions of a row only grow. */
  function answerRaced(row: string, revision: bigint): void {
    waiting = waiting.filter((request) => {
      if (rowOf(request) !== row || expectedBy(request) >= revision) return true;
      request.resolve([]);
      return false;
    });
  }

  return {
    /** Whether the statement changes one row, and reads and writes nothing of others. */
    takes: (statement: Statement) => statement === sql.updateRowAlone,
    write: (values: readonly unknown[]) =>
      new Promise<unknown[]>((resolve, reject) => {
        waiting.push({ values, resolve, reject, since: performance.now() });
        schedule();
      }),
  };
}

/** The next changes, in order: the first of each row. */
function takenTogether(waiting: readonly Waiting[], rowOf: (request: Request) => string) {
  const taken = new Map<string, Request>();
  const left: Waiting[] = [];
  for (const request of waiting) {
    const row = rowOf(request);
    if (taken.size < maxTogether && !taken.has(row)) taken.set(row, request);
    else left.push(request);
  }
  return { taken, left };
}
