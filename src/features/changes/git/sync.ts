/** One look at a repository: what its newest commit says is planned and applied, and what came of it is noted. */
import { currentTime } from "../../../engine/clock.ts";
import { type Call, type Organization, serviceCall } from "../../../engine/context.ts";
import { secretIdentity } from "../../../engine/draft.ts";
import type { StoredRow } from "../../../engine/ports/rows.ts";
import { completed, viewOf } from "../../../engine/render.ts";
import { sameJson } from "../../../kernel/equal.ts";
import { placedMessage } from "../../../kernel/fault.ts";
import { fingerprintOf } from "../../../kernel/host-keys.ts";
import { runNamed } from "../../../kernel/run.ts";
import { movedAway } from "../../../kernel/secret-addresses.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import { gitSources } from "../../../resources/git-sources.ts";
import { type GitCommit, GitFailure, SendFailure } from "../../../transports/port.ts";
import type { Ground } from "../../ground.ts";
import type { Identity } from "../../identity/index.ts";
import { statusRequest } from "./forge.ts";
import { applyFolder, type Outcome, whole } from "./planning.ts";
import { type PushingDeps, pushOf } from "./pushing.ts";
import type { Claimed } from "./store.ts";

export interface SyncDeps
  extends Pick<Ground, "store" | "vault" | "definitions" | "git" | "http" | "siteUrl" | "log">,
    PushingDeps {
  readonly organizations: Pick<Identity["store"]["organizations"], "find">;
}

/** What somebody says who asks for a look now. */
export interface Wish {
  /** Also where the commit has not moved and it stands as it was decided. */
  readonly again: boolean;
  readonly allowDeletes?: number | undefined;
  /** Whether the key that the ssh server shows now takes the place of the one that it showed first. */
  readonly trustHostKey?: boolean | undefined;
}

/** What is kept of a look next to the row. */
export interface After {
  readonly knownHosts: string;
  readonly failed: boolean;
}

interface Look {
  readonly deps: SyncDeps;
  readonly organization: Organization;
  readonly row: StoredRow;
  readonly source: ReturnType<typeof sourceOf>;
  readonly credential: string | undefined;
  readonly wish: Wish;
  /** Whether rows may have been written since the last look. */
  readonly hasMoved: boolean;
}

function sourceOf(row: StoredRow) {
  return completed(gitSources, row.configuration);
}

const lateMs = 10_000;

export async function syncSource(deps: SyncDeps, claimed: Claimed, wish: Wish): Promise<After> {
  const { organizationId, id } = claimed;
  const organization = await deps.organizations.find(organizationId);
  const row = (await deps.store.find(organizationId, gitSources.kind, id))?.read();
  if (organization === undefined || row === undefined) return { knownHosts: "", failed: false };
  const knownHosts = wish.trustHostKey === true ? "" : claimed.knownHosts;
  try {
    const credential = credentialOf(deps, organizationId, row);
    const [source, hasMoved] = [sourceOf(row), claimed.hasMoved] as const;
    const look = { deps, organization, row, source, credential, wish, hasMoved };
    return await (source.direction === "push" ? pushAt(look, knownHosts) : lookAt(look, knownHosts));
  } catch (error) {
    if (!(error instanceof GitFailure)) throw error;
    const status = error.kind === "unreachable" ? "unreachable" : "failed";
    await note(deps, organizationId, row, { status, problem: whole(error.message) });
    return { knownHosts, failed: true };
  }
}

/** @throws GitFailure */
async function lookAt(look: Look, known: string): Promise<After> {
  const { deps, organization, row, source, credential } = look;
  const remote = { url: source.url, credential, knownHosts: known };
  const { commit, knownHosts } = await deps.git.head(remote, source.branch);
  if (commit === undefined) throw noBranch(source.branch);
  const failed = row.state.status !== "synced";
  if (isDecided(row, commit) && !look.wish.again) return { knownHosts, failed };
  const folder = await deps.git.folder({ ...remote, knownHosts }, source.branch, source.path);
  const { state } = row;
  const { status, problem, notes } = await applyFolder(deps, callOf(look, folder), folder, {
    ...source,
    isProposed: state.status === "proposed" && state.commit === folder.commit,
    allowDeletes: look.wish.allowDeletes,
  });
  const refused = await showAtForge(look, folder, { status, problem });
  await note(deps, organization.id, row, {
    commit: folder.commit,
    status,
    problem,
    notes: [...notes, ...(refused === undefined ? [] : [refused])],
    host_key: fingerprintOf(knownHosts),
    decided_on: row.revision,
    ...(status === "synced" ? { synced_at: currentTime().toISOString() } : {}),
  });
  return { knownHosts, failed: status !== "synced" };
}

/** Writes to the repository what rows say and its files do not. @throws GitFailure */
async function pushAt(look: Look, known: string): Promise<After> {
  const { deps, organization, row, source, credential, wish } = look;
  const remote = { url: source.url, credential, knownHosts: known };
  const { branch, push_branch: pushBranch, path } = source;
  const at = currentTime();
  const asked = await deps.git.head(remote, branch, pushBranch);
  if (asked.commit === undefined) throw noBranch(branch);
  const failed = row.state.problem != null;
  const stands = isDecided(row, asked.commit) && (row.state.push_tip ?? null) === (asked.pushed ?? null);
  if (stands && !look.hasMoved && !wish.again) return { knownHosts: asked.knownHosts, failed };
  const found: { push?: Awaited<ReturnType<typeof pushOf>> } = {};
  const same = Date.parse(String(row.state.synced_at ?? row.createdAt.toISOString()));
  const { base, tip, knownHosts } = await deps.git.push(
    { ...remote, knownHosts: asked.knownHosts },
    { branch, pushBranch, path },
    async (base) => {
      // A write that was under way then may have an earlier time.
      const since = new Date(same - lateMs);
      const choices = { ...source, allowDeletes: wish.allowDeletes, since };
      found.push = await pushOf(deps, callOf(look, base), base, choices);
      return "commits" in found.push ? found.push.commits : [];
    },
  );
  const { push } = found;
  const problem = push !== undefined && "problem" in push ? push.problem : null;
  const waits = problem === null && (base.commit !== base.head || tip !== asked.pushed);
  const status = problem !== null ? "failed" : waits ? "pushed" : "synced";
  const isNew = status === "synced" && (row.state.status !== "synced" || row.state.commit !== base.head);
  await note(deps, organization.id, row, {
    commit: base.head,
    status,
    problem,
    notes: push !== undefined && "notes" in push ? push.notes : [],
    host_key: fingerprintOf(knownHosts),
    decided_on: row.revision,
    pushed_commit: waits ? (tip ?? null) : null,
    push_tip: tip ?? null,
    ...(isNew ? { synced_at: at.toISOString() } : {}),
  });
  return { knownHosts, failed: problem !== null };
}

function noBranch(branch: string): GitFailure {
  return new GitFailure(
    "refused",
    `the repository has no branch ${branch} any more, or not yet; the rows stay as they are. Correct branch, or push one of that name`,
  );
}

/** Whether this commit was decided by the row as it is now, and nothing has to be tried again. */
function isDecided({ state, revision }: StoredRow, commit: string): boolean {
  return state.commit === commit && state.decided_on === revision && state.status !== "unreachable";
}

/** Who acts, and for which commit: the audit log shows both. */
function callOf({ organization, row, source }: Look, { commit, author, email }: GitCommit): Call {
  const call = serviceCall("git", organization, "admin");
  const actor = { kind: "service", id: row.id, name: `git source ${source.name}` } as const;
  const run = runNamed("git", source.name.slice(0, 40), commit, "by", author.slice(0, 60), `<${email}>`);
  return { ...call, caller: { ...call.caller, actor }, run, held: true };
}

/** @throws GitFailure where there is one that may not be sent */
function credentialOf(
  { vault }: Pick<SyncDeps, "vault">,
  organizationId: string,
  row: StoredRow,
): string | undefined {
  const sealed = row.secrets.credential;
  if (sealed === undefined) return undefined;
  const moved = movedAway(gitSources.fields, "credential", { ...viewOf(gitSources, row), state: row.state });
  if (moved !== undefined) throw new GitFailure("refused", `credential ${moved}`);
  const opened = vault.openOrNot(sealed, secretIdentity(organizationId, row.kind, row.id, "credential"));
  if (opened === undefined)
    throw new GitFailure(
      "refused",
      "credential cannot be opened with the keys of this installation; save it again",
    );
  return JSON.parse(opened);
}

/** Writes the commit's status at the forge. @returns what it said where it took none */
async function showAtForge(
  { deps, organization, row, source, credential }: Look,
  { commit }: GitCommit,
  { status: became, problem }: Pick<Outcome, "status" | "problem">,
): Promise<string | undefined> {
  const request = statusRequest(source, credential, {
    commit,
    state: ({ synced: "success", proposed: "pending", failed: "failure" } as const)[became],
    name: source.name,
    description:
      problem === null
        ? { synced: "Applied", proposed: "Waits as a proposal", failed: "" }[became]
        : placedMessage(problem),
    link: `${deps.siteUrl}/o/${organization.slug}/settings/${row.kind}/${row.id}`,
  });
  if (request === undefined) return undefined;
  const http = deps.http.of({ organizationId: organization.id, use: "change" });
  try {
    const { status } = await http.request({ ...request, max_bytes: 1_048_576, cut: true });
    return status >= 200 && status < 300
      ? undefined
      : `The status of the commit was not taken by the forge: it answered HTTP ${status}.`;
  } catch (error) {
    if (!(error instanceof SendFailure)) throw error;
    return `The status of the commit was not taken by the forge: ${error.message}.`;
  }
}

/** Notes what came of it; where that is what the row shows already, nothing is written. */
async function note(
  { store }: Pick<SyncDeps, "store">,
  organizationId: string,
  row: StoredRow,
  outcome: JsonObject,
): Promise<void> {
  const { problem } = outcome;
  const since = problem === null ? null : (row.state.problem_since ?? currentTime().toISOString());
  const state: JsonObject = { ...outcome, problem_since: since };
  const moved = Object.entries(state).some(([name, value]) => !sameJson(row.state[name] ?? null, value));
  if (moved) await store.mergeState(organizationId, gitSources.kind, row.id, state);
}
