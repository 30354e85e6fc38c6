/** Whether a database takes writes, and what its clock shows: asked by probes, so that it costs one statement. */

/** It answers, and takes no writes. Its connection is closed: the next may lead to another server. */
export class ReadOnlyDatabase extends Error {
  /** As PostgreSQL says it itself of a write. */
  readonly code = "25006";
  readonly severity = "ERROR";

  constructor(isStandby: boolean) {
    super(
      isStandby
        ? "it is a standby, which follows a primary"
        : "transactions are read-only there by default (default_transaction_read_only)",
    );
  }
}

export const conditionText = `SELECT pg_is_in_recovery() AS standby,
  current_setting('transaction_read_only') = 'on' AS read_only, clock_timestamp() AS now`;

export interface ConditionRow {
  readonly standby: boolean;
  readonly read_only: boolean;
  readonly now: Date;
}

/** @throws ReadOnlyDatabase */
export function clockOf({ standby, read_only, now }: ConditionRow): Date {
  if (standby || read_only) throw new ReadOnlyDatabase(standby);
  return now;
}
