/**
 * Empties the queue. Any number of nodes do: a delivery is leased before it is tried, and a lease that its
 * node no longer renews runs out, so that what a killed node had in hand is taken up by another, or by
 * itself when it is back. What goes to one target goes in order, one after the other; targets do not wait
 * for each other, as long as there are places.
 */
import { randomUUID } from "node:crypto";
import { Periodic } from "../../engine/periodic.ts";
import type { Log } from "../../engine/ports/log.ts";
import { sanitised } from "../../kernel/sanitised.ts";
import { SendFailure } from "../../transports/port.ts";
import type { Outcome } from "./metrics.ts";
import type { Channel, DeliveryStore, LeasedDelivery } from "./port.ts";
import { afterFailure } from "./retry.ts";

export interface WorkerOptions {
  readonly store: DeliveryStore;
  readonly log: Log;
  readonly channels: readonly Channel[];
  /** Targets that are sent to at once. */
  readonly places: number;
  /** Deliveries that are taken in hand at once; an organization that has as many is passed over meanwhile. */
  readonly share?: number;
  /** @throws SendFailure */
  readonly send: (one: LeasedDelivery) => Promise<void>;
  /** Called when a delivery will not be tried again. */
  readonly gaveUp: (one: LeasedDelivery, failure: SendFailure, attempts: number) => Promise<void>;
  /** Counts the outcome of each try. */
  readonly count: (channel: Channel, outcome: Outcome) => void;
  /** Tries after which a delivery is given up, whatever the time. */
  readonly maxTries?: number;
  /** Everything goes by way of one server: when it does not answer, the others need not find that out too. */
  readonly oneServer?: boolean;
}

/** What a killed node had in hand rests for this long. */
const leaseMs = 10_000;
const renewMs = 2_500;
/** Nothing is begun on a lease that has less than this left: another node may hold it by the time. */
const marginMs = 3_000;
const pollMs = 1_000;
/** After a wake, so that what is added in a moment is claimed together. */
const gatherMs = 20;
const inHandMost = 60;
/** While the server is away, a node asks no more often; with the poll it is still less than ten seconds. */
const restMs = 4_000;

export type Worker = ReturnType<typeof createWorker>;

export function createWorker(options: WorkerOptions) {
  const { store, log, channels, places, send, count, share = inHandMost } = options;
  /** There is room for so many before more are claimed. */
  const room = Math.min(share, inHandMost / 2);
  const inHand = new Set<LeasedDelivery>();
  /** The partitions in hand. */
  const running = new Set<Promise<void>>();
  const waiting: (() => void)[] = [];
  let free = places;
  let lease = randomUUID();
  let leasedUntil = 0;
  let stopping = false;
  let restsUntil = 0;

  const resting = () => performance.now() < restsUntil;

  const claiming = new Periodic({
    name: `claim of deliveries by ${channels.join(" and ")}`,
    everyMs: pollMs,
    gatherMs,
    run: claimAll,
    log,
  });
  const renewal = new Periodic({
    name: "renewal of leases of deliveries",
    everyMs: renewMs,
    run: renewLeases,
    log,
  });
  const wake = () => claiming.wake();

  /** Takes on more while there is some, and there are hands for it. */
  async function claimAll(): Promise<void> {
    while (!stopping && !resting() && inHandMost - inHand.size >= room) {
      // A name that lost its leases is not used again: they may be another's by now.
      if (inHand.size === 0) lease = randomUUID();
      const from = performance.now();
      const limit = Math.min(share, inHandMost - inHand.size);
      const taken = await store.claim(channels, lease, leaseMs, limit, saturated());
      if (taken.length === 0) return;
      if (inHand.size === 0) leasedUntil = from + leaseMs;
      for (const one of taken) inHand.add(one);
      for (const partition of byPartition(taken)) {
        const work = runPartition(partition).finally(() => running.delete(work));
        running.add(work);
      }
      if (taken.length < limit) return;
    }
  }

  /** Organizations that have their share in hand: a slow server of theirs is not for others to wait for. */
  function saturated(): string[] {
    if (share >= inHandMost) return [];
    const counts = new Map<string, number>();
    for (const { organizationId } of inHand)
      counts.set(organizationId, (counts.get(organizationId) ?? 0) + 1);
    return [...counts].filter(([, count]) => count >= share).map(([id]) => id);
  }

  async function runPartition(partition: readonly LeasedDelivery[]): Promise<void> {
    await takePlace();
    let marking: Promise<void> = Promise.resolve();
    try {
      for (const one of partition) {
        const held = performance.now() < leasedUntil - marginMs;
        if (stopping || resting() || !held) break;
        const failure = await send(one).then(() => undefined, asFailure);
        // The next is sent while this one is recorded as sent, but no more than the next.
        await marking;
        if (failure === undefined) {
          marking = mark(one);
          marking.catch(() => {}); // waited for above or below
        } else {
          const goesOn = await failed(one, failure);
          drop(one);
          if (!goesOn) break;
        }
      }
      await marking;
      await giveBack(partition);
    } catch (err) {
      log.error({ err }, "deliveries in hand could not be finished; their lease runs out by itself");
    } finally {
      for (const one of partition) inHand.delete(one);
      leavePlace();
      wake();
    }
  }

  async function mark(one: LeasedDelivery): Promise<void> {
    if (!(await store.sent(one, "sealed" in one.payload)))
      log.warn({ delivery: one.id }, "a delivery was sent twice: its lease had run out meanwhile");
    count(one.channel, "sent");
    drop(one);
  }

  function drop(one: LeasedDelivery): void {
    inHand.delete(one);
    if (inHandMost - inHand.size === room) wake();
  }

  async function giveBack(partition: readonly LeasedDelivery[]): Promise<void> {
    const rest = partition.filter((one) => inHand.has(one)).map(({ id }) => id);
    if (rest.length > 0) await store.release(rest, lease);
  }

  /** Whether those behind it may go on. */
  async function failed(one: LeasedDelivery, failure: SendFailure): Promise<boolean> {
    const attempts = one.attempts + 1;
    const error = sanitised(failure.message);
    const next =
      attempts >= (options.maxTries ?? Number.POSITIVE_INFINITY)
        ? { next: "never" as const, why: `it failed ${attempts} times` }
        : afterFailure(attempts, failure, one.tryingSince, new Date());
    const details = { delivery: one.id, organization_id: one.organizationId, channel: one.channel, attempts };
    if (options.oneServer && failure.kind === "unreachable" && !resting())
      restsUntil = performance.now() + restMs;
    if (next.next === "again") {
      await store.postpone(one, lease, { ...next, error });
      count(one.channel, "failed");
      log.warn({ ...details, error, retry_after_ms: next.pauseMs }, "a delivery failed; it is tried again");
      return next.yields;
    }
    await store.park(one, lease, `${error}; ${next.why}`);
    count(one.channel, "parked");
    log.error({ ...details, error }, "a delivery is parked; see `orgconfig mail list`");
    await options.gaveUp(one, failure, attempts);
    return true;
  }

  async function renewLeases(): Promise<void> {
    if (inHand.size === 0) return;
    const from = performance.now();
    await store.renew(lease, leaseMs);
    // One that had run out was not renewed, and nothing that came later is begun on it.
    if (from < leasedUntil) leasedUntil = from + leaseMs;
  }

  async function takePlace(): Promise<void> {
    if (free > 0) {
      free -= 1;
      return;
    }
    await new Promise<void>((resolve) => waiting.push(resolve));
  }

  function leavePlace(): void {
    const next = waiting.shift();
    if (next === undefined) free += 1;
    else next();
  }

  return {
    background: [claiming, renewal] as const,
    wake,
    /** Tries all that is due now; ends when none of it is in hand any more. */
    async flush(): Promise<void> {
      for (let busy = true; busy; ) {
        await claiming.now(); // after one that is under way, which may have looked too early
        busy = running.size > 0;
        await Promise.all(running);
      }
    },
    /** Ends when what is being sent was sent; the rest is given back. */
    async stop(): Promise<void> {
      stopping = true;
      await claiming.stop();
      await Promise.all(running);
      await renewal.stop();
    },
  };
}

/** Deliveries to one target are sent in order, one after the other. */
function byPartition(deliveries: readonly LeasedDelivery[]): LeasedDelivery[][] {
  const partitions = new Map<string, LeasedDelivery[]>();
  for (const one of deliveries) {
    const key = JSON.stringify([one.organizationId, one.channel, one.target.toLowerCase()]);
    const partition = partitions.get(key);
    if (partition === undefined) partitions.set(key, [one]);
    else partition.push(one);
  }
  return [...partitions.values()];
}

function asFailure(error: unknown): SendFailure {
  if (error instanceof SendFailure) return error;
  return new SendFailure("temporary", error instanceof Error ? error.message : String(error));
}
