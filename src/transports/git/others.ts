/** What other people have put on the branch of the service, so that none of it is lost. */
import type { GitCommit, GitOthers, GitPlace } from "../port.ts";
import { fetchMs, listBytes, readMs } from "./bounds.ts";
import { branchTo, type Contact, fetched, isInPast, ofWay, pushRef, ref } from "./contact.ts";
import { failureOf } from "./failures.ts";
import { runGit } from "./program.ts";
import { differingFiles } from "./trees.ts";

/** So many are looked at one by one for whether the other branch has what they did. */
const mostCompared = 50;
const form = "--format=%H%x00%an%x00%ae%x00%s%x00%P";

/**
 * @param head where the other branch stands
 * @param stands whether the branch of the service has that in its past, as far as that was fetched
 * @throws GitFailure
 */
export async function othersOn(
  open: Contact,
  place: GitPlace,
  head: string,
  stands: boolean,
): Promise<GitOthers> {
  const { branch, pushBranch, pushed, own: made } = place;
  const none: GitOthers = { commits: [], before: head };
  if (pushed === undefined || pushed === head) return none;
  if (stands) {
    const read = await readBeyond(open, place, head);
    const there = new Set(read.map(({ commit }) => commit));
    return {
      commits: await ofPeople(open, withoutPastOf(read, new Set(made)), made),
      before: made.findLast((commit) => there.has(commit)) ?? head,
    };
  }
  if (!(await fetchedBeyond(open, branch, pushBranch))) return none;
  let lost = await lostOf(open, place, head);
  // A merge of the other branch was cut off from what it merges, so that all of it looks like somebody's own.
  for (const depth of mergeDepths) {
    if (lost.length === 0) return none;
    await fetched(open, branchTo(pushBranch, pushRef), depth);
    await fetched(open, branchTo(branch, ref), depth);
    const closer = await lostOf(open, place, head);
    // Where that is too short, it has commits of the other branch as well.
    if (closer.length <= lost.length) lost = closer;
  }
  return { commits: lost, before: head };
}

/** So far back is read what somebody has merged into the branch of the service. */
const mergeDepths = [50, 1_000];

async function readBeyond(open: Contact, { madeOn }: GitPlace, head: string): Promise<Listed[]> {
  // A history that was written anew does not have what the branch of the service stands on.
  const before: string[] = [];
  for (const one of madeOn) if (await isInPast(open, one, pushRef)) before.push(`^${one}`);
  const { output } = await open.local(["log", "--topo-order", form, `${head}..${pushRef}`, ...before]);
  return output.toString("utf8").split("\n").filter(Boolean).map(readLine);
}

async function ofPeople(open: Contact, read: readonly Listed[], made: readonly string[]) {
  const own = new Set(made);
  const theirs: GitCommit[] = [];
  for (const { parents, ...one } of read)
    if (!own.has(one.commit) && (parents.length < 2 || (await hasOwn(open, one, theirs.length))))
      theirs.push(one);
  return theirs;
}

/** Commits of people that would be gone, were the branch made anew. */
async function lostOf(open: Contact, place: GitPlace, head: string): Promise<GitCommit[]> {
  const theirs = await ofPeople(open, await readBeyond(open, place, head), place.own);
  const differing = theirs.length === 0 ? [] : await differingFiles(open.local, head, pushRef);
  const lost: GitCommit[] = [];
  for (const [index, one] of theirs.entries())
    if (index >= mostCompared || (await touches(open, one, differing))) lost.push(one);
  return lost;
}

/** Fetches all that the branch of the service has and the other one has not. @returns whether there is any */
async function fetchedBeyond(open: Contact, branch: string, pushBranch: string) {
  const { folder, way } = open;
  const how = ["--quiet", `--shallow-exclude=refs/heads/${branch}`, "--no-tags", "--no-recurse-submodules"];
  const args = ["fetch", ...how, "--no-write-fetch-head", "--", way.url, branchTo(pushBranch, pushRef)];
  const result = await runGit({ folder, ...ofWay(way), args, timeout_ms: fetchMs, most: listBytes });
  if (result.code === 0) return true;
  // Where there is none, the server ends without an answer; over HTTP that is all that is received of it.
  const isNone = /no commits selected for shallow|error processing shallow info/i.test(result.said);
  if (isNone && (await isMerged(open, branch))) return false;
  throw failureOf(result, `what others have on ${pushBranch} could not be read`);
}

/** So far back, one after the other, is the other branch read for what the service pushed. */
const depths = [50, 1_000, 20_000];

/** Whether all of the branch of the service is in the past of the other one. */
async function isMerged(open: Contact, branch: string): Promise<boolean> {
  for (const depth of depths) {
    await fetched(open, branchTo(branch, ref), depth);
    if (await isInPast(open, pushRef, ref)) return true;
  }
  return false;
}

type Listed = GitCommit & { readonly parents: readonly string[] };

function readLine(line: string): Listed {
  const [commit = "", author = "", email = "", subject = "", parents = ""] = line.split("\0");
  return { commit, author, email, subject, parents: parents.split(" ") };
}

/** What the service had not seen when it made its own. A merge brings commits that are older than those, and new here. */
function withoutPastOf(read: readonly Listed[], own: ReadonlySet<string>): Listed[] {
  const seen = new Set<string>();
  // A commit comes before its parents.
  return read.filter(({ commit, parents }) => {
    if (!own.has(commit) && !seen.has(commit)) return true;
    for (const parent of parents) seen.add(parent);
    return false;
  });
}

/** Whether a merge says something that none of what it merges does, such as how a conflict was solved. */
async function hasOwn({ folder }: Contact, { commit }: GitCommit, before: number): Promise<boolean> {
  if (before >= mostCompared) return true;
  const args = ["show", "--remerge-diff", "--no-renames", "--name-only", "--format=", commit];
  const { code, output } = await runGit({ folder, args, timeout_ms: readMs, most: listBytes });
  // What is not known is taken for a person's word.
  return code !== 0 || output.toString("utf8").trim() !== "";
}

/** Whether a file of the commit is another one now on the other branch: a squash has merged what is the same. */
async function touches(open: Contact, { commit }: GitCommit, differing: readonly string[]): Promise<boolean> {
  const { output } = await open.local(["rev-list", "--parents", "--max-count=1", commit]);
  const [, parent] = output.toString("utf8").trim().split(" ");
  const names = new Set(await differingFiles(open.local, parent, commit));
  return differing.some((name) => names.has(name));
}
