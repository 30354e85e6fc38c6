/** Values of the installation as a whole, by name: keys that are made once, and the like. */
import type { Connection } from "./database.ts";
import { sql } from "./queries.generated.ts";

/** When the backup was made that this database was restored from, until the first start has that on record. It is no secret. */
export const restoredFrom = "restored_from";

export async function installationValue(connection: Connection, name: string): Promise<string | undefined> {
  return (await connection.query(sql.getInstallationValue, { name }))[0]?.value;
}

/** Stores a value where there is none. @returns what is stored: another node may have been faster */
export async function keepInstallationValue(
  connection: Connection,
  name: string,
  value: string,
): Promise<string> {
  await connection.query(sql.insertInstallationValue, { name, value });
  return (await installationValue(connection, name)) ?? value;
}

/** Removes a value. @returns what it was; of two that take it one gets it */
export async function takeInstallationValue(
  connection: Connection,
  name: string,
): Promise<string | undefined> {
  return (await connection.query(sql.deleteInstallationValue, { name }))[0]?.value;
}
