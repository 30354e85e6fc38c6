import type { Database } from "../../database/database.ts";
import type { UpkeepStore } from "./port.ts";

export function createUpkeepStore(database: Database): UpkeepStore {
  return {
    async forgetSessions() {
      await database.query("forget-sessions", {});
    },
    async forgetRevoked(revokedBefore) {
      await database.query("forget-keys", { revokedBefore });
      await database.query("forget-tokens", { revokedBefore });
    },
    async forgetPlans({ applied: appliedBefore, expired: expiredBefore }, limit) {
      return (await database.query("forget-plans", { appliedBefore, expiredBefore, limit })).length;
    },
  };
}
