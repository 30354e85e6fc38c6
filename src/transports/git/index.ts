/**
 * Git repositories elsewhere, by the `git` program: the real protocol, over https and ssh. Each contact has a folder of
 * its own that goes with it; a branch is fetched without its past, and only its files are read, never written.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type AllowList, allowListOf } from "../addresses.ts";
import { GitFailure, type GitFolder, type GitHead, type GitRemote, type GitTransport } from "../port.ts";
import { failureOf } from "./failures.ts";
import { blobsOf, chosen, entriesOf, linkFault, most, type TreeEntry, textOf } from "./folder.ts";
import { type GitRun, runGit } from "./program.ts";
import { type Resolve, type Way, wayTo } from "./remote.ts";

export interface GitOptions {
  /** Hosts, addresses and CIDR ranges that may be reached although they are private. */
  readonly allow: readonly string[];
  readonly resolve?: Resolve;
}

const askMs = 20_000;
const fetchMs = 60_000;
const readMs = 30_000;
/** Of a list of references, and of a tree's entries. */
const listBytes = 16 * 1_048_576;
const ref = "refs/heads/read";

export function createGitTransport({ allow, resolve }: GitOptions): GitTransport {
  const allowed = allowListOf(allow);
  return {
    head: (remote, branch) => inFolder((folder) => headOf(remote, branch, folder, allowed, resolve)),
    folder: (remote, branch, path) =>
      inFolder((folder) => folderOf(remote, branch, path, { folder, allowed, resolve })),
  };
}

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "orgconfig-git-"));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function headOf(
  remote: GitRemote,
  branch: string,
  folder: string,
  allowed: AllowList,
  resolve: Resolve | undefined,
): Promise<GitHead> {
  const way = await wayTo(remote, folder, allowed, resolve);
  const name = `refs/heads/${branch}`;
  const { output } = await done(
    {
      folder,
      ...ofWay(way),
      args: ["ls-remote", "--quiet", "--", way.url, name],
      timeout_ms: askMs,
      most: listBytes,
    },
    "the branch could not be read",
  );
  const lines = output.toString("utf8").split("\n");
  const commit = lines.map((line) => line.split("\t")).find(([, found]) => found === name)?.[0];
  return { commit, knownHosts: await way.knownHosts() };
}

interface At {
  readonly folder: string;
  readonly allowed: AllowList;
  readonly resolve: Resolve | undefined;
}

async function folderOf(remote: GitRemote, branch: string, path: string, at: At): Promise<GitFolder> {
  const way = await wayTo(remote, at.folder, at.allowed, at.resolve);
  const { folder } = at;
  const local = (args: readonly string[], input?: string, bytes = listBytes) =>
    done(
      { folder, args, timeout_ms: readMs, most: bytes, ...(input === undefined ? {} : { input }) },
      "the commit could not be read",
    );
  await local(["init", "--quiet", "--bare", "--template=", "."]);
  const wanted = `+refs/heads/${branch}:${ref}`;
  const how = ["--quiet", "--depth=1", "--no-tags", "--no-recurse-submodules", "--no-write-fetch-head"];
  await done(
    {
      folder,
      ...ofWay(way),
      args: ["fetch", ...how, "--", way.url, wanted],
      timeout_ms: fetchMs,
      most: listBytes,
    },
    "the branch could not be fetched",
  );
  const shown = await local(["show", "-s", "--format=%H%x00%an%x00%ae%x00%s", ref]);
  const [commit = "", author = "", email = "", subject = ""] = shown.output
    .toString("utf8")
    .trimEnd()
    .split("\0");
  const tree = path === "" ? `${commit}^{tree}` : `${commit}:${path}`;
  const listed = await runGit({
    folder,
    args: ["ls-tree", "-r", "-l", "-z", "--full-tree", tree],
    timeout_ms: readMs,
    most: listBytes,
  });
  if (listed.code !== 0)
    throw new GitFailure(
      "refused",
      `the commit ${commit.slice(0, 12)} has no folder ${path}; correct path, or add the folder`,
    );
  const prefix = path === "" ? "" : `${path}/`;
  const entries = entriesOf(listed.output).map((entry) => ({ ...entry, path: `${prefix}${entry.path}` }));
  const read = await readEntries(entries, path, local);
  return { commit, author, email, subject, knownHosts: await way.knownHosts(), ...read };
}

type Local = (
  args: readonly string[],
  input?: string,
  bytes?: number,
) => Promise<{ readonly output: Buffer }>;

async function readEntries(entries: readonly TreeEntry[], folder: string, local: Local) {
  const { files, links, faults, passedOver } = chosen(entries, folder);
  const wanted = [...files, ...links];
  const names = wanted.map(({ object }) => `${object}\n`).join("");
  // Each blob has a line before it.
  const bytes = most.allBytes + listBytes;
  const { output } =
    wanted.length === 0 ? { output: Buffer.alloc(0) } : await local(["cat-file", "--batch"], names, bytes);
  const blobs = blobsOf(output);
  const all = files.map(({ path }, index) => ({ name: path, text: textOf(path, blobs[index]) }));
  const wrong = links.flatMap(
    ({ path }, index) =>
      linkFault(path, blobs[files.length + index]?.toString("utf8") ?? "", folder, entries) ?? [],
  );
  return {
    files: all.flatMap(({ name, text }) => (typeof text === "string" ? [{ name, text }] : [])),
    faults: [...faults, ...wrong, ...all.flatMap(({ text }) => (typeof text === "string" ? [] : [text]))],
    passedOver,
  };
}

function ofWay({ env = {}, settings = {} }: Way) {
  return { env, settings };
}

/** @throws GitFailure where it ended badly */
async function done(run: GitRun, what: string) {
  const result = await runGit(run);
  if (result.code !== 0) throw failureOf(result, what);
  return result;
}
