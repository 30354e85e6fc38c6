/** The PointingReader on PostgreSQL. */

import type { Database } from "../../database/database.ts";
import type { PointingReader } from "../../engine/ports/rows.ts";
import { sql } from "./queries.generated.ts";

export function createPointingStore(database: Database): PointingReader {
  return {
    async rowsPointing(organizationId, toKind, toId, limit) {
      const found = await database.query(sql.listRowsPointing, { organizationId, toKind, toId, limit });
      return {
        total: found[0]?.total ?? 0,
        rows: found.map(({ total: _, ...row }) => row),
      };
    },
  };
}
