import type { Kind } from "../../src/kernel/kind.ts";
import type { Tenant, TestService } from "./service.ts";

/** Lets time pass for one row: it ran out so long ago (`1 minute`). */
export async function expire(
  { database }: Pick<TestService, "database">,
  { organization }: Pick<Tenant, "organization">,
  definition: Kind,
  id: string,
  ago: string,
): Promise<void> {
  await database.queryText(
    {
      name: "test-expire",
      text: `UPDATE rows SET key_held_until = now() - $4::interval,
        state = jsonb_set(state, ARRAY[$5::text], to_jsonb(to_char(now() AT TIME ZONE 'UTC' - $4::interval, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
        WHERE organization_id = $1 AND kind = $2 AND id = $3`,
    },
    [organization.id, definition.kind, id, ago, definition.keyHeld?.until],
  );
}
