/** What the engine knows as an executor has a connection here. */
import type {
  Bindable,
  Executor,
  InTransaction,
  TransactionExecutor,
  WithExecutor,
} from "../engine/ports/executor.ts";
import type { Connection, Database } from "./database.ts";

class ConnectionExecutor<Scope extends Executor["scope"]> implements Executor {
  readonly scope: Scope;
  readonly connection: Connection;

  constructor(scope: Scope, connection: Connection) {
    this.scope = scope;
    this.connection = connection;
  }
}

export function executorOf(database: Database): Executor {
  return new ConnectionExecutor("database", database);
}

export function transactionExecutor(connection: Connection): TransactionExecutor {
  return new ConnectionExecutor("transaction", connection);
}

/** The connection of a transaction, or the database, on which what is scoped runs. */
export function connectionOf({ executor }: WithExecutor | InTransaction): Connection {
  if (executor instanceof ConnectionExecutor) return executor.connection;
  throw new Error("the executor is not of this database");
}

/**
 * A store on the database that `in` binds to a transaction, or to whatever a reader runs on.
 * @param open its methods on a connection
 */
export function bindable<Reads, Writes extends Reads>(
  database: Database,
  open: (connection: Connection) => Writes,
): Bindable<Reads, Writes> {
  return { ...open(database), in: (scoped: WithExecutor) => open(connectionOf(scoped)) };
}
