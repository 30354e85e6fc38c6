/** What organizations' own sign-ins store sealed. */
import type { Connection } from "../../database/database.ts";
import type { Sealed } from "../../database/reseal.ts";
import { sql } from "./queries.generated.ts";
import { secretIdentityOf } from "./store.ts";

const batchSealed = 200;

/** The secrets of clients. One that is saved anew meanwhile is left. */
export async function* sealedSso(database: Connection): AsyncGenerator<Sealed> {
  let afterOrganizationId = "";
  for (;;) {
    const page = await database.query(sql.listSealedSso, { afterOrganizationId, limit: batchSealed });
    for (const { organization_id: organizationId, sealed_secret: sealed } of page) {
      afterOrganizationId = organizationId;
      yield {
        where: `${organizationId} sso`,
        values: [{ name: "client_secret", sealed, identity: secretIdentityOf(organizationId) }],
        async replace([after = ""]) {
          return (
            (await database.query(sql.replaceSealedSso, { organizationId, before: sealed, after })).length > 0
          );
        },
      };
    }
    if (page.length === 0) return;
  }
}
