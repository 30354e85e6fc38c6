/**
 * Where a store's statements run: on the database, each on whichever connection is free, or in one running
 * transaction, on its connection. Whatever may run in a transaction is given one of these, and makes the stores
 * that it uses from it.
 */

/** The database makes it, and alone looks inside (src/database/executor.ts). */
export interface Executor {
  readonly scope: "database" | "transaction";
}

export interface TransactionExecutor extends Executor {
  readonly scope: "transaction";
}

/** Anything that knows where its statements run, such as a Reader. */
export interface WithExecutor {
  readonly executor: Executor;
}

/** Anything that is bound to a running transaction, such as a Writer; it is of no use after the transaction's end. */
export interface InTransaction extends WithExecutor {
  readonly executor: TransactionExecutor;
}

/** A port that is used only with an executor that somebody gives. What has to be atomic with other writes is on `Writes`. */
export interface Bindable<Reads, Writes extends Reads = Reads> {
  in(transaction: InTransaction): Writes;
  in(scoped: WithExecutor): Reads;
}
