/** What the engine knows as an executor is a connection here. */
import type { Executor, InTransaction, TransactionExecutor, WithExecutor } from "../engine/ports/executor.ts";
import type { Connection, Database } from "./database.ts";

export function executorOf(database: Database): Executor {
  return database as unknown as Executor;
}

export function transactionExecutor(connection: Connection): TransactionExecutor {
  return connection as unknown as TransactionExecutor;
}

/** The connection of a transaction, or the database, on which what is scoped runs. */
export function connectionOf({ executor }: WithExecutor | InTransaction): Connection {
  return executor as unknown as Connection;
}
