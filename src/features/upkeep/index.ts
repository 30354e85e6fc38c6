/** Removes what nobody can use any more: ended sessions, revoked keys and tokens, plans past their time. */

import type { Feature } from "../../engine/feature.ts";
import { Periodic } from "../../engine/periodic.ts";
import type { Ground } from "../ground.ts";
import { keeping } from "../plans/index.ts";
import type { UpkeepStore } from "./port.ts";
import { createUpkeepStore } from "./store.ts";

const hourMs = 3_600_000;
const firstMs = 45_000;
/** For as long somebody may ask why a key does not work any more; the audit log knows for longer. */
const revokedMs = 30 * 24 * hourMs;
/** Few: a plan may have some mebibytes. */
const plansAtOnce = 20;

export interface Upkeep extends Feature {
  /** Removes it now. */
  now(): Promise<void>;
}

export function createUpkeep({ database, log }: Ground): Upkeep {
  const store = createUpkeepStore(database);
  const removal = new Periodic({
    name: "upkeep of sessions, keys and plans",
    everyMs: hourMs,
    firstMs,
    run: () => tidy(store, Date.now()),
    log,
  });
  return { name: "upkeep", background: [removal], now: () => removal.now() };
}

async function tidy(store: UpkeepStore, now: number): Promise<void> {
  await store.forgetSessions();
  await store.forgetRevoked(new Date(now - revokedMs));
  const before = { applied: new Date(now - keeping.appliedMs), expired: new Date(now - keeping.expiredMs) };
  while ((await store.forgetPlans(before, plansAtOnce)) === plansAtOnce);
}
