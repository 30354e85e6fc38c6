/** What status pages store sealed. */
import type { Connection } from "../../database/database.ts";
import type { Sealed } from "../../database/reseal.ts";
import { sql } from "./queries.generated.ts";
import { addressIdentity } from "./subscriber-store.ts";

const batchSealed = 200;

/** The addresses of subscribers. */
export async function* sealedSubscribers(database: Connection): AsyncGenerator<Sealed> {
  let last = { afterOrganizationId: "", afterId: "" };
  for (;;) {
    const page = await database.query(sql.listSealedSubscribers, { ...last, limit: batchSealed });
    for (const { organization_id: organizationId, id, sealed_address: sealed } of page) {
      last = { afterOrganizationId: organizationId, afterId: id };
      yield {
        where: `${organizationId} status page subscribers ${id}`,
        values: [{ name: "address", sealed, identity: addressIdentity(organizationId, id) }],
        async replace([after = ""]) {
          const change = { organizationId, id, before: sealed, after };
          return (await database.query(sql.replaceSealedSubscriber, change)).length > 0;
        },
      };
    }
    if (page.length === 0) return;
  }
}
