/** How near those who have the most are to each bound of what is kept (src/kernel/growth.ts). */
import { Gauge, type Registry } from "prom-client";
import type { Database } from "../../../database/database.ts";
import type { Bounds } from "../../../kernel/growth.ts";
import { sql } from "./queries.generated.ts";

export interface Fullness {
  readonly bound: keyof Bounds;
  /** The organization, or of sessions the person, that has the most; undefined where nobody has any. */
  readonly holder: string | undefined;
  readonly count: number;
  /** Of the bound: 1 is full, and more is what leaves at the next upkeep. */
  readonly share: number;
}

const fullest = {
  alertHistory: sql.fullestAlertHistory,
  sloDays: sql.fullestSloDays,
  gateVerdicts: sql.fullestGateVerdicts,
  events: sql.fullestEvents,
  deliveries: sql.fullestDeliveries,
  drills: sql.fullestDrills,
  sessions: sql.fullestSessions,
} as const satisfies Record<keyof Bounds, unknown>;

/** Counts all that is kept, one table after the other: for the upkeep and for the doctor, and not for scrapes. */
export async function measureFullness(database: Database, bounds: Bounds): Promise<readonly Fullness[]> {
  const all: Fullness[] = [];
  for (const bound of Object.keys(fullest) as (keyof Bounds)[]) {
    const [most] = await database.query(fullest[bound], {});
    const count = most?.count ?? 0;
    all.push({ bound, holder: most?.holder, count, share: count / bounds[bound] });
  }
  return all;
}

/** @param last what was measured last; nothing before the first time */
export function registerFullness(registry: Registry, last: () => readonly Fullness[]): void {
  new Gauge({
    name: "orgconfig_kept_ratio",
    help: "What the organization that has the most has of each bound of what is kept, as a share of the bound, an hour ago at most.",
    labelNames: ["bound"] as const,
    registers: [registry],
    // Each worker says the same.
    aggregator: "max",
    collect() {
      this.reset();
      for (const { bound, share } of last()) this.set({ bound: labelOf(bound) }, share);
    },
  });
}

/** As the bound's variable ends, in small letters: alert_history. */
function labelOf(bound: keyof Bounds): string {
  return bound.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
