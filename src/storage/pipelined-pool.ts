/**
 * Connections that many short reads share at once: each is sent without waiting for the answers before it
 * (pipelining). Only statements that neither wait for locks nor read much belong here, because whatever
 * stands behind them on the same connection waits too.
 */
import pg from "pg";
import type { Statement } from "./statement.ts";

/** More of them cost the server more than they save. */
const connectionCount = 3;

/** Reads of one row by key, on every request's path. */
const quick = new Set(["authenticate-key", "authenticate-token", "authenticate-session", "find-row"]);

export interface PipelinedPool {
  /** Whether a statement is short enough to share a connection. */
  takes(statement: Statement): boolean;
  query(request: pg.QueryConfig): Promise<pg.QueryResult>;
  close(): Promise<void>;
}

export function createPipelinedPool(config: pg.ClientConfig): PipelinedPool {
  const connections = Array.from({ length: connectionCount }, () => createConnection(config));
  let next = 0;
  return {
    takes: (statement) => quick.has(statement.name),
    query(request) {
      next = (next + 1) % connectionCount;
      return (connections[next] as PipelinedConnection).query(request);
    },
    async close() {
      await Promise.all(connections.map((connection) => connection.close()));
    },
  };
}

const gathering = new WeakSet<pg.Client>();

/**
 * Holds the socket until everything that arrived in this turn of the event loop has asked its question, so
 * that the questions leave in one write: the system call costs more than all else about a short read.
 */
function gather(client: pg.Client): void {
  if (gathering.has(client)) return;
  gathering.add(client);
  const { stream } = client.connection;
  stream.cork();
  setImmediate(() => {
    gathering.delete(client);
    stream.uncork();
  });
}

interface PipelinedConnection {
  query(request: pg.QueryConfig): Promise<pg.QueryResult>;
  close(): Promise<void>;
}

/** One connection, opened at the first query and again after it was lost. */
function createConnection(config: pg.ClientConfig): PipelinedConnection {
  let open: pg.Client | undefined;
  let opening: Promise<pg.Client> | undefined;

  async function connect(): Promise<pg.Client> {
    const client = new pg.Client({ ...config, pipeline: true });
    const drop = () => {
      if (open === client) open = undefined;
    };
    client.on("error", drop);
    client.on("end", drop);
    try {
      await client.connect();
      open = client;
      return client;
    } finally {
      opening = undefined;
    }
  }

  /** One attempt at a time, shared by all callers. */
  function connected(): Promise<pg.Client> {
    opening ??= connect();
    return opening;
  }

  return {
    async query(request) {
      const client = open ?? (await connected());
      gather(client);
      return client.query(request);
    },
    async close() {
      await (open ?? (await opening?.catch(() => undefined)))?.end();
    },
  };
}
