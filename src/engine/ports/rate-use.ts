/** What credentials have used of their share of requests, on all nodes together. */
export interface RateUse {
  /**
   * Adds the requests that this node allowed since the last call, and answers for each credential what all nodes
   * have let pass, less what drains away at `perSecond`. Credentials are SHA-256 hashes, in hexadecimal.
   */
  settle(passed: ReadonlyMap<string, number>, perSecond: number): Promise<ReadonlyMap<string, number>>;
  /** Lets go of credentials that have not been used for long. */
  forget(): Promise<void>;
}
