/** The queue of deliveries on PostgreSQL. Times are the database's own: nodes need not agree on a clock. */

import type { Connection, Database } from "../../database/database.ts";
import { connectionOf } from "../../database/executor.ts";
import { jsonText } from "../../database/json-text.ts";
import { foldEmail } from "../../kernel/natural-key.ts";
import type { Channel, DeliveryStore, DeliveryWriter, ExpiryStore } from "./port.ts";

/** Held by the node that claims: a claim sees all that the one before it took. */
const claimLock = "deliveries/claim";

export function createDeliveryStore(database: Database): DeliveryStore {
  return {
    in: (transaction) => deliveryWriter(connectionOf(transaction)),
    async claim(channels, lease, leaseMs, limit, passOver) {
      // Mostly there is nothing, and no transaction is begun for it.
      if ((await database.query("find-due-delivery", { channels })).length === 0) return [];
      return database.transaction(async (database) => {
        await database.query("lock", { purpose: claimLock });
        return database.query("claim-deliveries", { channels, lease, leaseMs, limit, passOver });
      });
    },
    async renew(lease, leaseMs) {
      await database.query("renew-leases", { lease, leaseMs });
    },
    sent: async ({ organizationId, id }, forget) =>
      (await database.query("finish-delivery", { organizationId, id, forget })).length > 0,
    postpone: async ({ organizationId, id }, lease, { pauseMs, error, yields }) => {
      const values = { organizationId, id, lease, pauseMs, error, yields };
      return (await database.query("postpone-delivery", values)).length > 0;
    },
    park: async ({ organizationId, id }, lease, error) =>
      (await database.query("park-delivery", { organizationId, id, lease, error })).length > 0,
    async release(ids, lease) {
      await database.query("release-deliveries", { ids, lease });
    },
    releaseHeld: async (since) => (await database.query("release-held-deliveries", { since })).length,
    async parkTarget({ organizationId, channel, target, sourceEnd }, error) {
      const lane = partitionOf(channel, target);
      await database.query("park-target", { organizationId, channel, lane, error, sourceEnd });
    },
    async endWasSent({ organizationId, id }, dedupKey) {
      const [found] = await database.query("find-sent-end", { organizationId, id, dedupKey });
      return found !== undefined;
    },
    depths: () => database.query("count-deliveries", {}),
    list: (statuses, limit) => database.query("list-deliveries", { statuses, limit }),
    retry: async (ids) => (await database.query("retry-deliveries", { ids: ids ?? null })).length,
    forget: async (sentBefore, parkedBefore, limit) =>
      (await database.query("forget-deliveries", { sentBefore, parkedBefore, limit })).length,
    forgetHeld: async (before, most, limit) =>
      (await database.query("forget-held-deliveries", { before, most, limit })).length,
    drop: async (statuses, before) => (await database.query("drop-deliveries", { statuses, before })).length,
  };
}

function deliveryWriter(database: Connection): DeliveryWriter {
  return {
    async add(deliveries) {
      if (deliveries.length === 0) return;
      const rows = deliveries.map(
        ({ organizationId, id, channel, target, source, subject, payload, status, at }) => ({
          organization_id: organizationId,
          id,
          channel,
          target,
          lane: partitionOf(channel, target),
          source,
          subject,
          payload,
          status,
          at,
        }),
      );
      await database.query("insert-deliveries", { deliveries: jsonText(rows) });
    },
  };
}

export function createExpiryStore(database: Database): ExpiryStore {
  return {
    async expiring(from, until, days, limit) {
      const which = { from, until, days, limit };
      return [
        ...(await database.query("list-expiring-keys", which)),
        ...(await database.query("list-expiring-tokens", which)),
      ];
    },
  };
}

/** What one target is compared by; the column is called lane. */
export function partitionOf(channel: Channel, target: string): string {
  return channel === "email" ? foldEmail(target) : target;
}
