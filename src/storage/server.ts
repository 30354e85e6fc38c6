import pg from "pg";
import { createDatabase, type Database } from "./database.ts";
import { createPipelinedPool } from "./pipelined-pool.ts";

/** Connections per node. Reads are one short statement each, so few carry much. */
const poolSize = 10;
const statementTimeoutMs = 30_000;

/** Opens a pool of connections to a PostgreSQL server, 15 or newer. */
export function openServer(url: string, options: { readonly prepared: boolean }): Database {
  const config: pg.ClientConfig = {
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    application_name: "orgconfig",
    // A transaction pooler refuses connections that ask for settings; there they are set in its own file.
    ...(options.prepared && {
      statement_timeout: statementTimeoutMs,
      idle_in_transaction_session_timeout: statementTimeoutMs,
    }),
  };
  const pool = new pg.Pool({ ...config, max: poolSize });
  pool.on("error", () => {}); // a lost idle connection is replaced at the next query
  // A transaction pooler in front may give every statement another connection: no pipelines there.
  return createDatabase(
    pool,
    options.prepared ? { ...options, pipelined: createPipelinedPool(config) } : options,
  );
}
