/**
 * Changes of single rows that arrive together are one statement, with one commit, and so are new rows: each is made or
 * has lost its race by itself, with its own audit record. While one statement is under way the next gathers. Two changes
 * of one row, or two rows of one key, never share a statement, and the statement hardly waits for a lock, so that nobody
 * waits for somebody else's row.
 */

import { Plural, type Request, type Send } from "./combined-statement.ts";
import { isAnswer } from "./failures.ts";
import { createPatience, type Waiting } from "./patience.ts";
import { sql } from "./queries.generated.ts";
import type { NamedStatement, Statement } from "./statement.ts";

/** Changes in one statement; more wait for the next. */
const maxTogether = 64;

/** What the statements answer: the row's new revision. Without one the change has lost its race. */
interface Changed {
  readonly revision: string;
}

/** A write of one row that several requests can share. */
interface Shared {
  readonly single: NamedStatement;
  readonly several: NamedStatement;
  /** Parameters of which no two requests of a statement have the same; in the place of null, the row's id. */
  readonly unlike: readonly string[];
  /** The parameter with the revision that a change was decided on. */
  readonly decidedOn?: string;
}

const changesOfRows: Shared = {
  single: sql.updateRowAlone,
  several: sql.updateRowsAlone,
  unlike: ["organizationId", "kind", "id"],
  decidedOn: "expectedRevision",
};

const newRows: Shared = {
  single: sql.insertRow,
  several: sql.insertRows,
  unlike: ["organizationId", "kind", "naturalKey"],
};

export type SharedWrites = ReturnType<typeof createSharedWrites>;

/** @returns undefined for a statement that changes more than one row, or reads or writes something of others */
export function createSharedWrites(send: Send, patienceMs: number) {
  const gatherings = new Map<Statement, Write>(
    [changesOfRows, newRows].map((shared) => [shared.single, createGathering(shared, send, patienceMs)]),
  );
  return (statement: Statement): Write | undefined => gatherings.get(statement);
}

type Write = (values: readonly unknown[]) => Promise<unknown[]>;

/**
 * @param send runs one statement, which is a transaction of its own
 * @param patienceMs after which a change is refused that could not leave
 */
function createGathering(
  { single, several, unlike, decidedOn }: Shared,
  send: Send,
  patienceMs: number,
): Write {
  const plural = new Plural(send, single, several);
  const places = unlike.map((name) => plural.placeOf(name));
  const idPlace = plural.placeOf("id");
  const revisionPlace = decidedOn === undefined ? undefined : plural.placeOf(decidedOn);
  const rowOf = ({ values }: Request) =>
    JSON.stringify(places.map((place) => values[place] ?? { id: values[idPlace] }));

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
    if (revisionPlace === undefined) return;
    waiting = waiting.filter((request) => {
      const expected = BigInt(request.values[revisionPlace] as string);
      if (rowOf(request) !== row || expected >= revision) return true;
      request.resolve([]);
      return false;
    });
  }

  return (values) =>
    new Promise<unknown[]>((resolve, reject) => {
      waiting.push({ values, resolve, reject, since: performance.now() });
      schedule();
    });
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
