/** The queue of deliveries on PostgreSQL. Times are the database's own: nodes need not agree on a clock. */

import type { Connection, Database } from "../../database/database.ts";
import { connectionOf } from "../../database/executor.ts";
import { jsonText } from "../../database/json-text.ts";
import { lock } from "../../database/locks.ts";
import { partitionOf } from "../../kernel/natural-key.ts";
import type { DeliveryStore, DeliveryWriter, ExpiryStore } from "./port.ts";
import { sql } from "./queries.generated.ts";

/** Held by the node that claims: a claim sees all that the one before it took. */
const claimLock = "deliveries/claim";

export function createDeliveryStore(database: Database): DeliveryStore {
  return {
    in: (transaction) => deliveryWriter(connectionOf(transaction)),
    async claim(channels, lease, leaseMs, limit, passOver) {
      // Mostly there is nothing, and no transaction is begun for it.
      if ((await database.query(sql.findDueDelivery, { channels })).length === 0) return [];
      return database.transaction(async (database) => {
        await lock(database, claimLock);
        return database.query(sql.claimDeliveries, { channels, lease, leaseMs, limit, passOver });
      });
    },
    async renew(lease, leaseMs) {
      await database.query(sql.renewLeases, { lease, leaseMs });
    },
    sent: async ({ organizationId, id }, forget) =>
      (await database.query(sql.finishDelivery, { organizationId, id, forget })).length > 0,
    postpone: async ({ organizationId, id }, lease, { pauseMs, error, yields }) => {
      const values = { organizationId, id, lease, pauseMs, error, yields };
      return (await database.query(sql.postponeDelivery, values)).length > 0;
    },
    park: async ({ organizationId, id }, lease, error) =>
      (await database.query(sql.parkDelivery, { organizationId, id, lease, error })).length > 0,
    async release(ids, lease) {
      await database.query(sql.releaseDeliveries, { ids, lease });
    },
    releaseHeld: async (since) => (await database.query(sql.releaseHeldDeliveries, { since })).length,
    async parkTarget({ organizationId, channel, target, sourceEnd }, error) {
      const partition = partitionOf(channel, target);
      await database.query(sql.parkTarget, { organizationId, channel, partition, error, sourceEnd });
    },
    async endWasSent({ organizationId, id }, dedupKey) {
      const [found] = await database.query(sql.findSentEnd, { organizationId, id, dedupKey });
      return found !== undefined;
    },
    depths: () => database.query(sql.countDeliveries, {}),
    list: (statuses, limit) => database.query(sql.listDeliveries, { statuses, limit }),
    retry: async (ids) => (await database.query(sql.retryDeliveries, { ids: ids ?? null })).length,
    forget: async (sentBefore, parkedBefore, limit) =>
      (await database.query(sql.forgetDeliveries, { sentBefore, parkedBefore, limit })).length,
    forgetHeld: async (before, most, limit) =>
      (await database.query(sql.forgetHeldDeliveries, { before, most, limit })).length,
    drop: async (statuses, before) => (await database.query(sql.dropDeliveries, { statuses, before })).length,
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
          partition: partitionOf(channel, target),
          source,
          subject,
          payload,
          status,
          at,
        }),
      );
      await database.query(sql.insertDeliveries, { deliveries: jsonText(rows) });
    },
  };
}

export function createExpiryStore(database: Database): ExpiryStore {
  return {
    async expiring(from, until, days, limit) {
      const which = { from, until, days, limit };
      return [
        ...(await database.query(sql.listExpiringKeys, which)),
        ...(await database.query(sql.listExpiringTokens, which)),
      ];
    },
  };
}
