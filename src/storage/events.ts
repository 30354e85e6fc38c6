/** The EventStore on PostgreSQL. */
import type { EventStore, EventWriter, StoredEvent } from "../engine/ports/events.ts";
import type { Connection, Database } from "./database.ts";
import { connectionOf } from "./scope.ts";
import { sql } from "./statement.ts";

export function createEventStore(database: Database): EventStore {
  return {
    byDedupeKey: (organizationId, key, since) => eventByKey(database, organizationId, key, since),
    activeRows: (organizationId, kind, now, limit) =>
      database.query(sql("list-active-rows"), [organizationId, kind, now, limit]),
    async forget(before, limit) {
      return (await database.query(sql("forget-events"), [before, limit])).length;
    },
    in: (transaction) => eventWriter(connectionOf(transaction)),
  };
}

async function eventByKey(database: Connection, organizationId: string, key: string, since: Date) {
  const values = [organizationId, key, since];
  return (await database.query<StoredEvent>(sql("get-event-by-dedupe-key"), values))[0];
}

function eventWriter(database: Connection): EventWriter {
  return {
    async accept(organizationId, event, since) {
      const { id, title, body, service, labels, url, dedupeKey, decision, at } = event;
      if (dedupeKey !== null)
        await database.query(sql("free-dedupe-key"), [organizationId, dedupeKey, since]);
      const values = [id, event.event, title, body, service, labels, url, dedupeKey, decision, at];
      // Waits for another transaction that is just accepting the same dedupe_key.
      const [made] = await database.query(sql("insert-event"), [organizationId, ...values]);
      if (made !== undefined || dedupeKey === null) return "accepted";
      const seen = await eventByKey(database, organizationId, dedupeKey, since);
      if (seen === undefined) throw new Error("the event that holds this dedupe_key went away meanwhile");
      return seen;
    },
  };
}
