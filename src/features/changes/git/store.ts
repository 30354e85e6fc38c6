/** When each Git source is looked at, and by which node. Times are the database's own. */
import type { Database } from "../../../database/database.ts";
import { connectionOf } from "../../../database/executor.ts";
import type { RowOf } from "../../../database/statement.ts";
import type { InTransaction } from "../../../engine/ports/executor.ts";
import { sql } from "./queries.generated.ts";

/** Without a word of its node, another one may look at the source. */
export const leaseMs = 30_000;

export interface SourceKey {
  readonly organizationId: string;
  readonly id: string;
}

/** A source that this node may look at until it is released. */
export type Claimed = RowOf<typeof sql.claimGitSync> & { readonly isRetried?: boolean };

export type GitStore = ReturnType<typeof createGitStore>;

export function createGitStore(database: Database) {
  return {
    /** In the transaction of the row's write. */
    put: (
      transaction: InTransaction,
      row: SourceKey & {
        readonly url: string;
        readonly enabled: boolean;
        readonly pollSeconds: number;
        readonly pushes: boolean;
      },
    ) => connectionOf(transaction).query(sql.putGitSync, row),
    drop: (transaction: InTransaction, key: SourceKey) =>
      connectionOf(transaction).query(sql.deleteGitSync, key),
    /** @param busy organizations of which this node looks at one already */
    claimDue: async (holder: string, busy: readonly string[]): Promise<Claimed | undefined> =>
      (await database.query(sql.claimDueGitSync, { holder, leaseMs, busy }))[0],
    /** Undefined while a node looks at it. */
    claim: async ({ organizationId, id }: SourceKey, holder: string): Promise<Claimed | undefined> =>
      (await database.query(sql.claimGitSync, { organizationId, id, holder, leaseMs }))[0],
    /** @returns whether it is still this node's */
    renew: async ({ organizationId, id }: SourceKey, holder: string): Promise<boolean> =>
      (await database.query(sql.renewGitSync, { organizationId, id, holder, leaseMs })).length > 0,
    release: (
      { organizationId, id }: SourceKey,
      holder: string,
      after: { readonly knownHosts: string; readonly retrySeconds: number | null; readonly seen: string },
    ) => database.query(sql.releaseGitSync, { organizationId, id, holder, ...after }),
    /** What writes to its repository is due once a row of these kinds has moved. */
    wakePushes: (kinds: readonly string[]) => database.query(sql.wakeGitPushes, { kinds }),
    wake: ({ organizationId, id }: SourceKey) => database.query(sql.wakeGitSync, { organizationId, id }),
    find: async (
      id: string,
    ): Promise<(SourceKey & { readonly enabled: boolean; readonly knownHosts: string }) | undefined> =>
      (await database.query(sql.findGitSync, { id }))[0],
  };
}
