/** What organizations' own sign-ins store sealed. */
import type { Connection } from "../../../database/database.ts";
import type { Sealed } from "../../../database/reseal.ts";
import { sql } from "./queries.generated.ts";
import { secretIdentityOf, signInIdentityOf } from "./store.ts";

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

/** The ID tokens of sessions that may be signed out at their provider. */
export async function* sealedSignIns(database: Connection): AsyncGenerator<Sealed> {
  let afterHash: Buffer = Buffer.alloc(0);
  for (;;) {
    const page = await database.query(sql.listSealedSignIns, { afterHash, limit: batchSealed });
    for (const { sessionHash, organizationId, sealedIdToken: sealed } of page) {
      afterHash = sessionHash;
      yield {
        where: `${organizationId} sign-in`,
        values: [{ name: "id_token", sealed, identity: signInIdentityOf(organizationId) }],
        async replace([after = ""]) {
          const values = { sessionHash, before: sealed, after };
          return (await database.query(sql.replaceSealedSignIn, values)).length > 0;
        },
      };
    }
    if (page.length === 0) return;
  }
}
