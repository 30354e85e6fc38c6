import type { Database } from "../database/database.ts";
import { migrate } from "../database/migrate.ts";
import { openServer } from "../database/server.ts";
import type { Settings } from "../environment.ts";

/** Opens the database that the settings name; it is not migrated yet. */
export async function openDatabase(settings: Settings): Promise<Database> {
  if (settings.databaseUrl !== undefined)
    return openServer(settings.databaseUrl, { prepared: settings.prepared });
  // Not loaded where a server is used: it takes memory and time.
  const { openEmbedded } = await import("../database/embedded.ts");
  return openEmbedded(settings.dataDirectory);
}

/** Runs `work` on that database, brought up to date, and closes it. */
export async function withDatabase<T>(
  settings: Settings,
  work: (database: Database, ran: readonly string[]) => Promise<T>,
): Promise<T> {
  const database = await openDatabase(settings);
  try {
    return await work(database, await migrate(database));
  } finally {
    await database.close();
  }
}
