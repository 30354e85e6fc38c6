/**
 * Runs once before the tests: an embedded database with the schema in place, kept as a data directory, from which
 * databases start in a moment instead of running initdb.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { PGlite } from "@electric-sql/pglite";
import { createPgConfig } from "@electric-sql/pglite/node-postgres";
import pg from "pg";
import { createDatabase } from "../../src/database/database.ts";
import { migrate } from "../../src/database/migrate.ts";
import { openServer } from "../../src/database/server.ts";

const folder = new URL("../../.tmp/", import.meta.url);

/** Named after the migrations, so that a changed schema is never tested on an old template. */
export const templateFolder = new URL(`template-${schemaHash()}/`, folder);
/** The same on a server. */
export const templateDatabase = `test_template_${schemaHash()}`;

export default async function makeTemplate(): Promise<void> {
  if (process.env.TEST_SUITE === "unit") return;
  const server = process.env.TEST_DATABASE_URL;
  if (server !== undefined) return makeTemplateOn(server);
  if (existsSync(templateFolder)) return;
  mkdirSync(folder, { recursive: true });
  const fresh = fileURLToPath(new URL(`template-${process.pid}`, folder));
  const engine = await PGlite.create({ dataDir: fresh });
  const pool = new pg.Pool({ ...createPgConfig(engine), max: 1 } as pg.PoolConfig);
  const database = createDatabase(pool, { prepared: true });
  await migrate(database);
  await database.execute("CHECKPOINT");
  await pool.end();
  await engine.close();
  // Another run may have made it meanwhile, and be using it.
  if (existsSync(templateFolder)) rmSync(fresh, { recursive: true });
  else renameSync(fresh, templateFolder);
}

/** The same on a server, whose databases are made from it. It stays there: a schema has one of its own. */
async function makeTemplateOn(server: string): Promise<void> {
  const administrator = new pg.Client({ connectionString: server });
  await administrator.connect();
  const { rowCount } = await administrator.query("SELECT FROM pg_database WHERE datname = $1", [
    templateDatabase,
  ]);
  if (rowCount === 0) {
    const url = new URL(server);
    url.pathname = `/${templateDatabase}_${process.pid}`;
    await administrator.query(`CREATE DATABASE ${url.pathname.slice(1)}`);
    const database = openServer(url.href, { prepared: true });
    await migrate(database);
    await database.close();
    await administrator.query(`ALTER DATABASE ${url.pathname.slice(1)} RENAME TO ${templateDatabase}`);
  }
  await administrator.end();
}

function schemaHash(): string {
  const migrations = new URL("../../src/database/migrations/", import.meta.url);
  const hash = createHash("sha256");
  for (const file of readdirSync(migrations).sort())
    hash.update(file).update(readFileSync(new URL(file, migrations)));
  // It makes a table of its own.
  hash.update(readFileSync(new URL("../migrate.ts", migrations)));
  return hash.digest("hex").slice(0, 12);
}
