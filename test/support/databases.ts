/** Databases of both sorts in one test: embedded ones always, and on a server where the tests have one. */
import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import pg from "pg";
import { openBackup } from "../../src/database/backup/read.ts";
import { restoreBackup } from "../../src/database/backup/restore.ts";
import { tablesOf } from "../../src/database/backup/schema.ts";
import type { BackupWays } from "../../src/database/backup/write.ts";
import { writeBackup } from "../../src/database/backup/write.ts";
import type { Database } from "../../src/database/database.ts";
import { openMemory } from "../../src/database/embedded.ts";
import { openServer } from "../../src/database/server.ts";
import { loggedHeads } from "../../src/features/identity/audit/index.ts";
import { TemplateFiles } from "./template-files.ts";

const server = process.env.TEST_DATABASE_URL;

export type Sort = "embedded" | "server";
export const sorts: readonly Sort[] = server === undefined ? ["embedded"] : ["embedded", "server"];

/** A database without tables, which goes when it is closed. */
export async function emptyDatabase(sort: Sort): Promise<Database & { readonly url?: string }> {
  if (sort === "embedded" || server === undefined) {
    const database = await openMemory(new TemplateFiles());
    await database.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public");
    return database;
  }
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  const administer = async (statement: string) => {
    const client = new pg.Client({ connectionString: server });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  await administer(`CREATE DATABASE ${name}`);
  const url = Object.assign(new URL(server), { pathname: `/${name}` }).href;
  const database = openServer(url, { prepared: true });
  return {
    ...database,
    url,
    async close() {
      await database.close();
      await administer(`DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}

const ways: BackupWays = { headsOf: loggedHeads, progress() {} };

/** The whole file. */
export async function backedUp(database: Database, more: Partial<BackupWays> = {}): Promise<Buffer> {
  let file = Buffer.alloc(0);
  await writeBackup(database, { ...ways, ...more }, async (content) => {
    file = await buffer(content);
  });
  return file;
}

/** Restores a file, which comes in small pieces. @returns the migrations that ran after it */
export async function restoredFrom(file: Buffer, database: Database): Promise<readonly string[]> {
  return restoreBackup(database, await openBackup(inPieces(file)), ways);
}

/** Reads a file to its end without a database. */
export async function readThrough(file: Buffer, longest?: number): Promise<void> {
  const backup = await openBackup(inPieces(file), longest);
  for (const table of backup.manifest.tables) for await (const { values } of backup.rows(table)) values.at(0);
  await backup.end();
}

function inPieces(file: Buffer): Readable {
  const pieces = Array.from({ length: Math.ceil(file.length / 10_000) }, (_, at) =>
    file.subarray(at * 10_000, (at + 1) * 10_000),
  );
  return Readable.from(pieces);
}

/** Every row of every table as PostgreSQL writes it, by the table's name; of those that are there. */
export async function contentOf(database: Database): Promise<Readonly<Record<string, readonly string[]>>> {
  return database.transaction(async (connection) => {
    await connection.execute("SET LOCAL TimeZone = 'UTC'");
    const content: Record<string, readonly string[]> = {};
    for (const { name } of await tablesOf(connection)) {
      const rows = await connection.queryText<{ row: string }>(
        {
          name: "test-content",
          text: `SELECT whole::text AS row FROM "${name}" AS whole`,
          plannedEachTime: true,
        },
        [],
      );
      content[name] = rows.map(({ row }) => row).sort();
    }
    return content;
  });
}
