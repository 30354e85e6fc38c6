/** The EventStore on PostgreSQL. */

import type { Connection, Database } from "../../database/database.ts";
import { connectionOf } from "../../database/executor.ts";
import { jsonText } from "../../database/json-text.ts";
import type { EventReader, EventStore, EventWriter } from "./port.ts";
import { sql } from "./queries.generated.ts";

export function createEventStore(database: Database): EventStore {
  return {
    byDedupeKey: (organizationId, key, since) => eventByKey(database, organizationId, key, since),
    ...eventReader(database),
    async forget(before, limit) {
      return (await database.query(sql.forgetEvents, { before, limit })).length;
    },
    in: (transaction) => eventWriter(connectionOf(transaction)),
  };
}

function eventReader(database: Connection): EventReader {
  return {
    activeRows: (organizationId, kind, now, limit) =>
      database.query(sql.listActiveRows, { organizationId, kind, now, limit }),
  };
}

async function eventByKey(database: Connection, organizationId: string, dedupeKey: string, since: Date) {
  return (await database.query(sql.getEventByDedupeKey, { organizationId, dedupeKey, since }))[0];
}

function eventWriter(database: Connection): EventWriter {
  return {
    ...eventReader(database),
    async accept(organizationId, event, since) {
      const { id, title, body, service, url, dedupeKey, at } = event;
      if (dedupeKey !== null)
        await database.query(sql.freeDedupeKey, { organizationId, dedupeKey, until: since });
      // Waits for another transaction that is just accepting the same dedupe_key.
      const [made] = await database.query(sql.insertEvent, {
        organizationId,
        id,
        event: event.event,
        title,
        body,
        service,
        labels: jsonText(event.labels),
        url,
        dedupeKey,
        decision: jsonText(event.decision),
        at,
      });
      if (made !== undefined || dedupeKey === null) return "accepted";
      const seen = await eventByKey(database, organizationId, dedupeKey, since);
      if (seen === undefined) throw new Error("the event that holds this dedupe_key went away meanwhile");
      return seen;
    },
  };
}
