/**
 * Pages as files of this node, sealed with the installation's key: so a start without a database has something to show.
 * What cannot be read or written keeps nobody from anything, and is said once.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { writePrivateFile } from "../../database/private-files.ts";
import type { KeyRing } from "../../database/vault.ts";
import type { Log } from "../../engine/ports/log.ts";

const suffix = ".page";
const purpose = (name: string) => JSON.stringify(["status page", name]);

export interface KeptPages {
  readonly folder: string;
  readonly vault: Pick<KeyRing, "seal" | "openOrNot">;
  readonly log: Pick<Log, "warn">;
}

/** Everything that is kept, by its name. */
export function readKept<T>({ folder, vault }: KeptPages): ReadonlyMap<string, T> {
  const kept = new Map<string, T>();
  for (const file of filesIn(folder)) {
    const name = file.slice(0, -suffix.length);
    try {
      const text = vault.openOrNot(readFileSync(join(folder, file), "utf8"), purpose(name));
      if (text !== undefined) kept.set(name, JSON.parse(text) as T);
    } catch {
      // It was removed meanwhile, or a disk lost it: the database has what it was made of.
    }
  }
  return kept;
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((file) => file.endsWith(suffix));
  } catch {
    return [];
  }
}

/** Writes pages, or with undefined removes them. The folder may be one in which nothing can be written. */
export function createKeeper({ folder, vault, log }: KeptPages) {
  let failed = false;
  return (name: string, page: object | undefined): void => {
    const path = join(folder, `${name}${suffix}`);
    try {
      if (page === undefined) rmSync(path, { force: true });
      else {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        writePrivateFile(path, vault.seal(JSON.stringify(page), purpose(name)));
      }
      failed = false;
    } catch (err) {
      if (!failed)
        log.warn(
          { err },
          `${folder} cannot be written: after a start without its database this node has no status page to show`,
        );
      failed = true;
    }
  };
}
