/** The files of a folder at a commit: listed by name first, and read as far as they fit. */
import { figure } from "../../kernel/readable.ts";
import { shortCommit } from "../../kernel/short-commit.ts";
import { GitFailure, type GitFault, type GitFolder } from "../port.ts";
import { allBytes, bounds, fileBytes, listBytes, readMs } from "./bounds.ts";
import { type Contact, fetchedFiles } from "./contact.ts";
import { failureOf } from "./failures.ts";
import { blobsOf, chosen, entriesOf, fitting, linkFault, type TreeEntry, textOf, whereOf } from "./folder.ts";
import { runGit } from "./program.ts";

/** A folder, and what each of its files is to Git. */
export interface ReadFolder extends Omit<GitFolder, "knownHosts"> {
  readonly modes: ReadonlyMap<string, string>;
}

/** @param at a commit, or what stands for one @throws GitFailure */
export async function commitOf(
  open: Contact,
  at: string,
  path: string,
  mayBeMissing = false,
): Promise<ReadFolder> {
  // Not `git show`, which lists all that a commit without a past has changed.
  const shown = await open.local(["log", "--max-count=1", "--format=%H%x00%an%x00%ae%x00%s", at, "--"]);
  const [commit = "", author = "", email = "", subject = ""] = shown.output
    .toString("utf8")
    .trimEnd()
    .split("\0");
  const tree = path === "" ? `${commit}^{tree}` : `${commit}:${path}`;
  const bounded = { folder: open.folder, timeout_ms: readMs, most: listBytes };
  const found = await runGit({ ...bounded, args: ["rev-parse", "--verify", "--quiet", tree] });
  const entries = await listed(open, commit, path, mayBeMissing);
  const modes = new Map(entries.map((entry) => [entry.path, entry.mode]));
  return {
    commit,
    author,
    email,
    subject,
    modes,
    tree: found.code === 0 ? found.output.toString("utf8").trim() : "",
    ...(await readEntries(open, entries, path)),
  };
}

/** Every file below the folder. A tree may hold the same one many times: what is listed has a bound, and what that needs. */
async function listed(
  { folder }: Contact,
  commit: string,
  path: string,
  mayBeMissing: boolean,
): Promise<TreeEntry[]> {
  const tree = path === "" ? `${commit}^{tree}` : `${commit}:${path}`;
  const result = await runGit({
    ...{ folder, timeout_ms: readMs, most: listBytes, mostEnds: bounds.listed },
    args: ["ls-tree", "-r", "-z", "--full-tree", tree],
    tooMuch: `${whereOf(path)} holds more than ${figure(bounds.listed)} files, or names of more than ${bounds.listMib} MiB, and no more are listed; write a folder that holds less as path`,
  });
  const prefix = path === "" ? "" : `${path}/`;
  if (result.code === 0)
    return entriesOf(result.output).map((entry) => ({ ...entry, path: `${prefix}${entry.path}` }));
  if (!/not a valid object name|not a tree object/i.test(result.said))
    throw failureOf(result, `${whereOf(path)} could not be read`);
  if (mayBeMissing) return [];
  throw new GitFailure(
    "refused",
    `the commit ${shortCommit(commit)} has no folder ${path}; correct path, or add the folder`,
  );
}

async function readEntries(open: Contact, entries: readonly TreeEntry[], folder: string) {
  const { files: named, links, faults, passedOver } = chosen(entries, folder);
  const wanted = [...named, ...links];
  await fetchedFiles(open, namesOf(wanted));
  const sizes = await sizesOf(open, wanted);
  const { files, faults: tooLarge } = fitting(named, sizes, folder);
  const read = links.filter(({ object }) => (sizes.get(object) ?? 0) <= fileBytes);
  const blobs = await blobsIn(open, [...files, ...read]);
  const all = files.map(({ path, object }) => ({ name: path, text: textOf(path, blobs.get(object)) }));
  const wrong = read.flatMap(
    ({ path, object }) => linkFault(path, blobs.get(object)?.toString("utf8") ?? "", folder, entries) ?? [],
  );
  const unread: GitFault[] = all.flatMap(({ text }) => (typeof text === "string" ? [] : [text]));
  return {
    files: all.flatMap(({ name, text }) => (typeof text === "string" ? [{ name, text }] : [])),
    faults: [...faults, ...tooLarge, ...wrong, ...unread],
    passedOver,
  };
}

const namesOf = (entries: readonly TreeEntry[]) => [...new Set(entries.map(({ object }) => object))];

/** In bytes, by object. */
async function sizesOf({ local }: Contact, entries: readonly TreeEntry[]): Promise<Map<string, number>> {
  const names = namesOf(entries);
  if (names.length === 0) return new Map();
  const { output } = await local(
    ["cat-file", "--batch-check=%(objectname) %(objectsize)"],
    `${names.join("\n")}\n`,
  );
  const lines = output.toString("utf8").split("\n");
  return new Map(lines.map((line) => line.split(" ")).map(([name = "", size]) => [name, Number(size)]));
}

async function blobsIn({ local }: Contact, entries: readonly TreeEntry[]): Promise<Map<string, Buffer>> {
  const names = namesOf(entries);
  if (names.length === 0) return new Map();
  // Each blob has a line before it.
  const { output } = await local(["cat-file", "--batch"], `${names.join("\n")}\n`, {
    most: allBytes + listBytes,
  });
  const blobs = blobsOf(output);
  return new Map(names.flatMap((name, index) => (blobs[index] === undefined ? [] : [[name, blobs[index]]])));
}
