/** Whatever belongs to an organization goes with it: by the schema, so that no table can be forgotten. */
import { expect, it } from "vitest";
import { openTestDatabase } from "../support/database.ts";

/** What outlives its organization, and why it may. */
const kept = {
  audit_checkpoints: "proves what retention took from the log",
  audit_forwarded: "how far the log was sent, which outlives it as the log does",
  audit_heads: "the end of the organization's chain, which audit verify looks at",
  audit_outbox: "what the sealer still has to seal",
  audit_records: "the log: that the organization was deleted is its last record",
  audit_refused: "records that the sealer refused",
  audit_seals: "the chain of the log",
};

it("every table of an organization's goes with it, save for its audit log", async () => {
  const database = await openTestDatabase();
  try {
    const tables = await database.queryText<{ name: string }>(
      {
        name: "test-tables-that-stay",
        text: `WITH RECURSIVE going (id) AS (
            SELECT 'organizations'::regclass::oid
            UNION
            SELECT conrelid FROM pg_constraint JOIN going ON confrelid = going.id
            WHERE contype = 'f' AND confdeltype = 'c' AND EXISTS (
              SELECT FROM pg_attribute
              WHERE attrelid = conrelid AND attname = 'organization_id' AND attnum = ANY (conkey)
            )
          )
          SELECT relname AS name FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
          WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
            AND attname = 'organization_id' AND pg_class.oid NOT IN (SELECT id FROM going)
          ORDER BY relname`,
      },
      [],
    );
    expect(tables.map(({ name }) => name)).toEqual(Object.keys(kept));
  } finally {
    await database.close();
  }
});
