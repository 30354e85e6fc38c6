/**
 * Copies of the embedded database, for backups while the service runs: one program has the database at a time, so a
 * backup asks that program for a copy of the files, and reads the copy. It asks at a socket in the data directory, which
 * is the owner's alone, as the files are. The copy is like what a killed program leaves: at its start the database puts
 * it in order from its log.
 */
import { constants, rmSync } from "node:fs";
import { cp } from "node:fs/promises";
import { connect, createServer, type Server, type Socket } from "node:net";
import { join, relative, resolve } from "node:path";
import { createInterface } from "node:readline";
import type { Database } from "./database.ts";
import { takeLock } from "./directory-lock.ts";
import { homeOf } from "./embedded-home.ts";
import { makePrivateFolder } from "./private-files.ts";

const socketName = "backup.sock";
const copyName = "backup-copy";

/** The program that has the database makes no copy; the message says why. */
export class NoCopy extends Error {}

export interface Copies {
  /** Gives no more copies. One that is being read stays, for its reader to remove. */
  close(): Promise<void>;
}

/**
 * Gives copies of the database under `directory` to whoever asks at its socket.
 * @throws where it cannot listen there
 */
export async function offerCopies(directory: string, database: Database): Promise<Copies> {
  const path = socketOf(directory);
  // What a killed program left: the directory is this one's.
  if (process.platform !== "win32") rmSync(path, { force: true });
  const open = new Set<Socket>();
  let closing = false;
  const remove = () => {
    if (!closing && open.size === 0) rmSync(join(directory, copyName), { recursive: true, force: true });
  };
  const server = createServer((socket) => {
    open.add(socket);
    socket.on("error", () => {});
    const gone = () => {
      open.delete(socket);
      remove();
    };
    socket.once("end", gone).once("close", gone).resume();
    const answer = open.size > 1 ? Promise.reject(new Error("another backup is running")) : copied();
    answer.then(
      // Whoever asked may have gone while the files were copied.
      () => (socket.destroyed ? remove() : socket.write(`${JSON.stringify({ copy: copyName })}\n`)),
      (error: Error) => socket.end(`${JSON.stringify({ error: error.message })}\n`),
    );
  });
  const copied = () => copyFiles(directory, database);
  await listening(server, path);
  server.unref();
  return {
    async close() {
      closing = true;
      for (const socket of open) socket.destroy();
      await new Promise<void>((ended) => server.close(() => ended()));
    },
  };
}

function listening(server: Server, path: string): Promise<void> {
  return new Promise((done, failed) => {
    server.once("error", failed);
    // It is made within this call, for its owner alone.
    const before = process.umask(0o177);
    server.listen(path, done);
    process.umask(before);
  });
}

/** Nothing is written meanwhile: the transaction has the only connection. */
async function copyFiles(directory: string, database: Database): Promise<void> {
  const folder = join(directory, copyName);
  await database.transaction(async (connection) => {
    rmSync(folder, { recursive: true, force: true });
    makePrivateFolder(folder);
    // Less of the log is left to go through.
    await connection.execute("CHECKPOINT");
    await cp(homeOf(directory), homeOf(folder), { recursive: true, mode: constants.COPYFILE_FICLONE });
  });
}

/**
 * Runs `work` on a copy of the database that another program has, and removes the copy.
 * @param work is given a data directory
 * @returns undefined where nobody offers copies
 * @throws NoCopy
 */
export async function withCopy<T>(
  directory: string,
  work: (copy: string) => Promise<T>,
): Promise<T | undefined> {
  const socket = await connected(socketOf(directory));
  if (socket === undefined) return undefined;
  socket.on("error", () => {});
  const copy = join(directory, copyName);
  try {
    await answered(socket);
    // In this order: the next backup's copy is made in the same place once this one is gone.
    return await work(copy).finally(() => rmSync(copy, { recursive: true, force: true }));
  } finally {
    await ended(socket);
  }
}

/** When it ends, the service knows that the copy is not needed any more: the next backup can begin. */
function ended(socket: Socket): Promise<void> {
  return new Promise((done) => {
    if (socket.destroyed) return done();
    socket.once("close", () => done());
    socket.resume().end();
  });
}

/** @throws NoCopy */
async function answered(socket: Socket): Promise<void> {
  for await (const line of createInterface({ input: socket })) {
    const { copy, error } = JSON.parse(line);
    if (copy === copyName) return;
    throw new NoCopy(`the running service made no copy of its database: ${error}`);
  }
  throw new NoCopy("the service ended before it had made a copy of its database: try again");
}

function connected(path: string): Promise<Socket | undefined> {
  return new Promise((done) => {
    const socket = connect(path);
    socket.once("connect", () => done(socket));
    socket.once("error", () => done(undefined));
  });
}

/** Removes what a killed backup or restore left in a data directory that is this program's. */
export async function removeLeftOvers(directory: string): Promise<void> {
  rmSync(restoringIn(directory), { recursive: true, force: true });
  const copy = join(directory, copyName);
  // A backup may still be reading it, although the service that made it has ended.
  const release = await takeLock(join(copy, "orgconfig.lock")).catch(() => undefined);
  if (release === undefined) return;
  release();
  rmSync(copy, { recursive: true, force: true });
}

/** Where a restore makes a database, before it is whole. */
export function restoringIn(directory: string): string {
  return join(directory, "restoring");
}

/** A socket's path may have some hundred bytes: from the working directory it is often shorter. */
function socketOf(directory: string): string {
  if (process.platform === "win32")
    return `\\\\.\\pipe\\orgconfig-${Buffer.from(resolve(directory)).toString("base64url")}`;
  const path = resolve(directory, socketName);
  const near = relative(process.cwd(), path);
  return near.length < path.length ? near : path;
}
