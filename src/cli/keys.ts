/** Whether ORGCONFIG_SECRET_KEYS belongs to the database, asked by every program that would seal something in it. */

import type { Database } from "../database/database.ts";
import type { OwnNode } from "../database/nodes.ts";
import { type Admitted, admitKeys, WrongKeys } from "../database/sealing-keys.ts";
import { createVault } from "../database/vault.ts";
import type { Settings } from "../environment.ts";
import { everythingSealed } from "../stored-secrets.ts";
import { usageError } from "./errors.ts";

/**
 * @param as the node that starts, or that all is to be sealed again
 * @throws CommandError where the keys do not belong to the database, which is migrated
 */
export function admitted(
  database: Database,
  settings: Settings,
  as: { readonly node?: OwnNode | undefined; readonly reseals?: boolean } = {},
): Promise<Admitted> {
  return orCommandError(
    admitKeys(database, {
      ring: createVault(settings.secretKeys),
      stored: everythingSealed,
      shared: settings.databaseUrl !== undefined,
      ...as,
    }),
  );
}

export function orCommandError<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    throw error instanceof WrongKeys ? usageError(error.message) : error;
  });
}
