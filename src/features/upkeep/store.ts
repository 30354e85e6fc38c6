import type { Database } from "../../database/database.ts";
import type { UpkeepStore } from "./port.ts";
import { sql } from "./queries.generated.ts";

export function createUpkeepStore(database: Database): UpkeepStore {
  return {
    async forgetSessions() {
      await database.query(sql.forgetSessions, {});
    },
    async forgetRevoked(revokedBefore) {
      await database.query(sql.forgetKeys, { revokedBefore });
      await database.query(sql.forgetTokens, { revokedBefore });
    },
    async forgetPlans({ applied: appliedBefore, expired: expiredBefore }, limit) {
      return (await database.query(sql.forgetPlans, { appliedBefore, expiredBefore, limit })).length;
    },
  };
}
