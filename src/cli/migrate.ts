import { withDatabase } from "./open.ts";
import { settingsFrom } from "./settings.ts";

/** Runs the migrations that are due and says which. */
export async function runMigrate(env: NodeJS.ProcessEnv): Promise<void> {
  await withDatabase(settingsFrom(env), async (_, ran) => {
    process.stdout.write(ran.length === 0 ? "the schema is up to date\n" : `ran ${ran.join(", ")}\n`);
  });
}
