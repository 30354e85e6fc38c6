/** One contact with a repository elsewhere: a repository of its own in a folder that goes with it, and the way to the other. */
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { AllowList } from "../addresses.ts";
import { GitFailure, type GitRemote } from "../port.ts";
import { bounds, fetchMs, listBytes, readMs } from "./bounds.ts";
import { failureOf } from "./failures.ts";
import type { Ground } from "./folders.ts";
import type { Local } from "./local.ts";
import { type GitRun, runGit } from "./program.ts";
import { type Resolve, type Way, wayTo } from "./remote.ts";

export const ref = "refs/heads/read";
export const pushRef = "refs/heads/pushed";

/** Repositories of which only those files are fetched that are read: all of their newest commit was too large once. */
export interface LargeRepositories {
  has(url: string): boolean;
  set(url: string, is: true): unknown;
}

export interface At extends Ground {
  readonly allowed: AllowList;
  readonly resolve: Resolve | undefined;
  readonly large: LargeRepositories;
  readonly packMb: number | undefined;
}

/** A repository of this contact, and the way to the one elsewhere. */
export interface Contact {
  readonly folder: string;
  readonly way: Way;
  readonly local: Local;
  /** Most that is fetched at once. */
  readonly packMb: number | undefined;
  /** Whether it has no file but those that were asked for one by one. */
  isPartial(): boolean;
  /** From here on only what is asked for is fetched. */
  goPartial(): void;
}

export async function contact(remote: GitRemote, at: At): Promise<Contact> {
  const { folder, large, packMb } = at;
  const way = await wayTo(remote, at);
  const local: Local = (args, input, { most: bytes = listBytes, env = {}, ...more } = {}) =>
    done(
      {
        ...{ folder, args, env, timeout_ms: readMs, most: bytes, ...more },
        ...(input === undefined ? {} : { input }),
      },
      "the commit could not be read",
    );
  await local(["init", "--quiet", "--bare", "--template=", "."]);
  let isPartial = large.has(remote.url);
  return {
    ...{ folder, way, local, packMb, isPartial: () => isPartial },
    goPartial() {
      isPartial = true;
      large.set(remote.url, true);
    },
  };
}

const how = ["--quiet", "--no-tags", "--no-recurse-submodules", "--no-write-fetch-head"];

/** Fetches what a name stands for, so far back; without the files where all of them are too large. @throws GitFailure */
export async function fetched(open: Contact, what: string, depth: number): Promise<void> {
  const { folder, way, packMb = bounds.packMb } = open;
  const get = (...filter: string[]) =>
    done(
      {
        ...{ folder, ...ofWay(way), timeout_ms: fetchMs, most: listBytes, mostMb: packMb },
        args: ["fetch", ...how, `--depth=${depth}`, ...filter, "--", way.url, what],
      },
      "the branch could not be fetched",
    );
  if (!open.isPartial()) {
    try {
      await get();
      return;
    } catch (error) {
      if (!(error instanceof GitFailure) || !tooMuch.includes(error.state)) throw error;
      open.goPartial();
      await withoutRemains(folder);
    }
  }
  await get("--filter=blob:none");
}

/** A smaller fetch may pass where one ended so. */
const tooMuch: readonly string[] = ["too_large", "late"];

/** Half a pack is as large as a whole one. */
async function withoutRemains(folder: string): Promise<void> {
  const packs = join(folder, "objects", "pack");
  const names = await readdir(packs).catch(() => []);
  await Promise.all(names.filter((name) => name.startsWith("tmp_")).map((name) => rm(join(packs, name))));
}

/** Fetches these files alone. The server is not said what is here: it would take the files for here, too. */
export async function fetchedFiles(open: Contact, objects: readonly string[]): Promise<void> {
  const { folder, way, packMb = bounds.packMb } = open;
  if (!open.isPartial() || objects.length === 0) return;
  const { settings, ...rest } = ofWay(way);
  await done(
    {
      ...{
        folder,
        ...rest,
        mostMb: packMb,
        timeout_ms: fetchMs,
        most: listBytes,
        input: `${objects.join("\n")}\n`,
      },
      settings: { ...settings, "fetch.negotiationAlgorithm": "noop" },
      args: ["fetch", ...how, "--filter=blob:none", "--stdin", "--", way.url],
    },
    "the files of the folder could not be fetched",
  );
}

export const branchTo = (branch: string, into: string) => `+refs/heads/${branch}:${into}`;

/** Whether the first is in the past of the second, as far as that was fetched. */
export async function isInPast({ folder }: Contact, first: string, second: string): Promise<boolean> {
  const args = ["merge-base", "--is-ancestor", first, second];
  return (await runGit({ folder, args, timeout_ms: readMs, most: listBytes })).code === 0;
}

export function ofWay({ env = {}, settings = {}, explain }: Way) {
  return { env, settings, explain };
}

/** @throws GitFailure where it ended badly */
export async function done(
  { explain, ...run }: GitRun & { readonly explain?: Way["explain"] },
  what: string,
) {
  const result = await runGit(run);
  if (result.code === 0) return result;
  const failure = failureOf(result, what);
  throw (await explain?.(failure)) ?? failure;
}
