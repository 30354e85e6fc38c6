/** The DiscoveryStore on PostgreSQL. */

import type { Database } from "../../database/database.ts";
import { connectionOf } from "../../database/executor.ts";
import { jsonText } from "../../database/json-text.ts";
import type { DiscoveryStore } from "./port.ts";
import { sql } from "./queries.generated.ts";

export function createDiscoveryStore(database: Database): DiscoveryStore {
  return {
    async get(organizationId, { service, environment }) {
      const [found] = await database.query(sql.getDiscovery, { organizationId, service, environment });
      return found?.reported;
    },
    async put(organizationId, { service, environment }, reported, at) {
      await database.query(sql.putDiscovery, {
        organizationId,
        service,
        environment,
        reported: jsonText(reported),
        at,
      });
    },
    in(transaction) {
      const database = connectionOf(transaction);
      return {
        async drop(organizationId) {
          await database.query(sql.dropDiscoveries, { organizationId });
        },
      };
    },
  };
}
