/**
 * Folders of contacts. All of a process are in one, where a socket answers as long as the process is there: whatever ended
 * it, others of this machine know, also from another container, and remove what it left.
 */
import { lstat, mkdtemp, open, readdir, readFile, rename, rm, unlink, writeFile } from "node:fs/promises";
import { connect, createServer, type Server } from "node:net";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { GitFailure } from "../port.ts";
import { failureNamed } from "./failures.ts";

/** What a contact works in. */
export interface Ground {
  readonly folder: string;
  /**
   * Keeps a text for the programs of this contact: in a file that has no name in any folder before it has a byte, so that
   * it goes with this process, whatever ends that. @returns where they read it
   */
  secret(text: string): Promise<string>;
}

const prefix = "orgconfig-git-";
const named = /^orgconfig-git-[A-Za-z0-9]{6}$/;
const alive = "alive";
const machine = "machine";
/** A folder without a socket may be one that a process has just made, and one of another machine answers nobody here. */
const youngMs = 60 * 60_000;

export class Folders {
  #own: Promise<Own> | undefined;

  /** Removes the folder after the work, and closes what was kept for it. @throws GitFailure where none can be made */
  async with<T>(work: (ground: Ground) => Promise<T>): Promise<T> {
    const folder = await this.#contact();
    const kept: { close(): Promise<void> }[] = [];
    try {
      return await work({
        folder,
        async secret(text) {
          if (process.platform !== "linux")
            throw new GitFailure("refused", "repositories are opened by ssh keys on Linux alone; use https");
          const name = join(folder, "secret");
          const file = await open(name, "wx+", 0o600);
          kept.push(file);
          await unlink(name);
          await file.write(text);
          return `/proc/${process.pid}/fd/${file.fd}`;
        },
      });
    } finally {
      for (const file of kept) await file.close();
      await removed(folder);
    }
  }

  /** Removes what processes left that are gone. */
  async tidy(): Promise<void> {
    const names = (await readdir(tmpdir())).filter((name) => named.test(name));
    for (const name of names) {
      const folder = join(tmpdir(), name);
      if (await isLeft(folder)) await removed(folder);
    }
  }

  /** Removes this process's own. */
  async close(): Promise<void> {
    const own = await this.#own?.catch(() => undefined);
    this.#own = undefined;
    if (own === undefined) return;
    await new Promise((resolve) => own.server.close(resolve));
    await removed(own.folder);
  }

  async #contact(isAgain = false): Promise<string> {
    this.#own ??= begun();
    const own = this.#own;
    try {
      return await mkdtemp(join((await own).folder, "contact-"));
    } catch (error) {
      if (this.#own === own) {
        this.#own = undefined;
        await own.then(({ server }) => server.close()).catch(() => {}); // it has not begun
      }
      // Who tidies up a machine may have removed it.
      if (!isAgain && (error as NodeJS.ErrnoException).code === "ENOENT") return this.#contact(true);
      throw failureNamed("disk");
    }
  }
}

interface Own {
  readonly folder: string;
  readonly server: Server;
}

async function begun(): Promise<Own> {
  const folder = await mkdtemp(join(tmpdir(), prefix));
  await writeFile(join(folder, machine), await machineOf());
  const server = createServer((socket) => socket.destroy()).unref();
  try {
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(join(folder, "beginning"), resolve);
    });
    // Its name comes once it answers: between being bound and listening a socket refuses, as one of a process that is gone.
    await rename(join(folder, "beginning"), join(folder, alive));
  } catch {
    // No disk of this sort has one, or its path is too long: its age says it then.
  }
  return { folder, server };
}

/** Containers of a machine say the same. */
function machineOf(): Promise<string> {
  return readFile("/proc/sys/kernel/random/boot_id", "utf8").catch(() => hostname());
}

/** Whether it is of this user, and of a process that is gone, as far as that is known here. */
async function isLeft(folder: string): Promise<boolean> {
  const found = await lstat(folder).catch(() => undefined);
  if (found === undefined || !found.isDirectory() || found.uid !== process.getuid?.()) return false;
  const isOld = Date.now() - found.mtimeMs > youngMs;
  const other = await readFile(join(folder, machine), "utf8").catch(() => undefined);
  if (other !== undefined && other !== (await machineOf())) return isOld;
  const answered = await new Promise<string>((resolve) => {
    const socket = connect(join(folder, alive), () => resolve("there"));
    socket.once("error", ({ code = "" }: NodeJS.ErrnoException) => resolve(code));
    socket.once("close", () => socket.destroy());
    socket.resume();
  });
  return answered === "ECONNREFUSED" || (answered === "ENOENT" && isOld);
}

function removed(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true, maxRetries: 3 });
}
