/**
 * PostgreSQL inside the process (PGlite), for trying, developing, testing and small single-machine use.
 * What it acknowledged survives kill -9 and a power cut.
 */
import { cpSync, existsSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { type MemoryFS, PGlite } from "@electric-sql/pglite";
import { createPgConfig } from "@electric-sql/pglite/node-postgres";
import pg from "pg";
import { given } from "../kernel/given.ts";
import { Refusal } from "../kernel/problem.ts";
import { createDatabase, type Database } from "./database.ts";
import { lockFile, takeLock } from "./directory-lock.ts";
import { DurableFiles, durableStart } from "./durable-files.ts";
import { removeLeftOvers, restoringIn } from "./embedded-copies.ts";
import { hasDatabase, homeOf } from "./embedded-home.ts";
import { migrate } from "./migrate.ts";
import { makePrivateFolder, settleFile, settleFolder, settleTree, syncFolder } from "./private-files.ts";
import { createReadCache } from "./read-cache.ts";

/** An initialized data directory made by the build, so that a first start need not run initdb. */
export const templateFolder = new URL("../../template/", import.meta.url);

/** How often the write-ahead log is cut and dead rows are swept; nothing else does it here. */
const upkeepIntervalMs = 5 * 60_000;

/**
 * The longest that anything waits for the one connection: as long as a statement may take on a server. Without it, a
 * query outside of the transaction that waits for it would wait forever.
 */
const connectionTimeoutMs = 30_000;

/** What this program keeps in a data directory, next to the database's folder. */
const files = ["secret-keys", "operator-token", "first-sign-in"];

/**
 * Opens the database under `directory`, making it where there is none.
 * @throws Refusal when another running program holds the directory; the message names it
 */
export async function openEmbedded(directory: string): Promise<Database> {
  makePrivateFolder(directory);
  // PGlite does not lock its directory, and two programs on it lose rows.
  const releases = [await takeLock(join(directory, "orgconfig.lock"))];
  const release = () => {
    for (const give of releases.splice(0).reverse()) give();
  };
  try {
    await removeLeftOvers(directory);
    const home = homeOf(directory);
    const isNew = await prepareHome(home);
    releases.push(await lockFile(join(home, "PG_VERSION")));
    // An earlier version, another user or a restored backup may have left it open to others, or not yet on the disk.
    if (!isNew) settleTree(home);
    for (const path of files.map((name) => join(directory, name))) if (existsSync(path)) settleFile(path);
    settleFolder(directory);
    // PostgreSQL's own lock, which PGlite does not need: a power cut may leave it empty or torn, and then nothing starts.
    rmSync(join(home, "postmaster.pid"), { force: true });
    const engine = await PGlite.create({ fs: new DurableFiles(home), startParams: durableStart }).catch(
      (error: Error) => {
        throw new Error(`the embedded database in ${home} does not start: ${error.message || error.name}`, {
          cause: error,
        });
      },
    );
    return withUpkeep(engine, release);
  } catch (error) {
    release();
    throw error;
  }
}

/**
 * Makes a database by `work`, which is given one without tables, next to its place, and puts it there when it is whole.
 * @throws Refusal when another running program holds the directory, or there is a database
 */
export async function makeEmbedded<T>(
  directory: string,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  makePrivateFolder(directory);
  const release = await takeLock(join(directory, "orgconfig.lock"));
  try {
    if (hasDatabase(directory)) throw new Refusal("conflict", `there is a database in ${directory} already`);
    await removeLeftOvers(directory);
    const fresh = restoringIn(directory);
    const database = await openEmbedded(fresh);
    // The template's tables go: making a database without them takes twice the memory of all that follows.
    const made = await database
      .execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
      .then(() => work(database))
      .finally(() => database.close());
    renameSync(homeOf(fresh), homeOf(directory));
    syncFolder(directory);
    return made;
  } finally {
    rmSync(restoringIn(directory), { recursive: true, force: true });
    release();
  }
}

/**
 * PGlite's own, with less to share: 128 MB are cleared at every start, and a database in memory is small.
 */
const memoryStart: string[] = [...PGlite.defaultStartParams, "-c", "shared_buffers=16MB"];

/** A database in memory that ends with the process; on `files` where they are given, instead of running initdb. */
export async function openMemory(files?: MemoryFS): Promise<Database> {
  const engine = await PGlite.create({ startParams: memoryStart, ...given({ fs: files }) });
  return withUpkeep(engine, () => {});
}

/**
 * Makes the template: an initialized data directory with the schema in place. Called by scripts/build.mjs.
 * @public
 */
export async function makeTemplate(directory: string): Promise<void> {
  const engine = await PGlite.create({ dataDir: directory });
  const database = withUpkeep(engine, () => {});
  await migrate(database);
  await database.execute("CHECKPOINT");
  await database.close();
}

function withUpkeep(engine: PGlite, release: () => void): Database {
  // One connection: more of them crashed the engine (docs/decisions/0003-embedded-database.md).
  const pool = new pg.Pool({
    ...createPgConfig(takingTurns(engine)),
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: connectionTimeoutMs,
  } as pg.PoolConfig);
  pool.on("error", () => {}); // a lost connection shows at the next query
  const database = createDatabase(pool, { prepared: true, cache: createReadCache() });
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
      release();
    },
  };
}

/** How long statements may follow one another before what else the program does has its turn. */
const turnMs = 50;

/**
 * The engine runs in this thread and answers within the turn that asks: work that asks for one statement after the
 * other, such as a start, would keep signals, probes and timers waiting until its end.
 */
function takingTurns(engine: PGlite): PGlite {
  let turned = performance.now();
  const taking: Pick<PGlite, "execProtocolStream" | "waitReady"> = {
    waitReady: engine.waitReady,
    async execProtocolStream(...request) {
      if (performance.now() - turned > turnMs) {
        await nextTurn();
        turned = performance.now();
      }
      return engine.execProtocolStream(...request);
    },
  };
  return taking as PGlite;
}

/**
 * Makes the folder next to its place, from the template or else by initdb, and renames it when all of it is on the
 * disk: neither a crash nor a power cut leaves half of one.
 * @returns false where it was there
 */
async function prepareHome(home: string): Promise<boolean> {
  if (existsSync(join(home, "PG_VERSION"))) return false;
  const fresh = `${home}.new`;
  rmSync(fresh, { recursive: true, force: true });
  if (existsSync(templateFolder)) cpSync(templateFolder, fresh, { recursive: true });
  else await (await PGlite.create({ dataDir: fresh })).close();
  settleTree(fresh);
  renameSync(fresh, home);
  syncFolder(dirname(home));
  return true;
}
