/** Which connectors' loops the service runs itself, and which of its nodes does. Times are the database's own. */

import type { Database } from "../../../database/database.ts";
import { connectionOf } from "../../../database/executor.ts";
import type { InTransaction } from "../../../engine/ports/executor.ts";
import { sql } from "./queries.generated.ts";

export interface HostedConnector {
  readonly organizationId: string;
  readonly connectorId: string;
}

export type HostingStore = ReturnType<typeof createHostingStore>;

export function createHostingStore(database: Database) {
  return {
    /** In the transaction of the connector's write. Also for one that is on the list, which stays with its node, or is not. */
    async setListed(transaction: InTransaction, hosted: HostedConnector, listed: boolean) {
      await connectionOf(transaction).query(
        listed ? sql.putHostedConnector : sql.deleteHostedConnector,
        hosted,
      );
    },
    /** Which of these are on the list, each with the node that has it now; null where none has. */
    holders: (of: readonly HostedConnector[]) =>
      database.query(sql.holdersOfHostedConnectors, {
        organizationIds: of.map(({ organizationId }) => organizationId),
        connectorIds: of.map(({ connectorId }) => connectorId),
      }),
    /**
     * Renews what the holder has and takes on what no other node holds.
     * @param limit how many it has at most after that; what it has comes first
     * @returns all that is the holder's for `leaseMs` from now
     */
    async claim(holder: string, leaseMs: number, limit: number) {
      const own = await database.query(sql.renewHostedConnectors, { holder, leaseMs });
      const room = limit - own.length;
      if (room <= 0) return own;
      return [...own, ...(await database.query(sql.claimHostedConnectors, { holder, leaseMs, limit: room }))];
    },
    /** Gives back all that the holder has. */
    release: (holder: string) => database.query(sql.releaseHostedConnectors, { holder }),
  };
}
