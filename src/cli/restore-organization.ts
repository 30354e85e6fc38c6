/** `orgconfig restore FILE --organization ORG`: one organization of a backup, into an installation that is there. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import {
  Collision,
  type Copied,
  copyOrganization,
  organizationsNamed,
} from "../database/backup/organization.ts";
import type { Database } from "../database/database.ts";
import { runningNodes } from "../database/nodes.ts";
import { sealedInstallation } from "../database/reseal.ts";
import { refuseLacking } from "../database/sealing-keys.ts";
import { createVault, type KeyRing, keyIdOf } from "../database/vault.ts";
import { BrokenChain, createAdoption, createAudit } from "../features/identity/audit/index.ts";
import { type Kept, settleRestored } from "../features/organization/organizations/index.ts";
import { definitions } from "../resources/index.ts";
import { withExisting } from "./open.ts";
import { progressBar } from "./progress.ts";

export interface MovedOrganization extends Copied {
  readonly id: string;
  readonly slug: string;
  /** What the log that is here has of after the backup. */
  readonly since: Kept;
}

export interface Wanted {
  /** The organization's id or slug, as the backup has it. */
  readonly name: string;
  /** The slug that it gets here; its own where it is left out. */
  readonly as?: string | undefined;
}

const kinds = new Set(definitions.map(({ kind }) => kind));

/** The installation does not take it; the message says why. */
export class NotMoved extends Error {}

/**
 * The backup is restored into a database of its own first, next to other temporary files, and brought up to date there.
 * @param restore puts the backup into an empty database
 * @param wanted `sealers` are the ids of the keys that all that runs here has to hold
 * @throws NotMoved, LacksKeys
 */
export function restoreOrganization<T>(
  env: NodeJS.ProcessEnv,
  wanted: Wanted & { readonly madeAt: Date; readonly sealers: readonly string[] },
  restore: (database: Database) => Promise<T>,
): Promise<{ readonly whole: T; readonly organization: MovedOrganization }> {
  return withExisting(env, async (target, settings) => {
    const ring = createVault(settings.secretKeys);
    const nodes = settings.databaseUrl === undefined ? [] : await runningNodes(target);
    refuseLacking(wanted.sealers, ring.ids, nodes);
    const folder = await mkdtemp(join(tmpdir(), "orgconfig-restore-"));
    try {
      const { makeEmbedded, openEmbedded } = await import("../database/embedded.ts");
      const whole = await makeEmbedded(folder, restore);
      const source = await openEmbedded(folder);
      const organization = await moved(source, target, ring, wanted).finally(() => source.close());
      return { whole, organization };
    } catch (error) {
      if (error instanceof Collision || error instanceof BrokenChain) throw new NotMoved(error.message);
      throw error;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
}

/** Exported for tests, which have the backup restored already. */
export async function moved(
  source: Database,
  target: Database,
  ring: KeyRing,
  { name, as, madeAt }: Wanted & { readonly madeAt: Date },
): Promise<MovedOrganization> {
  const [found] = await organizationsNamed(source, name);
  if (found === undefined) throw new NotMoved(`it has no organization ${name}`);
  const { id } = found;
  const slug = as ?? found.slug;
  await needKeys(source, ring);
  const { signRecord } = createAudit({ database: target, vault: ring, log: pino({ level: "silent" }) });
  const adoption = await createAdoption(source, target, ring);
  const bar = progressBar(`restore ${slug}`);
  const copied = await source
    .transaction((from) =>
      target.transaction(async (into) => {
        const without = await adoption.left(id, into);
        const options = { organizationId: id, without, slug: as, progress: bar.show };
        const { others, ...counts } = await copyOrganization(from, into, options);
        const newer = await adoption.adopt(id, from, into);
        const since = await settleRestored(target, into, signRecord, { id, madeAt, kinds, newer, others });
        return { ...counts, since };
      }),
    )
    .finally(() => bar.end());
  return { id, slug, ...copied };
}

/** Its audit log is sealed anew, which takes the keys of the other installation too. */
async function needKeys(source: Database, ring: KeyRing): Promise<void> {
  for await (const { where, values } of sealedInstallation(source)) {
    const id = keyIdOf(values[0]?.sealed ?? "");
    if (!ring.ids.includes(id))
      throw new NotMoved(
        `its ${where} is sealed with key ${id}: add that key at the end of ORGCONFIG_SECRET_KEYS, on every node, and try again; it can go again after orgconfig secrets rotate`,
      );
  }
}
