/**
 * Git repositories elsewhere, by the `git` program: the real protocol, over https and ssh. Each contact has a folder of
 * its own that goes with it; a branch is fetched without its past, and nothing is checked out: commits are made of
 * objects alone.
 */
import { LRUCache } from "lru-cache";
import { createEntrance } from "../../kernel/turns.ts";
import { allowListOf } from "../addresses.ts";
import {
  type GitBase,
  GitFailure,
  type GitFolder,
  type GitNewCommit,
  type GitPlace,
  type GitPushed,
  type GitPushing,
  type GitRemote,
  type GitTransport,
} from "../port.ts";
import { branchesOf, headOf } from "./asking.ts";
import { bounds, fetchMs, listBytes, readMs } from "./bounds.ts";
import { commitOf, type ReadFolder } from "./commit.ts";
import { committed } from "./committing.ts";
import {
  type At,
  branchTo,
  type Contact,
  contact,
  done,
  fetched,
  isInPast,
  ofWay,
  pushRef,
  ref,
} from "./contact.ts";
import { failureNamed } from "./failures.ts";
import { Folders } from "./folders.ts";
import { othersOn } from "./others.ts";
import { runGit, withinTime } from "./program.ts";
import type { Resolve } from "./remote.ts";

export interface GitOptions {
  /** Hosts, addresses and CIDR ranges that may be reached although they are private. */
  readonly allow: readonly string[];
  readonly resolve?: Resolve;
  /** Most that is fetched at once, in MB. */
  readonly packMb?: number;
  /** How long the programs of a contact may take together, in milliseconds. */
  readonly contactMs?: number;
}

/** Commits of the branch that is pushed among which the head of the other one is looked for. */
const pushedDepth = 200;
/** Repositories that are known to be large. */
const mostLarge = 1_000;

export function createGitTransport({
  allow,
  resolve,
  packMb,
  contactMs = bounds.contactSeconds * 1_000,
}: GitOptions): GitTransport {
  const allowed = allowListOf(allow);
  const large = new LRUCache<string, true>({ max: mostLarge });
  const enter = createEntrance(
    { atOnce: bounds.contacts, waiting: 64, waitingMs: bounds.waitSeconds * 1_000 },
    () => failureNamed("busy"),
  );
  const folders = new Folders();
  const at = <T>(work: (at: At) => Promise<T>) =>
    folders
      .with((ground) => work({ ...ground, allowed, resolve, large, packMb }))
      .catch((error) => {
        const { code } = error as NodeJS.ErrnoException;
        throw code !== undefined && full.includes(code) ? failureNamed("disk") : error;
      });
  /** What is fetched is worth memory and disk: of one organization one at a time, of the others a few. */
  const inTurn = async <T>({ of }: GitRemote, work: (at: At) => Promise<T>): Promise<T> => {
    const leave = await enter(of);
    try {
      return await withinTime(contactMs, () => at(work));
    } finally {
      leave();
    }
  };
  return {
    head: (remote, branch, second) => at((here) => headOf(remote, branch, second, here)),
    begin: (remote, branch, commit, before) =>
      inTurn(remote, (here) => begun(remote, { ...commit, branch, before }, here)),
    folder: (remote, branch, path, mayBeMissing) =>
      inTurn(remote, (here) => folderOf(remote, { branch, path, mayBeMissing }, here)),
    push: (remote, place, doing) => inTurn(remote, (here) => pushOf(remote, place, doing, here)),
    tidy: () => folders.tidy(),
    close: () => folders.close(),
  };
}

/** What a disk says that takes no files. */
const full: readonly string[] = ["ENOSPC", "EDQUOT", "EROFS"];

/** A pull request needs something that it asks to be merged into. */
async function begun(
  remote: GitRemote,
  { branch, before, ...commit }: Begin,
  at: At,
): Promise<string | undefined> {
  const open = await contact(remote, at);
  if ((await branchesOf(open, [], "the branches could not be read")).size > 0) return undefined;
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
  await fetched(open, branchTo(branch, ref), 1);
  return {
    ...withoutModes(await commitOf(open, ref, path, mayBeMissing)),
    knownHosts: await open.way.knownHosts(),
  };
}

async function pushOf(
  remote: GitRemote,
  place: GitPlace,
  { decide, before }: GitPushing,
  at: At,
): Promise<GitPushed> {
  const { branch, pushBranch, pushed, path } = place;
  const open = await contact(remote, at);
  await fetched(open, branchTo(branch, ref), 1);
  const head = await nameOf(open, ref);
  if (pushed !== undefined && pushed !== head)
    await fetched(open, branchTo(pushBranch, pushRef), pushedDepth);
  const stands = pushed !== undefined && pushed !== head && (await isInPast(open, head, pushRef));
  const { modes, ...read } = await commitOf(open, stands ? pushRef : ref, path, true);
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
  const made = commits.length === 0 ? [] : await committed(open.local, base.commit, commits, modes);
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

const gone: readonly string[] = ["other", "no_branch_now"];

/** A commit that may be further back than what was fetched. */
async function earlier(open: Contact, commit: string, path: string) {
  const { folder } = open;
  const asking = { folder, most: listBytes, timeout_ms: readMs };
  const isThere = async () =>
    (await runGit({ ...asking, args: ["cat-file", "-e", `${commit}^{commit}`] })).code === 0;
  if (!(await isThere())) {
    await fetched(open, commit, 1).catch((error: GitFailure) => {
      // What a server says that has no such commit differs from forge to forge; one that did not answer as one is known.
      const isAway = error.kind === "unreachable" && !gone.includes(error.state);
      if (isAway)
        throw new GitFailure(
          error.kind,
          `the commit before could not be read: ${error.message}`,
          error.state,
        );
    });
    if (!(await isThere())) return undefined;
  }
  return withoutModes(await commitOf(open, commit, path, true));
}

async function nameOf({ local }: Contact, at: string): Promise<string> {
  return (await local(["rev-parse", "--verify", at])).output.toString("utf8").trim();
}

/** Puts the commit there, unless another one has come to the branch since it was asked for. */
async function sent(
  { folder, way, isPartial }: Contact,
  tip: string,
  branch: string,
  before: string | undefined,
) {
  const name = `refs/heads/${branch}`;
  const how = ["--quiet", "--no-verify", "--no-signed", `--force-with-lease=${name}:${before ?? ""}`];
  // What is left out of a partial repository is nothing that others could be made smaller by.
  const whole = isPartial() ? ["--no-thin"] : [];
  const args = ["push", ...how, ...whole, "--", way.url, `${tip}:${name}`];
  await done(
    { folder, ...ofWay(way), args, timeout_ms: fetchMs, most: listBytes },
    `the branch ${branch} could not be written`,
  );
}

function withoutModes({ modes: _, ...folder }: ReadFolder) {
  return folder;
}
