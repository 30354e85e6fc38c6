/** The queue of deliveries. Times are the database's own: nodes need not agree on a clock. */

import type { Database } from "../../../database/database.ts";
import { connectionOf } from "../../../database/executor.ts";
import { jsonText } from "../../../database/json-text.ts";
import { lock } from "../../../database/locks.ts";
import type { RowOf } from "../../../database/statement.ts";
import type { InTransaction } from "../../../engine/ports/executor.ts";
import { partitionOf } from "../../../kernel/natural-key.ts";
import { neverNotified } from "./ends.ts";
import { gatheringOver, gatherMs } from "./gathering.ts";
import type { Channel, DeliveryStatus, KeptPayload, NewDelivery } from "./messages.ts";
import { sql } from "./queries.generated.ts";
import { nothingMore } from "./retry.ts";

/** Who a delivery goes to: an email address, or the id of a row. */
export type Receiver = Pick<NewDelivery, "channel" | "target">;
/** What became of the messages to one receiver. */
export type ReceiverFacts = RowOf<typeof sql.listReceiverFacts>;

/**
 * A delivery in the hands of a worker, until its lease runs out. `attempts` are the failed tries so far, `tryingSince` is
 * when the time began within which it is tried.
 */
export type LeasedDelivery = RowOf<typeof sql.claimDeliveries>;
/** One message of a change notification. */
export type NotificationDelivery = RowOf<typeof sql.listNotificationDeliveries>;
export type DeliveryView = RowOf<typeof sql.listDeliveries>;
/** What waits of one channel, with the age of the oldest. */
export type Depth = RowOf<typeof sql.countDeliveries>;
/** `email` is that of a token's owner. */
export type ExpiringCredential = RowOf<
  typeof sql.listExpiringKeys | typeof sql.listExpiringScimTokens | typeof sql.listExpiringTokens
>;

interface Postponement {
  readonly pauseMs: number;
  readonly error: string;
  /** The HTTP status of the answer; null where none came. */
  readonly status: number | null;
  /** Those behind it no longer wait for it. */
  readonly yields: boolean;
  /** It may have been taken all the same. */
  readonly maybeArrived: boolean;
}

export type DeliveryStore = ReturnType<typeof createDeliveryStore>;
export type ExpiryStore = ReturnType<typeof createExpiryStore>;

/** Held by the node that claims: a claim sees all that the one before it took. */
const claimLock = "deliveries/claim";

export function createDeliveryStore(database: Database) {
  return {
    /** Leaves out those whose target already got one for the same source. */
    async add(
      transaction: InTransaction,
      deliveries: readonly (Omit<NewDelivery, "payload"> & {
        readonly id: string;
        readonly status: "queued" | "held" | "parked";
        readonly payload: KeptPayload;
      })[],
    ) {
      if (deliveries.length === 0) return;
      const rows = deliveries.map(({ organizationId: organization_id, secret: _, gathers, ...one }) => ({
        organization_id,
        ...one,
        ...(gathers && { hold_ms: gatherMs }),
        partition: partitionOf(one.channel, one.target),
      }));
      await connectionOf(transaction).query(sql.insertDeliveries, { deliveries: jsonText(rows) });
    },
    /**
     * Leases what is due, in order; nothing of a target whose earlier delivery is in hand or waits, nor of
     * the organizations that are passed over.
     */
    async claim(
      channels: readonly Channel[],
      lease: string,
      leaseMs: number,
      limit: number,
      passOver: readonly string[],
    ) {
      // Mostly there is nothing, and no transaction is begun for it.
      if ((await database.query(sql.findDueDelivery, { channels })).length === 0) return [];
      return database.transaction(async (database) => {
        await lock(database, claimLock);
        return database.query(sql.claimDeliveries, { channels, lease, leaseMs, limit, passOver });
      });
    },
    /** Prolongs every lease that is still held under this name. */
    renew: (lease: string, leaseMs: number) => database.query(sql.renewLeases, { lease, leaseMs }),
    ...gatheringOver(database),
    /** What follows is done only while the lease is held; each answers whether it was. */
    async postpone({ organizationId, id }: LeasedDelivery, lease: string, why: Postponement) {
      return (await database.query(sql.postponeDelivery, { organizationId, id, lease, ...why })).length > 0;
    },
    park: async (
      { organizationId, id }: LeasedDelivery,
      lease: string,
      why: Pick<Postponement, "error" | "status" | "maybeArrived">,
    ) => (await database.query(sql.parkDelivery, { organizationId, id, lease, ...why })).length > 0,
    /** Gives leased deliveries back untried. */
    release: (ids: readonly string[], lease: string) => database.query(sql.releaseDeliveries, { ids, lease }),
    /** Queues mail that was held for want of a server; what has waited longer than `since` is parked. */
    releaseHeld: async (since: Date) => (await database.query(sql.releaseHeldDeliveries, { since })).length,
    /** Parks what is queued for one target from sources with this end. */
    async parkTarget(
      {
        target,
        ...which
      }: Pick<NewDelivery, "organizationId" | "channel" | "target"> & { readonly sourceEnd: string },
      error: string,
    ) {
      const partition = partitionOf(which.channel, target);
      await database.query(sql.parkTarget, { ...which, partition, error });
    },
    /** Tries now what waits for its next try, such as because its target was off. */
    async wakeTarget(
      transaction: InTransaction,
      { organizationId, channel, target }: Pick<NewDelivery, "organizationId" | "channel" | "target">,
    ) {
      const partition = partitionOf(channel, target);
      await connectionOf(transaction).query(sql.wakeTarget, { organizationId, channel, partition });
    },
    ...endsIn(database),
    ...lookedAfter(database),
  };
}

/** What is known of the end of an incident, and of its beginning. */
function endsIn(database: Database) {
  return {
    /** Gives one back untried, which is due at a later time. */
    defer: ({ organizationId, id }: LeasedDelivery, lease: string, until: Date) =>
      database.query(sql.deferDelivery, { organizationId, id, lease, until }),
    /** Whether its target was notified since of the end of the incident that this delivery reports, or is not to be. */
    endWasSent: async ({ organizationId, id }: LeasedDelivery, dedupKey: string) =>
      (await database.query(sql.findSentEnd, { organizationId, id, dedupKey, neverNotified })).length > 0,
    /** What notified the receiver of an end of what ends; of an incident, whichever of its alerts. */
    beginningsOf: ({ organizationId, id }: LeasedDelivery, incident?: string) =>
      database.query(sql.listBeginnings, { organizationId, id, incident: incident ?? null }),
  };
}

/** What is left in the queue, and what goes from it. */
function lookedAfter(database: Database) {
  return {
    /** How much there is that was not sent. */
    depths: () => database.query(sql.countDeliveries, {}),
    /** Of each of these receivers, what became of its messages; in no order. */
    async factsOf(organizationId: string, receivers: readonly Receiver[]): Promise<readonly ReceiverFacts[]> {
      const all = receivers.map(({ channel, target }) => ({
        channel,
        partition: partitionOf(channel, target),
      }));
      const each = [...new Map(all.map((one) => [`${one.channel} ${one.partition}`, one])).values()];
      if (each.length === 0) return [];
      return database.query(sql.listReceiverFacts, {
        ...{ organizationId, noMore: nothingMore },
        channels: each.map(({ channel }) => channel),
        partitions: each.map(({ partition }) => partition),
      });
    },
    /** The messages of one change notification, the newest first, from below a place in the order of arrival. */
    ofNotification: (organizationId: string, notificationId: string, below: number, limit: number) =>
      database.query(sql.listNotificationDeliveries, { organizationId, notificationId, below, limit }),
    list: (statuses: readonly DeliveryStatus[], limit: number) =>
      database.query(sql.listDeliveries, { statuses, limit }),
    /**
     * Queues parked and held deliveries again; where no ids are given all of them but those to which nothing more is sent.
     * @returns how many, and how many stayed so
     */
    async retry(ids: readonly string[] | undefined) {
      const noMore = { noMore: nothingMore };
      const queued = await database.query(sql.retryDeliveries, { ids: ids ?? null, ...noMore });
      const [left] = ids === undefined ? await database.query(sql.countNotRetried, noMore) : [];
      return { queued: queued.length, left: left?.count ?? 0 };
    },
    /** Removes deliveries that were sent, or parked, before these moments. */
    forget: async (sentBefore: Date, parkedBefore: Date, limit: number) =>
      (await database.query(sql.forgetDeliveries, { sentBefore, parkedBefore, limit })).length,
    /** Removes mail that was held before this moment, and of each organization all but the newest. */
    forgetHeld: async (before: Date, most: number, limit: number) =>
      (await database.query(sql.forgetHeldDeliveries, { before, most, limit })).length,
    /** Removes what was held or parked, and came before this moment; answers how many. */
    drop: async (statuses: readonly ("held" | "parked")[], before: Date) =>
      (await database.query(sql.dropDeliveries, { statuses, before })).length,
  };
}

export function createExpiryStore(database: Database) {
  return {
    /** Credentials that end after `from`, by `until`, were made `days` before their end or earlier, and whose owner was not yet notified of that end. */
    async expiring(from: Date, until: Date, days: number, limit: number): Promise<ExpiringCredential[]> {
      const which = { from, until, days, limit };
      return [
        ...(await database.query(sql.listExpiringKeys, which)),
        ...(await database.query(sql.listExpiringScimTokens, which)),
        ...(await database.query(sql.listExpiringTokens, which)),
      ];
    },
  };
}
