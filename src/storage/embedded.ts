/**
 * PostgreSQL inside the process (PGlite), for trying, developing, testing and small single-machine use.
 * It survives kill -9 and not a power cut: it never calls fsync.
 */
import { existsSync } from "node:fs";
import { cp, mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { createPgConfig } from "@electric-sql/pglite/node-postgres";
import pg from "pg";
import { createDatabase, type Database } from "./database.ts";
import { takeLock } from "./directory-lock.ts";
import { createMemo } from "./memo.ts";
import { migrate } from "./migrate.ts";

/** An initialized data directory made by the build, so that a first start need not run initdb. */
export const templateFolder = new URL("../../template/", import.meta.url);

/** How often the write-ahead log is cut and dead rows are swept; nothing else does it here. */
const upkeepIntervalMs = 5 * 60_000;

/**
 * Opens the database under `directory`, making it where there is none.
 * @throws when another running program holds the directory; the message names its pid
 */
export async function openEmbedded(directory: string): Promise<Database> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  // PGlite does not lock its directory, and two programs on it lose rows.
  const release = await takeLock(join(directory, "orgconfig.lock"));
  try {
    const home = join(directory, "postgres");
    await prepareHome(home);
    const engine = await PGlite.create({ dataDir: home });
    return withUpkeep(engine, release);
  } catch (error) {
    await release();
    throw error;
  }
}

/** A database in memory that ends with the process; made from `template` where one is given. */
export async function openMemory(template?: Blob): Promise<Database> {
  const engine = await PGlite.create(template === undefined ? {} : { loadDataDir: template });
  return withUpkeep(engine, async () => {});
}

/**
 * Makes the template: an initialized data directory with the schema in place. Called by scripts/build.mjs.
 * @public
 */
export async function makeTemplate(directory: string): Promise<void> {
  const engine = await PGlite.create({ dataDir: directory });
  const database = withUpkeep(engine, async () => {});
  await migrate(database);
  await database.execute("CHECKPOINT");
  await database.close();
}

function withUpkeep(engine: PGlite, release: () => Promise<void>): Database {
  // One connection: more of them crashed the engine (docs/decisions/0003-embedded-database.md).
  const pool = new pg.Pool({ ...createPgConfig(engine), max: 1, idleTimeoutMillis: 0 } as pg.PoolConfig);
  pool.on("error", () => {}); // a lost connection shows at the next query
  const database = createDatabase(pool, { prepared: true, memo: createMemo() });
  const upkeep = setInterval(() => {
    void database
      .execute("CHECKPOINT")
      .then(() => database.execute("VACUUM ANALYZE"))
      .catch(() => {});
  }, upkeepIntervalMs);
  upkeep.unref();
  return {
    ...database,
    async close() {
      clearInterval(upkeep);
      await database.close();
      await engine.close();
      await release();
    },
  };
}

/** Copies the template beside its place and renames it, so that a crash leaves no half of one. */
async function prepareHome(home: string): Promise<void> {
  if (existsSync(join(home, "PG_VERSION")) || !existsSync(templateFolder)) return;
  const fresh = `${home}.new`;
  await rm(fresh, { recursive: true, force: true });
  await cp(templateFolder, fresh, { recursive: true });
  await rename(fresh, home);
}
