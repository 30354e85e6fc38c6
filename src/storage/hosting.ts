/** The HostingStore on PostgreSQL. */
import type { HostingStore } from "../engine/ports/hosting.ts";
import type { Database } from "./database.ts";
import { connectionOf } from "./executor.ts";

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
