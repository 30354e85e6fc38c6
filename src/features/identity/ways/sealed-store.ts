/** What is stored sealed of ways: their addresses, and the private keys of pushes. */
import type { Connection } from "../../../database/database.ts";
import type { Sealed } from "../../../database/reseal.ts";
import { pushKeyIdentity } from "./push-keys.ts";
import { sql } from "./queries.generated.ts";
import { wayIdentity } from "./store.ts";

const batchSealed = 200;

export async function* sealedWays(database: Connection): AsyncGenerator<Sealed> {
  let afterId = "";
  for (;;) {
    const page = await database.query(sql.listSealedWays, { afterId, limit: batchSealed });
    for (const { id, userId, sealedAddress: sealed } of page) {
      afterId = id;
      yield {
        where: `${userId} way ${id}`,
        values: [{ name: "address", sealed, identity: wayIdentity(userId, id) }],
        replace: async ([after = ""]) =>
          (await database.query(sql.replaceSealedWay, { id, before: sealed, after })).length > 0,
      };
    }
    if (page.length === 0) return;
  }
}

/** Few: one for each time that they were rotated, as long as a way was made with it. */
export async function* sealedPushKeys(database: Connection): AsyncGenerator<Sealed> {
  for (const { id, sealedPrivateKey: sealed } of await database.query(sql.listSealedPushKeys, {}))
    yield {
      where: `push key ${id}`,
      values: [{ name: "private_key", sealed, identity: pushKeyIdentity(id) }],
      replace: async ([after = ""]) =>
        (await database.query(sql.replaceSealedPushKey, { id, before: sealed, after })).length > 0,
    };
}
