/** A file that holds people's data: whole or not at all, and its owner's alone. */
import { constants } from "node:fs";
import { open, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { syncFolder } from "../database/private-files.ts";
import { destinationOf, named } from "./destination.ts";

/**
 * Whole or not at all: next to its place at first, synced, and renamed. It is its owner's alone.
 * A device or a pipe is written to as it is.
 */
export async function keepPrivate(path: string, content: AsyncIterable<Buffer>): Promise<void> {
  const target = await destinationOf(path);
  await (target.plain ? replace(path, target.path, content) : writeInto(path, content));
}

async function replace(path: string, target: string, content: AsyncIterable<Buffer>): Promise<void> {
  const part = `${target}.part`;
  const nothing = "Nothing was kept.";
  try {
    await named(path, rm(part, { force: true }), nothing);
    const handle = await named(path, open(part, "wx", 0o600), nothing);
    try {
      await named(path, writeFile(handle, content), nothing);
      await named(path, handle.sync(), nothing);
    } finally {
      await handle.close();
    }
    await named(path, rename(part, target), nothing);
    syncFolder(dirname(target));
  } catch (error) {
    await rm(part, { force: true }).catch(() => {});
    throw error;
  }
}

async function writeInto(path: string, content: AsyncIterable<Buffer>): Promise<void> {
  const left = "What it took until then is not whole.";
  // Not to be made: it may be gone by now, and a plain file in its place would be open to others.
  const handle = await named(path, open(path, constants.O_WRONLY), left);
  try {
    await named(path, writeFile(handle, content), left);
  } finally {
    await handle.close();
  }
}
