/** One look at a repository that the service writes to: what its commits changed is taken first, then the rest of what rows say is pushed. */
import { currentTime } from "../../../engine/clock.ts";
import type { StoredRow } from "../../../engine/ports/rows.ts";
import { sameJson } from "../../../kernel/equal.ts";
import { fingerprintOf } from "../../../kernel/host-keys.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import { type GitBase, GitFailure, type GitRemote } from "../../../transports/port.ts";
import { applyBoth, type Sides } from "./both.ts";
import { authorOf } from "./commits.ts";
import {
  Changed,
  callOf,
  holdStill,
  isDecided,
  isStill,
  keep,
  keepHostKeys,
  type Look,
  noBranch,
  note,
  proposedCommit,
  proposedState,
  showAtForge,
  sinceOf,
  turnedDown,
} from "./look.ts";
import { heldByOthers } from "./others.ts";
import type { Outcome } from "./planning.ts";
import { closedMeanwhile, shownAsPullRequest } from "./proposed-pulls.ts";
import { type Push, pushOf } from "./pushing.ts";

/** @returns whether it is to be tried again, also where nothing moves @throws GitFailure */
export async function writeAt(look: Look, known: string): Promise<boolean> {
  const { deps, organization, row, source, credential, wish, claimed } = look;
  const remote = { of: organization.id, url: source.url, credential, knownHosts: known };
  const { branch, push_branch: pushBranch, path } = source;
  const at = currentTime();
  const asked = await deps.git.head(remote, branch, pushBranch);
  await keepHostKeys(look, asked.knownHosts);
  const head = asked.commit ?? (await begun(look, { ...remote, knownHosts: asked.knownHosts }));
  if (head === undefined) throw noBranch(branch);
  const failed = row.state.problem != null || row.state.status === "proposed";
  const stands =
    !(await closedMeanwhile(look)) &&
    isDecided(row, head) &&
    sameJson(row.state.push_tip ?? null, asked.pushed ?? null);
  if (stands && !claimed.hasMoved && !wish.again) return failed;
  const declined = await declinedAt(look);
  const found: Found = {};
  const { base, tip, subjects, knownHosts } = await deps.git
    .push(
      { ...remote, knownHosts: asked.knownHosts },
      {
        ...{ branch, pushBranch, pushed: asked.pushed, path },
        ...{ own: claimed.pushedCommits, madeOn: headsOf(row) },
      },
      {
        async decide(base) {
          await holdStill(look);
          found.head = base.head;
          if (source.direction === "both") found.taken = await taken(look, base, declined);
          if (found.taken !== undefined && found.taken.outcome.status !== "synced") return [];
          found.push = await pushed(look, base, asked.pushed);
          found.settled = await settledAt(look, base, asked.pushed);
          return "commits" in found.push ? found.push.commits : [];
        },
        before: (commits) => holdToSend(look, commits, found.head),
      },
    )
    .catch((error) => forgotten(look, error));
  const outcome = outcomeOf(found, base.commit !== base.head || tip !== asked.pushed);
  const { status, problem, notes } = outcome;
  const isNew = status === "synced" && (row.state.status !== "synced" || row.state.commit !== base.head);
  const alike = status === "synced" || status === "pushed";
  const isMerged = alike || found.taken?.outcome.status === "synced";
  const waits = status === "pushed" ? { tip, subjects } : undefined;
  const isShown = problem === null && status !== "proposed" && (await isStill(look));
  const shown = isShown ? await shownAsPullRequest(look, waits) : undefined;
  const said = [
    (declined ?? row.state.declined_commit) === base.head ? declinedNote : [],
    found.taken?.refused ?? [],
    shown?.note ?? [],
  ].flat();
  const headSubject = base.commit === base.head ? base.subject : null;
  const state = {
    commit: base.head,
    ...{ status, problem },
    notes: [...notes, ...said],
    host_key: fingerprintOf(knownHosts),
    decided_on: row.revision,
    pushed_commit: status === "pushed" ? (tip ?? null) : null,
    push_tip: tip ?? null,
    ...(found.settled === undefined ? {} : { push_settled: found.settled }),
    ...shown?.state,
    ...(tip === asked.pushed ? {} : { push_heads: [base.head] }),
    ...(isMerged ? mergedAt(look, base) : {}),
    ...(isNew ? { synced_at: at.toISOString() } : {}),
  };
  await note(deps, organization.id, row, state, headSubject);
  return problem !== null || status === "proposed";
}

const declinedNote =
  "The newest commit was turned down as a proposal: what it says otherwise than the rows stays as the rows have it, and goes to the repository.";

/** Who turned a commit down said that the rows stay: it is done with, and never asked again. */
async function declinedAt(look: Look): Promise<string | undefined> {
  const commit = await turnedDown(look);
  if (commit !== undefined)
    await keep(look, {
      merged_commit: commit,
      declined_commit: commit,
      merged_tree: null,
      proposed_commit: null,
    });
  return commit;
}

function mergedAt({ row, source }: Look, { commit, head, tree }: GitBase): JsonObject {
  const merged = { merged_commit: head, proposed_commit: null };
  if (commit === head) return { ...merged, merged_tree: tree };
  // Who only pushes has not read what the other branch holds there.
  const isUnread = source.direction === "push" && row.state.merged_commit !== head;
  return { ...merged, ...(isUnread ? { merged_tree: null } : {}) };
}

/** Of several, that of the last push that passed and the newest of those that may not have. */
const mostHeads = 10;

function headsOf({ state }: StoredRow): readonly string[] {
  return Array.isArray(state.push_heads) ? (state.push_heads as readonly string[]) : [];
}

/** So many pushes are known again where they come back. */
const mostOwn = 3;

/** What was pushed, and may have been merged, since the rows have the changes of this commit. */
function ownSince({ state }: StoredRow, commit: unknown): readonly string[] {
  const [on, ...tips] = Array.isArray(state.push_own) ? (state.push_own as readonly string[]) : [];
  return on === commit ? tips : [];
}

/** Keeps which commits the service makes, and on what, where they may still be sent. @throws Changed */
async function holdToSend(look: Look, commits: readonly string[], head: string | undefined): Promise<void> {
  await holdStill(look);
  const heads = [...new Set([...headsOf(look.row), ...(head === undefined ? [] : [head])])];
  const [tip] = commits.slice(-1);
  const own = tip === undefined || head === undefined ? [] : [head, ...ownSince(look.row, head), tip];
  await keep(look, {
    push_heads: heads.toSpliced(1, heads.length - mostHeads),
    push_own: own.toSpliced(1, own.length - 1 - mostOwn),
  });
  if (!(await look.deps.sources.keepPushed(look.claimed, commits))) throw new Changed();
}

/** What the repository says that has not taken what was sent; after any other answer it may be there. */
const untaken: readonly string[] = ["protected", "written_meanwhile", "credential"];

/** Commits that are surely not there push none out that are. */
async function forgotten({ deps, claimed }: Look, error: unknown): Promise<never> {
  if (error instanceof GitFailure && untaken.includes(error.state))
    await deps.sources.keepPushed(claimed, []);
  throw error;
}

/** The first commit of a repository that has none: what is exported goes to a branch next to it. */
async function begun(look: Look, remote: GitRemote): Promise<string | undefined> {
  const { deps, source } = look;
  if (source.set === null) return undefined;
  const message = `Begin\n\nWritten by the Git source ${source.name}: what its rows say comes as a change to this branch.`;
  const author = authorOf({ rows: [], record: undefined }, deps.siteUrl);
  return deps.git.begin(remote, source.branch, { message, author, at: currentTime() }, () =>
    holdToSend(look, [], undefined),
  );
}

interface Found {
  /** Where the other branch stood when it was read. */
  head?: string;
  taken?: Taken | undefined;
  push?: Push;
  /** Where the branch of the service stands, where nothing of people on it is to be kept any more. */
  settled?: string | undefined;
}

interface Taken {
  readonly outcome: Outcome;
  /** What the forge said where it took no status. */
  readonly refused: string | undefined;
}

/** Takes what a new commit changed. @returns undefined where there is none */
async function taken(look: Look, base: GitBase, declined: string | undefined): Promise<Taken | undefined> {
  const { deps, row, source, wish } = look;
  const { state } = row;
  const last = declined ?? state.merged_commit ?? (state.status === "synced" ? state.commit : null);
  if (last === base.head) return undefined;
  const isProposed = proposedCommit(row) === base.head;
  const now = base.commit === base.head ? base : await base.at(base.head);
  if (now === undefined) throw noBranch(source.branch);
  const done = { merged_commit: base.head, merged_tree: now.tree };
  // It says what the commit before said, also where nobody has that any more.
  if (now.tree !== "" && now.tree === state.merged_tree && declined === undefined) {
    await keep(look, { ...done, proposed_commit: null });
    return undefined;
  }
  const old = typeof last === "string" ? ((await base.at(last)) ?? "lost") : undefined;
  // A folder where nothing was written yet says nothing of the rows.
  if (old === undefined && now.files.length === 0) return undefined;
  const call = callOf(look, now);
  const choices = { ...source, isProposed, allowDeletes: wish.allowDeletes, since: sinceOf(row) };
  const own: Sides["own"][number][] = [];
  for (const commit of old === undefined ? [] : ownSince(row, last)) {
    const one = await base.at(commit);
    if (one !== undefined) own.push(one);
  }
  const outcome = await applyBoth(deps, call, { old, now, own }, choices);
  await keep(look, { ...(outcome.status === "synced" ? done : {}), ...proposedState(outcome, base.head) });
  return { outcome, refused: await showAtForge(look, now, outcome) };
}

async function pushed(look: Look, base: GitBase, tip: string | undefined): Promise<Push> {
  const { deps, row, source, wish, claimed } = look;
  const choices = {
    ...source,
    allowDeletes: wish.allowDeletes,
    since: sinceOf(row),
    newest: Number(claimed.newest),
  };
  const call = callOf(look, base);
  const push = await pushOf(deps, call, base, choices);
  if (!("commits" in push) || push.commits.length === 0) return push;
  const problem = await heldByOthers(deps, call, base, {
    ...choices,
    isSettled: tip === undefined || row.state.push_settled === tip,
  });
  return problem === undefined ? push : { problem };
}

/** Merged by a squash, say, the branch holds commits that the other one has under other names: later nothing shows that. */
async function settledAt({ row }: Look, base: GitBase, tip: string | undefined) {
  const stands = base.commit !== base.head;
  if (stands || tip === undefined || tip === base.head || row.state.push_settled === tip) return undefined;
  return (await base.others()).commits.length === 0 ? tip : undefined;
}

type Noted = Omit<Outcome, "status"> & { readonly status: Outcome["status"] | "pushed" };

function outcomeOf({ taken, push }: Found, waits: boolean): Noted {
  if (push === undefined) return taken?.outcome ?? { status: "synced", problem: null, notes: [] };
  if ("problem" in push) return { status: "failed", problem: push.problem, notes: [] };
  return { status: waits ? "pushed" : "synced", problem: null, notes: push.notes };
}
