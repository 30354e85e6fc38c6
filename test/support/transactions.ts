/**
 * Watches where queries are made. In a test, a query of the database itself that is made within a transaction's work
 * fails at once: in the program it would wait for the embedded database's one connection, and on a server be no part
 * of the transaction.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import type { Connection, Database } from "../../src/database/database.ts";
import type { Statement } from "../../src/database/statement.ts";

const running = new AsyncLocalStorage<{ open: boolean }>();

/** Whether the caller is work within a transaction of a watched database. */
export function inTransaction(): boolean {
  return running.getStore()?.open === true;
}

/** The database, with a guard before everything that does not go through a transaction's own connection. */
export function watched(database: Database): Database {
  function refuseInside(what: string): void {
    if (inTransaction())
      throw new Error(
        `${what} within a transaction's work: use the connection, or the writer, that it was given`,
      );
  }
  return {
    ...database,
    async query(statement, parameters) {
      refuseInside(`the database was asked for ${statement.name}`);
      return database.query(statement, parameters);
    },
    async queryText(statement, values) {
      refuseInside(`the database was asked for ${statement.name}`);
      return database.queryText(statement, values);
    },
    async execute(text) {
      refuseInside("a statement was run on the database");
      return database.execute(text);
    },
    async transaction(work) {
      refuseInside("another transaction was begun");
      const scope = { open: true };
      return database
        .transaction((connection) => running.run(scope, work, connection))
        .finally(() => {
          scope.open = false;
        });
    },
  };
}

/** The database, of which every statement is noted after its answer, and waits for what the noting does. */
export function noted(
  database: Database,
  note: (statement: Statement, inTransaction: boolean) => unknown,
): Database {
  const asking =
    (connection: Connection, inTransaction: boolean): Connection["query"] =>
    async (statement, parameters) => {
      const rows = await connection.query(statement, parameters);
      await note(statement, inTransaction);
      return rows;
    };
  return {
    ...database,
    query: asking(database, false),
    transaction: (work) =>
      database.transaction((connection) => work({ ...connection, query: asking(connection, true) })),
  };
}
