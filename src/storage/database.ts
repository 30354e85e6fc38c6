/**
 * Queries and transactions over a pool of connections, the same for the server and the embedded database.
 * A query that is made while a transaction runs, anywhere below it, belongs to that transaction: the
 * embedded database has one connection, and a query beside the transaction would wait for it forever.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import type pg from "pg";
import { Refusal } from "../kernel/problem.ts";
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

export interface Database {
  /** Runs the query of `queries/<name>.sql`. Missing parameters and ones that it does not take do not compile. */
  query<N extends QueryName, P extends QueryParameters<N>>(
    name: N,
    parameters: ExactParameters<N, P>,
  ): Promise<QueryRow<N>[]>;
  /** Runs a text that is no file of queries/, such as one that a library wrote, with the values of $1 and so on. */
  queryText<R>(statement: Statement, values: readonly unknown[]): Promise<R[]>;
  transaction<T>(work: () => Promise<T>): Promise<T>;
  /** Whether the caller is inside of a transaction. */
  inTransaction(): boolean;
  /** Any text, unprepared: migrations and upkeep. */
  execute(text: string): Promise<void>;
  /** Ends when every connection is closed. */
  close(): Promise<void>;
}

/**
 * SQLSTATE classes that mean: the statement is fine, the database is not there. A server that only reads
 * (25006) does not lead its cluster any more, or not yet.
 */
const unreachable = /^(08|53|57P0|58|25006)/;
const unreachableCodes = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
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
  const current = new AsyncLocalStorage<pg.PoolClient>();
  /** Transactions that run at this moment. */
  let open = 0;

  async function queryText<R>(statement: Statement, values: readonly unknown[]): Promise<R[]> {
    const request = options.prepared
      ? { name: statement.name, text: statement.text, values: values as unknown[] }
      : { text: statement.text, values: values as unknown[] };
    const alone = open === 0 || current.getStore() === undefined;
    if (alone && options.pipelined?.takes(statement)) return share<R>(options.pipelined, request);
    const ask = () => run(async (client) => (await client.query(request)).rows as R[]);
    const { memo } = options;
    if (memo === undefined) return ask();
    if (!onlyReads(statement)) return ask().finally(memo.forget);
    return alone ? memo.read(statement, values, ask) : ask();
  }

  async function share<R>(pipelined: PipelinedPool, request: pg.QueryConfig): Promise<R[]> {
    try {
      return (await pipelined.query(request)).rows as R[];
    } catch (error) {
      throw translate(error);
    }
  }

  /** Runs on the transaction's connection, or on one that is lent for this. */
  async function run<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = open > 0 ? current.getStore() : undefined;
    if (client !== undefined) {
      return work(client).catch((error) => {
        throw translate(error);
      });
    }
    return lend(async (lent, discard) => {
      try {
        return await work(lent);
      } catch (error) {
        if (!isAnswer(error)) discard(error as Error);
        throw error;
      }
    });
  }

  async function transaction<T>(work: () => Promise<T>): Promise<T> {
    if (open > 0 && current.getStore() !== undefined) return work();
    return lend(async (client, discard) => {
      open += 1;
      try {
        await client.query("BEGIN");
        const result = await current.run(client, work);
        // PostgreSQL answers the end of a transaction that had failed with ROLLBACK, and no error.
        const { command } = await client.query("COMMIT");
        if (command !== "COMMIT") throw new Error("the transaction had failed before it was committed");
        return result;
      } catch (error) {
        await client.query("ROLLBACK").catch(discard);
        if (error instanceof Refusal && error.code === "unavailable" && !isAnswer(error)) discard(error);
        throw error;
      } finally {
        open -= 1;
        options.memo?.forget();
        // While it is in use, every promise of the program pays for it (async_hooks in Node 20).
        if (open === 0) current.disable();
      }
    });
  }

  /**
   * Lends a connection for some work. One that refused a statement is as good as before and goes back:
   * pg-pool's own query() would close it, which costs a server a reconnect for every lost race, and brings
   * the embedded database's one connection out of step.
   */
  async function lend<T>(
    work: (client: pg.PoolClient, discard: (error: Error) => void) => Promise<T>,
  ): Promise<T> {
    const client = await pool.connect().catch((error) => {
      throw translate(error);
    });
    let broken: Error | undefined;
    const discard = (error: Error) => {
      broken = error;
    };
    client.on("error", discard);
    try {
      return await work(client, discard);
    } catch (error) {
      throw translate(error);
    } finally {
      client.off("error", discard);
      client.release(broken);
    }
  }

  return {
    query(name, parameters) {
      const statement = statementNamed(name);
      return queryText(statement, valuesOf(statement, parameters));
    },
    queryText,
    transaction,
    inTransaction: () => open > 0 && current.getStore() !== undefined,
    async execute(text) {
      await run((client) => client.query(text)).finally(() => options.memo?.forget());
    },
    async close() {
      await options.pipelined?.close();
      await pool.end();
    },
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

function translate(error: unknown): unknown {
  const code = codeOf(error);
  const message = error instanceof Error ? error.message : "";
  const away =
    (code !== undefined && (unreachable.test(code) || unreachableCodes.has(code))) ||
    /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
      message,
    );
  if (!away) return error;
  const refusal = new Refusal("unavailable", "The database does not answer; try again shortly.", {
    retryAfterSeconds: 1,
  });
  refusal.cause = error;
  return refusal;
}
