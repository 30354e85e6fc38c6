/** What is kept of alerts that have ended, in short: each set of labels once, when they began and ended, what was sent. */

import type { Connection, Database } from "../../../database/database.ts";
import { bindable } from "../../../database/executor.ts";
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

/** Later than any alert can begin: the database's times end after it. */
export const endOfTime = new Date(8.64e15);
/** What is read with one statement: some milliseconds of an embedded database. */
const rowsAtOnce = 1_000;

function historyOver(database: Connection) {
  return { ...writesOver(database), ...readsOver(database) };
}

/** Texts of JSON, for who reads them elsewhere: rows of `PastAlert` and label sets in the form that their statements say. */
function readsOver(database: Connection) {
  return {
    /** How many alerts began since then. */
    count: async (organizationId: string, since: Date) =>
      (await database.query(sql.countPastAlerts, { organizationId, since }))[0]?.count ?? 0,
    /** Up to when the history has gaps; undefined where it has none. */
    cutAt: async (organizationId: string) =>
      (await database.query(sql.getHistoryCut, { organizationId }))[0]?.cutAt,
    /** The labels of alerts that ended since then. */
    async *labelSets(organizationId: string, since: Date): AsyncGenerator<string> {
      for (let [after, count] = ["", rowsAtOnce]; count === rowsAtOnce; ) {
        const which = { organizationId, since, after, limit: rowsAtOnce };
        const [read] = await database.query(sql.listLabelSets, which);
        if (read === undefined) return;
        yield read.content;
        [after, count] = [read.last, read.count];
      }
    },
    /** The labels of a service's alerts that are open or began since then, what came last first: each set once. */
    labelsOfService: (organizationId: string, service: string, since: Date, limit: number) =>
      database.query(sql.listLabelsOfService, { organizationId, service, since, limit }),
    /** Alerts that ended since then and are in the history, and those that are not in it; each the newest, so many of both at most. */
    past: (organizationId: string, since: Date, most: number) =>
      newestFirst(most, (place) => database.query(sql.listPastAlerts, { organizationId, since, ...place })),
    present: (organizationId: string, since: Date, most: number) =>
      newestFirst(most, (place) =>
        database.query(sql.listPresentAlerts, { organizationId, since, ...place }),
      ),
  };
}

interface Page {
  readonly content: string;
  readonly count: number;
  readonly lastStartedAt: Date | null;
  readonly lastId: string | null;
}
type Place = { readonly before: Date; readonly beforeId: string; readonly limit: number };

async function* newestFirst(
  most: number,
  read: (place: Place) => Promise<readonly Page[]>,
): AsyncGenerator<Pick<Page, "content" | "count">> {
  let place: Place = { before: endOfTime, beforeId: "", limit: Math.min(rowsAtOnce, most) };
  for (let left = most; left > 0; ) {
    const [page] = await read(place);
    if (page === undefined || page.count === 0) return;
    yield page;
    left -= page.count;
    if (page.count < place.limit || page.lastStartedAt === null || page.lastId === null) return;
    place = { before: page.lastStartedAt, beforeId: page.lastId, limit: Math.min(rowsAtOnce, left) };
  }
}

function writesOver(database: Connection) {
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
