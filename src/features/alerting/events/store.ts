/** The events of organizations, and the rows that decide what becomes of them. */

import type { Connection, Database } from "../../../database/database.ts";
import { bindable } from "../../../database/executor.ts";
import { jsonText } from "../../../database/json-text.ts";
import type { RowOf } from "../../../database/statement.ts";
import { sql } from "./queries.generated.ts";

/** An event with what was decided when it was accepted, as it was answered. */
export type StoredEvent = RowOf<typeof sql.getEventByDedupeKey>;

type EventWriter = ReturnType<typeof eventsOver>;
export type EventStore = ReturnType<typeof createEventStore>;
export type EventReader = Pick<EventWriter, "activeRows">;

export function createEventStore(database: Database) {
  return bindable<Omit<EventWriter, "accept">, EventWriter>(database, eventsOver);
}

function eventsOver(database: Connection) {
  /** The event that holds this dedupe_key. */
  async function byDedupeKey(organizationId: string, dedupeKey: string, since: Date) {
    return (await database.query(sql.getEventByDedupeKey, { organizationId, dedupeKey, since }))[0];
  }

  return {
    byDedupeKey,
    /** What was decided about the first event since then that leads to a page. */
    ofPage: async (organizationId: string, url: string, since: Date) =>
      (await database.query(sql.getEventOfPage, { organizationId, url, since }))[0],
    /** Settings of the rows of a kind whose natural key is held at `now`: those that have not run out. */
    activeRows: (organizationId: string, kind: string, now: Date, limit: number) =>
      database.query(sql.listActiveRows, { organizationId, kind, now, limit }),
    /** Removes events that were accepted before this moment, and answers how many; a batch at a time. */
    forget: async (before: Date, limit: number) =>
      (await database.query(sql.forgetEvents, { before, limit })).length,
    /** Keeps the event unless its dedupe_key was seen since `since`; then answers the one that was. */
    async accept(
      organizationId: string,
      { labels, decision, ...event }: StoredEvent,
      since: Date,
    ): Promise<StoredEvent | "accepted"> {
      const { dedupeKey } = event;
      if (dedupeKey !== null)
        await database.query(sql.freeDedupeKey, { organizationId, dedupeKey, until: since });
      const json = { labels: jsonText(labels), decision: jsonText(decision) };
      // Waits for another transaction that is just accepting the same dedupe_key.
      const [made] = await database.query(sql.insertEvent, { organizationId, ...event, ...json });
      if (made !== undefined || dedupeKey === null) return "accepted";
      const seen = await byDedupeKey(organizationId, dedupeKey, since);
      if (seen === undefined) throw new Error("the event that holds this dedupe_key went away meanwhile");
      return seen;
    },
  };
}
