/**
 * A disk that loses its power. What was synced is there; of what was not, each write, each change of length and each
 * name may be there or not, whatever came before it, and a write may be there in some of its sectors only. A synced
 * file may have no name: that is its folder's content. (As ALICE and CrashMonkey look at file systems.)
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Inode, type Naming, type Operation, rootInode } from "./recorder.ts";

/** What a disk writes whole or not at all. PostgreSQL relies on it for its control file. */
const sectorBytes = 512;

type Change = Extract<Operation, { what: "write" | "truncate" }>;

interface File {
  content: Buffer;
  unsynced: Change[];
}

/** What is left of what was not synced. */
export interface Cut {
  /** Of 100 changes that were not synced, how many are there. */
  readonly keptPercent: number;
  /** Of 100 writes that are there, how many are torn. */
  readonly tornPercent: number;
  /** A number from 0 on and below `bound`, by the cut's seed. */
  below(bound: number): number;
}

export interface Disk {
  run(operation: Operation): void;
  /** Writes into an empty folder what a cut at this moment leaves. */
  restore(folder: string, cut: Cut): void;
}

export function createDisk(): Disk {
  const files = new Map<Inode, File>();
  const folders = new Map<Inode, Map<string, Inode>>([[rootInode, new Map()]]);
  /** Changes of names that no sync of their folder has made last yet. */
  let unnamed: (readonly Naming[])[] = [];

  return {
    run(operation) {
      switch (operation.what) {
        case "make":
          if (operation.folder) folders.set(operation.inode, new Map());
          else files.set(operation.inode, { content: Buffer.alloc(0), unsynced: [] });
          return;
        case "name":
          unnamed.push(operation.names);
          return;
        case "sync": {
          const file = files.get(operation.inode);
          if (file === undefined) {
            const lasts = (names: readonly Naming[]) =>
              names.some(({ folder }) => folder === operation.inode);
            for (const names of unnamed.filter(lasts)) rename(folders, names);
            unnamed = unnamed.filter((names) => !lasts(names));
            return;
          }
          file.content = changed(file.content, file.unsynced);
          file.unsynced = [];
          return;
        }
        default:
          files.get(operation.inode)?.unsynced.push(operation);
      }
    },
    restore(folder, cut) {
      const left = new Map([...folders].map(([inode, names]) => [inode, new Map(names)]));
      for (const names of unnamed) if (cut.below(100) < cut.keptPercent) rename(left, names);
      const put = (inode: Inode, path: string) => {
        const names = left.get(inode);
        if (names === undefined) return writeFileSync(path, contentAfter(files.get(inode) as File, cut));
        if (inode !== rootInode) mkdirSync(path);
        for (const [name, child] of names) put(child, join(path, name));
      };
      put(rootInode, folder);
    },
  };
}

function rename(folders: Map<Inode, Map<string, Inode>>, names: readonly Naming[]): void {
  for (const { folder, name, inode } of names) {
    if (inode === undefined) folders.get(folder)?.delete(name);
    else folders.get(folder)?.set(name, inode);
  }
}

function contentAfter({ content, unsynced }: File, cut: Cut): Buffer {
  const kept = unsynced.filter(() => cut.below(100) < cut.keptPercent);
  const parts = kept.flatMap((change) =>
    change.what === "write" && cut.below(100) < cut.tornPercent
      ? sectorsOf(change).filter(() => cut.below(2) === 0)
      : [change],
  );
  return parts.length === 0 ? content : changed(Buffer.from(content), parts);
}

function sectorsOf(change: Extract<Change, { what: "write" }>): Change[] {
  const parts: Change[] = [];
  for (let at = 0; at < change.data.length; ) {
    const end = Math.min(change.data.length, at + sectorBytes - ((change.at + at) % sectorBytes));
    parts.push({ ...change, at: change.at + at, data: change.data.subarray(at, end) });
    at = end;
  }
  return parts;
}

/** Writes into `content` itself where there is room. */
function changed(content: Buffer, changes: readonly Change[]): Buffer {
  // Files grow in many small writes: room for all of them is made once.
  const room = Math.max(content.length, ...changes.map(endOf));
  let size = content.length;
  const left = resized(content, room);
  for (const change of changes) {
    if (change.what === "write") change.data.copy(left, change.at);
    else left.fill(0, Math.min(change.size, room));
    size = change.what === "write" ? Math.max(size, endOf(change)) : change.size;
  }
  return resized(left, size);
}

function endOf(change: Change): number {
  return change.what === "write" ? change.at + change.data.length : change.size;
}

function resized(content: Buffer, size: number): Buffer {
  if (size === content.length) return content;
  const left = Buffer.alloc(size);
  content.copy(left);
  return left;
}
