/**
 * Writes the queries.generated.ts of src/database and of every feature that has queries: the name, the parameters and
 * the row of each query in the folder queries/ next to it, as the migrated database describes them. `npm run
 * generate:queries`, after a change of a query or of the schema; a test compares the files with what this would write.
 *
 * Parameters are named in the text (`:organization_id`), and are members of one object in TypeScript
 * (`organizationId`). PostgreSQL shows every type, and which columns are NOT NULL. What it cannot know stands in
 * the .sql file, in one of these comments:
 *
 *     -- @param address, row_id: nullable
 *     -- @result count: !
 *     -- @plan: each time
 *     -- @include audited-change
 *     -- @plural: find-rows
 *     -- @cached
 *
 * The first names parameters that may be null. The second names columns of the answer, and says `!` for never
 * null (an expression, or a column of a LEFT JOIN that always finds its row), a TypeScript type in place of the
 * database's, or both: `-- @result memberships: MembershipJson[]!`. Types are exported by the column-types.ts next to
 * the file, or by src/database/column-types.ts. What a table's JSON and texts hold is said there once, for all queries
 * of the folder. The third is for queries that join tables which grow fast. The fourth puts in the text of a file of the folder
 * includes/ next to queries/, annotations and all. The others are for short reads of one row
 * (src/database/statement.ts).
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
import { generateAll } from "./queries/generate.ts";

const engine = await PGlite.create();
const pool = new pg.Pool({ ...createPgConfig(engine), max: 1 } as pg.PoolConfig);
await migrate(createDatabase(pool, { prepared: true }));
await pool.end();
for (const [file, text] of await generateAll(await createDescriber(engine))) writeFileSync(file, text);
await engine.close();
