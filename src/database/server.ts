import pg from "pg";
import { createDatabase, type Database, type ServerAddress } from "./database.ts";

/** Connections per node. */
const poolSize = 10;
/** Connections for reads of one row, which are gathered into few statements. */
const quickPoolSize = 3;
/** What a node may open in all. */
export const connectionsOfNode = poolSize + quickPoolSize;
const statementTimeoutMs = 30_000;

/** Opens a pool of connections to a PostgreSQL server, 15 or newer. */
export function openServer(url: string, options: Omit<ServerAddress, "url">): Database {
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
  const [pool, quick] = [poolSize, quickPoolSize].map((max) => {
    const pool = new pg.Pool({ ...config, max });
    pool.on("error", () => {}); // a lost idle connection is replaced at the next query
    return pool;
  }) as [pg.Pool, pg.Pool];
  return { ...createDatabase(pool, { ...options, quick }), server: { url, ...options } };
}
