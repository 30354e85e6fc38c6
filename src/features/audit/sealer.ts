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

import { Periodic } from "../../engine/periodic.ts";
import type {
  AuditRecord,
  AuditStore,
  AuditTables,
  ChainPoint,
  ProvenPoint,
  WaitingRecord,
} from "../../engine/ports/audit.ts";
import type { InTransaction } from "../../engine/ports/executor.ts";
import type { Log } from "../../engine/ports/log.ts";
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

export type Sealer = ReturnType<typeof createSealer>;

export function createSealer(options: {
  readonly store: AuditStore;
  readonly chainKey: ChainKey;
  readonly codes: RecordCodes;
  readonly log: Pick<Log, "info" | "error">;
}) {
  const { store, chainKey, codes, log } = options;
  const headLog = createHeadLog(store, log);
  const subscribers: SealedSubscriber[] = [];
  const troubled = createTroubled();
  let stopping = false;
  let active: Promise<void> | undefined;
  let again = false;
  let headsDueAt = 0;
  let begun = false;

  /** Seals all that waits. One sweep runs at a time; a call during one has it go round once more. */
  function sweep(): Promise<void> {
    again = true;
    active ??= (async () => {
      do {
        while (again && !stopping) {
          again = false;
          await attempt(unread, sweepOnce);
        }
        if (begun && Date.now() >= headsDueAt) await logHeads();
        // A call that came while heads were logged is one during the sweep, too.
      } while (again && !stopping);
    })().finally(() => {
      active = undefined;
    });
    return active;
  }

  /** One batch of each organization in turn, so that a busy one holds up no other. */
  async function sweepOnce(): Promise<void> {
    await firstLook();
    for (let last: string | undefined = ""; last !== undefined; ) {
      const organizations = await store.waiting(last, organizationsAtOnce);
      for (const organizationId of organizations) {
        if (stopping) return;
        await attempt("audit records could not be sealed", () => sealNext(organizationId), organizationId);
      }
      last = organizations.length < organizationsAtOnce ? undefined : organizations.at(-1);
    }
  }

  async function sealNext(organizationId: string): Promise<void> {
    const keys = await chainKey.obtain();
    // The head first: a record that another node seals after this moves the head, and the seals here fail.
    const start = startOf(keys, organizationId, await store.head(organizationId));
    const waiting = await store.unsealed(organizationId, 0, batchSize, "to_seal");
    const full = waiting.length === batchSize;
    const records = await genuineOf(keys, organizationId, waiting);
    if (records.length === 0) {
      again ||= full;
      return;
    }
    const links = linksAfter(keys.seals, start, records);
    const newest = provenHead(keys.heads, organizationId, links.at(-1) as ChainPoint);
    const append = (tables: AuditTables) => tables.append(organizationId, start, links, newest);
    const writes: SealedWrite[] = [];
    for (const subscriber of subscribers) {
      const write = await subscriber(organizationId, records);
      if (write !== undefined) writes.push(write);
    }
    const sealed =
      writes.length === 0
        ? await append(store)
        : await store.transaction(async (writer) => {
            if (!(await append(writer))) return false;
            for (const write of writes) await write(writer);
            return true;
          });
    if (!sealed) return;
    headLog.note(organizationId, newest);
    again ||= full;
  }

  /** The keys are made even where nothing waits: from then on nothing without a code is sealed. */
  async function firstLook(): Promise<void> {
    if (begun) return;
    await chainKey.obtain();
    // With keys that were added since, more may prove genuine; what does not is reported once more.
    await store.reconsider();
    begun = true;
  }

  /** Those of the records that the service wrote; the others are put aside, and reported by one node. */
  async function genuineOf(
    keys: ChainKeys,
    organizationId: string,
    waiting: readonly WaitingRecord[],
  ): Promise<readonly WaitingRecord[]> {
    const keptSince = await keptSinceOf(keys, organizationId, waiting);
    const refusals = new Map<number, string>();
    for (const record of waiting) {
      const why = codes.refusalOf(record, keptSince);
      if (why !== undefined) refusals.set(record.sequence, why);
    }
    if (refusals.size === 0) return waiting;
    const refused = await store.refuse(organizationId, [...refusals.keys()], new Date());
    if (refused.length > 0) {
      const named = refused.slice(0, namedAtOnce);
      log.error(
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
  async function keptSinceOf(
    keys: ChainKeys,
    organizationId: string,
    waiting: readonly WaitingRecord[],
  ): Promise<Date | undefined> {
    if (waiting.every(codes.isYoung)) return undefined;
    const checkpoint = await store.checkpoint(organizationId);
    if (checkpoint === undefined || isProvenCheckpoint(keys.seals, organizationId, checkpoint))
      return checkpoint?.keptSince;
    throw new Error("the checkpoint of this audit chain was tampered with; see `orgconfig audit verify`");
  }

  /** What was sealed here since the last time; at first, and at the end, every chain's. */
  async function logHeads(): Promise<void> {
    const first = headsDueAt === 0;
    headsDueAt = Date.now() + headLogMs;
    headLog.writeMoved();
    if (first || stopping) await attempt("heads of audit chains could not be logged", headLog.writeAll);
  }

  /** Work that may fail rests before it is tried again; each reason is logged once, until the work passes. */
  async function attempt(failure: string, work: () => Promise<void>, organizationId?: string): Promise<void> {
    const name = organizationId ?? failure;
    if (troubled.rests(name)) return;
    try {
      await work();
      troubled.passed(name);
    } catch (err) {
      if (!troubled.failed(name, String(err))) return;
      log.error({ err, ...(organizationId && { organization_id: organizationId }) }, failure);
    }
  }

  const background = new Periodic({
    name: "sealing of audit records",
    everyMs: pollMs,
    gatherMs,
    run: sweep,
    log,
  });

  return {
    background,
    /** Something was committed: seal soon. Costs next to nothing. */
    wake: () => background.wake(),
    /** Seals all that waits now; ends when that is done, or another node has it in hand. */
    flush: sweep,
    /** Since when this node can't seal the organization's records; undefined where it can. */
    troubledSince: (organizationId: string) => troubled.since(organizationId) ?? troubled.since(unread),
    onSealed(subscriber: SealedSubscriber): void {
      subscribers.push(subscriber);
    },
    /** Ends when the work in hand is finished; what is left waits for the next start, or another node. */
    async stop(): Promise<void> {
      stopping = true;
      await background.stop();
      await active;
      if (begun) await logHeads();
    },
  };
}

/** @throws when the head was not written by the service: to go on from it would bury what was done to it */
function startOf(keys: ChainKeys, organizationId: string, head: ProvenPoint | undefined): ChainPoint {
  if (head === undefined) return genesis;
  if (isProvenHead(keys, organizationId, head)) return head;
  throw new Error("the head of this audit chain was tampered with; see `orgconfig audit verify`");
}

/** What failed rests before it is tried again, longer each time. */
function createTroubled() {
  interface Trouble {
    readonly since: Date;
    readonly why: string;
    readonly restMs: number;
    readonly until: number;
  }
  const rests = new Map<string, Trouble>();
  return {
    rests: (name: string) => (rests.get(name)?.until ?? 0) > Date.now(),
    passed: (name: string) => rests.delete(name),
    /** @returns whether it is another failure than the last one, or the first */
    failed(name: string, why: string): boolean {
      const { restMs: last = pollMs / 2, since = new Date(), ...before } = rests.get(name) ?? {};
      const restMs = Math.min(last * 2, longestRestMs);
      rests.set(name, { since, why, restMs, until: Date.now() + restMs });
      return !("why" in before) || before.why !== why;
    },
    /** Since when it has failed, where that was more than once. */
    since(name: string): Date | undefined {
      const found = rests.get(name);
      return found !== undefined && found.restMs > pollMs ? found.since : undefined;
    },
  };
}
