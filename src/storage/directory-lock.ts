/** A lock file that names the process holding a directory, and outlives neither of them by mistake. */
import { randomUUID } from "node:crypto";
import { link, readFile, rm, stat, writeFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { Refusal } from "../kernel/problem.ts";

/** Taking a dead process's lock away takes a moment; whoever is at it for longer has died of it. */
const takeoverMs = 5_000;
const pauseMs = 20;

/**
 * Takes the lock, also from a process that is gone.
 * @returns what gives it back
 * @throws when another running program holds it; the message names its pid
 */
export async function takeLock(path: string): Promise<() => Promise<void>> {
  while (!(await makeWhole(path))) {
    const left = await readLock(path);
    if (left === undefined) continue; // given back this moment
    if (left.alive) {
      const message = `${path} is held by process ${left.pid}: stop it first, or set ORGCONFIG_DATA_DIR to another folder`;
      throw new Refusal("unavailable", message);
    }
    await clear(path);
  }
  return () => rm(path, { force: true });
}

/** Makes the file with its pid inside, or not at all: nobody reads half of it. False where there is one. */
async function makeWhole(path: string): Promise<boolean> {
  const whole = `${path}.${randomUUID()}`;
  await writeFile(whole, `${process.pid}\n`, { mode: 0o600 });
  try {
    await link(whole, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  } finally {
    await rm(whole, { force: true });
  }
}

/** Removes a lock whose process is gone. One at a time, so that nobody removes the lock that comes after it. */
async function clear(path: string): Promise<void> {
  const turn = `${path}.takeover`;
  if (!(await makeWhole(turn))) {
    const since = await stat(turn).catch(() => undefined);
    if (since !== undefined && Date.now() - since.mtimeMs > takeoverMs) await rm(turn, { force: true });
    return pause(pauseMs);
  }
  try {
    // Nobody else removes a dead process's lock now, so what is read is what is removed.
    const left = await readLock(path);
    if (left !== undefined && !left.alive) await rm(path, { force: true });
  } finally {
    await rm(turn, { force: true });
  }
}

/** What the file says; undefined where there is none. A lock of this very process was left by its forebear. */
async function readLock(
  path: string,
): Promise<{ readonly pid: number; readonly alive: boolean } | undefined> {
  const text = await readFile(path, "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  const pid = Number(text.trim());
  const named = Number.isInteger(pid) && pid > 0 && pid !== process.pid;
  return { pid, alive: named && isAlive(pid) };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
