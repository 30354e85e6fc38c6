/** Files that are written whole or not at all: nobody finds half of one, and no failure leaves one behind. */
import { randomUUID } from "node:crypto";
import { chmod, link, mkdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { type Destination, destinationOf, named as namedPath } from "./destination.ts";

export interface WholeFile {
  readonly path: string;
  readonly content: string | Uint8Array | Readable;
}

/**
 * Writes all the files, each to a temporary one in the same folder at first, and then puts them in their places.
 * Folders are made. What is no plain file, such as a pipe, is written to as it is; behind a link its target is written.
 * @param existing whether a file that is there already is replaced, or refused
 * @throws CommandError which names the path; the error of a content that breaks off
 */
export async function writeWhole(files: readonly WholeFile[], existing: "replace" | "refuse"): Promise<void> {
  const temporaries: { readonly path: string; readonly temporary: string }[] = [];
  const placed: string[] = [];
  const targets: (WholeFile & { readonly target: Destination })[] = [];
  for (const file of files) targets.push({ ...file, target: await destinationOf(file.path) });
  try {
    for (const { path, content, target } of targets) {
      if (!target.plain) await named(path, writeFile(path, content));
      else {
        await named(path, mkdir(dirname(target.path), { recursive: true }));
        const temporary = join(dirname(target.path), `.orgconfig-${randomUUID()}`);
        temporaries.push({ path: target.path, temporary });
        await named(path, writeFile(temporary, content, { flag: "wx" }));
        if (target.mode !== undefined) await named(path, chmod(temporary, target.mode));
      }
    }
    for (const { path, temporary } of temporaries) {
      if (existing === "replace") await named(path, rename(temporary, path));
      else {
        await named(path, link(temporary, path));
        placed.push(path);
      }
    }
  } catch (error) {
    for (const path of placed) await rm(path, { force: true });
    throw error;
  } finally {
    for (const { temporary } of temporaries) await rm(temporary, { force: true });
  }
}

const named = <T>(path: string, work: Promise<T>) => namedPath(path, work, "Nothing was written.");
