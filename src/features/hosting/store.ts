/** The HostingStore on PostgreSQL. */

import type { Database } from "../../database/database.ts";
import { connectionOf } from "../../database/executor.ts";
import type { HostingStore } from "./port.ts";

export function createHostingStore(database: Database): HostingStore {
  return {
    in(transaction) {
      const connection = connectionOf(transaction);
      return {
        async add({ organizationId, connectorId }) {
          await connection.query("put-hosted-connector", { organizationId, connectorId });
        },
        async remove({ organizationId, connectorId }) {
          await connection.query("delete-hosted-connector", { organizationId, connectorId });
        },
      };
    },
    holders: (of) =>
      database.query("holders-of-hosted-connectors", {
        organizationIds: of.map(({ organizationId }) => organizationId),
        connectorIds: of.map(({ connectorId }) => connectorId),
      }),
    async claim(holder, leaseMs, limit) {
      const own = await database.query("renew-hosted-connectors", { holder, leaseMs });
      const room = limit - own.length;
      if (room <= 0) return own;
      return [...own, ...(await database.query("claim-hosted-connectors", { holder, leaseMs, limit: room }))];
    },
    async release(holder) {
      await database.query("release-hosted-connectors", { holder });
    },
  };
}
