/** What heartbeats store sealed. */
import type { Connection } from "../../../database/database.ts";
import type { Sealed } from "../../../database/reseal.ts";
import { sql } from "./queries.generated.ts";
import { tokenIdentity } from "./store.ts";

const batchSealed = 200;

/** The secrets of heartbeats' URLs. One that is rotated meanwhile is left. */
export async function* sealedHeartbeats(database: Connection): AsyncGenerator<Sealed> {
  let last = { afterOrganizationId: "", afterId: "" };
  for (;;) {
    const page = await database.query(sql.listSealedHeartbeats, { ...last, limit: batchSealed });
    for (const { organization_id: organizationId, id, sealed_token: sealed } of page) {
      last = { afterOrganizationId: organizationId, afterId: id };
      yield {
        where: `${organizationId} heartbeats ${id}`,
        values: [{ name: "url", sealed, identity: tokenIdentity(organizationId, id) }],
        async replace([after = ""]) {
          const change = { organizationId, id, before: sealed, after };
          return (await database.query(sql.replaceSealedHeartbeat, change)).length > 0;
        },
      };
    }
    if (page.length === 0) return;
  }
}
