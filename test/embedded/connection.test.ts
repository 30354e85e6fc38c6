/** The embedded database has one connection: what waits for it in vain is answered so. */
import { PGlite } from "@electric-sql/pglite";
import { createPgConfig } from "@electric-sql/pglite/node-postgres";
import pg from "pg";
import { expect, it } from "vitest";
import { createDatabase } from "../../src/database/database.ts";

it("ends the wait of a query that is made next to the transaction which holds the connection", async () => {
  const engine = await PGlite.create();
  const config = { ...createPgConfig(engine), max: 1, connectionTimeoutMillis: 50 };
  const database = createDatabase(new pg.Pool(config as pg.PoolConfig), { prepared: true });
  const one = { name: "test-one", text: "SELECT 1 AS one" };
  const error = await database.transaction(() => database.queryText(one, [])).catch((caught) => caught);
  expect(error).toMatchObject({
    code: "unavailable",
    cause: { message: expect.stringMatching(/\(50 ms\).* within a transaction asked the database instead/) },
  });
  expect(await database.queryText(one, [])).toEqual([{ one: 1 }]);
  await database.close();
  await engine.close();
});
