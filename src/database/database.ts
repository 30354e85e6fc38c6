/**
 * Queries and transactions over a pool of connections, the same for the server and the embedded database.
 * A transaction hands its work a connection of its own: what is sent on that belongs to the transaction,
 * what is sent to the database does not.
 */
import type pg from "pg";
import { traced } from "../engine/ports/tracing.ts";
import { Refusal } from "../kernel/problem.ts";
import { type ConditionRow, clockOf, conditionText } from "./condition.ts";
import { DatabaseTime } from "./database-time.ts";
import { explained, isAnswer, isSilence, translate, translateStored } from "./failures.ts";
import { createGatheredReads, type GatheredReads } from "./gathered-reads.ts";
import { PoolWatch } from "./pool-watch.ts";
import { onlyReads, type ReadCache } from "./read-cache.ts";
import { createSharedWrites, type SharedWrites } from "./shared-writes.ts";
import {
  type AnyQuery,
  type ExactParameters,
  type NamedStatement,
  type ParametersOf,
  type RowOf,
  type Statement,
  valuesOf,
} from "./statement.ts";

type QueryText = <R>(statement: Statement, values: readonly unknown[]) => Promise<R[]>;

export interface Connection {
  /** Runs a statement of a folder queries/. Missing parameters and ones that it does not take do not compile. */
  query<Q extends AnyQuery, P extends ParametersOf<Q>>(
    statement: Q,
    parameters: ExactParameters<Q, P>,
  ): Promise<RowOf<Q>[]>;
  /** Runs a text that is no file of queries/, such as one that a library wrote, with the values of $1 and so on. */
  queryText: QueryText;
  /** Any text, unprepared: migrations and upkeep. With `patient` the server may take as long as it wants. */
  execute(text: string, options?: { readonly patient?: boolean }): Promise<void>;
}

/** How a server is reached. A thread can be given it. */
export interface ServerAddress {
  readonly url: string;
  readonly prepared: boolean;
  /** How long the server may take to answer a statement, in milliseconds; without it, as long as it wants. */
  readonly answerTimeoutMs?: number | undefined;
}

/** Each query takes whichever connection is free. */
export interface Database extends Connection {
  /** With it, a thread reads on a connection of its own. The embedded database belongs to the process's first thread. */
  readonly server?: ServerAddress;
  /** How busy its connections are. */
  readonly pools: PoolWatch;
  /** How long it worked for each organization. */
  readonly spent: DatabaseTime;
  /**
   * Runs `work` in one transaction, on the connection that it is given. The embedded database has only one: a
   * query of the database itself, made within `work`, would wait for that until it times out.
   */
  transaction<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
  /**
   * What its clock shows. A connection to a server that takes no writes is closed, so that another can be found.
   * @throws Refusal `unavailable`, with ReadOnlyDatabase as its cause where it answers and takes no writes
   */
  time(): Promise<Date>;
  /** Short looks on a connection of their own, also while statements wait on all others; of a server only. */
  readonly aside?: Pick<Connection, "query">;
  /** Ends when every connection is closed. */
  close(): Promise<void>;
}

interface DatabaseOptions extends Omit<ServerAddress, "url"> {
  /** Connections for reads of one row, so that these wait for nothing that takes long. */
  readonly quick?: pg.Pool;
  /** Of one connection. */
  readonly aside?: pg.Pool;
  readonly cache?: ReadCache;
}

export function createDatabase(pool: pg.Pool, options: DatabaseOptions): Database {
  const { quick = pool, aside, cache } = options;
  const pools = new PoolWatch(pool, quick);
  const spent = new DatabaseTime();
  const pooled = new PooledStatements(pool, quick, { pools, spent }, options);
  return {
    pools,
    spent,
    ...queriesBy((statement, values) => pooled.run(statement, values)),
    transaction: (work) =>
      traced({ of: "transaction" }, () =>
        withConnection(pools, pool, (lease) => new Transaction(lease, spent, options).complete(work)),
      ),
    async execute(text, { patient = false } = {}) {
      const request = boundedBy(options, patient, { text });
      await runOn(pools, pool, { text }, (client) => client.query(request)).finally(() => cache?.forget());
    },
    time: () =>
      runOn(pools, pool, { text: conditionText }, async (client) => {
        const { rows } = await client.query<ConditionRow>(boundedBy(options, false, { text: conditionText }));
        return clockOf(rows[0] as ConditionRow);
      }),
    ...(aside && {
      aside: queriesBy(({ text }, values) =>
        runOn(pools, aside, { text }, async (client) => (await client.query(text, [...values])).rows),
      ),
    }),
    async close() {
      const all = new Set([pool, quick, aside ?? pool]);
      await Promise.all([...all].map((one) => one.end()));
    },
  };
}

/** Statements that are each a transaction of their own, on whichever connection is free. */
class PooledStatements {
  readonly #pool: pg.Pool;
  readonly #watches: Pick<Database, "pools" | "spent">;
  readonly #options: DatabaseOptions;
  readonly #reads: GatheredReads | undefined;
  readonly #writes: SharedWrites;

  constructor(
    pool: pg.Pool,
    quick: pg.Pool,
    watches: Pick<Database, "pools" | "spent">,
    options: DatabaseOptions,
  ) {
    this.#pool = pool;
    this.#watches = watches;
    this.#options = options;
    // What is remembered needs no statement, and the one connection of the embedded database no gathering.
    this.#reads =
      options.cache === undefined
        ? createGatheredReads((...request) => this.#send(quick, ...request), patienceOf(quick))
        : undefined;
    this.#writes = createSharedWrites((...request) => this.#send(pool, ...request), patienceOf(pool));
  }

  async run<R>(statement: Statement, values: readonly unknown[]): Promise<R[]> {
    const { cache } = this.#options;
    const { name } = statement;
    // With the wait for a connection, and for those that share the statement.
    const run = () =>
      traced({ of: "statement", name }, () => this.#runSingle(statement, values) as Promise<R[]>);
    if (cache === undefined) return run();
    return onlyReads(statement) ? cache.read(statement, values, run) : run().finally(cache.forget);
  }

  #runSingle(statement: Statement, values: readonly unknown[]): Promise<unknown[]> {
    const reads = this.#reads;
    if (statement.plural !== undefined && reads !== undefined)
      return new Promise((resolve, reject) =>
        reads(statement as NamedStatement, { values, resolve, reject }),
      );
    const write = this.#writes(statement);
    return write === undefined ? this.#send(this.#pool, statement, values) : write(values);
  }

  async #send(from: pg.Pool, statement: Statement, values: readonly unknown[]): Promise<unknown[]> {
    const request = requestOf(statement, values, this.#options);
    const { pools, spent } = this.#watches;
    return runOn(pools, from, statement, async (client) => {
      const { rows } = await spent.during(statement, values, () => client.query(request));
      return rows;
    });
  }
}

/** One transaction on a connection of its own. Its reads see its writes: they are neither gathered nor remembered. */
class Transaction {
  readonly #lease: Lease;
  readonly #spent: DatabaseTime;
  readonly #options: DatabaseOptions;
  /** A connection answers one statement at a time, and work may ask for several at once. */
  #last: Promise<unknown> = Promise.resolve();
  #ended = false;
  /** Whether anything was sent that may write. */
  #wrote = false;

  constructor(lease: Lease, spent: DatabaseTime, options: DatabaseOptions) {
    this.#lease = lease;
    this.#spent = spent;
    this.#options = options;
  }

  async complete<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const { client } = this.#lease;
    const send = (text: string) =>
      this.#inTurn(() => client.query(boundedBy(this.#options, false, { text })));
    let committing = false;
    try {
      await send("BEGIN");
      const result = await work(this.#connection());
      this.#ended = true;
      if (this.#lease.broken !== undefined) throw this.#lease.broken;
      committing = true;
      // PostgreSQL answers the end of a transaction that had failed with ROLLBACK, and no error.
      const { command } = await traced({ of: "statement", name: "COMMIT" }, () => send("COMMIT"));
      if (command !== "COMMIT") throw new Error("the transaction had failed before it was committed");
      return result;
    } catch (error) {
      this.#ended = true;
      // Who is silent would not answer this either, and waiting takes as long again.
      if (!isSilence(error))
        await send("ROLLBACK").catch((failed) => {
          this.#lease.broken = failed;
        });
      // Until COMMIT is sent nothing is stored, wherever the connection breaks.
      const failure = committing && this.#wrote ? translateStored(error) : translate(error);
      if (failure instanceof Refusal && failure.code === "unavailable" && !isAnswer(failure))
        this.#lease.broken = failure;
      throw failure;
    } finally {
      this.#options.cache?.forget();
    }
  }

  #connection(): Connection {
    return {
      ...queriesBy((statement, values) => this.#run(statement, values)),
      execute: async (text, { patient = false } = {}) => {
        this.#wrote ||= !onlyReads({ text });
        await this.#send(boundedBy(this.#options, patient, { text }));
      },
    };
  }

  async #run<R>(statement: Statement, values: readonly unknown[]): Promise<R[]> {
    const writes = !onlyReads(statement);
    this.#wrote ||= writes;
    const request = requestOf(statement, values, this.#options);
    try {
      const send = () => this.#spent.during(statement, values, () => this.#send(request));
      return (await traced({ of: "statement", name: statement.name }, send)).rows as R[];
    } finally {
      if (writes) this.#options.cache?.forget();
    }
  }

  #send(request: pg.QueryConfig): Promise<pg.QueryResult> {
    return this.#inTurn(async () => {
      if (this.#ended) throw new Error("this transaction has ended; await all of its work");
      return this.#lease.client.query(request);
    }).catch((error) => {
      throw translate(error);
    });
  }

  #inTurn<T>(send: () => Promise<T>): Promise<T> {
    const sent = this.#last.then(send);
    this.#last = sent.catch(() => {});
    return sent;
  }
}

function requestOf(
  statement: Statement,
  values: readonly unknown[],
  options: DatabaseOptions,
): pg.QueryConfig {
  const { name, text, plannedEachTime } = statement;
  const named = options.prepared && !plannedEachTime ? { name } : {};
  return boundedBy(options, false, { ...named, text, values: values as unknown[] });
}

/** A request that is given up when it is not answered in time. */
function boundedBy(
  { answerTimeoutMs }: DatabaseOptions,
  patient: boolean,
  request: pg.QueryConfig,
): pg.QueryConfig {
  // @types/pg knows it of a client alone.
  const bound = { query_timeout: answerTimeoutMs };
  return answerTimeoutMs === undefined || patient ? request : { ...request, ...bound };
}

/** How long anything waits for a connection of the pool, in milliseconds. */
function patienceOf({ options }: pg.Pool): number {
  return options.connectionTimeoutMillis ?? Number.POSITIVE_INFINITY;
}

/** Runs a statement, which is a transaction of its own, on a connection of its own. */
async function runOn<T>(
  pools: PoolWatch,
  from: pg.Pool,
  statement: Pick<Statement, "text">,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  return withConnection(pools, from, async (lease) => {
    try {
      return await work(lease.client);
    } catch (error) {
      if (!isAnswer(error)) lease.broken = error as Error;
      throw onlyReads(statement) ? translate(error) : translateStored(error);
    }
  });
}

/**
 * Runs some work with a connection of the pool. One that refused a statement is as good as before and goes back:
 * pg-pool's own query() would close it, which costs a server a reconnect for every lost race, and brings
 * the embedded database's one connection out of step.
 */
async function withConnection<T>(
  pools: PoolWatch,
  from: pg.Pool,
  work: (lease: Lease) => Promise<T>,
): Promise<T> {
  const client = await pools.connect(from).catch((error) => {
    throw translate(explained(error, from.options.connectionTimeoutMillis));
  });
  const lease: Lease = { client, broken: undefined };
  const breaks = (error: Error) => {
    lease.broken = error;
  };
  client.on("error", breaks);
  try {
    return await work(lease);
  } catch (error) {
    pools.failed(error);
    throw error;
  } finally {
    client.off("error", breaks);
    client.release(lease.broken);
  }
}

/** A connection of the pool, while some work has it. */
interface Lease {
  readonly client: pg.PoolClient;
  /** Why it is closed afterwards, and does not go back. */
  broken: Error | undefined;
}

/** Queries with named parameters, over what runs a text. */
function queriesBy(queryText: QueryText): Pick<Connection, "query" | "queryText"> {
  return {
    query: (statement, parameters) => queryText(statement, valuesOf(statement, parameters)),
    queryText,
  };
}
