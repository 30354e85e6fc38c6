/**
 * Runs once before the tests: an embedded database with the schema in place, kept as a file, from which
 * every test file starts in a moment instead of running initdb.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { PGlite } from "@electric-sql/pglite";
import { createPgConfig } from "@electric-sql/pglite/node-postgres";
import pg from "pg";
import { createDatabase } from "../../src/storage/database.ts";
import { migrate } from "../../src/storage/migrate.ts";

const folder = new URL("../../.tmp/", import.meta.url);

/** Named after the migrations, so that a changed schema is never tested on an old template. */
export const templatePath = new URL(`template-${schemaHash()}.tar`, folder);

export default async function makeTemplate(): Promise<void> {
  if (process.env.TEST_DATABASE_URL !== undefined || existsSync(templatePath)) return;
  mkdirSync(folder, { recursive: true });
  const engine = await PGlite.create();
  const pool = new pg.Pool({ ...createPgConfig(engine), max: 1 } as pg.PoolConfig);
  await migrate(createDatabase(pool, { prepared: true }));
  await pool.end();
  const dump = await engine.dumpDataDir("none");
  const fresh = new URL(`${templatePath.href}.${process.pid}`);
  writeFileSync(fresh, Buffer.from(await dump.arrayBuffer()));
  renameSync(fresh, templatePath);
  await engine.close();
}

function schemaHash(): string {
  const migrations = new URL("../../src/storage/migrations/", import.meta.url);
  const hash = createHash("sha256");
  for (const file of readdirSync(migrations).sort())
    hash.update(file).update(readFileSync(new URL(file, migrations)));
  return hash.digest("hex").slice(0, 12);
}
