/** Which files of a commit a bundle is read from, and what is said of the others. Nothing is checked out. */

import { posix } from "node:path";
import { figure } from "../../kernel/readable.ts";
import type { GitFault } from "../port.ts";
import { allBytes, bounds, fileBytes } from "./bounds.ts";

/** One entry of `git ls-tree -r -z`. */
export interface TreeEntry {
  readonly mode: string;
  readonly object: string;
  readonly path: string;
}

const mostPassedOver = 20;

const endings = /\.(ya?ml|json)$/i;
export const treeModes = { link: "120000", submodule: "160000" } as const;

export function entriesOf(output: Buffer): TreeEntry[] {
  return output
    .toString("utf8")
    .split("\0")
    .flatMap((line) => {
      const [, mode, object, path] = /^(\d+) \S+ ([0-9a-f]+)\t(.*)$/s.exec(line) ?? [];
      return mode === undefined || object === undefined || path === undefined ? [] : [{ mode, object, path }];
    });
}

export interface Chosen {
  readonly files: readonly TreeEntry[];
  /** Links, whose targets decide whether they are a fault. */
  readonly links: readonly TreeEntry[];
  readonly faults: readonly GitFault[];
  readonly passedOver: readonly string[];
}

/** @param folder from the root of the repository; empty for all of it */
export function chosen(entries: readonly TreeEntry[], folder: string): Chosen {
  const own = entries.filter(({ path }) => !isHidden(within(path, folder)));
  const links = own.filter(({ mode }) => mode === treeModes.link);
  const submodules = own.filter(({ mode }) => mode === treeModes.submodule);
  const named = own.filter(
    ({ mode, path }) => mode !== treeModes.link && mode !== treeModes.submodule && endings.test(path),
  );
  const faults: GitFault[] = [];
  const files = named.filter(({ path }) => {
    const message = /(^|\/)\.\.?(\/|$)/.test(path)
      ? 'has ".." in its path, which is no file of this folder'
      : path.includes("\ufffd")
        ? "has a name that is not UTF-8, so that it could not be written; rename it"
        : undefined;
    if (message !== undefined) faults.push({ file: path, message });
    return message === undefined;
  });
  if (files.length > bounds.files)
    faults.push({
      file: folder || ".",
      message: `holds ${figure(files.length)} files; at most ${figure(bounds.files)} are read, so divide it among several sources`,
    });
  const passedOver = submodules
    .slice(0, mostPassedOver)
    .map(({ path }) => `${path} is a submodule, and is not read`);
  return {
    ...{ files: files.slice(0, bounds.files), links: links.slice(0, bounds.files) },
    ...{ faults, passedOver },
  };
}

/** The files that are small enough to be read, and what is said of the others. @param sizes in bytes, by object */
export function fitting(
  all: readonly TreeEntry[],
  sizes: ReadonlyMap<string, number>,
  folder: string,
): Pick<Chosen, "files" | "faults"> {
  const faults: GitFault[] = [];
  const files = all.filter(({ path, object }) => {
    const size = sizes.get(object) ?? 0;
    if (size <= fileBytes || Number.isNaN(size)) return true;
    const message = `has ${figure(size)} bytes; a file has at most ${bounds.fileMib} MiB, so divide it`;
    faults.push({ file: path, message });
    return false;
  });
  const bytes = files.reduce((sum, { object }) => sum + (sizes.get(object) || 0), 0);
  if (bytes <= allBytes) return { files, faults };
  const message = `holds ${figure(bytes)} bytes in its files; at most ${bounds.allMib} MiB are read, so divide it among several sources`;
  return { files: [], faults: [...faults, { file: folder || ".", message }] };
}

/** A folder as people read it. */
export function whereOf(path: string): string {
  return path === "" ? "the repository" : `the folder ${path}`;
}

function within(path: string, folder: string): string {
  return folder === "" ? path : path.slice(folder.length + 1);
}

/** As the command line leaves them out of a directory; `..` is no name of that sort, and is said to be wrong. */
function isHidden(path: string): boolean {
  return path.split("/").some((part) => part.startsWith(".") && part !== "..");
}

/** What is wrong with a link, if anything: one within the folder stands for files that are read themselves. */
export function linkFault(
  path: string,
  target: string,
  folder: string,
  entries: readonly TreeEntry[],
): GitFault | undefined {
  const leads = posix.normalize(posix.join(posix.dirname(path), target)).replace(/\/$/, "");
  const outside = target.startsWith("/") || leads === ".." || leads.startsWith("../");
  const inFolder = folder === "" || leads === folder || leads.startsWith(`${folder}/`);
  if (outside || !inFolder)
    return {
      file: path,
      message: "is a link that leads out of the folder, and is not followed; put a file in its place",
    };
  const isThere =
    leads === "." || entries.some((entry) => entry.path === leads || entry.path.startsWith(`${leads}/`));
  return isThere
    ? undefined
    : { file: path, message: "is a link to nothing; remove it, or make what it leads to" };
}

/** The contents that `git cat-file --batch` prints, in its order; undefined for what is not there. */
export function blobsOf(output: Buffer): (Buffer | undefined)[] {
  const blobs: (Buffer | undefined)[] = [];
  for (let at = 0; at < output.length; ) {
    const end = output.indexOf(10, at);
    if (end < 0) break;
    const size = /^[0-9a-f]+ \S+ (\d+)$/.exec(output.toString("utf8", at, end))?.[1];
    at = end + 1;
    if (size === undefined) blobs.push(undefined);
    else {
      blobs.push(output.subarray(at, at + Number(size)));
      at += Number(size) + 1;
    }
  }
  return blobs;
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** A file's text, or what is wrong with it. */
export function textOf(file: string, bytes: Buffer | undefined): string | GitFault {
  if (bytes === undefined) return { file, message: "is missing in the repository" };
  if (bytes.subarray(0, 42).toString("latin1") === "version https://git-lfs.github.com/spec/v1")
    return { file, message: "is a pointer of Git LFS, whose file is not fetched; keep it in Git itself" };
  try {
    return utf8.decode(bytes);
  } catch {
    return { file, message: "is not UTF-8" };
  }
}
