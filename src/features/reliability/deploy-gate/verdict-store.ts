/** What the gate answered to pipelines, as it is kept for replays. */
import type { Database } from "../../../database/database.ts";
import type { KeptVerdict } from "./past-verdicts.ts";
import { sql } from "./queries.generated.ts";

/** Of one organization. */
export interface VerdictBounds {
  readonly verdicts: number;
  readonly bytes: number;
}

/** Later than any verdict: the database's times end after it. */
const endOfTime = new Date(8.64e15);
/** What is read with one statement: some milliseconds of an embedded database. */
const rowsAtOnce = 1_000;

export type VerdictStore = ReturnType<typeof createVerdictStore>;

export function createVerdictStore(database: Database) {
  return { ...writesOver(database), ...readsOver(database) };
}

function writesOver(database: Database) {
  return {
    /** Of any organizations; no two are alike. Those of an organization that is gone are left out. */
    async put(verdicts: readonly KeptVerdict[]) {
      await database.query(sql.putGateVerdicts, {
        organizationIds: verdicts.map(({ organizationId }) => organizationId),
        services: verdicts.map(({ service }) => service),
        askedAt: verdicts.map(({ askedAt }) => askedAt),
        counts: verdicts.map(({ count }) => count),
        allowed: verdicts.map(({ allowed }) => allowed),
        heldBy: verdicts.map(({ heldBy }) => heldBy.join(",")),
        facts: verdicts.map(({ facts }) => facts),
      });
    },
    /** Removes the oldest beyond the bounds, and notes up to when there are gaps. */
    trim: (organizationId: string, { verdicts, bytes }: VerdictBounds) =>
      database.query(sql.trimGateVerdicts, { organizationId, kept: verdicts, keptBytes: bytes }),
    async forget(before: Date) {
      while ((await database.query(sql.forgetGateVerdicts, { before, limit: rowsAtOnce })).length > 0);
    },
  };
}

function readsOver(database: Database) {
  return {
    /** Up to when there are gaps; undefined where there are none. */
    cutAt: async (organizationId: string) =>
      (await database.query(sql.getGateVerdictCut, { organizationId }))[0]?.cutAt,
    /** Texts of JSON with what was asked since then, the newest first, in the form that the statement says; so many at most. */
    async *past(organizationId: string, since: Date, most: number) {
      let place = { beforeMinute: endOfTime, beforeService: "", beforeHash: "" };
      for (let left = most; left > 0; ) {
        const limit = Math.min(rowsAtOnce, left);
        const which = { organizationId, since, limit, ...place };
        const [page] = await database.query(sql.listGateVerdicts, which);
        if (page === undefined || page.count === 0) return;
        const { content, count, lastMinute, lastService, lastHash } = page;
        yield { content, count };
        left -= count;
        if (count < limit || lastMinute === null || lastService === null || lastHash === null) return;
        place = { beforeMinute: lastMinute, beforeService: lastService, beforeHash: lastHash };
      }
    },
  };
}
