/** The HostingStore on PostgreSQL. */

import type { Database } from "../../database/database.ts";
import { connectionOf } from "../../database/executor.ts";
import type { HostingStore } from "./port.ts";
import { sql } from "./queries.generated.ts";

export function createHostingStore(database: Database): HostingStore {
  return {
    in(transaction) {
      const connection = connectionOf(transaction);
      return {
        async add({ organizationId, connectorId }) {
          await connection.query(sql.putHostedConnector, { organizationId, connectorId });
        },
        async remove({ organizationId, connectorId }) {
          await connection.query(sql.deleteHostedConnector, { organizationId, connectorId });
        },
      };
    },
    holders: (of) =>
      database.query(sql.holdersOfHostedConnectors, {
        organizationIds: of.map(({ organizationId }) => organizationId),
        connectorIds: of.map(({ connectorId }) => connectorId),
      }),
    async claim(holder, leaseMs, limit) {
      const own = await database.query(sql.renewHostedConnectors, { holder, leaseMs });
      const room = limit - own.length;
      if (room <= 0) return own;
      return [...own, ...(await database.query(sql.claimHostedConnectors, { holder, leaseMs, limit: room }))];
    },
    async release(holder) {
      await database.query(sql.releaseHostedConnectors, { holder });
    },
  };
}
