/** `orgconfig backup`: the whole database in one file, of one moment, also while the service runs. */
import { pipeline } from "node:stream/promises";
import type { Manifest } from "../database/backup/format.ts";
import { writeBackup } from "../database/backup/write.ts";
import type { Database } from "../database/database.ts";
import { NoCopy, withCopy } from "../database/embedded-copies.ts";
import { hasDatabase } from "../database/embedded-home.ts";
import { hasSchema } from "../database/migrate.ts";
import { type DatabaseSettings, readDatabaseSettings } from "../environment.ts";
import { loggedHeads } from "../features/identity/audit/index.ts";
import { Refusal } from "../kernel/problem.ts";
import { counted, figure } from "../kernel/readable.ts";
import { sayNewerSchema } from "./backup-schema.ts";
import { destinationOf } from "./destination.ts";
import { sayingWhatIsLeft } from "./ended.ts";
import { CommandError, exitCodes } from "./errors.ts";
import { keepPrivate } from "./kept-file.ts";
import { missing, openDatabase } from "./open.ts";
import { printJson } from "./print.ts";
import { progressBar } from "./progress.ts";
import { fromEnvironment } from "./settings.ts";
import { say } from "./terminal.ts";

/** Writes the file. The keys are not needed for it. */
export async function runBackup(
  env: NodeJS.ProcessEnv,
  file: string,
  { json }: { readonly json?: boolean },
): Promise<void> {
  const settings = fromEnvironment(() => readDatabaseSettings(env));
  // Refuses a folder before the work.
  if (file !== "-") await destinationOf(file);
  const began = performance.now();
  let bytes = 0;
  const left = () =>
    file === "-"
      ? "What was written until then is not whole: throw it away, and run it again."
      : `${file} is as it was before. ${file}.part may be left, and is not whole: the next backup to there replaces it, or delete it.`;
  const work = () =>
    withSource(settings, async (database) => {
      const bar = progressBar("backup");
      const ways = { headsOf: loggedHeads, progress: bar.show };
      return writeBackup(database, ways, async (content) => {
        async function* counting(): AsyncGenerator<Buffer> {
          for await (const chunk of content as AsyncIterable<Buffer>) {
            bytes += chunk.length;
            yield chunk;
          }
        }
        await (file === "-"
          ? pipeline(counting, process.stdout, { end: false })
          : keepPrivate(file, counting()));
      }).finally(() => bar.end());
    });
  const manifest = await sayingWhatIsLeft(left, work);
  const seconds = Math.round((performance.now() - began) / 100) / 10;
  report(manifest, { file, bytes, seconds }, json === true);
  sayNewerSchema(file, manifest);
}

/** Runs `work` on the database, or where a running service has it, on a copy. */
async function withSource<T>(
  settings: DatabaseSettings,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const { databaseUrl, dataDirectory } = settings;
  if (databaseUrl === undefined && !hasDatabase(dataDirectory))
    throw missing(`there is no database in ${dataDirectory}`);
  let database: Database;
  try {
    database = await openDatabase(settings);
  } catch (error) {
    if (databaseUrl !== undefined || !(error instanceof Refusal)) throw error;
    const inCopy = async (copy: string) => ({
      done: await withSource({ ...settings, dataDirectory: copy }, work),
    });
    const copied = await withCopy(dataDirectory, inCopy).catch((failed: unknown) => {
      if (failed instanceof NoCopy) throw new CommandError(failed.message, exitCodes.unanswered);
      throw failed;
    });
    if (copied === undefined) throw error;
    return copied.done;
  }
  try {
    if (!(await hasSchema(database))) throw missing("the database has no tables of orgconfig");
    return await work(database);
  } finally {
    await database.close();
  }
}

interface Written {
  readonly file: string;
  readonly bytes: number;
  readonly seconds: number;
}

function report({ tables, heads, ...manifest }: Manifest, written: Written, json: boolean): void {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const { file, bytes, seconds } = written;
  const { made_at, schema_version, key_ids } = manifest;
  // The standard output may be the backup itself.
  if (json && file !== "-") {
    const counts = Object.fromEntries(tables.map((table) => [table.name, table.rows]));
    printJson({ file, bytes, made_at, schema_version, rows: counts, heads, key_ids });
    return;
  }
  const keys =
    key_ids.length === 0 ? "the keys" : `the key${key_ids.length > 1 ? "s" : ""} ${key_ids.join(", ")}`;
  say(
    `${file}: ${counted(rows, "row")} of ${tables.length} tables, ${counted(heads.length, "audit chain")}, schema version ${schema_version}, ${counted(bytes, "byte")}, in ${figure(seconds)} s. What is sealed in it needs ${keys} (ORGCONFIG_SECRET_KEYS): keep them, in another place.`,
  );
}
