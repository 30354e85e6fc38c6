/** What the engine knows as a scope is a connection here. */
import type { InTransaction, Scope, Scoped, TransactionScope } from "../engine/ports/scope.ts";
import type { Connection, Database } from "./database.ts";

export function scopeOf(database: Database): Scope {
  return database as unknown as Scope;
}

export function transactionScope(connection: Connection): TransactionScope {
  return connection as unknown as TransactionScope;
}

/** The connection of a transaction, or the database, on which what is scoped runs. */
export function connectionOf({ scope }: Scoped | InTransaction): Connection {
  return scope as unknown as Connection;
}
