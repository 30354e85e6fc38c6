/**
 * An organization's chain comes from another installation: it is verified with that one's keys, and sealed again with the
 * keys of this one. Its positions stay.
 */
import type { Connection, Database } from "../../database/database.ts";
import type { ChainPoint } from "../../engine/ports/audit.ts";
import type { Vault } from "../../engine/ports/rows.ts";
import { genesis, linksAfter, provenCheckpoint, provenHead } from "./chain.ts";
import { createChainKey } from "./chain-key.ts";
import { createRecordCodes } from "./record-codes.ts";
import { auditOn, createAuditStore } from "./store.ts";
import { verifyChain } from "./verify.ts";

/** Where seals are: not copied, but made here. */
export const chainTables = ["audit_checkpoints", "audit_heads", "audit_seals"];

const pageSize = 500;

/** A chain that was to come here does not match its records. */
export class BrokenChain extends Error {}

export interface Adoption {
  /**
   * To be called with all of the organization's records in place, and none of its seals.
   * @param from a transaction on the other database, `into` one on this
   */
  adopt(organizationId: string, from: Connection, into: Connection): Promise<void>;
}

/**
 * Makes the keys of this installation's chains where there are none, which takes a transaction of its own.
 * @param vault has the keys of both installations
 */
export async function createAdoption(source: Database, target: Database, vault: Vault): Promise<Adoption> {
  const codes = createRecordCodes(vault);
  const keys = await createChainKey(createAuditStore(target), vault, codes).obtain();
  const chainKey = createChainKey(createAuditStore(source), vault, codes);
  return {
    async adopt(organizationId, from, into) {
      const view = auditOn(from);
      const writer = auditOn(into);
      const { problems } = await verifyChain({ view, chainKey, codes }, organizationId);
      const [problem] = problems;
      if (problem !== undefined)
        throw new BrokenChain(
          `the audit log of ${organizationId} does not match its chain: ${problem.message}`,
        );
      const checkpoint = await view.checkpoint(organizationId);
      if (checkpoint !== undefined) {
        const proven = provenCheckpoint(keys.seals, organizationId, checkpoint, checkpoint.keptSince);
        await writer.truncate(organizationId, proven, new Date());
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
        if (end === undefined) return;
        if (!(await writer.append(organizationId, last, links, provenHead(keys.heads, organizationId, end))))
          throw new Error(`another program moved the chain of ${organizationId}`);
        last = end;
      }
    },
  };
}
