/** Puts a backup into an empty database, in one transaction: it is there whole, or nothing of it is. */
import { isDeepStrictEqual } from "node:util";
import type { Connection, Database } from "../database.ts";
import { codeOf } from "../failures.ts";
import { migrateIn, migrations, newestSchema, takeTurns } from "../migrate.ts";
import { BadBackup, damaged, type Manifest } from "./format.ts";
import type { BackupReader, BackupRow } from "./read.ts";
import { run, settle, storing } from "./rows.ts";
import { quoted, sequencesOf, type Table, tablesOf } from "./schema.ts";
import { type BackupWays, gathered } from "./write.ts";

/** The database has tables already; the message names some. */
export class NotEmpty extends Error {}

/**
 * So many numbers of each sequence are passed over: what the service gave out after the backup, such as the versions
 * of rows that clients know, is not given out again.
 */
export const skippedNumbers = 1_000_000;

/** A batch of rows that is stored by one statement. */
const batchBytes = 512 * 1024;

/**
 * @returns the migrations that ran on what was restored
 * @throws BadBackup, NotEmpty
 */
export function restoreBackup(
  database: Database,
  backup: BackupReader,
  ways: BackupWays,
): Promise<readonly string[]> {
  return database.transaction(async (connection) => {
    await settle(connection);
    await takeTurns(connection);
    await needEmpty(connection);
    const { manifest } = backup;
    await migrateIn(connection, migrationsOf(manifest));
    compareTables(manifest, await tablesOf(connection));
    // Migrations leave rows of their own.
    for (const { name } of manifest.tables.toReversed())
      await connection.execute(`DELETE FROM ${quoted(name)}`);
    await storeAll(connection, backup, ways);
    await moveSequences(connection, manifest);
    await prove(connection, manifest, ways);
    return migrateIn(connection);
  });
}

async function needEmpty(connection: Connection): Promise<void> {
  const names = (await tablesOf(connection)).map(({ name }) => name);
  if (names.length > 0)
    throw new NotEmpty(
      `it is not empty: it has ${names.length} tables, such as ${names[0]}. A whole backup is restored into a new, empty database`,
    );
}

/** Those that made the schema of the backup. */
function migrationsOf({ schema_version }: Manifest) {
  if (schema_version > newestSchema)
    throw new BadBackup(
      `use an orgconfig that knows schema ${schema_version}, which is newer than this one (${newestSchema})`,
    );
  const known = migrations.filter(({ version }) => version <= schema_version);
  if (known.at(-1)?.version !== schema_version)
    throw new BadBackup(
      `its schema is version ${schema_version}, which no migration of this program makes: use the orgconfig that made it`,
    );
  return known;
}

/** Every name and type of the file is one of the schema's own, so that no text of the file gets into a statement. */
export function compareTables({ tables, schema_version }: Manifest, own: readonly Table[]): void {
  const lacking = own.find(({ name }) => !tables.some((table) => table.name === name));
  if (lacking !== undefined) throw damaged(`its manifest lacks the table ${lacking.name}`);
  if (new Set(tables.map(({ name }) => name)).size < tables.length)
    throw damaged("its manifest has a table twice");
  for (const { name, columns } of tables) {
    const table = own.find((one) => one.name === name);
    if (table === undefined)
      throw new BadBackup(
        `it has a table ${JSON.stringify(name)}, which orgconfig does not have: use the orgconfig that made it`,
      );
    // A column that it lacks gets its default: releases before wrote no checksums of migrations.
    const known = columns.every((column) => table.columns.some((one) => isDeepStrictEqual(one, column)));
    if (!known || new Set(columns.map((column) => column.name)).size < columns.length)
      throw new BadBackup(
        `its columns of ${name} are not those of schema version ${schema_version}: use the orgconfig that made it`,
      );
  }
}

async function storeAll(connection: Connection, backup: BackupReader, { progress }: BackupWays) {
  const { tables } = backup.manifest;
  const all = tables.reduce((sum, { rows }) => sum + rows, 0);
  let done = 0;
  for (const table of tables)
    for await (const lines of batched(backup.rows(table))) {
      await storeRows(connection, table, lines);
      done += lines.length;
      progress(table.name, done, all);
    }
  await backup.end();
}

/** Lines of rows, as many as one statement stores. */
async function* batched(rows: AsyncIterable<BackupRow>): AsyncGenerator<readonly string[]> {
  let lines: string[] = [];
  let length = 0;
  for await (const { line } of rows) {
    lines.push(line);
    length += line.length;
    if (length < batchBytes) continue;
    yield lines;
    [lines, length] = [[], 0];
  }
  if (lines.length > 0) yield lines;
}

/** @throws BadBackup where the database does not take them */
export async function storeRows(
  connection: Connection,
  table: Table,
  lines: readonly string[],
): Promise<void> {
  await orDamaged(run(connection, storing(table), [`[${lines.join(",")}]`]), `a row of ${table.name}`);
}

/** What is wrong with the data, and what holds among rows (SQLSTATE classes 22 and 23), is the file's fault. */
async function orDamaged<T>(work: Promise<T>, what: string): Promise<T> {
  return work.catch((error: Error) => {
    if (!/^2[23]/.test(codeOf(error) ?? "")) throw error;
    const refused = damaged(`the database does not take ${what}: ${error.message}`);
    refused.cause = error;
    throw refused;
  });
}

async function moveSequences(connection: Connection, { sequences }: Manifest): Promise<void> {
  const own = await sequencesOf(connection);
  for (const [name, last] of Object.entries(sequences)) {
    if (!Object.hasOwn(own, name))
      throw damaged(`it has a sequence ${JSON.stringify(name)}, which is unknown`);
    await passOver(connection, name, last);
  }
}

/** Has a sequence go on after these numbers, wherever it is now. @param last null where none was given out */
export async function passOver(connection: Connection, name: string, last: string | null): Promise<void> {
  if (last === null) return;
  const text = "SELECT setval($1::regclass, greatest($2::bigint + $3::bigint, nextval($1::regclass)))";
  await orDamaged(run(connection, text, [quoted(name), last, skippedNumbers]), `the sequence ${name}`);
}

/** Looks whether the database has what the manifest says. */
async function prove(connection: Connection, manifest: Manifest, { headsOf }: BackupWays): Promise<void> {
  for (const { name, rows } of manifest.tables) {
    const [found] = await run<{ rows: string }>(connection, `SELECT count(*) AS rows FROM ${quoted(name)}`);
    if (Number(found?.rows) !== rows)
      throw damaged(`${found?.rows} rows of ${name} were stored, and its manifest has ${rows}`);
  }
  if (!isDeepStrictEqual(await gathered(headsOf(connection)), manifest.heads))
    throw damaged("the heads of its audit chains are not those of its manifest");
}
