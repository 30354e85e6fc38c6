/**
 * Writes src/database/queries.generated.ts: the name, the parameters and the row of every query in
 * src/database/queries/, as the migrated database describes them. `npm run generate:queries`, after a change of
 * a query or of the schema; a test compares the file with what this would write.
 *
 * Parameters are named in the text (`:organization_id`), and are members of one object in TypeScript
 * (`organizationId`). PostgreSQL tells every type, and which columns are NOT NULL. What it cannot tell stands in
 * the .sql file, in one of three comments:
 *
 *     -- @param address, row_id: nullable
 *     -- @result count: !
 *     -- @plan: each time
 *
 * The first names parameters that may be null. The second names columns of the answer, and says `!` for never
 * null (an expression, or a column of a LEFT JOIN that always finds its row), a TypeScript type in place of the
 * database's, or both: `-- @result memberships: MembershipJson[]!`. Types are exported by
 * src/database/column-types.ts. What a table's JSON and texts hold is said there once, for all queries.
 * The third is for queries that join tables which grow fast (Statement.plannedEachTime).
 *
 * It refuses a text that the database refuses, an annotation that names nothing or says what is known, JSON that
 * nobody describes, and a type that scripts/queries/types.ts does not list.
 */
import { writeFileSync } from "node:fs";
import { PGlite } from "@electric-sql/pglite";
import { createPgConfig } from "@electric-sql/pglite/node-postgres";
import pg from "pg";
import { createDatabase } from "../src/database/database.ts";
import { migrate } from "../src/database/migrate.ts";
import { createDescriber } from "./queries/describe.ts";
import { generatedFile, generateQueries, readSources } from "./queries/generate.ts";

const engine = await PGlite.create();
const pool = new pg.Pool({ ...createPgConfig(engine), max: 1 } as pg.PoolConfig);
await migrate(createDatabase(pool, { prepared: true }));
await pool.end();
writeFileSync(generatedFile, await generateQueries(await createDescriber(engine), readSources()));
await engine.close();
