/** What credentials have used of their share of requests, on all nodes together. */
export interface RateUse {
  /**
   * Adds the requests that this node allowed since the last call, and answers for each credential what all nodes
   * have let pass, less what drains away. Credentials are SHA-256 hashes, in hexadecimal.
   */
  settle(shares: ReadonlyMap<string, Share>): Promise<ReadonlyMap<string, number>>;
  /** Lets go of credentials that have not been used for long. */
  forget(): Promise<void>;
}

export interface Share {
  /** Requests that were let pass. */
  readonly passed: number;
  /** How many drain away each second. */
  readonly perSecond: number;
}
