/** What deliveries store sealed. */
import type { Connection } from "../../../database/database.ts";
import type { Sealed } from "../../../database/reseal.ts";
import { sql } from "./queries.generated.ts";
import { sealIdentity } from "./queue.ts";

/** The payloads that deliveries keep until they are sent. One that is sent meanwhile has none any more. */
export async function* sealedDeliveries(database: Connection): AsyncGenerator<Sealed> {
  for (const { organization_id, id, sealed } of await database.query(sql.listSealedDeliveries, {})) {
    yield {
      where: `${organization_id} deliveries ${id}`,
      values: [{ name: "payload", sealed, identity: sealIdentity(organization_id, id) }],
      async replace([after = ""]) {
        const at = { organizationId: organization_id, id };
        return (await database.query(sql.replaceSealedDelivery, { ...at, before: sealed, after })).length > 0;
      },
    };
  }
}
