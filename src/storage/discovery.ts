/** The DiscoveryStore on PostgreSQL. */
import type { DiscoveryStore } from "../engine/ports/discovery.ts";
import type { JsonObject } from "../kernel/validate.ts";
import type { Database } from "./database.ts";
import { connectionOf } from "./scope.ts";
import { sql } from "./statement.ts";

export function createDiscoveryStore(database: Database): DiscoveryStore {
  return {
    async get(organizationId, { service, environment }) {
      const values = [organizationId, service, environment];
      const [found] = await database.query<{ reported: JsonObject }>(sql("get-discovery"), values);
      return found?.reported;
    },
    async put(organizationId, { service, environment }, reported, at) {
      await database.query(sql("put-discovery"), [organizationId, service, environment, reported, at]);
    },
    in(transaction) {
      const database = connectionOf(transaction);
      return {
        async drop(organizationId) {
          await database.query(sql("drop-discoveries"), [organizationId]);
        },
      };
    },
  };
}
