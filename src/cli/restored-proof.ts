/** What a restore proves of what it put into a database, as far as the keys are there. */
import { pino } from "pino";
import type { Database } from "../database/database.ts";
import { checkSealed } from "../database/reseal.ts";
import { createVault, keyIdOf, type SecretKey } from "../database/vault.ts";
import { createAudit } from "../features/audit/index.ts";
import { everythingSealed } from "../stored-secrets.ts";

export interface Proof {
  readonly sealed: { readonly opened: number; readonly unopened: Readonly<Record<string, number>> };
  readonly audit: {
    readonly state: "verified" | "not_verified" | "needs_keys";
    readonly problems: readonly string[];
  };
}

/** Opens what is sealed, and compares the audit log with its chains, as far as the keys are there. */
export async function prove(database: Database, keys: readonly SecretKey[]): Promise<Proof> {
  const ring = keys.length === 0 ? undefined : createVault(keys);
  const unopened: Record<string, number> = {};
  let opened = 0;
  const note = (sealed: string) => {
    const id = keyIdOf(sealed);
    unopened[id] = (unopened[id] ?? 0) + 1;
  };
  const stored = everythingSealed(database);
  if (ring === undefined)
    for await (const { values } of stored) for (const { sealed } of values) note(sealed);
  else opened = await checkSealed(stored, ring, ({ sealed }) => note(sealed));
  const sealed = { opened, unopened };
  if (ring === undefined) return { sealed, audit: { state: "needs_keys", problems: [] } };
  try {
    const { verified, organizations } = await createAudit({
      database,
      vault: ring,
      log: pino({ level: "silent" }),
    }).verify();
    const problems = organizations.flatMap(({ organization, problems: found }) =>
      found.map(({ message }) => `${organization}: ${message}`),
    );
    return { sealed, audit: { state: verified ? "verified" : "not_verified", problems } };
  } catch (error) {
    // The keys of the chains are sealed, too.
    return { sealed, audit: { state: "needs_keys", problems: [(error as Error).message] } };
  }
}
