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
    claim: (holder, leaseMs, limit) => database.query("claim-hosted-connectors", { holder, leaseMs, limit }),
    holders: (of) =>
      database.query("holders-of-hosted-connectors", {
        organizationIds: of.map(({ organizationId }) => organizationId),
        connectorIds: of.map(({ connectorId }) => connectorId),
      }),
    async release(holder) {
      await database.query("release-hosted-connectors", { holder });
    },
  };
}
