/**
 * Files that are their owner's alone (0600, folders 0700), whatever the umask, and that a power cut does not take:
 * a file lasts when its content is synced, and its name when its folder is.
 */
import { randomUUID } from "node:crypto";
import {
  chmodSync,
  closeSync,
  existsSync,
  fchmodSync,
  fsyncSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";

const fileMode = 0o600;
const folderMode = 0o700;
/** Set on a folder that many share, such as /tmp: it is nobody's to close. */
const shared = 0o1000;

/** Makes the folder and those above it, one by one: mkdir's own way never ends under /proc. */
export function makePrivateFolder(path: string): void {
  if (existsSync(path)) return;
  makePrivateFolder(dirname(path));
  mkdirSync(path, { mode: folderMode });
  chmodSync(path, folderMode);
  syncFolder(dirname(path));
}

/** Writes the file whole or not at all, in the place of one that is there; it lasts once this returns. */
export function writePrivateFile(path: string, text: string): void {
  const whole = writeTemporary(path, text);
  renameSync(whole, path);
  syncFolder(dirname(path));
}

/**
 * Makes the file whole or not at all; it lasts once this returns.
 * @returns false where there is one already, which stays as it is
 */
export function makePrivateFile(path: string, text: string): boolean {
  const whole = writeTemporary(path, text);
  try {
    linkSync(whole, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  } finally {
    rmSync(whole);
    syncFolder(dirname(path));
  }
}

function writeTemporary(path: string, text: string): string {
  const whole = `${path}.${randomUUID()}`;
  const fd = openSync(whole, "wx", fileMode);
  try {
    fchmodSync(fd, fileMode);
    writeSync(fd, text);
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
  return whole;
}

/**
 * Makes a folder and all below it their owner's alone, and lasting. What an earlier version, a copy or a restored
 * backup left is neither.
 */
export function settleTree(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) settleTree(path);
    else if (entry.isFile()) settleFile(path);
  }
  settleFolder(folder);
}

/** The same for a file. */
export function settleFile(path: string): void {
  if ((lstatSync(path).mode & 0o777) !== fileMode) chmodSync(path, fileMode);
  syncFile(path, "r+");
}

/** The same for a folder alone. One that many share, or that is another user's, keeps its mode. */
export function settleFolder(path: string): void {
  const { mode, uid } = statSync(path);
  const ours = process.getuid === undefined || [0, uid].includes(process.getuid());
  if ((mode & 0o777) !== folderMode && (mode & shared) === 0 && ours) chmodSync(path, folderMode);
  syncFolder(path);
}

/** Whether others than the owner can reach into the folder. */
export function isOpenToOthers(path: string): boolean {
  return (statSync(path).mode & 0o077) !== 0;
}

/** Makes the names in a folder last. Windows neither needs this nor allows it. */
export function syncFolder(path: string): void {
  if (process.platform === "win32") return;
  syncFile(path, "r");
}

function syncFile(path: string, flags: "r" | "r+"): void {
  const fd = openSync(path, flags);
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
