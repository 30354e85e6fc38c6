/** The EventStore on PostgreSQL. */
import type { EventStore } from "../engine/ports/events.ts";
import type { Database } from "./database.ts";
import { jsonText } from "./json-text.ts";

export function createEventStore(database: Database): EventStore {
  async function byDedupeKey(organizationId: string, key: string, since: Date) {
    const [found] = await database.query("get-event-by-dedupe-key", {
      organizationId,
      dedupeKey: key,
      since,
    });
    return found;
  }

  return {
    byDedupeKey,
    async accept(organizationId, event, since) {
      const { id, title, body, service, url, dedupeKey, at } = event;
      if (dedupeKey !== null)
        await database.query("free-dedupe-key", { organizationId, dedupeKey, until: since });
      // Waits for another transaction that is just accepting the same dedupe_key.
      const [made] = await database.query("insert-event", {
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
      const seen = await byDedupeKey(organizationId, dedupeKey, since);
      if (seen === undefined) throw new Error("the event that holds this dedupe_key went away meanwhile");
      return seen;
    },
    activeRows: (organizationId, kind, now, limit) =>
      database.query("list-active-rows", { organizationId, kind, now, limit }),
    together: (work) => database.transaction(work),
    async forget(before, limit) {
      return (await database.query("forget-events", { before, limit })).length;
    },
  };
}
