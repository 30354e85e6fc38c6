/**
 * Git repositories elsewhere, by the `git` program: the real protocol, over https and ssh. Each contact has a folder of
 * its own that goes with it; a branch is fetched without its past, and nothing is checked out: commits are made of
 * objects alone.
 */
import { shortCommit } from "../../kernel/short-commit.ts";
import { allowListOf } from "../addresses.ts";
import {
  type GitBase,
  GitFailure,
  type GitFolder,
  type GitHead,
  type GitNewCommit,
  type GitPlace,
  type GitPushed,
  type GitPushing,
  type GitRemote,
  type GitTransport,
} from "../port.ts";
import { committed, type Local } from "./committing.ts";
import {
  type At,
  type Contact,
  contact,
  done,
  fetched,
  fetching,
  fetchMs,
  isInPast,
  listBytes,
  ofWay,
  pushRef,
  readMs,
  ref,
} from "./contact.ts";
import { failureOf } from "./failures.ts";
import { blobsOf, chosen, entriesOf, linkFault, most, type TreeEntry, textOf } from "./folder.ts";
import { Folders } from "./folders.ts";
import { othersOn } from "./others.ts";
import { runGit } from "./program.ts";
import { type Resolve, wayTo } from "./remote.ts";

export interface GitOptions {
  /** Hosts, addresses and CIDR ranges that may be reached although they are private. */
  readonly allow: readonly string[];
  readonly resolve?: Resolve;
}

const askMs = 20_000;
/** Commits of the branch that is pushed among which the head of the other one is looked for. */
const pushedDepth = 200;

export function createGitTransport({ allow, resolve }: GitOptions): GitTransport {
  const allowed = allowListOf(allow);
  const folders = new Folders();
  const at = <T>(work: (at: At) => Promise<T>) =>
    folders.with((ground) => work({ ...ground, allowed, resolve }));
  return {
    head: (remote, branch, second) => at((here) => headOf(remote, branch, second, here)),
    begin: (remote, branch, commit, before) =>
      at((here) => begun(remote, { ...commit, branch, before }, here)),
    folder: (remote, branch, path, mayBeMissing) =>
      at((here) => folderOf(remote, { branch, path, mayBeMissing }, here)),
    push: (remote, place, doing) => at((here) => pushOf(remote, place, doing, here)),
    tidy: () => folders.tidy(),
    close: () => folders.close(),
  };
}

async function headOf(
  remote: GitRemote,
  branch: string,
  second: string | undefined,
  at: At,
): Promise<GitHead> {
  const { folder } = at;
  const way = await wayTo(remote, at);
  const names = [branch, ...(second === undefined ? [] : [second])].map((one) => `refs/heads/${one}`);
  const { output } = await done(
    {
      folder,
      ...ofWay(way),
      args: ["ls-remote", "--quiet", "--", way.url, ...names],
      timeout_ms: askMs,
      most: listBytes,
    },
    "the branch could not be read",
  );
  const lines = output.toString("utf8").split("\n");
  const [commit, pushed] = names.map(
    (name) => lines.map((line) => line.split("\t")).find(([, found]) => found === name)?.[0],
  );
  return { commit, pushed, knownHosts: await way.knownHosts() };
}

/** A pull request needs something that it asks to be merged into. */
async function begun(
  remote: GitRemote,
  { branch, before, ...commit }: Begin,
  at: At,
): Promise<string | undefined> {
  const open = await contact(remote, at);
  const { folder, way } = open;
  const asking = { folder, ...ofWay(way), timeout_ms: askMs, most: listBytes };
  const args = ["ls-remote", "--quiet", "--", way.url];
  const { output } = await done({ ...asking, args }, "the branches could not be read");
  if (output.toString("utf8").trim() !== "") return undefined;
  const [first = ""] = await committed(open.local, undefined, [{ ...commit, files: [] }]);
  await before();
  await sent(open, first, branch, undefined);
  return first;
}

interface Begin extends Omit<GitNewCommit, "files"> {
  readonly branch: string;
  readonly before: () => Promise<void>;
}

interface Wanted {
  readonly branch: string;
  readonly path: string;
  readonly mayBeMissing: boolean | undefined;
}

async function folderOf(
  remote: GitRemote,
  { branch, path, mayBeMissing }: Wanted,
  at: At,
): Promise<GitFolder> {
  const open = await contact(remote, at);
  await fetched(open, branch, ref, 1);
  return { ...(await commitOf(open, ref, path, mayBeMissing)), knownHosts: await open.way.knownHosts() };
}

/** The files of a folder at a commit. */
async function commitOf(
  { folder, local }: Contact,
  at: string,
  path: string,
  mayBeMissing = false,
): Promise<Omit<GitFolder, "knownHosts">> {
  const shown = await local(["show", "-s", "--format=%H%x00%an%x00%ae%x00%s", at]);
  const [commit = "", author = "", email = "", subject = ""] = shown.output
    .toString("utf8")
    .trimEnd()
    .split("\0");
  const tree = path === "" ? `${commit}^{tree}` : `${commit}:${path}`;
  const bounds = { folder, timeout_ms: readMs, most: listBytes };
  const found = await runGit({ ...bounds, args: ["rev-parse", "--verify", "--quiet", tree] });
  const listed = await runGit({
    ...bounds,
    args: ["ls-tree", "-r", "-l", "-z", "--full-tree", tree],
  });
  if (listed.code !== 0 && !mayBeMissing)
    throw new GitFailure(
      "refused",
      `the commit ${shortCommit(commit)} has no folder ${path}; correct path, or add the folder`,
    );
  const prefix = path === "" ? "" : `${path}/`;
  const entries = entriesOf(listed.code === 0 ? listed.output : Buffer.alloc(0)).map((entry) => ({
    ...entry,
    path: `${prefix}${entry.path}`,
  }));
  const name = found.code === 0 ? found.output.toString("utf8").trim() : "";
  return { commit, author, email, subject, tree: name, ...(await readEntries(entries, path, local)) };
}

async function pushOf(
  remote: GitRemote,
  place: GitPlace,
  { decide, before }: GitPushing,
  at: At,
): Promise<GitPushed> {
  const { branch, pushBranch, pushed, path } = place;
  const open = await contact(remote, at);
  await fetched(open, branch, ref, 1);
  const head = await nameOf(open, ref);
  if (pushed !== undefined && pushed !== head) await fetched(open, pushBranch, pushRef, pushedDepth);
  const stands = pushed !== undefined && pushed !== head && (await isInPast(open, head, pushRef));
  const read = await commitOf(open, stands ? pushRef : ref, path, true);
  const knownNow = await open.way.knownHosts();
  let others: ReturnType<GitBase["others"]> | undefined;
  const base: GitBase = {
    ...{ ...read, head, knownHosts: knownNow, at: (commit) => earlier(open, commit, path) },
    others() {
      others ??= othersOn(open, place, head, stands);
      return others;
    },
  };
  const commits = await decide(base);
  const made = commits.length === 0 ? [] : await committed(open.local, base.commit, commits);
  const tip = made.at(-1) ?? pushed;
  if (made.length > 0 && tip !== undefined) {
    await before(made);
    await sent(open, tip, pushBranch, pushed);
  }
  const waits = tip !== undefined && (stands || made.length > 0);
  const subjects = waits ? await subjectsOf(open, head, tip) : [];
  return { base, tip, subjects, knownHosts: base.knownHosts };
}

async function subjectsOf({ local }: Contact, from: string, to: string): Promise<string[]> {
  const { output } = await local(["log", "--reverse", "--max-count=50", "--format=%s", `${from}..${to}`]);
  return output
    .toString("utf8")
    .split("\n")
    .filter((line) => line !== "");
}

/** What git says where a server did not answer as one; what one says that has no such commit differs from forge to forge. */
const away =
  /Could not resolve|Failed to connect|Couldn't connect|Connection|timed out|unreachable|error: 5\d\d|early EOF/i;

/** A commit that may be further back than what was fetched. */
async function earlier(open: Contact, commit: string, path: string) {
  const { folder, way } = open;
  const bounds = { folder, most: listBytes };
  const isThere = async () =>
    (await runGit({ ...bounds, args: ["cat-file", "-e", `${commit}^{commit}`], timeout_ms: readMs })).code ===
    0;
  if (!(await isThere())) {
    const args = fetching(way, 1, commit);
    const result = await runGit({ ...bounds, ...ofWay(way), args, timeout_ms: fetchMs });
    if (result.code !== 0 && away.test(result.said) && !/not our ref/.test(result.said))
      throw failureOf(result, "the commit before could not be read");
    if (!(await isThere())) return undefined;
  }
  return commitOf(open, commit, path, true);
}

async function nameOf({ local }: Contact, at: string): Promise<string> {
  return (await local(["rev-parse", "--verify", at])).output.toString("utf8").trim();
}

/** Puts the commit there, unless another one has come to the branch since it was asked for. */
async function sent({ folder, way }: Contact, tip: string, branch: string, before: string | undefined) {
  const name = `refs/heads/${branch}`;
  const how = ["--quiet", "--no-verify", "--no-signed", `--force-with-lease=${name}:${before ?? ""}`];
  const args = ["push", ...how, "--", way.url, `${tip}:${name}`];
  await done(
    { folder, ...ofWay(way), args, timeout_ms: fetchMs, most: listBytes },
    `the branch ${branch} could not be written`,
  );
}

async function readEntries(entries: readonly TreeEntry[], folder: string, local: Local) {
  const { files, links, faults, passedOver } = chosen(entries, folder);
  const wanted = [...files, ...links];
  const names = wanted.map(({ object }) => `${object}\n`).join("");
  // Each blob has a line before it.
  const bytes = most.allBytes + listBytes;
  const { output } =
    wanted.length === 0
      ? { output: Buffer.alloc(0) }
      : await local(["cat-file", "--batch"], names, { most: bytes });
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
