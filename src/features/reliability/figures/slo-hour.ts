/** What SLOs reported in the hour before a moment, for who is notified of an alert of theirs. */
import type { Database } from "../../../database/database.ts";
import { bindable } from "../../../database/executor.ts";
import { slos } from "../../../resources/slos.ts";
import { sql } from "./queries.generated.ts";

const stepMs = 5 * 60_000;
const steps = 12;

export interface SloHour {
  readonly name: string;
  readonly targetPercent: number;
  /** The beginning of the first step; each is of five minutes, and the last is not over. */
  readonly since: Date;
  /** The percent of events that were bad; null where nothing was reported, or nothing happened. */
  readonly badPercent: readonly (number | null)[];
}

export type SloHours = ReturnType<typeof createSloHours>;

export function createSloHours(database: Database) {
  return bindable(database, (connection) => ({
    /** By the ids of the SLOs; ids of no SLO of the organization are left out. */
    async before(organizationId: string, ids: readonly string[], now: Date) {
      const hours = new Map<string, SloHour & { readonly badPercent: (number | null)[] }>();
      if (ids.length === 0) return hours;
      const end = (Math.floor(now.getTime() / stepMs) + 1) * stepMs;
      const [since, until] = [new Date(end - steps * stepMs), new Date(end)];
      const { kind } = slos;
      for (const one of await connection.query(sql.listSloHours, {
        organizationId,
        kind,
        ids,
        since,
        until,
      })) {
        const { id, name, target: targetPercent, at, total, bad } = one;
        const badPercent = Array.from({ length: steps }, () => null);
        const hour = hours.get(id) ?? { name, targetPercent, since, badPercent };
        hours.set(id, hour);
        if (at === null || total === null || bad === null || total <= 0) continue;
        hour.badPercent[Math.floor((at.getTime() - since.getTime()) / stepMs)] = (100 * bad) / total;
      }
      return hours;
    },
  }));
}
