/** One contact with a repository elsewhere: a repository of its own in a folder that goes with it, and the way to the other. */
import type { AllowList } from "../addresses.ts";
import type { GitRemote } from "../port.ts";
import type { Local } from "./committing.ts";
import { failureOf } from "./failures.ts";
import type { Ground } from "./folders.ts";
import { type GitRun, runGit } from "./program.ts";
import { type Resolve, type Way, wayTo } from "./remote.ts";

export const fetchMs = 60_000;
export const readMs = 30_000;
/** Of a list of references, and of a tree's entries. */
export const listBytes = 16 * 1_048_576;
export const ref = "refs/heads/read";
export const pushRef = "refs/heads/pushed";
export interface At extends Ground {
  readonly allowed: AllowList;
  readonly resolve: Resolve | undefined;
}

/** A repository of this contact, and the way to the one elsewhere. */
export interface Contact {
  readonly folder: string;
  readonly way: Way;
  readonly local: Local;
}

export async function contact(remote: GitRemote, at: At): Promise<Contact> {
  const { folder } = at;
  const way = await wayTo(remote, at);
  const local: Local = (args, input, { most: bytes = listBytes, env = {} } = {}) =>
    done(
      { folder, args, env, timeout_ms: readMs, most: bytes, ...(input === undefined ? {} : { input }) },
      "the commit could not be read",
    );
  await local(["init", "--quiet", "--bare", "--template=", "."]);
  return { folder, way, local };
}

/** The words by which something is fetched, so far back, and nothing else. */
export function fetching({ url }: Way, depth: number, what: string): string[] {
  const how = ["--no-tags", "--no-recurse-submodules", "--no-write-fetch-head"];
  return ["fetch", "--quiet", `--depth=${depth}`, ...how, "--", url, what];
}

/** Fetches a branch without its tags, so far back. */
export async function fetched({ folder, way }: Contact, branch: string, into: string, depth: number) {
  await done(
    {
      folder,
      ...ofWay(way),
      args: fetching(way, depth, `+refs/heads/${branch}:${into}`),
      timeout_ms: fetchMs,
      most: listBytes,
    },
    "the branch could not be fetched",
  );
}

/** Whether the first is in the past of the second, as far as that was fetched. */
export async function isInPast({ folder }: Contact, first: string, second: string): Promise<boolean> {
  const args = ["merge-base", "--is-ancestor", first, second];
  return (await runGit({ folder, args, timeout_ms: readMs, most: listBytes })).code === 0;
}

export function ofWay({ env = {}, settings = {} }: Way) {
  return { env, settings };
}

/** @throws GitFailure where it ended badly */
export async function done(run: GitRun, what: string) {
  const result = await runGit(run);
  if (result.code !== 0) throw failureOf(result, what);
  return result;
}
