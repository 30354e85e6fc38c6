/** A database without a schema, on the engine under test; on a server, several programs can open it. */
import { randomUUID } from "node:crypto";
import pg from "pg";
import type { Database } from "../../src/database/database.ts";
import { openMemory } from "../../src/database/embedded.ts";
import { openServer } from "../../src/database/server.ts";

export interface EmptyDatabase {
  /** Where it is, on a server. */
  readonly url: string | undefined;
  /** On the embedded engine always the same one. */
  open(): Promise<Database>;
  drop(): Promise<void>;
}

export async function makeEmptyDatabase(): Promise<EmptyDatabase> {
  const server = process.env.TEST_DATABASE_URL;
  if (server === undefined) {
    const database = await openMemory();
    return { url: undefined, open: async () => database, drop: () => database.close() };
  }
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  await administer(server, `CREATE DATABASE ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const opened: Database[] = [];
  return {
    url: url.href,
    async open() {
      const database = openServer(url.href, { prepared: true });
      opened.push(database);
      return database;
    },
    async drop() {
      for (const database of opened) await database.close();
      await administer(server, `DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}

async function administer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(statement);
  await client.end();
}
