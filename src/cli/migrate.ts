import { migrate } from "../database/migrate.ts";
import { openDatabase } from "./open.ts";
import { settingsFrom } from "./settings.ts";

/** Runs the migrations that are due and says which. */
export async function runMigrate(env: NodeJS.ProcessEnv): Promise<void> {
  const database = await openDatabase(settingsFrom(env));
  try {
    const ran = await migrate(database);
    process.stdout.write(ran.length === 0 ? "the schema is up to date\n" : `ran ${ran.join(", ")}\n`);
  } finally {
    await database.close();
  }
}
