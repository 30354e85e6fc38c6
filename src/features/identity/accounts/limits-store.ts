/** Limits that all nodes keep together: what credentials used of their rate, and failed attempts to sign in. */
import {
  type IRateLimiterOptions,
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
} from "rate-limiter-flexible";
import type { Database } from "../../../database/database.ts";
import type { RateUse } from "../../../engine/ports/rate-use.ts";
import { sql } from "./queries.generated.ts";

export function createRateUseStore(database: Database): RateUse {
  return {
    async settle(shares) {
      const all = [...shares.values()];
      const rows = await database.query(sql.settleRateUse, {
        credentials: [...shares.keys()].map((hash) => Buffer.from(hash, "hex")),
        passed: all.map(({ passed }) => passed),
        perSecond: all.map(({ perSecond }) => perSecond),
      });
      return new Map(rows.map(({ credential, used }) => [credential, used]));
    },
    async forget() {
      await database.query(sql.forgetRateUse, {});
    },
  };
}

export type FailureCounters = (options: IRateLimiterOptions) => RateLimiterAbstract;

/** The same counters of other failures: neither adds to the other. */
export function prefixed(name: string, counters: FailureCounters): FailureCounters {
  return (options) => counters({ ...options, keyPrefix: `${name}-${options.keyPrefix}` });
}

/**
 * Makes counters of failures in the database; each attempt asks it, so every node counts the others' too.
 * @param insured whether a node counts by itself while the database is away
 */
export function createFailureCounters(database: Database, insured = false): FailureCounters {
  const storeClient = {
    async query({ name, text, values }: { name: string; text: string; values: unknown[] }) {
      const rows = await database.queryText({ name, text }, values);
      return { rows, rowCount: rows.length };
    },
  };
  return (options) =>
    new RateLimiterPostgres({
      ...options,
      ...(insured && { insuranceLimiter: new RateLimiterMemory(options) }),
      storeClient,
      storeType: "pool",
      tableName: "sign_in_failures",
      tableCreated: true,
    });
}
