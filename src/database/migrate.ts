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
  /** Which programs still run on the schema after it; undefined where older ones do not. */
  readonly back: WayBack | undefined;
}

/** A migration's line `-- @back 40: what they cannot read`. It is on record, because those programs do not have the file. */
export interface WayBack {
  /** The newest migration of the oldest program that does. */
  readonly to: number;
  /** What is written since then that they leave out, in words. */
  readonly loses: string;
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
      back: wayBackOf(text),
    };
  });

/** @param text of a migration */
export function wayBackOf(text: string): WayBack | undefined {
  const [, to, loses = ""] = /^-- @back (\d+): (.+)$/m.exec(text) ?? [];
  return to === undefined ? undefined : { to: Number(to), loses };
}

/** Releases before these columns left none. ALTER alone would wait for a backup's lock at every start. */
const addColumns = `DO $$ BEGIN
  IF NOT EXISTS (SELECT FROM pg_attribute WHERE attrelid = 'schema_migrations'::regclass AND attname = 'checksum') THEN
    ALTER TABLE schema_migrations ADD COLUMN checksum text;
  END IF;
  IF NOT EXISTS (SELECT FROM pg_attribute WHERE attrelid = 'schema_migrations'::regclass AND attname = 'back_to') THEN
    ALTER TABLE schema_migrations ADD COLUMN back_to integer, ADD COLUMN back_loses text;
  END IF;
END $$`;

/**
 * Brings the schema up to this program's, forward only. Nodes that start together take turns (an advisory
 * lock). A schema that other migrations made is refused, and one that is newer than the program, unless each newer
 * migration says that this program runs on it.
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
  await connection.execute(addColumns);
  const { due, unsigned } = await comparedWith(connection, known);
  for (const one of unsigned) await connection.query(sql.signMigration, one);
  for (const { version, name, text, checksum, back } of due) {
    await connection.execute(text, { patient: true });
    await connection.query(sql.recordMigration, {
      ...{ version, name, checksum },
      ...{ backTo: back?.to ?? null, backLoses: back?.loses ?? null },
    });
  }
  return due.map((migration) => migration.name);
}

/** The version of the program's own schema. */
export const newestSchema = migrations.at(-1)?.version ?? 0;

/** What the program leaves out of a database that a newer one has brought up to its own schema, in words. */
export async function lossesOf(database: Connection, known = migrations): Promise<readonly string[]> {
  const newest = known.at(-1)?.version ?? 0;
  const applied = await database.query(sql.listMigrations, {});
  return applied.filter(({ version }) => version > newest).map(({ backLoses }) => backLoses ?? "");
}

/** Whether a program of this service has set the database up. */
export async function hasSchema(database: Connection): Promise<boolean> {
  return (await database.query(sql.listPresentTables, { names: ["schema_migrations"] })).length > 0;
}

/** How the database's schema and the program's stand to each other. */
export interface SchemaSeen {
  /** The newest migration that the database ran, 0 where it ran none. */
  readonly database: number;
  /** The program's newest. */
  readonly program: number;
  /** What the program leaves out of a newer schema that it runs on, in words. */
  readonly leftOut: readonly string[];
  /** Why a start refuses it, with the way out. */
  readonly refused?: string | undefined;
}

/** What a start would make of the schema. It changes nothing. */
export async function lookAtSchema(database: Connection, known = migrations): Promise<SchemaSeen> {
  const program = known.at(-1)?.version ?? 0;
  if (!(await hasSchema(database))) return { database: 0, program, leftOut: [] };
  const applied = await database.query(sql.listMigrations, {});
  const refused = await comparedWith(database, known).then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof UnusableSchema) return error.message;
      throw error;
    },
  );
  return {
    database: applied.at(-1)?.version ?? 0,
    program,
    leftOut: await lossesOf(database, known),
    refused,
  };
}

/** A schema that the program does not run on. */
class UnusableSchema extends Error {}

interface Compared {
  /** The migrations that the database lacks. */
  readonly due: readonly Migration[];
  /** Those that it ran before there were checksums. */
  readonly unsigned: readonly Pick<Migration, "version" | "checksum">[];
}

/** The database's migrations compared with the program's. @throws UnusableSchema */
async function comparedWith(database: Connection, known: readonly Migration[]): Promise<Compared> {
  const all = await database.query(sql.listMigrations, {});
  const newest = known.at(-1)?.version ?? 0;
  const newer = all.filter(({ version }) => version > newest);
  if (newer.some(({ backTo }) => backTo === null || backTo > newest)) {
    throw new UnusableSchema(
      `the database's schema is version ${all.at(-1)?.version} and this program knows ${newest}: start a newer orgconfig, or restore a backup from before the upgrade`,
    );
  }
  const applied = all.filter(({ version }) => version <= newest);
  const present = applied.at(-1)?.version ?? 0;
  const unsigned: Pick<Migration, "version" | "checksum">[] = [];
  for (const { version, name, checksum } of applied) {
    const ours = known.find((migration) => migration.version === version);
    if (ours === undefined || ours.name !== name) {
      const here = ours === undefined ? "has none of that number" : `has ${fileOf(ours)}`;
      throw differs(`the database ran ${fileOf({ version, name })}, and this program ${here}`);
    }
    if (checksum === null) unsigned.push({ version, checksum: ours.checksum });
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
  return { due, unsigned };
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

function differs(what: string): UnusableSchema {
  return new UnusableSchema(
    `the schema is not one that this program makes: ${what}; start the build of orgconfig that made this database, or restore a backup from before it`,
  );
}
