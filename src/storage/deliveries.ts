/** The queue of deliveries on PostgreSQL. Times are the database's own: nodes need not agree on a clock. */
import type {
  Channel,
  DeliveryStore,
  DeliveryView,
  Depth,
  ExpiringCredential,
  ExpiryStore,
  LeasedDelivery,
} from "../engine/ports/deliveries.ts";
import { foldEmail } from "../kernel/natural-key.ts";
import type { Database } from "./database.ts";
import { sql } from "./statement.ts";

/** Held by the node that claims: a claim sees all that the one before it took. */
const claimLock = "deliveries/claim";

export function createDeliveryStore(database: Database): DeliveryStore {
  async function held(name: string, one: LeasedDelivery, values: readonly unknown[]): Promise<boolean> {
    return (await database.query(sql(name), [one.organizationId, one.id, ...values])).length > 0;
  }

  async function count(name: string, values: readonly unknown[]): Promise<number> {
    return (await database.query(sql(name), values)).length;
  }

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
      await database.query(sql("insert-deliveries"), [JSON.stringify(rows)]);
    },
    claim: (channels, lease, leaseMs, limit, passOver) =>
      database.transaction(async () => {
        await database.query(sql("lock"), [claimLock]);
        const values = [channels, lease, leaseMs, limit, passOver];
        return database.query<LeasedDelivery>(sql("claim-deliveries"), values);
      }),
    async renew(lease, leaseMs) {
      await database.query(sql("renew-leases"), [lease, leaseMs]);
    },
    sent: (one, forget) => held("finish-delivery", one, [forget]),
    postpone: (one, lease, { pauseMs, error, yields }) =>
      held("postpone-delivery", one, [lease, pauseMs, error, yields]),
    park: (one, lease, error) => held("park-delivery", one, [lease, error]),
    async release(ids, lease) {
      await database.query(sql("release-deliveries"), [ids, lease]);
    },
    releaseHeld: (since) => count("release-held-deliveries", [since]),
    async parkTarget({ organizationId, channel, target, sourceEnd }, error) {
      const values = [organizationId, channel, partitionOf(channel, target), error, sourceEnd];
      await database.query(sql("park-target"), values);
    },
    depths: () => database.query<Depth>(sql("count-deliveries"), []),
    list: (statuses, limit) => database.query<DeliveryView>(sql("list-deliveries"), [statuses, limit]),
    retry: (ids) => count("retry-deliveries", [ids ?? null]),
    forget: (sentBefore, parkedBefore, limit) =>
      count("forget-deliveries", [sentBefore, parkedBefore, limit]),
  };
}

export function createExpiryStore(database: Database): ExpiryStore {
  return {
    async expiring(from, until, days, limit) {
      const values = [from, until, days, limit];
      return [
        ...(await database.query<ExpiringCredential>(sql("list-expiring-keys"), values)),
        ...(await database.query<ExpiringCredential>(sql("list-expiring-tokens"), values)),
      ];
    },
  };
}

/** What one target is compared by; the column is called lane. */
export function partitionOf(channel: Channel, target: string): string {
  return channel === "email" ? foldEmail(target) : target;
}
