/** What is kept of programs that connect by OAuth, and of what each was given. */
import { recordTrail } from "../../../database/audit-trail.ts";
import type { Connection, Database } from "../../../database/database.ts";
import { bindable } from "../../../database/executor.ts";
import type { ParametersOf, RowOf } from "../../../database/statement.ts";
import type { SignRecord } from "../../../engine/ports/rows.ts";
import type { Trail } from "../accounts/index.ts";
import { sql } from "./queries.generated.ts";

/** A program, as it described itself. `freshUntil` is null for one that was registered. */
export type StoredClient = RowOf<typeof sql.getClient>;
/** A program's grant, with the token that it stands for. */
export type Grant = RowOf<typeof sql.lockGrantOfCode>;
type Renewal = ParametersOf<typeof sql.renewGrant>;
type NewGrant = ParametersOf<typeof sql.insertGrant>;

export type OauthStore = ReturnType<typeof createOauthStore>;
export type OauthWriter = ReturnType<typeof oauthOver>;

/** Grants are locked and changed `in` a transaction. */
export function createOauthStore(database: Database, signRecord: SignRecord) {
  return bindable<Omit<OauthWriter, InTransactionOnly>, OauthWriter>(database, (connection) =>
    oauthOver(connection, signRecord),
  );
}

type InTransactionOnly = "insertGrant" | "renew" | "ofCode" | "ofFamily" | "ofToken";

function oauthOver(database: Connection, signRecord: SignRecord) {
  return {
    record: (trail: Trail) => recordTrail(database, signRecord, trail),
    client: async (id: string): Promise<StoredClient | undefined> =>
      (await database.query(sql.getClient, { id }))[0],
    /** @param most so many are kept that nobody let in */
    async put(client: StoredClient, most: number, now: Date) {
      await database.query(sql.putClient, { ...client, most, now });
    },
    insertGrant: (grant: NewGrant) => database.query(sql.insertGrant, grant),
    ofCode: async (hash: Buffer, now: Date): Promise<Grant | undefined> =>
      (await database.query(sql.lockGrantOfCode, { hash, now }))[0],
    ofFamily: async (hash: Buffer, now: Date): Promise<Grant | undefined> =>
      (await database.query(sql.lockGrantOfFamily, { hash, now }))[0],
    ofToken: async (hash: Buffer, now: Date): Promise<Grant | undefined> =>
      (await database.query(sql.lockGrantOfToken, { hash, now }))[0],
    renew: (renewal: Renewal) => database.query(sql.renewGrant, renewal),
  };
}
