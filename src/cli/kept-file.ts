/** A file that holds people's data: whole or not at all, and its owner's alone. */
import { open, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { syncFolder } from "../database/private-files.ts";
import { failure } from "./errors.ts";

/** Whole or not at all: next to its place at first, synced, and renamed. It is its owner's alone. */
export async function keepPrivate(path: string, content: AsyncIterable<Buffer>): Promise<void> {
  const part = `${path}.part`;
  try {
    await named(path, rm(part, { force: true }));
    const handle = await named(path, open(part, "wx", 0o600));
    try {
      await named(path, writeFile(handle, content));
      await named(path, handle.sync());
    } finally {
      await handle.close();
    }
    await named(path, rename(part, path));
    syncFolder(dirname(path));
  } catch (error) {
    await rm(part, { force: true }).catch(() => {});
    throw error;
  }
}

/** An error of the disk names the file. */
async function named<T>(path: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const { syscall, message } = error as NodeJS.ErrnoException;
    if (syscall === undefined) throw error;
    throw failure(`${path} could not be written: ${message}. Nothing was kept.`);
  }
}
