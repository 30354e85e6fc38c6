/** Makes a backup: one unchanging view of the whole database, as lines, in constant memory. */
import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { createGzip } from "node:zlib";
import type { Connection, Database } from "../database.ts";
import { sql } from "../queries.generated.ts";
import { knownKeys } from "../sealing-keys.ts";
import { endLine, formVersion, type Head, type Manifest } from "./format.ts";
import { batchesOf, type Extent, extentOf, settle } from "./rows.ts";
import { sequencesOf, type Table, tablesOf } from "./schema.ts";

/** Called with how many rows are done of how many, and the table at hand. */
export type Progress = (table: string, done: number, all: number) => void;

export interface BackupWays {
  /** Reads where every audit chain stands. */
  readonly headsOf: (connection: Connection) => AsyncIterable<readonly Head[]>;
  readonly progress: Progress;
}

/**
 * Hands the compressed backup to `store`, which ends when all of it is kept.
 * @returns its manifest
 */
export function writeBackup(
  database: Database,
  ways: BackupWays,
  store: (content: Readable) => Promise<void>,
): Promise<Manifest> {
  return database.transaction(async (connection) => {
    await connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY");
    await settle(connection);
    const tables: (Table & Extent)[] = [];
    for (const table of await tablesOf(connection))
      tables.push({ ...table, ...(await extentOf(connection, table)) });
    const manifest: Manifest = {
      orgconfig_backup: formVersion,
      made_at: new Date().toISOString(),
      schema_version: (await connection.query(sql.getSchemaVersion, {}))[0]?.version ?? 0,
      tables: tables.map(({ name, columns, rows }) => ({ name, columns, rows })),
      sequences: await sequencesOf(connection),
      heads: await gathered(ways.headsOf(connection)),
      key_ids: await knownKeys(connection),
    };
    const compressed = createGzip({ level: 4 });
    const content = Readable.from(textsOf(connection, manifest, tables, ways.progress));
    content.on("error", (error) => compressed.destroy(error));
    await store(content.pipe(compressed)).finally(() => content.destroy());
    return manifest;
  });
}

/** The text of the backup, in pieces. */
async function* textsOf(
  connection: Connection,
  manifest: Manifest,
  tables: readonly (Table & Extent)[],
  progress: Progress,
): AsyncGenerator<Buffer> {
  const hash = createHash("sha256");
  const piece = (lines: readonly string[]) => {
    const text = Buffer.from(`${lines.join("\n")}\n`);
    hash.update(text);
    return text;
  };
  yield piece([JSON.stringify(manifest)]);
  const all = tables.reduce((sum, { rows }) => sum + rows, 0);
  let done = 0;
  for (const table of tables) {
    for await (const lines of batchesOf(connection, table, table)) {
      yield piece(lines);
      done += lines.length;
      progress(table.name, done, all);
    }
  }
  yield Buffer.from(`${endLine(hash.digest("hex"))}\n`);
}

/** All items of all pages. */
export async function gathered<T>(pages: AsyncIterable<readonly T[]>): Promise<T[]> {
  const items: T[] = [];
  for await (const page of pages) items.push(...page);
  return items;
}
