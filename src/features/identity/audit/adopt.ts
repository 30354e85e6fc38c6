/**
 * An organization's chain comes from another installation: it is verified with that one's keys, and sealed again with the
 * keys of this one. Its positions stay.
 */

import type { Connection, Database } from "../../../database/database.ts";
import { currentTime } from "../../../engine/clock.ts";
import type { AuditRecord, AuditWriter, ChainPoint } from "../../../engine/ports/audit.ts";
import type { Vault } from "../../../engine/ports/rows.ts";
import { genesis, linksAfter, provenCheckpoint, provenHead } from "./chain.ts";
import { createChainKey } from "./chain-key.ts";
import { createRecordCodes } from "./record-codes.ts";
import { auditOn, createAuditStore } from "./store.ts";
import { verifyChain } from "./verify.ts";

/** Where seals are: not copied, but made here. */
const chainTables = ["audit_checkpoints", "audit_heads", "audit_seals"];
/** Where the rest of the log is. */
const recordTables = ["audit_records", "audit_outbox", "audit_refused", "audit_forwarded"];

const pageSize = 500;

/** A chain that was to come here does not match its records. */
export class BrokenChain extends Error {}

export interface Adoption {
  /** Tables that are not copied: of an organization that was deleted here, the log is here still. */
  left(organizationId: string, into: Connection): Promise<readonly string[]>;
  /**
   * To be called with all of the organization's records in place, and none of its seals. A log that is here already goes
   * on, and has to hold what comes.
   * @param from a transaction on the other database, `into` one on this
   * @returns the records of the log that is here which the other database lacks, oldest first
   */
  adopt(organizationId: string, from: Connection, into: Connection): Promise<readonly AuditRecord[]>;
}

/**
 * Makes the keys of this installation's chains where there are none, which takes a transaction of its own.
 * @param vault has the keys of both installations
 */
export async function createAdoption(source: Database, target: Database, vault: Vault): Promise<Adoption> {
  const codes = createRecordCodes(vault);
  const ownChainKey = createChainKey(createAuditStore(target), vault, codes);
  const keys = await ownChainKey.obtain();
  const chainKey = createChainKey(createAuditStore(source), vault, codes);
  return {
    async left(organizationId, into) {
      const kept = await auditOn(into).head(organizationId);
      return kept === undefined ? chainTables : [...chainTables, ...recordTables];
    },
    async adopt(organizationId, from, into) {
      const view = auditOn(from);
      const writer = auditOn(into);
      const { problems, head } = await verifyChain({ view, chainKey, codes }, organizationId);
      const [problem] = problems;
      if (problem !== undefined)
        throw new BrokenChain(
          `the audit log of ${organizationId} does not match its chain: ${problem.message}`,
        );
      if ((await writer.head(organizationId)) !== undefined) {
        const known = head === null ? [] : [{ organization: organizationId, ...head }];
        const own = { view: writer, chainKey: ownChainKey, codes };
        const { heads } = await verifyChain(own, organizationId, known);
        if (heads.every(({ state }) => state === "found")) return newerRecords(view, writer, organizationId);
        throw new BrokenChain(
          `the installation has an audit log of ${organizationId} that is not the one of the backup, or no longer reaches back to it: restore into another installation`,
        );
      }
      const checkpoint = await view.checkpoint(organizationId);
      if (checkpoint !== undefined) {
        const proven = provenCheckpoint(keys.seals, organizationId, checkpoint, checkpoint.keptSince);
        await writer.truncate(organizationId, proven, currentTime());
      }
      let last: ChainPoint = checkpoint ?? genesis;
      for (;;) {
        const page = await view.links(organizationId, last.position, pageSize);
        const links = linksAfter(
          keys.seals,
          last,
          page.flatMap(({ record }) => record ?? []),
        );
        const end = links.at(-1);
        if (end === undefined) return [];
        if (!(await writer.append(organizationId, last, links, provenHead(keys.heads, organizationId, end))))
          throw new Error(`another program moved the chain of ${organizationId}`);
        last = end;
      }
    },
  };
}

/** Numbers of records move up with time, though not in the order of commits: so many that are in both end the search. */
const commonInTurn = 1_000;

async function newerRecords(
  there: Pick<AuditWriter, "page">,
  here: Pick<AuditWriter, "page">,
  organizationId: string,
): Promise<readonly AuditRecord[]> {
  const known = newestFirst(there, organizationId);
  let next = await known.next();
  let common = 0;
  const newer: AuditRecord[] = [];
  for await (const record of newestFirst(here, organizationId)) {
    while (!next.done && next.value.sequence > record.sequence) next = await known.next();
    if (!next.done && next.value.sequence === record.sequence) common += 1;
    else {
      common = 0;
      newer.push(record);
    }
    if (common === commonInTurn) break;
  }
  return newer.reverse();
}

async function* newestFirst(
  store: Pick<AuditWriter, "page">,
  organizationId: string,
): AsyncGenerator<AuditRecord> {
  let before = Number.MAX_SAFE_INTEGER;
  for (;;) {
    const page = await store.page(organizationId, {}, before, pageSize);
    yield* page;
    if (page.length < pageSize) return;
    before = (page.at(-1) as AuditRecord).sequence;
  }
}
