/**
 * Writes to the log where chains stand. Who controls the database can set a chain back to an earlier state of
 * itself, or remove it with its organization, and nothing in the database shows it; they cannot do that to a
 * log that is kept elsewhere. `orgconfig audit verify --heads` compares the chains with it.
 *
 * What moved is known from memory and not from the database, which could be made to hold it back.
 */

import type { AuditStore, Head, ProvenPoint } from "../../../engine/ports/audit.ts";
import type { Log } from "../../../engine/ports/log.ts";
import { pagesOf } from "./chain-key.ts";

/** In one line of some 11 KB: container runtimes and journald split longer lines than 16 KB. */
const headsALine = 50;
/** So that an installation of very many chains does not flood its log. */
const maxLines = 200;

/** A head as the log and `orgconfig audit heads` write it. */
export interface LoggedHead {
  readonly organization_id: string;
  /** How many records were sealed up to here, since the chain began. */
  readonly position: number;
  readonly seal: string;
  /** Proves that the service wrote this head. */
  readonly code: string;
}

export function createHeadLog(store: Pick<AuditStore, "heads">, log: Pick<Log, "info">) {
  const moved = new Map<string, ProvenPoint>();

  function write(heads: readonly Head[]): void {
    if (heads.length > 0) log.info({ heads: heads.map(loggedHead) }, "heads of audit chains");
  }

  return {
    /** A chain stands here now. */
    note(organizationId: string, head: ProvenPoint): void {
      moved.set(organizationId, head);
    },
    /** Writes the heads of the chains that were noted since the last time. */
    writeMoved(): void {
      const heads = [...moved].map(([organizationId, head]) => ({ organizationId, ...head }));
      moved.clear();
      for (let from = 0; from < heads.length; from += headsALine) write(heads.slice(from, from + headsALine));
    },
    /** Writes the heads of every chain, or of as many as fit in a bounded number of lines. */
    async writeAll(): Promise<void> {
      let lines = 0;
      for await (const heads of pagesOf((last?: Head) =>
        store.heads(last?.organizationId ?? "", headsALine),
      )) {
        write(heads);
        lines += 1;
        if (lines === maxLines) return;
      }
    },
  };
}

export function loggedHead({ organizationId, position, seal, code }: Head): LoggedHead {
  return { organization_id: organizationId, position, seal, code };
}
