/** Whether ORGCONFIG_SECRET_KEYS belongs to the database, asked by every program that would seal something in it. */

import type { Database } from "../database/database.ts";
import type { OwnNode } from "../database/nodes.ts";
import { type Identities, sealedOfAll } from "../database/reseal.ts";
import { type Admitted, admitKeys, WrongKeys } from "../database/sealing-keys.ts";
import { createVault } from "../database/vault.ts";
import { secretIdentity } from "../engine/draft.ts";
import type { Settings } from "../environment.ts";
import { sealIdentity } from "../features/delivery/queue.ts";
import { planIdentity, setIdentity } from "../features/plans/stored-plans.ts";
import { CommandError, exitCodes } from "./errors.ts";

/** What each stored secret is bound to. */
export const identities: Identities = {
  secret: secretIdentity,
  delivery: sealIdentity,
  plan: planIdentity,
  set: setIdentity,
};

/** @throws CommandError where the keys do not belong to the database, which is migrated */
export function admitted(database: Database, settings: Settings, node?: OwnNode): Promise<Admitted> {
  return orCommandError(
    admitKeys(database, {
      ring: createVault(settings.secretKeys),
      stored: (connection) => sealedOfAll(connection, identities),
      shared: settings.databaseUrl !== undefined,
      node,
    }),
  );
}

export function orCommandError<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    throw error instanceof WrongKeys ? new CommandError(error.message, exitCodes.usage) : error;
  });
}
