/** Removes what nobody can use any more, such as ended sessions and plans past their time, and the oldest of what there is too much of. */

import type { Database } from "../../../database/database.ts";
import { currentMs } from "../../../engine/clock.ts";
import type { Feature } from "../../../engine/feature.ts";
import { Periodic } from "../../../engine/periodic.ts";
import { forgottenBefore } from "../../../engine/plan/edits.ts";
import type { Ground } from "../../ground.ts";
import { keepWithin } from "./bounded.ts";
import { type Fullness, measureFullness, registerFullness } from "./fullness.ts";
import { sql } from "./queries.generated.ts";

export { type Fullness, measureFullness } from "./fullness.ts";

const hourMs = 3_600_000;
const firstMs = 45_000;
/** For as long somebody may ask why a key does not work any more; the audit log knows for longer. */
const revokedMs = 30 * 24 * hourMs;
/** A program that nobody let in is forgotten after so long. */
const unusedMs = 24 * hourMs;
/** Few: a plan may have some mebibytes. */
const plansAtOnce = 20;

export interface Upkeep extends Feature {
  /** Removes it now. */
  now(): Promise<void>;
}

export function createUpkeep({ database, log, settings }: Ground): Upkeep {
  let fullness: readonly Fullness[] = [];
  const removal = new Periodic({
    name: "upkeep of sessions, keys and plans",
    everyMs: hourMs,
    firstMs,
    async run() {
      await tidy(database, currentMs());
      fullness = await measureFullness(database, settings.bounds);
      await keepWithin(database, settings.bounds, fullness);
    },
    log,
  });
  return {
    name: "upkeep",
    background: [removal],
    metrics: (registry) => registerFullness(registry, () => fullness),
    now: () => removal.now(),
  };
}

/** Sessions that have ended for whoever has them, and of keys, tokens and plans what is older than this. */
async function tidy(database: Database, now: number): Promise<void> {
  const before = (ms: number) => new Date(now - ms);
  await database.query(sql.forgetSessions, {});
  await database.query(sql.forgetKeys, { revokedBefore: before(revokedMs) });
  await database.query(sql.forgetTokens, { revokedBefore: before(revokedMs) });
  await database.query(sql.endWaitingOauthGrants, { now: before(0) });
  await database.query(sql.forgetOauthGrants, { before: before(0) });
  await database.query(sql.forgetOauthClients, { before: before(unusedMs) });
  await database.query(sql.forgetAnswers, {});
  const { applied: appliedBefore, expired: expiredBefore } = forgottenBefore(before(0));
  const plans = { appliedBefore, expiredBefore, limit: plansAtOnce };
  while ((await database.query(sql.forgetPlans, plans)).length === plansAtOnce);
}
