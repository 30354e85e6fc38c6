import type { Database, ServerAddress } from "../database/database.ts";
import { hasDatabase } from "../database/embedded-home.ts";
import { hasSchema, migrate } from "../database/migrate.ts";
import { openServer } from "../database/server.ts";
import { type DatabaseSettings, embeddedDirectory, type Settings } from "../environment.ts";
import { CommandError, exitCodes } from "./errors.ts";
import { settingsFrom } from "./settings.ts";

/**
 * Opens the database that the settings name; it is not migrated yet.
 * @param bounds for a service; a command waits for as long as its work takes
 */
export async function openDatabase(
  settings: DatabaseSettings,
  bounds: Pick<ServerAddress, "answerTimeoutMs"> = {},
): Promise<Database> {
  if (settings.databaseUrl !== undefined)
    return openServer(settings.databaseUrl, { prepared: settings.prepared, ...bounds });
  // Not loaded where a server is used: it takes memory and time.
  const { openEmbedded } = await import("../database/embedded.ts");
  return openEmbedded(settings.dataDirectory);
}

/** Runs `work` on that database, brought up to date, and closes it. */
export function withDatabase<T>(
  settings: Settings,
  work: (database: Database, ran: readonly string[]) => Promise<T>,
): Promise<T> {
  return whileOpen(settings, async (database) => work(database, await migrate(database)));
}

export async function whileOpen<T, S extends DatabaseSettings>(
  settings: S,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const database = await openDatabase(settings);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/**
 * The same of a database that is there already: a command that looks at it makes none, and finds nothing good in none.
 * @param env it is looked at before anything is made in the data directory, such as keys
 * @throws CommandError with the exit code of what cannot be read
 */
export async function withExisting<T>(
  env: NodeJS.ProcessEnv,
  work: (database: Database, settings: Settings) => Promise<T>,
): Promise<T> {
  const directory = embeddedDirectory(env);
  if (directory !== undefined && !hasDatabase(directory))
    throw missing(`there is no database in ${directory}`);
  const settings = settingsFrom(env);
  return whileOpen(settings, async (database) => {
    if (!(await hasSchema(database))) throw missing("the database has no tables of orgconfig");
    await migrate(database);
    return work(database, settings);
  });
}

export function missing(what: string): CommandError {
  return new CommandError(
    `${what}; name the one that the service uses with DATABASE_URL or ORGCONFIG_DATA_DIR`,
    exitCodes.unanswered,
  );
}
