/** `orgconfig secrets …`: what is stored sealed, and the keys that it is sealed with. */
import { pino } from "pino";
import type { Database } from "../database/database.ts";
import { checkSealed, reseal, type Unopened } from "../database/reseal.ts";
import { forgetOtherKeys, replaceKeys } from "../database/sealing-keys.ts";
import { createVault, type KeyRing, keyIdOf } from "../database/vault.ts";
import type { Settings } from "../environment.ts";
import { createAudit, createAuditStore } from "../features/identity/audit/index.ts";
import { everythingSealed, sealedOfAll } from "../stored-secrets.ts";
import { exitCodes } from "./errors.ts";
import { admitted, orCommandError } from "./keys.ts";
import { withExisting } from "./open.ts";

/** What each sort of what is stored sealed is called. */
const sorts: Readonly<Record<keyof ReturnType<typeof sealedOfAll>, string>> = {
  rows: "rows",
  mails: "mails that wait",
  plans: "plans and sets",
  proposals: "proposals",
  answers: "kept answers",
  heartbeats: "URLs of heartbeats",
  subscribers: "addresses of subscribers",
  factors: "second factors",
  ways: "ways of people",
  pushKeys: "keys of pushes",
  sso: "clients of identity providers",
  signIns: "sign-ins at them",
  values: "values of the installation",
};

function andJoined(parts: readonly string[]): string {
  return `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}

/**
 * Seals every stored secret again with the first of ORGCONFIG_SECRET_KEYS, so that the others can be removed. What
 * does not open is named and left, and the exit code is 1.
 */
export function runSecretsRotate(env: NodeJS.ProcessEnv): Promise<void> {
  return withRing(env, async (database, ring, settings) => {
    await admitted(database, settings, { reseals: true });
    const unopened = report(ring);
    const again = (stored: Parameters<typeof reseal>[0]) => reseal(stored, ring, unopened.note);
    const stored = sealedOfAll(database);
    const counts: string[] = [];
    for (const [sort, words] of Object.entries(sorts))
      counts.push(`${await again(stored[sort as keyof typeof sorts])} ${words}`);
    const log = pino({ level: "silent" });
    const codes = await createAudit({ database, vault: ring, log }).renewCodes();
    const codesLeft = await reportCodes(database, ring);
    if (unopened.count() + codesLeft === 0) await forgetOtherKeys(database, ring);
    process.stdout.write(
      `${andJoined(counts)} are sealed again with key ${ring.ids[0]}, and ${codes} audit records that wait for a seal have codes of it\n`,
    );
    conclude(unopened.count() + codesLeft);
  });
}

/** Opens everything that is stored sealed, and names what does not open; then the exit code is 1. */
export function runSecretsCheck(env: NodeJS.ProcessEnv): Promise<void> {
  return withRing(env, async (database, ring) => {
    const unopened = report(ring);
    const opened = await checkSealed(everythingSealed(database), ring, unopened.note);
    const codesLeft = await reportCodes(database, ring);
    process.stdout.write(`${opened} stored secrets open with the keys ${ring.ids.join(", ")}\n`);
    conclude(unopened.count() + codesLeft);
  });
}

/** Makes ORGCONFIG_SECRET_KEYS the keys of a database whose own are lost. */
export function runSecretsAccept(env: NodeJS.ProcessEnv): Promise<void> {
  return withRing(env, async (database, ring) => {
    await orCommandError(replaceKeys(database, ring));
    process.stdout.write(
      `The database takes the keys ${ring.ids.join(", ")} from now on. Stored secrets of other keys stay closed: orgconfig secrets check names them, to be set again. The audit log of before cannot be verified without its key.\n`,
    );
  });
}

async function withRing(
  env: NodeJS.ProcessEnv,
  work: (database: Database, ring: KeyRing, settings: Settings) => Promise<void>,
): Promise<void> {
  await withExisting(env, (database, settings) => work(database, createVault(settings.secretKeys), settings));
}

/** Prints each value that did not open, with the key that would open it. */
function report(ring: KeyRing) {
  let count = 0;
  return {
    count: () => count,
    note({ where, name, sealed }: Unopened) {
      count += 1;
      const key = keyIdOf(sealed);
      const why = ring.ids.includes(key)
        ? "was changed after it was sealed"
        : `was sealed with key ${key}, which ORGCONFIG_SECRET_KEYS does not hold`;
      process.stdout.write(`not opened: ${where} ${name}: ${why}\n`);
    },
  };
}

/** Prints the keys that are missing for audit records that have no seal yet. @returns how many records those are */
async function reportCodes(database: Database, ring: KeyRing): Promise<number> {
  let left = 0;
  for (const [keyId, count] of await createAuditStore(database).codesByKey()) {
    if (ring.ids.includes(keyId)) continue;
    left += count;
    process.stdout.write(`not sealed: ${count} audit records with codes of key ${keyId}\n`);
  }
  return left;
}

function conclude(left: number): void {
  if (left === 0) return;
  process.stderr.write(
    "orgconfig: for what is named above, add its key at the end of ORGCONFIG_SECRET_KEYS and run orgconfig secrets rotate; if that key is lost, set those secrets again\n",
  );
  process.exitCode = exitCodes.refused;
}
