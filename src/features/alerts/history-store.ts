/** What is kept of alerts that have ended, in short: each set of labels once, when they began and ended, what was sent. */

import type { Connection, Database } from "../../database/database.ts";
import { bindable } from "../../database/executor.ts";
import { sql } from "./queries.generated.ts";

/** Of one organization. */
export interface HistoryBounds {
  readonly alerts: number;
  /** Of their labels. */
  readonly bytes: number;
}

type History = ReturnType<typeof historyOver>;
export type HistoryStore = ReturnType<typeof createHistoryStore>;

export function createHistoryStore(database: Database) {
  return bindable<History, History>(database, historyOver);
}

function historyOver(database: Connection) {
  return {
    /** Puts some alerts that have ended into the history, and answers how many of each organization. */
    put: (limit: number) => database.query(sql.putIntoHistory, { limit }),
    /** Removes the oldest beyond the bounds, and notes up to when the history has gaps. */
    async trim(organizationId: string, { alerts, bytes }: HistoryBounds, limit: number) {
      const which = { organizationId, kept: alerts, limit };
      while ((await database.query(sql.trimHistory, which)).length === limit);
      await database.query(sql.trimLabelSets, { organizationId, keptBytes: bytes });
    },
    /**
     * Removes what ended before the days that its organization keeps: history, labels, and alerts themselves where those
     * are fewer than the days that alerts are kept otherwise.
     * @param kind of the setting that says it
     */
    async forget(kind: string, defaultDays: number, usualDays: number, now: Date, limit: number) {
      const which = { kind, defaultDays, now, limit };
      while ((await database.query(sql.forgetUnkeptAlerts, { kind, usualDays, now, limit })).length > 0);
      while ((await database.query(sql.forgetHistory, which)).length > 0);
      while ((await database.query(sql.forgetLabelSets, which)).length > 0);
    },
  };
}
