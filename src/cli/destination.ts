/** Where a path that somebody named leads: what stands there is never taken away for a plain file. */
import { readlink, realpath, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { failure, usageError } from "./errors.ts";

export interface Destination {
  /** The file to write or replace: a link's target, whether that is there or not. */
  readonly path: string;
  /** False for a device, a pipe or the like, which is written to as it is. */
  readonly plain: boolean;
  /** The permissions of a file that is there. */
  readonly mode?: number;
}

/** As many links one after the other as Linux follows. */
const mostLinks = 40;

/** @throws CommandError, wrong use, for a folder, and for links in a circle */
export async function destinationOf(path: string): Promise<Destination> {
  const there = await stat(path).catch(({ code }: NodeJS.ErrnoException) => {
    if (code === "ELOOP") throw usageError(`${path} is a link that leads to itself; name a file`);
    return undefined;
  });
  if (there === undefined) return { path: await endOf(path), plain: true };
  if (there.isDirectory())
    throw usageError(`${path} is a folder; name a file, such as ${join(path, "FILE")}`);
  if (!there.isFile()) return { path, plain: false };
  return { path: await realpath(path), plain: true, mode: there.mode & 0o777 };
}

/** Of links to what is not there yet. */
async function endOf(path: string, links = mostLinks): Promise<string> {
  const next = await readlink(path).catch(() => undefined);
  if (next === undefined || links === 0) return path;
  return endOf(resolve(await realpath(dirname(path)), next), links - 1);
}

/**
 * Has an error of the system name the path.
 * @param left what is left of it, for the message
 */
export async function named<T>(path: string, work: Promise<T>, left: string): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const { code, syscall, message } = error as NodeJS.ErrnoException;
    if (syscall === undefined) throw error;
    const why = code === "EEXIST" ? "it is there already" : message;
    throw failure(`${path} could not be written: ${why}. ${left}`);
  }
}
