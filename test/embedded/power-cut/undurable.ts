/** Ways to open the embedded database that lose what they acknowledged: what finds no loss with these finds none at all. */
import { join } from "node:path";
import { PGlite, type PGliteOptions } from "@electric-sql/pglite";
import { createPgConfig } from "@electric-sql/pglite/node-postgres";
import pg from "pg";
import { createDatabase } from "../../../src/database/database.ts";
import { DurableFiles, durableStart } from "../../../src/database/durable-files.ts";
import type { Open } from "./workload.ts";

/** PGlite as it comes, without fsync. */
export const asItComes: Open = (directory) => opened({ dataDir: join(directory, "postgres") });

/** With fsync, but the log by WASM's fdatasync, which does nothing. */
export const withoutTheLog: Open = (directory) =>
  opened({
    fs: new DurableFiles(join(directory, "postgres")),
    startParams: durableStart.map((word) => word.replace(/^(wal_sync_method)=.*/, "$1=fdatasync")),
  });

async function opened(options: PGliteOptions): ReturnType<Open> {
  const engine = await PGlite.create(options);
  const pool = new pg.Pool({ ...createPgConfig(engine), max: 1 } as pg.PoolConfig);
  const database = createDatabase(pool, { prepared: true });
  return {
    ...database,
    async close() {
      await database.close();
      await engine.close();
    },
  };
}
