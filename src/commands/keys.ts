/** Whether ORGCONFIG_SECRET_KEYS belongs to the database, asked by every program that would seal something in it. */
import { sealIdentity } from "../capabilities/delivery/queue.ts";
import { planIdentity, setIdentity } from "../capabilities/plans/keeping.ts";
import { secretIdentity } from "../engine/draft.ts";
import type { Settings } from "../environment.ts";
import type { Database } from "../storage/database.ts";
import type { OwnNode } from "../storage/nodes.ts";
import { type Identities, sealedOfAll } from "../storage/reseal.ts";
import { type Admitted, admitKeys, WrongKeys } from "../storage/sealing-keys.ts";
import { createVault } from "../storage/vault.ts";
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
