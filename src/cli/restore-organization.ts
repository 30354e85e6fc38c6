/** `orgconfig restore FILE --organization ORG`: one organization of a backup, into an installation that is there. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  Collision,
  type Copied,
  copyOrganization,
  organizationsNamed,
} from "../database/backup/organization.ts";
import type { Database } from "../database/database.ts";
import { sealedInstallation } from "../database/reseal.ts";
import { createVault, type KeyRing, keyIdOf } from "../database/vault.ts";
import { BrokenChain, createAdoption } from "../features/audit/index.ts";
import { withExisting } from "./open.ts";
import { progressBar } from "./progress.ts";

export interface MovedOrganization extends Copied {
  readonly id: string;
  readonly slug: string;
}

/** The installation does not take it; the message says why. */
export class NotMoved extends Error {}

/**
 * The backup is restored into a database of its own first, next to other temporary files, and brought up to date there.
 * @param name the organization's id or slug
 * @param restore puts the backup into an empty database
 * @throws NotMoved
 */
export function restoreOrganization<T>(
  env: NodeJS.ProcessEnv,
  name: string,
  restore: (database: Database) => Promise<T>,
): Promise<{ readonly whole: T; readonly organization: MovedOrganization }> {
  return withExisting(env, async (target, settings) => {
    const folder = await mkdtemp(join(tmpdir(), "orgconfig-restore-"));
    try {
      const { makeEmbedded, openEmbedded } = await import("../database/embedded.ts");
      const whole = await makeEmbedded(folder, restore);
      const source = await openEmbedded(folder);
      const ring = createVault(settings.secretKeys);
      const organization = await moved(source, target, ring, name).finally(() => source.close());
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
  name: string,
): Promise<MovedOrganization> {
  const [found] = await organizationsNamed(source, name);
  if (found === undefined) throw new NotMoved(`it has no organization ${name}`);
  const { id, slug } = found;
  await needKeys(source, ring);
  const adoption = await createAdoption(source, target, ring);
  const bar = progressBar(`restore ${slug}`);
  const copied = await source
    .transaction((from) =>
      target.transaction(async (into) => {
        const without = await adoption.left(id, into);
        const options = { organizationId: id, without, progress: bar.show };
        const counts = await copyOrganization(from, into, options);
        await adoption.adopt(id, from, into);
        return counts;
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
