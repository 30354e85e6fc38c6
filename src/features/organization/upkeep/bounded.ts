/** Removes the oldest of what there is more of than is kept (`bounds`), a small batch at a time, so that nobody waits for it. */
import type { Database } from "../../../database/database.ts";
import type { Bounds } from "../../../kernel/growth.ts";
import type { Fullness } from "./fullness.ts";
import { sql } from "./queries.generated.ts";

const batch = 1_000;

/**
 * What other features keep in bounds themselves, as they write it, is not here.
 *
 * @param fullness as it is: what nobody has too much of is not looked at again
 */
export async function keepWithin(
  database: Database,
  bounds: Bounds,
  fullness: readonly Fullness[],
): Promise<void> {
  const { sessions } = bounds;
  while ((await database.query(sql.trimSessions, { kept: sessions, limit: batch })).length === batch);
  for (const [name, crowded, trim] of [
    ["events", sql.crowdedEvents, sql.trimEvents],
    ["drills", sql.crowdedDrills, sql.trimDrills],
    ["deliveries", sql.crowdedDeliveries, sql.trimDeliveries],
  ] as const) {
    if (!fullness.some(({ bound, share }) => bound === name && share > 1)) continue;
    for (const { organizationId, beyond } of await database.query(crowded, { kept: bounds[name] })) {
      for (let left = beyond; left > 0; ) {
        const gone = await database.query(trim, { organizationId, limit: Math.min(left, batch) });
        if (gone.length === 0) break;
        left -= gone.length;
      }
    }
  }
}
