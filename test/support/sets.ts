/** Rows of sets, without a plan that makes them so. */
import type { Database } from "../../src/database/database.ts";

/** Gives a row to a set, or to none. */
export async function giveToSet(
  database: Pick<Database, "queryText">,
  organizationId: string,
  kind: string,
  id: string,
  set: string | null,
): Promise<void> {
  await database.queryText(
    {
      name: "test-give-to-set",
      text: "UPDATE rows SET managed_by = $4 WHERE organization_id = $1 AND kind = $2 AND id = $3",
    },
    [organizationId, kind, id, set],
  );
}
