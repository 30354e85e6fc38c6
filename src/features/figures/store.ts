/** The FigureStore on PostgreSQL. */

import type { Database } from "../../database/database.ts";
import type { FigureStore } from "./port.ts";

const countQueries = {
  changes: "count-changes-by-day",
  alerts: "count-alerts-by-day",
  deliveries: "count-deliveries-by-day",
} as const;

export function createFigureStore(database: Database): FigureStore {
  return {
    async points(organizationId, { kind, id }, { since, until, step }) {
      if (id.includes("\0")) return [];
      return database.query("get-figures", { organizationId, kind, id, since, until, step });
    },
    byDay: (organizationId, what, since, zone) =>
      database.query(countQueries[what], { organizationId, since, zone }),
    async thin(span, longer, before, limit) {
      const [thinned] = await database.query("thin-figures", { span, longer, before, limit });
      return thinned?.rows ?? 0;
    },
    async forget(span, before) {
      await database.query("forget-figures", { span, before });
    },
  };
}
