/** The files that `-f` names. */
import {
  closeSync,
  lstatSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
  type Stats,
  statSync,
} from "node:fs";
import { join } from "node:path";
import type { SourceFile } from "../../kernel/document.ts";
import type { Fault } from "../../kernel/fault.ts";
import { BundleFaults } from "./fault.ts";

const endings = /\.(ya?ml|json)$/i;
/** Of one file, where its reader has no smaller bound. A device or a pipe may have no end. */
const mostBytes = 64_000_000;
const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * Every file of these paths, each once: a directory stands for the YAML and JSON in it and below, sorted, hidden
 * ones left out; - is the standard input. Links are followed, to files and to directories.
 * @param most of one file, in bytes
 * @throws BundleFaults
 */
export function filesOf(paths: readonly string[], most = mostBytes): SourceFile[] {
  const faults: Fault[] = [];
  const files = new Map<string, SourceFile>();
  for (const path of paths) {
    try {
      const names = path === "-" ? [path] : namesIn(path);
      if (names.length === 0)
        faults.push({ at: undefined, file: path, message: "holds no .yaml, .yml or .json file" });
      for (const name of names) {
        const real = name === "-" ? name : realpathSync(name);
        if (!files.has(real)) files.set(real, read(name, most));
      }
    } catch (error) {
      const { path: file = path } = error as NodeJS.ErrnoException;
      faults.push({ at: undefined, file, message: reasonOf(error as NodeJS.ErrnoException) });
    }
  }
  if (faults.length > 0) throw new BundleFaults(faults);
  return [...files.values()];
}

function reasonOf({ code, message }: NodeJS.ErrnoException): string {
  if (code === "ENOENT") return "there is no such file or directory";
  if (code === "ELOOP") return "is a link that leads back to itself";
  return code === "EACCES" ? "may not be read by this user" : message;
}

/** @param seen the directories that were looked into, by their real paths: links may lead to one again, or in a circle */
function namesIn(path: string, seen = new Set<string>()): string[] {
  if (!targetOf(path).isDirectory()) return [path];
  const real = realpathSync(path);
  if (seen.has(real)) return [];
  seen.add(real);
  return readdirSync(path)
    .filter((name) => !name.startsWith("."))
    .sort((a, b) => (a < b ? -1 : 1))
    .flatMap((name) => {
      const inner = join(path, name);
      const found = targetOf(inner);
      if (found.isDirectory()) return namesIn(inner, seen);
      if (!endings.test(name)) return [];
      // What is named itself may be a pipe; here nobody knows whether anything is ever written to it.
      if (!found.isFile())
        throw wrongAt(inner, "is a pipe, a socket or a device, not a file; take it away, or name it itself");
      return [inner];
    });
}

/** What a name stands for. One that leads nowhere may have been a directory: passed over, --prune would delete its rows. */
function targetOf(path: string): Stats {
  try {
    return statSync(path);
  } catch (error) {
    const leadsNowhere = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
    if ((error as NodeJS.ErrnoException).code !== "ENOENT" || !leadsNowhere) throw error;
    throw wrongAt(path, "is a link to nothing; remove it, or make what it leads to");
  }
}

function wrongAt(path: string, message: string): Error {
  return Object.assign(new Error(message), { path });
}

function read(name: string, most: number): SourceFile {
  const bytes = bytesOf(name, most);
  try {
    return { name: name === "-" ? "(standard input)" : name, text: utf8.decode(bytes) };
  } catch {
    throw wrongAt(name, "is not UTF-8");
  }
}

const partBytes = 1_000_000;

/** No more of it than one byte beyond the bound. @throws Error where it has more */
function bytesOf(name: string, most: number): Buffer {
  const file = name === "-" ? 0 : openSync(name, "r");
  try {
    const parts: Buffer[] = [];
    for (let bytes = 0; bytes <= most; ) {
      const part = Buffer.alloc(Math.min(partBytes, most + 1 - bytes));
      const count = readSync(file, part);
      if (count === 0) return Buffer.concat(parts);
      parts.push(part.subarray(0, count));
      bytes += count;
    }
    throw wrongAt(name, `has more than ${most} bytes; no more are read`);
  } finally {
    if (file !== 0) closeSync(file);
  }
}
