/** Whether ORGCONFIG_SECRET_KEYS belongs to the database, asked by every program that would seal something in it. */

import type { Connection, Database } from "../database/database.ts";
import type { OwnNode } from "../database/nodes.ts";
import { type Sealed, sealedInstallation, sealedRows } from "../database/reseal.ts";
import { type Admitted, admitKeys, WrongKeys } from "../database/sealing-keys.ts";
import { createVault } from "../database/vault.ts";
import { secretIdentity } from "../engine/draft.ts";
import type { Settings } from "../environment.ts";
import { sealedDeliveries } from "../features/delivery/sealed-store.ts";
import { sealedHeartbeats } from "../features/heartbeats/sealed-store.ts";
import { sealedFactors } from "../features/identity/sealed-factors-store.ts";
import { sealedPlans } from "../features/plans/sealed-store.ts";
import { sealedSignIns, sealedSso } from "../features/sso/sealed-store.ts";
import { sealedSubscribers } from "../features/status-page/sealed-store.ts";
import { usageError } from "./errors.ts";

/** What is stored sealed, sort by sort; what belongs to the installation first. */
export function sealedOfAll(database: Connection) {
  return {
    values: sealedInstallation(database),
    rows: sealedRows(database, secretIdentity),
    mails: sealedDeliveries(database),
    plans: sealedPlans(database),
    heartbeats: sealedHeartbeats(database),
    sso: sealedSso(database),
    factors: sealedFactors(database),
    signIns: sealedSignIns(database),
    subscribers: sealedSubscribers(database),
  };
}

async function* eachOf(stored: Iterable<AsyncIterable<Sealed>>): AsyncGenerator<Sealed> {
  for (const some of stored) yield* some;
}

/** All of it, one after the other. */
export function everythingSealed(database: Connection): AsyncIterable<Sealed> {
  return eachOf(Object.values(sealedOfAll(database)));
}

/** @throws CommandError where the keys do not belong to the database, which is migrated */
export function admitted(database: Database, settings: Settings, node?: OwnNode): Promise<Admitted> {
  return orCommandError(
    admitKeys(database, {
      ring: createVault(settings.secretKeys),
      stored: everythingSealed,
      shared: settings.databaseUrl !== undefined,
      node,
    }),
  );
}

export function orCommandError<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    throw error instanceof WrongKeys ? usageError(error.message) : error;
  });
}
