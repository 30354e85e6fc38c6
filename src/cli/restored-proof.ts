/** What a restore proves of what it put into a database, as far as the keys are there. */
import { pino } from "pino";
import type { Database } from "../database/database.ts";
import { createVault, keyIdOf, type SecretKey } from "../database/vault.ts";
import { createAudit } from "../features/identity/audit/index.ts";
import { everythingSealed } from "../stored-secrets.ts";

export interface Proof {
  readonly sealed: {
    readonly opened: number;
    /** How many of these other keys than the first one sealed, by the key's id. */
    readonly by_other_keys: Readonly<Record<string, number>>;
    readonly unopened: Readonly<Record<string, number>>;
  };
  readonly audit: {
    readonly state: "verified" | "not_verified" | "needs_keys";
    readonly problems: readonly string[];
  };
}

/** Opens what is sealed, and compares the audit log with its chains, as far as the keys are there. */
export async function prove(database: Database, keys: readonly SecretKey[]): Promise<Proof> {
  const ring = keys.length === 0 ? undefined : createVault(keys);
  const unopened: Record<string, number> = {};
  const others: Record<string, number> = {};
  let opened = 0;
  for await (const { values } of everythingSealed(database)) {
    for (const { sealed, identity } of values) {
      const opens = ring?.openOrNot(sealed, identity) !== undefined;
      if (opens) opened += 1;
      if (opens && ring?.isCurrent(sealed)) continue;
      const [counts, id] = [opens ? others : unopened, keyIdOf(sealed)];
      counts[id] = (counts[id] ?? 0) + 1;
    }
  }
  const sealed = { opened, by_other_keys: others, unopened };
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
