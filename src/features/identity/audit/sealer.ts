/**
 * Seals records into their organization's chain shortly after they were committed, so that writers never
 * queue for a chain. The outbox says what is left to do; it is emptied by the statement that seals. Several
 * nodes may be at it: a chain grows only from the head that was read, so one of them does and the others
 * leave it to that one.
 *
 * Only what the service wrote is sealed (record-codes.ts). The rest is put aside and reported, so that it does
 * not hold up what is genuine.
 *
 * Records are sealed in the order of their sequence as far as they are visible. A transaction that commits
 * late, with a lower sequence than one already sealed, takes a later place in the chain.
 */

import { currentMs, currentTime } from "../../../engine/clock.ts";
import { Periodic } from "../../../engine/periodic.ts";
import type {
  AuditRecord,
  AuditStore,
  AuditTables,
  ChainPoint,
  ProvenPoint,
  WaitingRecord,
} from "../../../engine/ports/audit.ts";
import type { InTransaction } from "../../../engine/ports/executor.ts";
import type { Log } from "../../../engine/ports/log.ts";
import { genesis, isProvenCheckpoint, isProvenHead, linksAfter, provenHead } from "./chain.ts";
import type { ChainKey, ChainKeys } from "./chain-key.ts";
import { createHeadLog } from "./head-log.ts";
import type { RecordCodes } from "./record-codes.ts";

/**
 * Called with records before they are sealed; answers what it would write with their seals, in the same
 * transaction: so each record is notified exactly once. What it reads of this chain's seals is still so in that
 * transaction: where another node sealed meanwhile, nothing is written. Undefined, which is usual, saves the
 * transaction. What either throws holds up the organization's chain until it passes.
 */
export type SealedSubscriber = (
  organizationId: string,
  records: readonly AuditRecord[],
) => Promise<SealedWrite | undefined>;

type SealedWrite = (transaction: InTransaction) => Promise<void>;

/** Records in one batch. Requests wait while it is read, proved and chained, some 20 µs for each record. */
const batchSize = 100;
const organizationsAtOnce = 100;
/** What fails here fails for every organization. */
const unread = "the audit outbox could not be read";
/** After a commit, so that the commits of a moment are sealed together. */
const gatherMs = 250;
/** Finds the records of other nodes, and those that no wake announced. */
const pollMs = 1_000;
const headLogMs = 5 * 60_000;
/** Refused records that one line of the log names. */
const namedAtOnce = 20;
const longestRestMs = 60_000;

/** What the sealer needs of the world. */
export interface SealerDeps {
  readonly store: AuditStore;
  readonly chainKey: ChainKey;
  readonly codes: RecordCodes;
  readonly log: Pick<Log, "info" | "error">;
}

export class Sealer {
  readonly background: Periodic;
  readonly #store: AuditStore;
  readonly #chainKey: ChainKey;
  readonly #codes: RecordCodes;
  readonly #log: Pick<Log, "info" | "error">;
  readonly #headLog: ReturnType<typeof createHeadLog>;
  readonly #subscribers: SealedSubscriber[] = [];
  readonly #troubled = new Troubled();
  #stopping = false;
  #active: Promise<void> | undefined;
  #again = false;
  #headsDueAt = 0;
  #begun = false;

  constructor({ store, chainKey, codes, log }: SealerDeps) {
    this.#store = store;
    this.#chainKey = chainKey;
    this.#codes = codes;
    this.#log = log;
    this.#headLog = createHeadLog(store, log);
    this.background = new Periodic({
      name: "sealing of audit records",
      everyMs: pollMs,
      gatherMs,
      run: () => this.flush(),
      log,
    });
  }

  /** Something was committed: seal soon. Costs next to nothing. */
  wake(): void {
    this.background.wake();
  }

  onSealed(subscriber: SealedSubscriber): void {
    this.#subscribers.push(subscriber);
  }

  /** Since when this node can't seal the organization's records; undefined where it can. */
  troubledSince(organizationId: string): Date | undefined {
    return this.#troubled.since(organizationId) ?? this.#troubled.since(unread);
  }

  /** Ends when the work in hand is finished; what is left waits for the next start, or another node. */
  async stop(): Promise<void> {
    this.#stopping = true;
    await this.background.stop();
    await this.#active;
    if (this.#begun) await this.#logHeads();
  }

  /**
   * Seals all that waits now; ends when that is done, or another node has it in hand. One sweep runs at a time; a call
   * during one has it go round once more.
   */
  flush(): Promise<void> {
    this.#again = true;
    this.#active ??= (async () => {
      do {
        while (this.#again && !this.#stopping) {
          this.#again = false;
          await this.#attempt(unread, () => this.#sweepOnce());
        }
        if (this.#begun && currentMs() >= this.#headsDueAt) await this.#logHeads();
        // A call that came while heads were logged is one during the sweep, too.
      } while (this.#again && !this.#stopping);
    })().finally(() => {
      this.#active = undefined;
    });
    return this.#active;
  }

  /** One batch of each organization in turn, so that a busy one holds up no other. */
  async #sweepOnce(): Promise<void> {
    await this.#firstLook();
    for (let last: string | undefined = ""; last !== undefined; ) {
      const organizations = await this.#store.waiting(last, organizationsAtOnce);
      for (const organizationId of organizations) {
        if (this.#stopping) return;
        await this.#attempt(
          "audit records could not be sealed",
          () => this.#sealNext(organizationId),
          organizationId,
        );
      }
      last = organizations.length < organizationsAtOnce ? undefined : organizations.at(-1);
    }
  }

  async #sealNext(organizationId: string): Promise<void> {
    const keys = await this.#chainKey.obtain();
    // The head first: a record that another node seals after this moves the head, and the seals here fail.
    const start = startOf(keys, organizationId, await this.#store.head(organizationId));
    const waiting = await this.#store.unsealed(organizationId, 0, batchSize, "to_seal");
    const full = waiting.length === batchSize;
    const records = await this.#genuineOf(keys, organizationId, waiting);
    if (records.length === 0) {
      this.#again ||= full;
      return;
    }
    const links = linksAfter(keys.seals, start, records);
    const newest = provenHead(keys.heads, organizationId, links.at(-1) as ChainPoint);
    const append = (tables: AuditTables) => tables.append(organizationId, start, links, newest);
    const writes: SealedWrite[] = [];
    for (const subscriber of this.#subscribers) {
      const write = await subscriber(organizationId, records);
      if (write !== undefined) writes.push(write);
    }
    const sealed =
      writes.length === 0
        ? await append(this.#store)
        : await this.#store.transaction(async (writer) => {
            if (!(await append(writer))) return false;
            for (const write of writes) await write(writer);
            return true;
          });
    if (!sealed) return;
    this.#headLog.note(organizationId, newest);
    this.#again ||= full;
  }

  /** The keys are made even where nothing waits: from then on nothing without a code is sealed. */
  async #firstLook(): Promise<void> {
    if (this.#begun) return;
    await this.#chainKey.obtain();
    // With keys that were added since, more may prove genuine; what does not is reported once more.
    await this.#store.reconsider();
    this.#begun = true;
  }

  /** Those of the records that the service wrote; the others are put aside, and reported by one node. */
  async #genuineOf(
    keys: ChainKeys,
    organizationId: string,
    waiting: readonly WaitingRecord[],
  ): Promise<readonly WaitingRecord[]> {
    const keptSince = await this.#keptSinceOf(keys, organizationId, waiting);
    const refusals = new Map<number, string>();
    for (const record of waiting) {
      const why = this.#codes.refusalOf(record, keptSince);
      if (why !== undefined) refusals.set(record.sequence, why);
    }
    if (refusals.size === 0) return waiting;
    const refused = await this.#store.refuse(organizationId, [...refusals.keys()], currentTime());
    if (refused.length > 0) {
      const named = refused.slice(0, namedAtOnce);
      this.#log.error(
        {
          organization_id: organizationId,
          refused: refused.length,
          records: named.map((sequence) => ({ sequence, why: refusals.get(sequence) })),
        },
        "audit records were refused a seal; see `orgconfig audit verify`",
      );
    }
    return waiting.filter(({ sequence }) => !refusals.has(sequence));
  }

  /** Read from the database only where a record is old enough for it to matter. */
  async #keptSinceOf(
    keys: ChainKeys,
    organizationId: string,
    waiting: readonly WaitingRecord[],
  ): Promise<Date | undefined> {
    if (waiting.every(this.#codes.isYoung)) return undefined;
    const checkpoint = await this.#store.checkpoint(organizationId);
    if (checkpoint === undefined || isProvenCheckpoint(keys.seals, organizationId, checkpoint))
      return checkpoint?.keptSince;
    throw new Error("the checkpoint of this audit chain was tampered with; see `orgconfig audit verify`");
  }

  /** What was sealed here since the last time; at first, and at the end, every chain's. */
  async #logHeads(): Promise<void> {
    const first = this.#headsDueAt === 0;
    this.#headsDueAt = currentMs() + headLogMs;
    this.#headLog.writeMoved();
    if (first || this.#stopping)
      await this.#attempt("heads of audit chains could not be logged", () => this.#headLog.writeAll());
  }

  /** Work that may fail rests before it is tried again; each reason is logged once, until the work passes. */
  async #attempt(failure: string, work: () => Promise<void>, organizationId?: string): Promise<void> {
    const name = organizationId ?? failure;
    if (this.#troubled.rests(name)) return;
    try {
      await work();
      this.#troubled.passed(name);
    } catch (err) {
      if (!this.#troubled.failed(name, String(err))) return;
      this.#log.error({ err, ...(organizationId && { organization_id: organizationId }) }, failure);
    }
  }
}

/** @throws when the head was not written by the service: to go on from it would bury what was done to it */
function startOf(keys: ChainKeys, organizationId: string, head: ProvenPoint | undefined): ChainPoint {
  if (head === undefined) return genesis;
  if (isProvenHead(keys, organizationId, head)) return head;
  throw new Error("the head of this audit chain was tampered with; see `orgconfig audit verify`");
}

interface Trouble {
  readonly since: Date;
  readonly why: string;
  readonly restMs: number;
  readonly until: number;
}

/** What failed rests before it is tried again, longer each time. */
class Troubled {
  readonly #rests = new Map<string, Trouble>();

  rests(name: string): boolean {
    return (this.#rests.get(name)?.until ?? 0) > currentMs();
  }

  passed(name: string): void {
    this.#rests.delete(name);
  }

  /** @returns whether it is another failure than the last one, or the first */
  failed(name: string, why: string): boolean {
    const { restMs: last = pollMs / 2, since = currentTime(), ...before } = this.#rests.get(name) ?? {};
    const restMs = Math.min(last * 2, longestRestMs);
    this.#rests.set(name, { since, why, restMs, until: currentMs() + restMs });
    return !("why" in before) || before.why !== why;
  }

  /** Since when it has failed, where that was more than once. */
  since(name: string): Date | undefined {
    const found = this.#rests.get(name);
    return found !== undefined && found.restMs > pollMs ? found.since : undefined;
  }
}
