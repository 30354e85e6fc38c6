/** What was discovered last of the names of services. */

import type { Database } from "../../../database/database.ts";
import { connectionOf } from "../../../database/executor.ts";
import { jsonText } from "../../../database/json-text.ts";
import type { InTransaction } from "../../../engine/ports/executor.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import { sql } from "./queries.generated.ts";

export interface ServiceKey {
  readonly service: string;
  readonly environment: string;
}

export type DiscoveryStore = ReturnType<typeof createDiscoveryStore>;

export function createDiscoveryStore(database: Database) {
  return {
    async get(organizationId: string, { service, environment }: ServiceKey) {
      const [found] = await database.query(sql.getDiscovery, { organizationId, service, environment });
      return found?.reported;
    },
    /** Takes the place of what was reported before. */
    put(organizationId: string, { service, environment }: ServiceKey, reported: JsonObject, at: Date) {
      const values = { organizationId, service, environment, reported: jsonText(reported), at };
      return database.query(sql.putDiscovery, values);
    },
    /** Forgets all that was reported in the organization. */
    async drop(transaction: InTransaction, organizationId: string) {
      await connectionOf(transaction).query(sql.dropDiscoveries, { organizationId });
    },
  };
}
