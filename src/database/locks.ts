/** Advisory locks of a transaction, by a text that says what for. */
import type { Connection } from "./database.ts";
import { sql } from "./queries.generated.ts";

/** Waits for the lock, and holds it until the transaction ends. */
export async function lock(connection: Connection, purpose: string): Promise<void> {
  await connection.query(sql.lock, { purpose });
}
