/** What was reported over time, and what happened on a day. */

import type { Database } from "../../../database/database.ts";
import { sql } from "./queries.generated.ts";

const countQueries = {
  changes: sql.countChangesByDay,
  alerts: sql.countAlertsByDay,
  deliveries: sql.countDeliveriesByDay,
};

export type Counted = keyof typeof countQueries;
export type FigureStore = ReturnType<typeof createFigureStore>;

/** One figure of rows, on so many days. */
export interface Series {
  readonly kind: string;
  readonly field: string;
  readonly ids: readonly string[];
  /** The first day, YYYY-MM-DD. */
  readonly first: string;
  /** The time zone whose midnights end the days. */
  readonly zone: string;
  readonly days: number;
  readonly limit: number;
}

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
    /** What rows reported last on each day, oldest first; without ids of all rows of the kind. */
    ofMany: (organizationId: string, series: Series) =>
      database.query(sql.listFigures, { organizationId, ...series }),
    /** The same with the mean of each day. */
    meansOfMany: (organizationId: string, series: Series) =>
      database.query(sql.listMeanFigures, { organizationId, ...series }),
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
