/** What was reported over time, and what happened on a day. */

import type { Database } from "../../database/database.ts";
import { sql } from "./queries.generated.ts";

const countQueries = {
  changes: sql.countChangesByDay,
  alerts: sql.countAlertsByDay,
  deliveries: sql.countDeliveriesByDay,
};

export type Counted = keyof typeof countQueries;
export type FigureStore = ReturnType<typeof createFigureStore>;

export function createFigureStore(database: Database) {
  return {
    /** A point for each field and step of so many seconds, in order of time. */
    async points(
      organizationId: string,
      { kind, id }: { readonly kind: string; readonly id: string },
      { since, until, step }: { readonly since: Date; readonly until: Date; readonly step: number },
    ) {
      if (id.includes("\0")) return [];
      return database.query(sql.getFigures, { organizationId, kind, id, since, until, step });
    },
    /** Days, as YYYY-MM-DD, as the clocks of the time zone show them; a day without any is left out. */
    byDay: (organizationId: string, what: Counted, since: Date, zone: string) =>
      database.query(countQueries[what], { organizationId, since, zone }),
    /**
     * Puts what is older than a moment, of at most so many rows, into records of a longer span, in seconds.
     * @returns of how many rows
     */
    async thin(span: number, longer: number, before: Date, limit: number) {
      const [thinned] = await database.query(sql.thinFigures, { span, longer, before, limit });
      return thinned?.rows ?? 0;
    },
    forget: (span: number, before: Date) => database.query(sql.forgetFigures, { span, before }),
  };
}
