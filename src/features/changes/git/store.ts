/** When each Git source is looked at, and by which node, and what of it is kept. Times are the database's own. */
import { randomUUID } from "node:crypto";
import type { Database } from "../../../database/database.ts";
import { connectionOf } from "../../../database/executor.ts";
import type { RowOf } from "../../../database/statement.ts";
import type { InTransaction } from "../../../engine/ports/executor.ts";
import { sql } from "./queries.generated.ts";

/** Without a word of its node, another one may look at the source. */
export const leaseMs = 30_000;

/** Commits of the service that are known again. */
const mostPushed = 2_000;

export interface SourceKey {
  readonly organizationId: string;
  readonly id: string;
}

/** A source that may be looked at until it is released, by who has this claim alone. */
export type Claimed = RowOf<typeof sql.claimGitSync> & {
  readonly holder: string;
  readonly isRetried?: boolean;
};

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
    async claimDue(busy: readonly string[]): Promise<Claimed | undefined> {
      const holder = randomUUID();
      const [found] = await database.query(sql.claimDueGitSync, { holder, leaseMs, busy });
      return found && { ...found, holder };
    },
    /** Undefined while somebody looks at it. */
    async claim({ organizationId, id }: SourceKey): Promise<Claimed | undefined> {
      const holder = randomUUID();
      const [found] = await database.query(sql.claimGitSync, { organizationId, id, holder, leaseMs });
      return found && { ...found, holder };
    },
    /** @returns whether the claim still holds */
    renew: async ({ organizationId, id, holder }: Claimed): Promise<boolean> =>
      (await database.query(sql.renewGitSync, { organizationId, id, holder, leaseMs })).length > 0,
    release: (
      { organizationId, id, holder }: Claimed,
      after: { readonly retrySeconds: number | null; readonly seen: string },
    ) => database.query(sql.releaseGitSync, { organizationId, id, holder, ...after }),
    /**
     * Keeps which commits the service makes, each once, before they are sent. Without any it keeps what was there before.
     * @returns whether they may be
     */
    keepPushed: async (
      { organizationId, id, holder, pushedCommits }: Claimed,
      made: readonly string[],
    ): Promise<boolean> => {
      const commits = [...pushedCommits.filter((one) => !made.includes(one)), ...made].slice(-mostPushed);
      const kept = await database.query(sql.keepGitPushedCommits, { organizationId, id, holder, commits });
      return kept.length > 0;
    },
    /** What the ssh server of this name has shown the organization; empty where nothing yet. */
    hostKeys: async (organizationId: string, host: string): Promise<string> =>
      (await database.query(sql.findGitHostKeys, { organizationId, host }))[0]?.knownHosts ?? "",
    /** @param trusted whether a person takes it in the place of what was shown before */
    keepHostKeys: (organizationId: string, host: string, knownHosts: string, trusted: boolean) =>
      database.query(sql.keepGitHostKeys, { organizationId, host, knownHosts, trusted }),
    /** What writes to its repository is due once a row of these kinds has moved. */
    wakePushes: (kinds: readonly string[]) => database.query(sql.wakeGitPushes, { kinds }),
    wake: ({ organizationId, id }: SourceKey) => database.query(sql.wakeGitSync, { organizationId, id }),
    find: async (id: string): Promise<(SourceKey & { readonly enabled: boolean }) | undefined> =>
      (await database.query(sql.findGitSync, { id }))[0],
  };
}
