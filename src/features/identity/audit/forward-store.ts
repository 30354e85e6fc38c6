/** How far the chains were sent to the syslog, and which node sends, on PostgreSQL. */
import type { Database } from "../../../database/database.ts";
import type { Head } from "../../../engine/ports/audit.ts";
import { sql } from "./queries.generated.ts";

/** A chain with links that were not sent yet. */
export interface Unsent extends Head {
  /** The place of the last link that was sent; 0 for none. */
  readonly sent: number;
}

export type ForwardStore = ReturnType<typeof createForwardStore>;

export function createForwardStore(database: Database) {
  return {
    /** Whether this node is the one that sends, until then. */
    async claim(holder: string, now: Date, until: Date): Promise<boolean> {
      return (await database.query(sql.claimAuditForwarding, { holder, now, until })).length > 0;
    },
    async leave(holder: string): Promise<void> {
      await database.query(sql.leaveAuditForwarding, { holder });
    },
    /** Of organizations after this one, in order. */
    async unsent(after: string, limit: number): Promise<readonly Unsent[]> {
      const found = await database.query(sql.listChainsToForward, { after, limit });
      return found.map(({ organization_id: organizationId, position, seal, code, sent }) => ({
        organizationId,
        position: Number(position),
        seal,
        code,
        sent: Number(sent),
      }));
    },
    async mark(sent: ReadonlyMap<string, number>): Promise<void> {
      const [organizationIds, positions] = [[...sent.keys()], [...sent.values()]];
      if (sent.size > 0) await database.query(sql.markForwarded, { organizationIds, positions });
    },
  };
}
