/**
 * A fresh migrated database for a test file: embedded in memory, or with TEST_DATABASE_URL a database of
 * its own on that server, so that the same suites run on both engines.
 */
import { randomUUID } from "node:crypto";
import pg from "pg";
import type { Database } from "../../src/database/database.ts";
import { openMemory } from "../../src/database/embedded.ts";
import { openServer } from "../../src/database/server.ts";
import { templateDatabase } from "./template.ts";
import { TemplateFiles } from "./template-files.ts";
import { watched } from "./transactions.ts";

export const engineName = process.env.TEST_DATABASE_URL === undefined ? "embedded" : "server";

export async function openTestDatabase(): Promise<Database> {
  const server = process.env.TEST_DATABASE_URL;
  return watched(await (server === undefined ? openMemory(new TemplateFiles()) : openFresh(server)));
}

/** A database of its own on the server, dropped when it is closed. */
async function openFresh(server: string): Promise<Database> {
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  await administer(server, `CREATE DATABASE ${name} TEMPLATE ${templateDatabase} STRATEGY file_copy`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const database = openServer(url.href, { prepared: true });
  return {
    ...database,
    async close() {
      await database.close();
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
