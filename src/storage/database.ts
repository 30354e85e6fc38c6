/**
 * Queries and transactions over a pool of connections, the same for the server and the embedded database.
 * A transaction hands its work a connection of its own: what is asked of that belongs to the transaction,
 * what is asked of the database does not.
 */
import type pg from "pg";
import { inDoubt, Refusal } from "../kernel/problem.ts";
import { type Memo, onlyReads } from "./memo.ts";
import type { PipelinedPool } from "./pipelined-pool.ts";
import {
  type ExactParameters,
  type QueryName,
  type QueryParameters,
  type QueryRow,
  type Statement,
  statementNamed,
  valuesOf,
} from "./statement.ts";

type QueryText = <R>(statement: Statement, values: readonly unknown[]) => Promise<R[]>;

export interface Connection {
  /** Runs the query of `queries/<name>.sql`. Missing parameters and ones that it does not take do not compile. */
  query<N extends QueryName, P extends QueryParameters<N>>(
    name: N,
    parameters: ExactParameters<N, P>,
  ): Promise<QueryRow<N>[]>;
  /** Runs a text that is no file of queries/, such as one that a library wrote, with the values of $1 and so on. */
  queryText: QueryText;
  /** Any text, unprepared: migrations and upkeep. */
  execute(text: string): Promise<void>;
}

/** Each query takes whichever connection is free. */
export interface Database extends Connection {
  /**
   * Runs `work` in one transaction, on the connection that it is given. The embedded database has only one: a
   * query of the database itself, made within `work`, would wait for that until it times out.
   */
  transaction<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
  /** Ends when every connection is closed. */
  close(): Promise<void>;
}

/**
 * SQLSTATE classes that mean: the statement is fine, the database is not there. A server that only reads
 * (25006) does not lead its cluster any more, or not yet.
 */
const unreachable = /^(08|53|57P0|58|25006)/;
const unreachableCodes = new Set([
  "ECONNABORTED",
  "ECONNREFUSED",
  "ECONNRESET",
  "EHOSTDOWN",
  "EHOSTUNREACH",
  "ENETDOWN",
  "ENETUNREACH",
  "ENOENT",
  "EPIPE",
  "ETIMEDOUT",
  "ENOTFOUND",
  "EAI_AGAIN",
]);

export function createDatabase(
  pool: pg.Pool,
  options: { readonly prepared: boolean; readonly pipelined?: PipelinedPool; readonly memo?: Memo },
): Database {
  const { pipelined, memo } = options;

  function requestOf(statement: Statement, values: readonly unknown[]): pg.QueryConfig {
    return options.prepared
      ? { name: statement.name, text: statement.text, values: values as unknown[] }
      : { text: statement.text, values: values as unknown[] };
  }

  async function queryText<R>(statement: Statement, values: readonly unknown[]): Promise<R[]> {
    const request = requestOf(statement, values);
    if (pipelined?.takes(statement)) return share<R>(pipelined, request);
    const ask = () => run(statement, async (client) => (await client.query(request)).rows as R[]);
    if (memo === undefined) return ask();
    return onlyReads(statement) ? memo.read(statement, values, ask) : ask().finally(memo.forget);
  }

  async function share<R>(pipelined: PipelinedPool, request: pg.QueryConfig): Promise<R[]> {
    try {
      return (await pipelined.query(request)).rows as R[];
    } catch (error) {
      throw translate(error);
    }
  }

  /** Runs a statement, which is a transaction of its own, on a connection that is lent for this. */
  async function run<T>(
    statement: Pick<Statement, "text">,
    work: (client: pg.PoolClient) => Promise<T>,
  ): Promise<T> {
    return lend(async (lent) => {
      try {
        return await work(lent.client);
      } catch (error) {
        if (!isAnswer(error)) lent.broken = error as Error;
        throw onlyReads(statement) ? translate(error) : translateStored(error);
      }
    });
  }

  async function transaction<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    return lend(async (lent) => {
      const { client } = lent;
      const { connection, end, wrote } = bind(client);
      let committing = false;
      try {
        await client.query("BEGIN");
        const result = await work(connection);
        end();
        if (lent.broken !== undefined) throw lent.broken;
        committing = true;
        // PostgreSQL answers the end of a transaction that had failed with ROLLBACK, and no error.
        const { command } = await client.query("COMMIT");
        if (command !== "COMMIT") throw new Error("the transaction had failed before it was committed");
        return result;
      } catch (error) {
        end();
        await client.query("ROLLBACK").catch((failed) => {
          lent.broken = failed;
        });
        // Until COMMIT is sent nothing is stored, wherever the connection breaks.
        const told = committing && wrote() ? translateStored(error) : translate(error);
        if (told instanceof Refusal && told.code === "unavailable" && !isAnswer(told)) lent.broken = told;
        throw told;
      } finally {
        memo?.forget();
      }
    });
  }

  /** A transaction's own connection. Its reads see its writes: they use neither the pipelined pool nor the memo. */
  function bind(client: pg.PoolClient): {
    readonly connection: Connection;
    end(): void;
    /** Whether anything was asked that may write. */
    wrote(): boolean;
  } {
    let ended = false;
    let wrote = false;
    const ask = (request: pg.QueryConfig | string): Promise<pg.QueryResult> => {
      if (ended) return Promise.reject(new Error("this transaction has ended; await all of its work"));
      return client.query(request as pg.QueryConfig).catch((error) => {
        throw translate(error);
      });
    };
    return {
      connection: {
        ...queriesBy(async <R>(statement: Statement, values: readonly unknown[]) => {
          const writes = !onlyReads(statement);
          wrote ||= writes;
          try {
            return (await ask(requestOf(statement, values))).rows as R[];
          } finally {
            if (writes) memo?.forget();
          }
        }),
        async execute(text) {
          wrote ||= !onlyReads({ text });
          await ask(text);
        },
      },
      end() {
        ended = true;
      },
      wrote: () => wrote,
    };
  }

  /**
   * Lends a connection for some work. One that refused a statement is as good as before and goes back:
   * pg-pool's own query() would close it, which costs a server a reconnect for every lost race, and brings
   * the embedded database's one connection out of step.
   */
  async function lend<T>(work: (lent: Lent) => Promise<T>): Promise<T> {
    const client = await pool.connect().catch((error) => {
      throw translate(explained(error, pool.options.connectionTimeoutMillis));
    });
    const lent: Lent = { client, broken: undefined };
    const breaks = (error: Error) => {
      lent.broken = error;
    };
    client.on("error", breaks);
    try {
      return await work(lent);
    } finally {
      client.off("error", breaks);
      client.release(lent.broken);
    }
  }

  return {
    ...queriesBy(queryText),
    transaction,
    async execute(text) {
      await run({ text }, (client) => client.query(text)).finally(() => memo?.forget());
    },
    async close() {
      await pipelined?.close();
      await pool.end();
    },
  };
}

/** A connection of the pool, while some work has it. */
interface Lent {
  readonly client: pg.PoolClient;
  /** Why it is closed afterwards, and does not go back. */
  broken: Error | undefined;
}

/** The queries of `queries/` beside the texts, over what runs a text. */
function queriesBy(queryText: QueryText): Pick<Connection, "query" | "queryText"> {
  return {
    query(name, parameters) {
      const statement = statementNamed(name);
      return queryText(statement, valuesOf(statement, parameters));
    },
    queryText,
  };
}

/** The code of a database error: an SQLSTATE, or the system's word for a failed connection. */
export function codeOf(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === "string" ? code : undefined;
}

/**
 * Whether the database itself refused the statement, by an SQLSTATE: then the connection is in order. One
 * that leads to a server which does not serve, or not any more, is closed: the next may lead to another.
 */
function isAnswer(error: unknown): boolean {
  const code = codeOf(error instanceof Refusal ? error.cause : error);
  return code !== undefined && /^[0-9A-Z]{5}$/.test(code) && !/^(08|57P0|25006)|^E/.test(code);
}

const noneFree = "timeout exceeded when trying to connect";

/** Says what else may be behind it when no connection was to be had in time. */
function explained(error: unknown, timeoutMs: number | undefined): unknown {
  if (!(error instanceof Error) || error.message !== noneFree) return error;
  const why =
    "the database does not answer, every connection is taken, or work within a transaction asked the database instead of the connection that it was given";
  return new Error(`${noneFree} (${timeoutMs} ms): ${why}`, { cause: error });
}

/** Whether the database is away, or the way to it. pg says some of this in words alone, without a code. */
function isAway(error: unknown): boolean {
  const code = codeOf(error);
  if (code !== undefined && (unreachable.test(code) || unreachableCodes.has(code))) return true;
  const message = error instanceof Error ? error.message : "";
  return (
    message.startsWith(noneFree) ||
    /^timeout expired$|Connection terminated|Client (has encountered a connection error|was closed)/.test(
      message,
    )
  );
}

/** The failure of what stored nothing: a read, a connection that was not to be had, a transaction before its COMMIT. */
function translate(error: unknown): unknown {
  if (error instanceof Refusal || !isAway(error)) return error;
  const refusal = new Refusal("unavailable", "The database does not answer; try again shortly.", {
    retryAfterSeconds: 1,
  });
  refusal.cause = error;
  return refusal;
}

/**
 * The failure of what stores, once that was sent: COMMIT, or a write outside of a transaction. With an ERROR the
 * server itself says that it stored nothing. FATAL and PANIC end a connection, and what stands between may have
 * said so without knowing; in another language than English an ERROR is not recognized, and is in doubt too.
 */
function translateStored(error: unknown): unknown {
  if (!isAway(error)) return error;
  return (error as Partial<pg.DatabaseError>).severity === "ERROR" ? translate(error) : inDoubt(error);
}
