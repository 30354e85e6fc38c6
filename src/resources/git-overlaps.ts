/** Git sources that would undo each other's work: refused where one is written, and held where two are there already. */
import { gitAddress } from "../kernel/git-address.ts";
import type { Problem } from "../kernel/problem.ts";

/** Of a Git source, what decides whether it and another one get along. */
export interface GitFolderOf {
  readonly name: string;
  readonly enabled: boolean;
  readonly url: string;
  readonly branch: string;
  readonly path: string;
  readonly push_branch: string;
  readonly set: string | null;
  readonly direction: "pull" | "push" | "both";
}

/** @param others of the organization @returns with the field of `one` that stands against the first of them */
export function overlapOf(one: GitFolderOf, others: readonly GitFolderOf[]): Problem | undefined {
  const on = one.enabled ? others.filter(({ enabled }) => enabled) : [];
  const deletes = on.find((other) => other.set === one.set && one.set !== null && takes(one) && takes(other));
  if (deletes !== undefined)
    return {
      field: "set",
      message: `is the set of the Git source "${deletes.name}", too, and each would delete the rows of the other; give each a set of its own, put the files of both into one folder, or turn the other off`,
      reason: "overlap",
    };
  const writes = on.find((other) => writesTo(one) && writesTo(other) && isOnePlace(one, other));
  return writes === undefined
    ? undefined
    : {
        field: "path",
        message: `is in the folder of the Git source "${writes.name}", or holds it, and each would write over the files of the other; write folders of which none holds the other, or turn the other off`,
        reason: "overlap",
      };
}

/**
 * The same, and what only holds up their pushes: they work until `branch` moves on, and two of before this rule go on so.
 * @param others of the organization
 */
export function refusedOverlapOf(one: GitFolderOf, others: readonly GitFolderOf[]): Problem | undefined {
  const found = overlapOf(one, others);
  if (found !== undefined || !one.enabled || !writesTo(one)) return found;
  const shared = others.find(
    (other) =>
      other.enabled &&
      writesTo(other) &&
      other.push_branch === one.push_branch &&
      repositoryOf(other.url) === repositoryOf(one.url),
  );
  return shared === undefined
    ? undefined
    : {
        field: "push_branch",
        message: `is the push_branch of the Git source "${shared.name}" in this repository, too, and each would wait for the commits of the other; write one of its own, such as ${one.push_branch}-2, put the files of both into one folder, or turn the other off`,
        reason: "overlap",
      };
}

const takes = ({ direction }: GitFolderOf) => direction !== "push";
const writesTo = ({ direction }: GitFolderOf) => direction !== "pull";

function isOnePlace(one: GitFolderOf, other: GitFolderOf): boolean {
  const [here, there] = [one.path, other.path].map((path) => (path === "" ? "" : `${path}/`));
  const holds =
    here !== undefined && there !== undefined && (here.startsWith(there) || there.startsWith(here));
  return holds && one.branch === other.branch && repositoryOf(one.url) === repositoryOf(other.url);
}

/** The same one may be reached by https and by ssh. */
function repositoryOf(url: string): string {
  const address = gitAddress(url);
  if ("problem" in address) return url;
  return `${address.host.toLowerCase()}/${address.path.replace(/^\/+/, "").replace(/(\.git)?\/*$/, "")}`;
}
