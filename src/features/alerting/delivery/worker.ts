/**
 * Empties the queue. Any number of nodes do: a delivery is leased before it is tried, and a lease that its
 * node no longer renews runs out, so that what a killed node had in hand is taken up by another, or by
 * itself when it is back. What goes to one target goes in order, one after the other; targets do not wait
 * for each other, as long as there are places.
 */

import { randomUUID } from "node:crypto";
import { currentTime } from "../../../engine/clock.ts";
import { Periodic } from "../../../engine/periodic.ts";
import type { Log } from "../../../engine/ports/log.ts";
import { traced } from "../../../engine/ports/tracing.ts";
import { LoggedStates } from "../../../engine/states.ts";
import { grouped } from "../../../kernel/grouped.ts";
import { sanitised } from "../../../kernel/sanitised.ts";
import { SendFailure } from "../../../transports/port.ts";
import { isEnd, NotYet } from "./ends.ts";
import type { Channel } from "./messages.ts";
import type { Outcome } from "./metrics.ts";
import { afterFailure } from "./retry.ts";
import type { DeliveryStore, LeasedDelivery } from "./store.ts";

export interface WorkerOptions {
  readonly store: DeliveryStore;
  readonly log: Log;
  readonly channels: readonly Channel[];
  /** Targets that are sent to at once. */
  readonly places: number;
  /** Deliveries that are taken in hand at once; an organization that has as many is passed over meanwhile. */
  readonly share?: number;
  /** Answers the HTTP status with which it was taken, where it went by HTTP. @throws SendFailure, or NotYet */
  readonly send: (one: LeasedDelivery, others: readonly LeasedDelivery[]) => Promise<number | undefined>;
  /** What those to one target have in common that go as one message; undefined where one goes by itself. */
  readonly togetherBy?: (one: LeasedDelivery) => string | undefined;
  /** Called when a delivery will not be tried again. */
  readonly gaveUp: (one: LeasedDelivery, failure: SendFailure, attempts: number) => Promise<void>;
  /** Counts the outcome of each try. */
  readonly count: (channel: Channel, outcome: Outcome) => void;
  /** Tries after which a delivery is given up, whatever the time. */
  readonly maxTries?: number;
  /** Everything goes by way of one server: when it does not answer, the others need not find that out too. */
  readonly oneServer?: boolean;
  /** What fails holds up nothing behind it to the same target, not even where nobody answers. */
  readonly anyOrder?: boolean;
}

/** What goes as one message. */
type Group = readonly [LeasedDelivery, ...LeasedDelivery[]];

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

export class Worker {
  readonly #options: WorkerOptions;
  readonly #share: number;
  /** There is room for so many before more are claimed. */
  readonly #room: number;
  readonly #states: LoggedStates;
  readonly #inHand = new Set<LeasedDelivery>();
  /** The partitions in hand. */
  readonly #running = new Set<Promise<void>>();
  /** How many were in hand before. */
  #ended = 0;
  readonly #waiting: (() => void)[] = [];
  readonly #claiming: Periodic;
  readonly #renewal: Periodic;
  #free: number;
  #lease = randomUUID();
  #leasedUntil = 0;
  #stopping = false;
  #restsUntil = 0;

  constructor(options: WorkerOptions) {
    const { channels, places, share = inHandMost, log } = options;
    this.#options = options;
    this.#states = new LoggedStates(log);
    this.#share = share;
    this.#room = Math.min(share, inHandMost / 2);
    this.#free = places;
    this.#claiming = new Periodic({
      name: `claim of deliveries by ${channels.join(" and ")}`,
      everyMs: pollMs,
      gatherMs,
      run: () => this.#claimAll(),
      log,
    });
    this.#renewal = new Periodic({
      name: "renewal of leases of deliveries",
      everyMs: renewMs,
      run: () => this.#renewLeases(),
      log,
    });
  }

  get background(): readonly Periodic[] {
    return [this.#claiming, this.#renewal];
  }

  wake(): void {
    this.#claiming.wake();
  }

  /** Tries all that is due now; ends when none of it is in hand any more. */
  async flush(): Promise<void> {
    if (this.#options.togetherBy !== undefined) await this.#options.store.hasten(this.#options.channels);
    for (let busy = true; busy; ) {
      const ended = this.#ended;
      await this.#claiming.now(); // after one that is under way, which may have looked too early
      // What ended meanwhile may have kept others to the same target from being claimed.
      busy = this.#running.size > 0 || this.#ended !== ended;
      await Promise.all(this.#running);
    }
  }

  /** Ends when what is being sent was sent; the rest is given back. */
  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#claiming.stop();
    await Promise.all(this.#running);
    await this.#renewal.stop();
  }

  get #resting(): boolean {
    return performance.now() < this.#restsUntil;
  }

  /** Takes on more while there is some, and there are hands for it. */
  async #claimAll(): Promise<void> {
    while (!this.#stopping && !this.#resting && inHandMost - this.#inHand.size >= this.#room) {
      // A name that lost its leases is not used again: they may be another's by now.
      if (this.#inHand.size === 0) this.#lease = randomUUID();
      const from = performance.now();
      const limit = Math.min(this.#share, inHandMost - this.#inHand.size);
      const taken = await this.#options.store.claim(
        this.#options.channels,
        this.#lease,
        leaseMs,
        limit,
        this.#saturated(),
      );
      if (taken.length === 0) return;
      if (this.#inHand.size === 0) this.#leasedUntil = from + leaseMs;
      for (const one of taken) this.#inHand.add(one);
      for (const partition of byPartition(taken)) {
        const work = tracedApart(partition, () => this.#runPartition(partition)).finally(() => {
          this.#running.delete(work);
          this.#ended += 1;
        });
        this.#running.add(work);
      }
      if (taken.length < limit) return;
    }
  }

  /** Organizations that have their share in hand: a slow server of theirs is not for others to wait for. */
  #saturated(): string[] {
    if (this.#share >= inHandMost) return [];
    const counts = new Map<string, number>();
    for (const { organizationId } of this.#inHand)
      counts.set(organizationId, (counts.get(organizationId) ?? 0) + 1);
    return [...counts].filter(([, count]) => count >= this.#share).map(([id]) => id);
  }

  async #runPartition(partition: readonly LeasedDelivery[]): Promise<void> {
    await this.#takePlace();
    let marking: Promise<void> = Promise.resolve();
    const left = new Set(partition);
    try {
      for (const one of partition) {
        if (!left.has(one)) continue; // it went with one before it
        const held = performance.now() < this.#leasedUntil - marginMs;
        if (this.#stopping || this.#resting || !held) break;
        // What becomes of an end hangs on what is on record of those before it.
        if (isEnd(one)) await marking;
        const group = await this.#groupOf(one, left);
        for (const each of group) left.delete(each);
        const came = await this.#send(group).catch(asFailure);
        // The next is sent while this one is recorded as sent, but no more than the next.
        await marking;
        if (typeof came !== "object") {
          marking = this.#mark(group, came);
          marking.catch(() => {}); // waited for above or below
        } else if (came instanceof NotYet) {
          await this.#options.store.defer(one, this.#lease, came.until);
          this.#drop(one);
        } else {
          const goOn: boolean[] = [];
          for (const each of group) {
            goOn.push(await this.#failed(each, came));
            this.#drop(each);
          }
          if (goOn.includes(false)) break;
        }
      }
      await marking;
      await this.#giveBack(partition);
    } catch (err) {
      this.#options.log.error(
        { err },
        "deliveries in hand could not be finished; their lease runs out by itself",
      );
    } finally {
      for (const one of partition) this.#inHand.delete(one);
      this.#leavePlace();
      this.wake();
    }
  }

  /** What goes as one message with this one: of those in hand, and of those that still wait. */
  async #groupOf(one: LeasedDelivery, left: ReadonlySet<LeasedDelivery>): Promise<Group> {
    const { togetherBy, store } = this.#options;
    const by = togetherBy?.(one);
    if (by === undefined) return [one];
    const inHand = [...left].filter((other) => other !== one && togetherBy?.(other) === by);
    return [one, ...inHand, ...(await store.join(one, this.#lease, leaseMs))];
  }

  #send([one, ...others]: Group): Promise<number | undefined> {
    const { id, channel, attempts } = one;
    return traced({ of: "delivery", id, channel, attempt: attempts + 1 }, () =>
      this.#options.send(one, others),
    );
  }

  /** In one statement, so that of one message all is sent or nothing. */
  async #mark(group: Group, status: number | undefined): Promise<void> {
    const [one] = group;
    if ((await this.#options.store.sent(group, status ?? null, "sealed" in one.payload)) < group.length)
      this.#options.log.warn(
        { delivery: one.id },
        "a delivery was sent twice: its lease had run out meanwhile",
      );
    for (const each of group) {
      this.#options.count(each.channel, "sent");
      this.#drop(each);
    }
    this.#state(one, undefined);
  }

  /** A line at each change of a target, or of the one server; not one at each try. */
  #state({ organizationId, channel, target }: LeasedDelivery, bad: string | undefined, words = ""): void {
    if (this.#options.oneServer) {
      // What it says of one message is no word about the server.
      if (bad === undefined || bad === "unreachable")
        this.#states.is("mail", bad, `the mail server ${words}`, "the mail server takes messages again");
      return;
    }
    const name = JSON.stringify([organizationId, channel, target]);
    const details = { channel, organization_id: organizationId, target };
    this.#states.is(name, bad, `a target ${words}`, "a target takes messages again", details);
  }

  #drop(one: LeasedDelivery): void {
    this.#inHand.delete(one);
    if (inHandMost - this.#inHand.size === this.#room) this.wake();
  }

  async #giveBack(partition: readonly LeasedDelivery[]): Promise<void> {
    const rest = partition.filter((one) => this.#inHand.has(one)).map(({ id }) => id);
    if (rest.length > 0) await this.#options.store.release(rest, this.#lease);
  }

  /** Whether those behind it may go on. */
  async #failed(one: LeasedDelivery, failure: SendFailure): Promise<boolean> {
    const attempts = one.attempts + 1;
    const { maybeArrived, status = null } = failure;
    const error = sanitised(failure.message);
    const next =
      attempts >= (this.#options.maxTries ?? Number.POSITIVE_INFINITY)
        ? { next: "never" as const, why: `it failed ${attempts} times` }
        : afterFailure(attempts, failure, one.tryingSince, currentTime(), this.#options.anyOrder);
    const details = { delivery: one.id, organization_id: one.organizationId, channel: one.channel, attempts };
    if (this.#options.oneServer && failure.kind === "unreachable" && !this.#resting)
      this.#restsUntil = performance.now() + restMs;
    if (next.next === "again") {
      await this.#options.store.postpone(one, this.#lease, { ...next, error, status, maybeArrived });
      this.#options.count(one.channel, "failed");
      this.#state(one, failure.kind, `takes no messages, which are tried again: ${error}`);
      this.#options.log.debug?.(
        { ...details, error, retry_after_ms: next.pauseMs },
        "a delivery failed; it is tried again",
      );
      return next.yields;
    }
    const isOurs = await this.#options.store.park(one, this.#lease, {
      ...{ error: `${error}; ${next.why}`, status, maybeArrived },
    });
    // Its lease has run out: what becomes of it is another node's to say.
    if (!isOurs) return true;
    this.#options.count(one.channel, "parked");
    this.#options.log.error({ ...details, error }, "a delivery is parked; see `orgconfig mail list`");
    await this.#options.gaveUp(one, failure, attempts);
    return true;
  }

  async #renewLeases(): Promise<void> {
    if (this.#inHand.size === 0) return;
    const from = performance.now();
    await this.#options.store.renew(this.#lease, leaseMs);
    // One that had run out was not renewed, and nothing that came later is begun on it.
    if (from < this.#leasedUntil) this.#leasedUntil = from + leaseMs;
  }

  async #takePlace(): Promise<void> {
    if (this.#free > 0) {
      this.#free -= 1;
      return;
    }
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  #leavePlace(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#free += 1;
    else next();
  }
}

/** Deliveries to one target are sent in order, one after the other. */
function byPartition(deliveries: readonly LeasedDelivery[]): LeasedDelivery[][] {
  const groups = grouped(deliveries, ({ organizationId, channel, target }) =>
    JSON.stringify([organizationId, channel, target.toLowerCase()]),
  );
  return [...groups.values()];
}

/** In a trace of its own: what one target sees of it is not what another does. */
function tracedApart(partition: readonly LeasedDelivery[], work: () => Promise<void>): Promise<void> {
  const [{ channel, organizationId }] = partition as [LeasedDelivery];
  return traced({ of: "task", name: `deliveries by ${channel}`, organizationId }, work);
}

function asFailure(error: unknown): SendFailure | NotYet {
  if (error instanceof SendFailure || error instanceof NotYet) return error;
  // Nobody knows how far it came.
  return new SendFailure("temporary", error instanceof Error ? error.message : String(error), {
    maybeArrived: true,
  });
}
