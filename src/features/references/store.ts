/** The PointingReader on PostgreSQL. */

import type { Database } from "../../database/database.ts";
import type { PointingReader } from "../../engine/ports/rows.ts";

export function createPointingReader(database: Database): PointingReader {
  return {
    async rowsPointing(organizationId, toKind, toId, limit) {
      const found = await database.query("list-rows-pointing", { organizationId, toKind, toId, limit });
      return {
        total: found[0]?.total ?? 0,
        rows: found.map(({ total: _, ...row }) => row),
      };
    },
  };
}
