/**
 * A database on which something else happens between two steps of a request, for certain: right after a
 * statement was answered, another piece of work runs to its end before the request goes on.
 */
import type { Database } from "../../src/database/database.ts";
import type { Statement } from "../../src/database/statement.ts";
import { openTestDatabase } from "./database.ts";
import { noted } from "./transactions.ts";

export interface Between {
  readonly database: Database;
  /**
   * Does the work after the statement was answered next, or for the `times`th time from now, outside of any
   * transaction. Answers a function that says whether it was done.
   */
  after(statement: Statement, work: () => Promise<unknown>, times?: number): () => boolean;
  /** Holds whoever is answered the statement next, inside of a transaction, until it is released. */
  hold(statement: Statement): { readonly reached: Promise<void>; release(): void };
}

export async function openBetween(): Promise<Between> {
  const database = await openTestDatabase();
  let waiting: { statement: Statement; work: () => Promise<unknown>; times: number } | undefined;

  let held: { statement: Statement; reach(): void; released: Promise<void> } | undefined;

  async function noteAnswer(statement: Statement, inTransaction: boolean): Promise<void> {
    if (held?.statement === statement && inTransaction) {
      const { reach, released } = held;
      held = undefined;
      reach();
      await released;
    }
    if (waiting?.statement !== statement || inTransaction) return;
    waiting.times -= 1;
    if (waiting.times > 0) return;
    const { work } = waiting;
    waiting = undefined;
    await work();
  }

  return {
    database: noted(database, noteAnswer),
    after(statement, work, times = 1) {
      const awaited = { statement, work, times };
      waiting = awaited;
      return () => waiting !== awaited;
    },
    hold(statement) {
      let release = () => {};
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      const reached = new Promise<void>((resolve) => {
        held = { statement, reach: resolve, released };
      });
      return { reached, release };
    },
  };
}
