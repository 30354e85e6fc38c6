/**
 * Records what is done to the files below a folder, at Node's own file functions: below them is only the kernel.
 * What it does not know how to record is refused, so that nothing goes by unseen.
 */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { basename, dirname, join, resolve, sep } from "node:path";

/** A file or a folder, whatever its name is by now. */
export type Inode = number;
export const rootInode: Inode = 0;

export type Operation =
  | { readonly what: "make"; readonly inode: Inode; readonly folder: boolean }
  | { readonly what: "write"; readonly inode: Inode; readonly at: number; readonly data: Buffer }
  | { readonly what: "truncate"; readonly inode: Inode; readonly size: number }
  /** Names that come and go in one step: a rename is of two. An undefined inode takes the name away. */
  | { readonly what: "name"; readonly names: readonly Naming[] }
  | { readonly what: "sync"; readonly inode: Inode };

export interface Naming {
  readonly folder: Inode;
  readonly name: string;
  readonly inode: Inode | undefined;
}

export interface Recorder {
  /** Everything so far, in order. */
  readonly operations: readonly Operation[];
  /** Puts Node's own functions back. */
  stop(): void;
}

// biome-ignore lint/suspicious/noExplicitAny: it stands in for functions of every shape
type Anything = any;
type Work = (...words: Anything[]) => Anything;

/** Reads, and changes of a mode or a time: nothing that is lost with the power and missed. */
const harmless =
  /^(l?exists|access|f?l?stat|statfs|read|opendir|realpath|glob|watch|unwatch|createRead|f?l?chmod|f?l?chown|f?l?utimes|_to|openAsBlob|close$|fsync$|fdatasync$|write$|writev$|ftruncate$)/;

/** @param root an empty folder; what was recorded begins with it */
export function record(root: string): Recorder {
  const operations: Operation[] = [];
  const inodes = new Map<string, Inode>([[resolve(root), rootInode]]);
  const open = new Map<number, { inode: Inode; at: number }>();
  let next: Inode = rootInode + 1;

  const isBelow = (path: unknown): path is string =>
    typeof path === "string" && `${resolve(path)}${sep}`.startsWith(`${resolve(root)}${sep}`);
  const inodeOf = (path: string): Inode => {
    const inode = inodes.get(resolve(path));
    if (inode === undefined) throw new Error(`${path} was not recorded`);
    return inode;
  };
  const naming = (path: string, inode: Inode | undefined): Naming => {
    if (inode === undefined) inodes.delete(resolve(path));
    else inodes.set(resolve(path), inode);
    return { folder: inodeOf(dirname(resolve(path))), name: basename(path), inode };
  };
  const name = (...names: Naming[]) => operations.push({ what: "name", names });
  const make = (path: string, folder: boolean) => {
    const inode = next++;
    operations.push({ what: "make", inode, folder });
    name(naming(path, inode));
  };
  const write = (inode: Inode, at: number, data: Buffer) => {
    if (data.length > 0) operations.push({ what: "write", inode, at, data: Buffer.from(data) });
  };
  const copied = (path: string) => {
    const folder = fs.statSync(path).isDirectory();
    make(path, folder);
    if (folder) for (const entry of fs.readdirSync(path)) copied(join(path, entry));
    else write(inodeOf(path), 0, fs.readFileSync(path));
  };
  const removed = (path: string) => {
    if (fs.lstatSync(path).isDirectory())
      for (const entry of fs.readdirSync(path)) removed(join(path, entry));
    name(naming(path, undefined));
  };

  /** What each function does, reported after it was done, but for what it takes away. */
  const known: Record<string, (real: Work, ...words: Anything[]) => Anything> = {
    openSync(real, path, flags = "r", ...rest) {
      const isNew = isBelow(path) && !fs.existsSync(path);
      const fd = real(path, flags, ...rest);
      if (!isBelow(path)) return fd;
      if (isNew) make(path, false);
      const truncates = typeof flags === "string" ? /^w/.test(flags) : (flags & fs.constants.O_TRUNC) !== 0;
      if (truncates && !isNew) operations.push({ what: "truncate", inode: inodeOf(path), size: 0 });
      open.set(fd, { inode: inodeOf(path), at: 0 });
      return fd;
    },
    closeSync(real, fd) {
      open.delete(fd);
      return real(fd);
    },
    writeSync(real, fd, data, ...rest) {
      const file = open.get(fd);
      const written = real(fd, data, ...rest);
      if (file === undefined) return written;
      const text = typeof data === "string";
      const [offset, position] = text ? [0, rest[0]] : [rest[0] ?? 0, rest[2]];
      const bytes = text
        ? Buffer.from(data)
        : Buffer.from(data.buffer, data.byteOffset + offset, written as number);
      const at = typeof position === "number" ? position : file.at;
      write(file.inode, at, bytes.subarray(0, written));
      if (typeof position !== "number") file.at += written;
      return written;
    },
    writeFileSync(real, path, data, ...rest) {
      if (!isBelow(path)) return real(path, data, ...rest);
      const isNew = !fs.existsSync(path);
      real(path, data, ...rest);
      if (isNew) make(path, false);
      else operations.push({ what: "truncate", inode: inodeOf(path), size: 0 });
      write(inodeOf(path), 0, fs.readFileSync(path));
    },
    fsyncSync(real, fd) {
      real(fd);
      const file = open.get(fd);
      if (file !== undefined) operations.push({ what: "sync", inode: file.inode });
    },
    ftruncateSync(real, fd, size = 0) {
      real(fd, size);
      const file = open.get(fd);
      if (file !== undefined) operations.push({ what: "truncate", inode: file.inode, size });
    },
    truncateSync(real, path, size = 0) {
      real(path, size);
      if (isBelow(path)) operations.push({ what: "truncate", inode: inodeOf(path), size });
    },
    mkdirSync(real, path, ...rest) {
      const answer = real(path, ...rest);
      if (isBelow(path)) make(path, true);
      return answer;
    },
    linkSync(real, from, to) {
      real(from, to);
      if (isBelow(to)) name(naming(to, inodeOf(from)));
    },
    renameSync(real, from, to) {
      real(from, to);
      if (!isBelow(from)) return;
      const inode = inodeOf(from);
      for (const path of [...inodes.keys()].filter((path) => path.startsWith(`${resolve(from)}${sep}`))) {
        inodes.set(resolve(to) + path.slice(resolve(from).length), inodes.get(path) as Inode);
        inodes.delete(path);
      }
      name(naming(from, undefined), naming(to, inode));
    },
    unlinkSync(real, path) {
      real(path);
      if (isBelow(path)) name(naming(path, undefined));
    },
    rmdirSync(real, path) {
      real(path);
      if (isBelow(path)) name(naming(path, undefined));
    },
    rmSync(real, path, ...rest) {
      if (isBelow(path) && fs.existsSync(path)) removed(path);
      real(path, ...rest);
    },
    cpSync(real, from, to, ...rest) {
      real(from, to, ...rest);
      if (isBelow(to)) copied(to);
    },
  };

  const restore: (() => void)[] = [];
  // Node's functions call each other: what happens within one that is recorded is part of it.
  let depth = 0;
  const replace = (owner: Anything, key: string, replacement: Work) => {
    const real = owner[key];
    restore.push(() => {
      owner[key] = real;
    });
    owner[key] = (...words: Anything[]) => {
      if (depth > 0) return real.apply(owner, words);
      depth += 1;
      try {
        return replacement(real.bind(owner), ...words);
      } finally {
        depth -= 1;
      }
    };
  };
  for (const owner of [fs, fs.promises] as Anything[]) {
    for (const key of Object.keys(owner).filter((key) => typeof owner[key] === "function")) {
      const recorded = owner === fs ? known[key] : undefined;
      if (recorded !== undefined) replace(owner, key, recorded);
      else if (!harmless.test(key) && /^[a-z]/.test(key))
        replace(owner, key, (real, ...words) => {
          if (words.some(isBelow)) throw new Error(`the recorder does not know fs.${key}`);
          return real(...words);
        });
    }
  }
  syncBuiltinESMExports();
  return {
    operations,
    stop() {
      for (const put of restore) put();
      syncBuiltinESMExports();
    },
  };
}
