/** Whether the disk under a database has room for more, tried by what needs some. */
import type { Database } from "./database.ts";
import { saysDiskFull } from "./failures.ts";

/** A megabyte that goes at once. It lies where the rows do, whatever this user's other temporary tables are put on. */
const probe = `SET LOCAL temp_tablespaces = '';
  CREATE TEMPORARY TABLE orgconfig_room ON COMMIT DROP AS
    SELECT n, md5(n::text) AS filler FROM generate_series(1, 16000) AS n`;

/** @returns undefined where that could not be tried, such as without the right to make temporary tables */
export async function hasRoom(database: Pick<Database, "transaction">): Promise<boolean | undefined> {
  try {
    await database.transaction((connection) => connection.execute(probe));
    return true;
  } catch (error) {
    return saysDiskFull(error) ? false : undefined;
  }
}
