/** What second factors store sealed. */
import type { Connection } from "../../../database/database.ts";
import type { Sealed } from "../../../database/reseal.ts";
import { sql } from "./queries.generated.ts";

const batchSealed = 200;

/** Binds a sealed secret to its factor. */
export function totpIdentityOf(userId: string, id: string): string {
  return `${userId}/second_factors/${id}/secret`;
}

/** The secrets of apps. */
export async function* sealedFactors(database: Connection): AsyncGenerator<Sealed> {
  let afterId = "";
  for (;;) {
    const page = await database.query(sql.listSealedFactors, { afterId, limit: batchSealed });
    for (const { id, userId, sealedSecret: sealed } of page) {
      afterId = id;
      yield {
        where: `${userId} second factor ${id}`,
        values: [{ name: "secret", sealed, identity: totpIdentityOf(userId, id) }],
        async replace([after = ""]) {
          return (await database.query(sql.replaceSealedFactor, { id, before: sealed, after })).length > 0;
        },
      };
    }
    if (page.length === 0) return;
  }
}
