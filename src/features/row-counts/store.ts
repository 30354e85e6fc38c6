/** The RowCounter on PostgreSQL. */

import type { Database } from "../../database/database.ts";
import type { RowCounter } from "../../engine/ports/rows.ts";
import { sql } from "./queries.generated.ts";

export function createRowCountStore(database: Database): RowCounter {
  return {
    async count(organizationId, kinds, now) {
      const found = await database.query(sql.countListedRows, { organizationId, kinds, now });
      return new Map(
        found.map(({ kind, count, last_position: last }) => [
          kind,
          { count, lastPosition: last === null ? null : Number(last) },
        ]),
      );
    },
  };
}
