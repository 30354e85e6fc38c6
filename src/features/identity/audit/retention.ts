/**
 * Lets records go when they are older than their organization keeps them: always from the beginning of the
 * chain, and never past a link that does not hold, so that no trace of tampering is swept away with age.
 * What was cut leaves a checkpoint, from which the rest of the chain still verifies.
 */

import { currentTime } from "../../../engine/clock.ts";
import { Periodic } from "../../../engine/periodic.ts";
import type {
  AuditStore,
  AuditWriter,
  ChainPoint,
  Checkpoint,
  CoveredLink,
  RetentionSetting,
} from "../../../engine/ports/audit.ts";
import type { Log } from "../../../engine/ports/log.ts";
import { genesis, isProvenCheckpoint, provenCheckpoint } from "./chain.ts";
import type { ChainKey } from "./chain-key.ts";
import { linkProblems } from "./verify.ts";

const setting: RetentionSetting = {
  kind: "organization_settings",
  field: "audit_retention_days",
  defaultDays: 365,
};

/** Records in one transaction: on the embedded database requests wait for it. */
const batchSize = 500;
const organizationsAtOnce = 100;
/** Not at once, so that a service that starts answers requests first. */
const firstRunMs = 60_000;
const intervalMs = 24 * 3_600_000;

/** What retention needs of the world. */
export interface RetentionDeps {
  readonly store: AuditStore;
  readonly chainKey: ChainKey;
  readonly log: Pick<Log, "info" | "error">;
}

export class Retention {
  readonly background: Periodic;
  readonly #store: AuditStore;
  readonly #chainKey: ChainKey;
  readonly #log: Pick<Log, "info" | "error">;
  #stopping = false;
  #active: Promise<number> | undefined;

  constructor({ store, chainKey, log }: RetentionDeps) {
    this.#store = store;
    this.#chainKey = chainKey;
    this.#log = log;
    this.background = new Periodic({
      name: "retention of audit records",
      everyMs: intervalMs,
      firstMs: firstRunMs,
      run: () => this.run(currentTime()),
      log,
    });
  }

  /** Removes what is past its time at `now`, and answers how many records that was. */
  run(now: Date): Promise<number> {
    this.#active ??= this.#removeOverdue(now).finally(() => {
      this.#active = undefined;
    });
    return this.#active;
  }

  async #removeOverdue(now: Date): Promise<number> {
    let removed = 0;
    for (let last: string | undefined = ""; last !== undefined && !this.#stopping; ) {
      const overdue = await this.#store.overdue(setting, now, last, organizationsAtOnce);
      for (const { organizationId, keptSince } of overdue) {
        removed += await this.#cutChain(organizationId, keptSince, now).catch((err) => {
          this.#log.error(
            { err, organization_id: organizationId },
            "audit records past their time were not removed",
          );
          return 0;
        });
      }
      last = overdue.length < organizationsAtOnce ? undefined : overdue.at(-1)?.organizationId;
    }
    return removed;
  }

  /** Removes batch after batch, taking turns with the sealer of the chain. */
  async #cutChain(organizationId: string, keptSince: Date, now: Date): Promise<number> {
    const { seals: key } = await this.#chainKey.find(this.#store);
    if (key === undefined) return 0;
    let removed = 0;
    for (let full = true; full && !this.#stopping; ) {
      const count = await this.#store.inTurn(organizationId, (writer) =>
        cutBatch(writer, key, organizationId, keptSince, now),
      );
      removed += count;
      full = count === batchSize;
    }
    if (removed > 0)
      this.#log.info(
        { organization_id: organizationId, removed },
        "audit records past their time were removed",
      );
    return removed;
  }

  /** Ends when the batch in hand is finished. */
  async stop(): Promise<void> {
    this.#stopping = true;
    await this.background.stop();
    await this.#active?.catch(() => {});
  }
}

async function cutBatch(
  writer: AuditWriter,
  key: Buffer,
  organizationId: string,
  keptSince: Date,
  now: Date,
): Promise<number> {
  const checkpoint = await checkpointOf(writer, key, organizationId);
  const start: ChainPoint = checkpoint ?? genesis;
  const links = await writer.links(organizationId, start.position, batchSize);
  const kept = links.findIndex(({ record }) => record !== undefined && record.at >= keptSince);
  const going = kept < 0 ? links : links.slice(0, kept);
  const last = going.at(-1);
  if (last === undefined) return 0;
  refuseBroken(key, start, going);
  const since = new Date(Math.max(keptSince.getTime(), checkpoint?.keptSince?.getTime() ?? 0));
  await writer.truncate(organizationId, provenCheckpoint(key, organizationId, last, since), now);
  return going.length;
}

async function checkpointOf(
  writer: AuditWriter,
  key: Buffer,
  organizationId: string,
): Promise<Checkpoint | undefined> {
  const checkpoint = await writer.checkpoint(organizationId);
  if (checkpoint === undefined || isProvenCheckpoint(key, organizationId, checkpoint)) return checkpoint;
  throw new Error("the checkpoint of this audit chain was tampered with; see `orgconfig audit verify`");
}

/** @throws at the first link that does not hold: it is evidence, and stays */
function refuseBroken(key: Buffer, start: ChainPoint, links: readonly CoveredLink[]): void {
  let before = start;
  for (const link of links) {
    const [problem] = linkProblems(key, before, link);
    if (problem !== undefined) throw new Error(`${problem.message}; see \`orgconfig audit verify\``);
    before = link;
  }
}
