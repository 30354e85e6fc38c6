import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import type { Connection, Database } from "./database.ts";
import { sql } from "./queries.generated.ts";

export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly text: string;
  /** Of the text: SHA-256, hexadecimal. */
  readonly checksum: string;
}

const folder = new URL("./migrations/", import.meta.url);

export const migrations: readonly Migration[] = readdirSync(folder)
  .filter((file) => file.endsWith(".sql"))
  .sort()
  .map((file) => {
    const text = readFileSync(new URL(file, folder), "utf8");
    return {
      version: Number(file.slice(0, 4)),
      name: file.slice(5, -".sql".length),
      text,
      // Git may write lines in another way on another system.
      checksum: createHash("sha256").update(text.replaceAll("\r\n", "\n")).digest("hex"),
    };
  });

/** Releases before checksums left none. ALTER alone would wait for a backup's lock at every start. */
const addChecksums = `DO $$ BEGIN
  IF NOT EXISTS (SELECT FROM pg_attribute WHERE attrelid = 'schema_migrations'::regclass AND attname = 'checksum') THEN
    ALTER TABLE schema_migrations ADD COLUMN checksum text;
  END IF;
END $$`;

/**
 * Brings the schema up to this program's, forward only. Nodes that start together take turns (an advisory
 * lock). A schema that is newer than the program, or that other migrations made, is refused.
 * @param known what the program has; tests give others
 * @returns the names of the migrations that ran
 */
export async function migrate(database: Database, known = migrations): Promise<string[]> {
  return database.transaction(async (connection) => {
    await takeTurns(connection);
    return migrateIn(connection, known);
  });
}

/** Until the transaction ends, no other program changes the schema. */
export async function takeTurns(connection: Connection): Promise<void> {
  await connection.execute("SELECT pg_advisory_xact_lock(8071114001)");
}

/** The same in a transaction that has its turn. */
export async function migrateIn(connection: Connection, known = migrations): Promise<string[]> {
  await connection.execute(
    "CREATE TABLE IF NOT EXISTS schema_migrations (version integer PRIMARY KEY, name text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())",
  );
  await connection.execute(addChecksums);
  const due = await dueOf(connection, known);
  for (const { version, name, text, checksum } of due) {
    await connection.execute(text);
    await connection.query(sql.recordMigration, { version, name, checksum });
  }
  return due.map((migration) => migration.name);
}

/** Whether a program of this service has set the database up. */
export async function hasSchema(database: Connection): Promise<boolean> {
  return (await database.query(sql.listPresentTables, { names: ["schema_migrations"] })).length > 0;
}

/** The migrations that the database lacks, after it is compared with those that it has. */
async function dueOf(database: Connection, known: readonly Migration[]): Promise<readonly Migration[]> {
  const applied = await database.query(sql.listMigrations, {});
  const present = applied.at(-1)?.version ?? 0;
  const newest = known.at(-1)?.version ?? 0;
  if (present > newest) {
    throw new Error(
      `the database's schema is version ${present} and this program knows ${newest}: start a newer orgconfig`,
    );
  }
  for (const { version, name, checksum } of applied) {
    const ours = known.find((migration) => migration.version === version);
    if (ours === undefined || ours.name !== name) {
      const here = ours === undefined ? "has none of that number" : `has ${fileOf(ours)}`;
      throw differs(`the database ran ${fileOf({ version, name })}, and this program ${here}`);
    }
    if (checksum === null) await database.query(sql.signMigration, { version, checksum: ours.checksum });
    else if (checksum !== ours.checksum)
      throw differs(`${fileOf(ours)} is not the file any more that the database ran`);
  }
  const due = known.filter(({ version }) => !applied.some((one) => one.version === version));
  const gap = due.find(({ version }) => version < present);
  if (gap !== undefined)
    throw differs(
      `the database ran migration ${present}, and ${fileOf(gap)}, which comes before it, did not run`,
    );
  await compareTables(database, known, due);
  return due;
}

/** What has run made its tables, and what is due has not: a restored or edited database may say otherwise. */
async function compareTables(
  database: Connection,
  known: readonly Migration[],
  due: readonly Migration[],
): Promise<void> {
  const made = known.flatMap((migration) =>
    [...migration.text.matchAll(/^CREATE (?:UNLOGGED )?TABLE (\w+)/gm)].map(([, table = ""]) => ({
      table,
      migration,
    })),
  );
  const found = await database.query(sql.listPresentTables, { names: made.map(({ table }) => table) });
  const present = new Set(found.map(({ name }) => name));
  for (const { table, migration } of made) {
    if (due.includes(migration) === !present.has(table)) continue;
    throw differs(
      due.includes(migration)
        ? `${fileOf(migration)} did not run by schema_migrations, and the table ${table}, which it makes, is there`
        : `${fileOf(migration)} ran, and the table ${table}, which it made, is gone`,
    );
  }
}

function fileOf({ version, name }: Pick<Migration, "version" | "name">): string {
  return `${String(version).padStart(4, "0")}-${name}.sql`;
}

function differs(what: string): Error {
  return new Error(
    `the schema is not one that this program makes: ${what}; start the build of orgconfig that made this database, or restore a backup from before it`,
  );
}
