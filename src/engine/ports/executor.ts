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

/**
 * A store on the database, and the same bound to a transaction, or to whatever a reader runs on. What has to be atomic
 * with other writes is on `Writes`.
 */
export type Bindable<Reads, Writes extends Reads = Reads> = Reads & {
  in(transaction: InTransaction): Writes;
  in(scoped: WithExecutor): Reads;
};
