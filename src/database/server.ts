import pg from "pg";
import { createDatabase, type Database, type ServerAddress } from "./database.ts";
import { serversOf } from "./server-address.ts";
import { clientOf } from "./servers.ts";

/** Connections per node. */
const poolSize = 10;
/** Connections for reads of one row, which are gathered into few statements. */
const quickPoolSize = 3;
/** For looks at what the others wait for. */
const asidePoolSize = 1;
/** What a node may open in all. */
export const connectionsOfNode = poolSize + quickPoolSize + asidePoolSize;
/** A look that takes longer says nothing any more. */
const lookTimeoutMs = 3_000;
const statementTimeoutMs = 30_000;
/**
 * For a service: a server that has answered a statement neither by its end nor by its own limit is not there any more,
 * or the network has forgotten the connection. The system itself would notice after a quarter of an hour, or never.
 */
export const answerTimeoutMs = statementTimeoutMs + 5_000;

/** Opens a pool of connections to a PostgreSQL server, 15 or newer. */
export function openServer(url: string, options: Omit<ServerAddress, "url">): Database {
  const servers = serversOf(url);
  const config: pg.ClientConfig = {
    connectionString: servers.url,
    connectionTimeoutMillis: 5_000,
    application_name: "orgconfig",
    // A transaction pooler refuses connections that ask for settings; there they are set in its own file.
    ...(options.prepared && {
      statement_timeout: statementTimeoutMs,
      idle_in_transaction_session_timeout: statementTimeoutMs,
    }),
  };
  const Client = servers.places.length === 0 ? undefined : clientOf(servers.places, config);
  const poolOf = (max: number, more: pg.ClientConfig = {}) => {
    const pool = new pg.Pool({ ...config, ...more, max, ...(Client && { Client }) });
    pool.on("error", () => {}); // a lost idle connection is replaced at the next query
    return pool;
  };
  const quick = poolOf(quickPoolSize);
  const aside = poolOf(asidePoolSize, {
    connectionTimeoutMillis: lookTimeoutMs,
    query_timeout: lookTimeoutMs,
  });
  return { ...createDatabase(poolOf(poolSize), { ...options, quick, aside }), server: { url, ...options } };
}
