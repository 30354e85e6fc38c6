/** Commits of people on the branch of the service: what they say is never overwritten, and none of them is lost. */
import type { Call } from "../../../engine/context.ts";
import type { RowEdit } from "../../../engine/plan/edits.ts";
import { rowByKey } from "../../../kernel/key-name.ts";
import { oneLine } from "../../../kernel/one-line.ts";
import { shortCommit } from "../../../kernel/short-commit.ts";
import type { GitBase, GitCommit } from "../../../transports/port.ts";
import { merged } from "./merging.ts";
import { type Problem, whole } from "./planning.ts";
import { type Compared, lookedAt, type PushingDeps } from "./pushing.ts";

const until = "Until then nothing is pushed";

interface Choices extends Compared {
  /** `push`, or `both`: what is merged is taken there. */
  readonly direction: string;
  readonly branch: string;
  readonly push_branch: string;
  /** Whether nothing of people on the branch of the service is to be kept any more. */
  readonly isSettled: boolean;
}

/**
 * Why nothing may be pushed now. A branch that stands on the other one is built upon, so that their commits stay: only
 * what they say of rows would be overwritten. One that does not would be made anew without them.
 * @throws GitFailure
 */
export async function heldByOthers(
  deps: PushingDeps,
  call: Call,
  base: GitBase,
  { direction, branch, push_branch: pushBranch, isSettled, ...compared }: Choices,
): Promise<Problem | undefined> {
  const stands = base.commit !== base.head;
  if (isSettled && !stands) return undefined;
  const { commits, before } = await base.others();
  const [newest] = commits;
  if (newest === undefined) return undefined;
  const said = namedOf(newest, commits.length);
  if (!stands)
    return whole(
      `${pushBranch} has ${said}, which ${branch} does not have, and ${branch} has moved on, so that the branch would be made anew without it; merge ${branch} into ${pushBranch}, or merge the pull request, or delete ${pushBranch}. ${until}`,
    );
  const merge = direction === "both" ? "merge the commit, or " : "";
  const earlier = await base.at(before);
  const [old, now] = [
    earlier && (await lookedAt(deps, call, earlier.files, compared)),
    await lookedAt(deps, call, base.files, compared),
  ];
  if (old === undefined || "message" in old || "message" in now)
    return whole(
      `${pushBranch} has ${said}, and nobody can say which rows it changes: the files before it are gone, or cannot be planned; merge the pull request, or delete ${pushBranch}. ${until}`,
    );
  const { ids } = now.decision;
  const idOf = (edit: RowEdit) => edit.id ?? (edit.op === "save" ? ids.get(edit) : undefined);
  const rows = new Set(merged(deps.definitions, old, now).all.map((edit) => `${edit.kind}/${idOf(edit)}`));
  const change = now.difference.changes.find(({ resource, id }) => rows.has(`${resource}/${id}`));
  if (change === undefined) return undefined;
  return whole(
    `${pushBranch} has ${said}, which changes ${rowByKey(change.resource, change.key)}; ${merge}change the row alike, or take it back there. ${until}`,
  );
}

function namedOf({ commit, subject, author }: GitCommit, count: number): string {
  const more = count === 1 ? "" : ` and ${count - 1} more`;
  return `the commit ${shortCommit(commit)} "${oneLine(subject, 60)}" by ${oneLine(author, 40)}${more}`;
}
