/**
 * The events of SLOs, in steps of five minutes: what reports brought goes into a compact history once an hour, and leaves
 * it with its age or beyond its bounds. Any node does it.
 */

import type { Database } from "../../../database/database.ts";
import { stepSeconds } from "../../../kernel/event-series.ts";
import { slos } from "../../../resources/slos.ts";
import { sql } from "./queries.generated.ts";

/** No SLO looks further back. */
const keptDays = 90;
const dayMs = 24 * 3_600_000;

/** Of one organization. */
export interface SloHistoryBounds {
  /** Of SLOs: 1,000 of them have 90,000 in 90 days, each of 2,304 bytes. */
  readonly days: number;
  readonly bytes: number;
}

/** Of one organization. */
export const mostHistoryBytes = 268_435_456;
/** What is read or written with one statement. */
const atOnce = { organizations: 20, removed: 1_000, slos: 10, unpacked: 200 } as const;

/** The events of one SLO on a day, as the database has them: rates as numbers of four bytes in base64, big-endian. */
export interface PackedDay {
  readonly id: string;
  /** YYYY-MM-DD, UTC. */
  readonly day: string;
  readonly total: string;
  readonly bad: string;
}

/** The events of one step, which are in no day yet. */
export interface UnpackedStep {
  readonly id: string;
  /** Its beginning, in seconds since 1970. */
  readonly at: number;
  readonly total: number;
  readonly bad: number;
}

export function createSloHistoryStore(database: Database) {
  const { kind } = slos;
  return {
    /** Puts all that is over into the history, and removes what is old or beyond the bounds. */
    async upkeep(now: Date, bounds: SloHistoryBounds): Promise<void> {
      const until = stepOf(now);
      const limit = atOnce.organizations;
      for (let after = ""; ; ) {
        const packed = await database.query(sql.packSloHistory, { kind, until, after, limit });
        for (const organizationId of new Set(packed.map((one) => one.organizationId)))
          await database.query(sql.trimSloHistory, {
            ...{ organizationId, keptDays: bounds.days, keptBytes: bounds.bytes },
          });
        const [next] = await database.query(sql.listOrganizationsAfter, { after, limit });
        if (next?.last == null) break;
        after = next.last;
      }
      const old = { before: new Date(now.getTime() - keptDays * dayMs), limit: atOnce.removed };
      while ((await database.query(sql.forgetSloHistory, old)).length > 0);
    },
    /** The events of these SLOs since a moment: whole days that have it or come after it. */
    async *days(organizationId: string, ids: readonly string[], since: Date): AsyncGenerator<PackedDay[]> {
      for (let at = 0; at < ids.length; at += atOnce.slos) {
        const some = ids.slice(at, at + atOnce.slos);
        yield await database.query(sql.listSloHistory, { organizationId, kind, ids: some, since });
      }
    },
    /** Those that are in no day yet. */
    async *unpacked(
      organizationId: string,
      ids: readonly string[],
      now: Date,
    ): AsyncGenerator<UnpackedStep[]> {
      for (let at = 0; at < ids.length; at += atOnce.unpacked) {
        const some = ids.slice(at, at + atOnce.unpacked);
        yield await database.query(sql.listUnpackedEvents, { organizationId, kind, ids: some, until: now });
      }
    },
  };
}

/** The beginning of the step that is not over. */
function stepOf(now: Date): Date {
  return new Date(Math.floor(now.getTime() / 1_000 / stepSeconds) * stepSeconds * 1_000);
}
