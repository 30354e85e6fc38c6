/** Which connectors' loops the service runs itself, and which of its nodes does. Times are the database's own. */
import type { InTransaction } from "../../engine/ports/executor.ts";

export interface HostedConnector {
  readonly organizationId: string;
  readonly connectorId: string;
}

/** Writes in a running transaction: the list stands or falls with the connectors. */
export interface HostingWriter {
  /** Also for one that is on the list already, which stays with the node that has it. */
  add(hosted: HostedConnector): Promise<void>;
  /** Also for one that is not on the list. */
  remove(hosted: HostedConnector): Promise<void>;
}

export interface HostingStore {
  in(transaction: InTransaction): HostingWriter;
  /**
   * Renews what the holder has and takes on what no other node holds.
   * @param limit how many it has at most after that; what it has comes first
   * @returns all that is the holder's for `lease_ms` from now
   */
  claim(holder: string, lease_ms: number, limit: number): Promise<readonly HostedConnector[]>;
  /** Which of these are on the list, each with the node that has it now; null where none has. */
  holders(
    of: readonly HostedConnector[],
  ): Promise<readonly (HostedConnector & { readonly holder: string | null })[]>;
  /** Gives back all that the holder has. */
  release(holder: string): Promise<void>;
}
