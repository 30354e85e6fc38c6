/**
 * A data directory belongs to one running program, by a lock that the kernel keeps on an open file
 * (docs/decisions/0003-embedded-database.md). It is seen from every container and PID namespace, hangs on no
 * clock, stays with a program that is stopped or busy, and ends with the process that holds it, however it ends.
 */

import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { hostname } from "node:os";
import { Refusal } from "../kernel/problem.ts";
import { readable } from "../kernel/readable.ts";

/** The byte that is locked lies far behind every content: Windows keeps others from reading what is locked. */
const lockedByte = 2 ** 30;

/**
 * Takes the lock, and writes into the file who has it. The file goes when the lock is given back; one that a killed
 * program left is not locked, and is used again.
 * @returns what gives the lock back
 * @throws Refusal when another running program has it, naming its process, its host and since when
 */
export async function takeLock(path: string): Promise<() => void> {
  for (;;) {
    const fd = openSync(path, constants.O_RDWR | constants.O_CREAT, 0o600);
    try {
      if (!(await lock(fd, path))) throw held(path, holderIn(fd));
      // The holder before removes the file and only then lets go: what was locked may have lost its name.
      if (isStillNamed(fd, path)) {
        fchmodSync(fd, 0o600);
        sign(fd);
        return () => {
          rmSync(path, { force: true });
          closeSync(fd);
        };
      }
    } catch (error) {
      closeSync(fd);
      throw error;
    }
    closeSync(fd);
  }
}

/**
 * Locks a file that is there and stays. Together with takeLock's own file it keeps a second program out even where somebody
 * removed that one.
 * @returns what gives the lock back
 * @throws Refusal when another running program has it
 */
export async function lockFile(path: string): Promise<() => void> {
  const fd = openSync(path, "r+");
  try {
    if (await lock(fd, path)) return () => closeSync(fd);
    throw held(path, "another running program");
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}

/** @returns false where another open file has the lock */
async function lock(fd: number, path: string): Promise<boolean> {
  try {
    const { tryLock } = await import("fs-native-extensions");
    return tryLock(fd, lockedByte, 1);
  } catch (error) {
    const message = `${path} cannot be locked here (${(error as Error).message}): set ORGCONFIG_DATA_DIR to a folder on a local disk, or DATABASE_URL to a PostgreSQL server`;
    throw new Refusal("unavailable", message);
  }
}

function held(path: string, holder: string): Refusal {
  return new Refusal(
    "unavailable",
    `${path} is held by ${holder}: stop it first, or set ORGCONFIG_DATA_DIR to another folder. Removing the file does not help.`,
  );
}

function isStillNamed(fd: number, path: string): boolean {
  const named = statSync(path, { throwIfNoEntry: false });
  const locked = fstatSync(fd);
  return named !== undefined && named.ino === locked.ino && named.dev === locked.dev;
}

function sign(fd: number): void {
  const holder = { pid: process.pid, host: hostname(), since: new Date().toISOString() };
  ftruncateSync(fd);
  writeSync(fd, `${JSON.stringify(holder)}\n`, 0);
}

/** Who has the lock, as far as the file shows: it may be just being written. */
function holderIn(fd: number): string {
  try {
    const { pid, host, since } = JSON.parse(readFileSync(fd, "utf8"));
    return `process ${pid} on ${host} since ${readable(since)}`;
  } catch {
    return "another running program";
  }
}
