/** Long calls of MCP that were taken back at a process which does not run them, on PostgreSQL. */
import type { Database } from "../../../database/database.ts";
import type { TakenBack } from "../../../engine/ports/taken-back.ts";
import { sql } from "./queries.generated.ts";

export function createTakenBack(database: Database): TakenBack {
  return {
    async say(call) {
      await database.query(sql.takeBackCall, { call });
    },
    async among(calls) {
      const found = await database.query(sql.listTakenBackCalls, { calls: [...calls] });
      return found.map(({ call }) => call);
    },
  };
}
