/**
 * A database that asks once what is read again before anything is written and before the clock moves: forecasts read the
 * same rows for each alert that they are asked about, and here that is most of what a pair costs.
 */
import type { Database } from "../../src/database/database.ts";
import { onlyReads } from "../../src/database/read-cache.ts";
import type { Statement } from "../../src/database/statement.ts";

export function remembering(database: Database): Database {
  let answers = new Map<string, Promise<readonly unknown[]>>();
  let moment = Date.now();
  const forget = () => {
    answers = new Map();
  };

  async function answerOf<R>(statement: Statement, given: unknown, ask: () => Promise<R[]>): Promise<R[]> {
    // What is read while something is written may be from before or after it.
    if (!onlyReads(statement)) return ask().finally(forget);
    if (moment !== Date.now()) forget();
    moment = Date.now();
    const key = `${statement.name} ${JSON.stringify(given)}`;
    const known = answers;
    const answer = known.get(key) ?? ask();
    known.set(key, answer);
    // Whoever sorts its rows sorts its own.
    return [...((await answer) as readonly R[])];
  }

  return {
    ...database,
    query: (statement, parameters) =>
      answerOf(statement, parameters, () => database.query(statement, parameters)),
    queryText: (statement, values) =>
      answerOf(statement, values, () => database.queryText(statement, values)),
    execute: (...request) => database.execute(...request).finally(forget),
    transaction: (work) => database.transaction(work).finally(forget),
  };
}
