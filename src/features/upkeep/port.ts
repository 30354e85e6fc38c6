/** What is kept for a while after nobody can use it any more, of every organization. */
export interface UpkeepStore {
  /** Removes sessions that have ended for whoever has them. */
  forgetSessions(): Promise<void>;
  /** Removes keys and tokens that were revoked before this moment. */
  forgetRevoked(before: Date): Promise<void>;
  /** Removes plans that were applied, or ended without that, before these moments; answers how many of at most `limit`. */
  forgetPlans(before: { readonly applied: Date; readonly expired: Date }, limit: number): Promise<number>;
}
