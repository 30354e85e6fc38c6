import { readdirSync, readFileSync } from "node:fs";
import type { Database } from "./database.ts";

interface Migration {
  readonly version: number;
  readonly name: string;
  readonly text: string;
}

const folder = new URL("./migrations/", import.meta.url);

export const migrations: readonly Migration[] = readdirSync(folder)
  .filter((file) => file.endsWith(".sql"))
  .sort()
  .map((file) => ({
    version: Number(file.slice(0, 4)),
    name: file.slice(5, -".sql".length),
    text: readFileSync(new URL(file, folder), "utf8"),
  }));

/**
 * Brings the schema up to this program's, forward only. Nodes that start together take turns (an advisory
 * lock); a schema newer than the program is refused.
 * @returns the names of the migrations that ran
 */
export async function migrate(database: Database): Promise<string[]> {
  return database.transaction(async (database) => {
    await database.execute("SELECT pg_advisory_xact_lock(8071114001)");
    await database.execute(
      "CREATE TABLE IF NOT EXISTS schema_migrations (version integer PRIMARY KEY, name text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())",
    );
    const applied = await database.query("list-migrations", {});
    const present = applied.at(-1)?.version ?? 0;
    const newest = migrations.at(-1)?.version ?? 0;
    if (present > newest) {
      throw new Error(
        `the database's schema is version ${present} and this program knows ${newest}: start a newer orgconfig`,
      );
    }
    const due = migrations.filter((migration) => migration.version > present);
    for (const { version, name, text } of due) {
      await database.execute(text);
      await database.query("record-migration", { version, name });
    }
    return due.map((migration) => migration.name);
  });
}
