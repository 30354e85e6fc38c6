/** The FigureStore on PostgreSQL. */

import type { Database } from "../../database/database.ts";
import type { FigureStore } from "./port.ts";
import { sql } from "./queries.generated.ts";

const countQueries = {
  changes: sql.countChangesByDay,
  alerts: sql.countAlertsByDay,
  deliveries: sql.countDeliveriesByDay,
};

export function createFigureStore(database: Database): FigureStore {
  return {
    async points(organizationId, { kind, id }, { since, until, step }) {
      if (id.includes("\0")) return [];
      return database.query(sql.getFigures, { organizationId, kind, id, since, until, step });
    },
    byDay: (organizationId, what, since, zone) =>
      database.query(countQueries[what], { organizationId, since, zone }),
    async thin(span, longer, before, limit) {
      const [thinned] = await database.query(sql.thinFigures, { span, longer, before, limit });
      return thinned?.rows ?? 0;
    },
    async forget(span, before) {
      await database.query(sql.forgetFigures, { span, before });
    },
  };
}
