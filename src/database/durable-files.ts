/**
 * The file system below the embedded database: PGlite's own, which leaves out fsync and takes the process's umask,
 * with both put right.
 */
import { chmodSync, fsyncSync } from "node:fs";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { NodeFS } from "@electric-sql/pglite/nodefs";
import { syncFolder } from "./private-files.ts";

/** PGlite's own without `-F`, which turns fsync off. WASM's fdatasync does nothing, hence the method. */
export const durableStart: string[] = [
  ...PGlite.defaultStartParams.filter((word) => word !== "-F"),
  ...["-c", "fsync=on", "-c", "wal_sync_method=fsync"],
];

type ModuleOptions = Parameters<NodeFS["init"]>[1];

/** The part of Emscripten's file system that is changed here; it comes without types. */
interface NodeFiles {
  realPath(node: FileNode): string;
  /** Runs it, and turns Node's error into the error number that PostgreSQL sees. */
  tryFSOperation<T>(work: () => T): T;
  readonly node_ops: {
    mknod(parent: FileNode, name: string, mode: number, dev: number): FileNode;
    rename(node: FileNode, folder: FileNode, name: string): void;
    rmdir(folder: FileNode, name: string): void;
    setattr(node: FileNode, changes: { mode?: number }): void;
  };
  readonly stream_ops: {
    setattr(stream: FileStream, changes: { mode?: number }): void;
    fsync?(stream: FileStream): number;
  };
}
interface FileNode {
  readonly mode: number;
  readonly parent: FileNode;
}
interface FileStream {
  readonly node: FileNode;
  /** Node's own number of the open file. */
  readonly nfd: number;
}

export class DurableFiles extends NodeFS {
  override async init(engine: PGlite, options: ModuleOptions) {
    const { emscriptenOpts } = await super.init(engine, options);
    const preRun = [emscriptenOpts.preRun ?? []].flat();
    return {
      emscriptenOpts: {
        ...emscriptenOpts,
        preRun: [...preRun, (module: unknown) => fix((module as { NODEFS: NodeFiles }).NODEFS)],
      },
    };
  }
}

const foldersOnly = 0o040000;
const forOthers = 0o077;
const execute = 0o111;

function fix(files: NodeFiles): void {
  const { node_ops: nodes, stream_ops: streams } = files;
  const { mknod, rename, rmdir, setattr } = nodes;
  const setattrOfStream = streams.setattr;
  /** Folders in which a name is new since they were synced. */
  const renamedIn = new Set<string>();

  nodes.mknod = (parent, name, mode, dev) => {
    const folder = (mode & 0o170000) === foldersOnly;
    const node = mknod(parent, name, mode & ~(folder ? forOthers : forOthers | execute), dev);
    // The umask took from it what it takes; a file gets its mode from Emscripten just afterwards.
    if (folder) files.tryFSOperation(() => chmodSync(files.realPath(node), node.mode & 0o777));
    renamedIn.add(files.realPath(parent));
    return node;
  };
  nodes.rename = (node, folder, name) => {
    rename(node, folder, name);
    renamedIn.add(files.realPath(folder));
  };
  nodes.rmdir = (folder, name) => {
    rmdir(folder, name);
    renamedIn.delete(join(files.realPath(folder), name));
  };
  nodes.setattr = (node, changes) => setattr(node, forOwner(changes));
  streams.setattr = (stream, changes) => setattrOfStream(stream, forOwner(changes));
  streams.fsync = (stream) =>
    files.tryFSOperation(() => {
      try {
        // PostgreSQL counts on a synced file to keep its name, as Linux's file systems see to and POSIX does not.
        for (const folder of renamedIn) syncFolder(folder);
        renamedIn.clear();
        fsyncSync(stream.nfd);
      } catch (error) {
        endProgram(error as Error);
        throw error;
      }
      return 0;
    });
}

/**
 * PostgreSQL stops at once when a sync fails, because nobody knows what is on the disk then; PGlite would only never
 * answer again. The next start goes on from what was synced.
 */
function endProgram(cause: Error): void {
  setImmediate(() => {
    throw new Error(`the embedded database cannot sync its files, and stops: ${cause.message}`, { cause });
  });
}

function forOwner<C extends { mode?: number }>(changes: C): C {
  return changes.mode == null ? changes : { ...changes, mode: changes.mode & ~forOthers };
}
