/** What every look at a source needs: who acts, what opens the repository, and where it is noted what came of it. */
import { currentTime } from "../../../engine/clock.ts";
import { type Call, type Organization, serviceCall } from "../../../engine/context.ts";
import { secretIdentity } from "../../../engine/draft.ts";
import type { StoredRow } from "../../../engine/ports/rows.ts";
import { completed, viewOf } from "../../../engine/render.ts";
import { sameJson } from "../../../kernel/equal.ts";
import { placedMessage } from "../../../kernel/fault.ts";
import type { Json } from "../../../kernel/field.ts";
import { gitAddress, knownHostName } from "../../../kernel/git-address.ts";
import { runNamed } from "../../../kernel/run.ts";
import { movedAway } from "../../../kernel/secret-addresses.ts";
import { isObject, type JsonObject } from "../../../kernel/validate.ts";
import { overlapOf } from "../../../resources/git-overlaps.ts";
import { gitSources } from "../../../resources/git-sources.ts";
import { type GitCommit, GitFailure, SendFailure } from "../../../transports/port.ts";
import type { Ground } from "../../ground.ts";
import type { Identity } from "../../identity/index.ts";
import { statusRequest } from "./forge.ts";
import type { Outcome, Problem } from "./planning.ts";
import type { PushingDeps } from "./pushing.ts";
import type { Claimed, GitStore } from "./store.ts";

export interface SyncDeps
  extends Pick<Ground, "store" | "vault" | "definitions" | "git" | "http" | "siteUrl" | "log">,
    PushingDeps {
  readonly sources: GitStore;
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

export interface Look {
  readonly deps: SyncDeps;
  readonly organization: Organization;
  readonly row: StoredRow;
  readonly source: ReturnType<typeof sourceOf>;
  readonly credential: string | undefined;
  readonly wish: Wish;
  readonly claimed: Claimed;
}

/** What is known of the server of this address; nothing where it is not of ssh. */
export async function hostKeysOf(
  sources: Pick<GitStore, "hostKeys">,
  organizationId: string,
  url: string,
): Promise<string> {
  const host = sshHost(url);
  return host === undefined ? "" : sources.hostKeys(organizationId, host);
}

/** Keeps what the server shows that let somebody in. */
export async function keepHostKeys({ deps, organization, source, wish }: Look, shown: string): Promise<void> {
  const host = sshHost(source.url);
  if (host !== undefined && shown !== "")
    await deps.sources.keepHostKeys(organization.id, host, shown, wish.trustHostKey === true);
}

function sshHost(url: string): string | undefined {
  const address = gitAddress(url);
  return "problem" in address || address.scheme !== "ssh" ? undefined : knownHostName(address);
}

/** The source was changed, switched off or deleted while it was looked at, or is looked at by another node by now. */
export class Changed extends Error {}

/** @throws Changed */
export async function holdStill(look: Look): Promise<void> {
  if (!(await isStill(look))) throw new Changed();
}

/** Whether the row is the one that was looked at: reading takes a while, and who changed it, or took it on, is right. */
export async function isStill({ deps, organization, row, claimed }: Look): Promise<boolean> {
  if (!(await deps.sources.renew(claimed))) return false;
  const now = (await deps.store.find(organization.id, gitSources.kind, row.id))?.read();
  return now?.revision === row.revision;
}

/** Of which proposal a commit that was turned down is the last one; undefined where none was. */
export async function turnedDown({ deps, organization, row }: Look): Promise<string | undefined> {
  const { proposal_id: id } = row.state;
  const commit = proposedCommit(row);
  if (commit === undefined || typeof id !== "string") return undefined;
  const status = await deps.proposals.statusOf(organization.id, id);
  return declined.includes(status) ? commit : undefined;
}

/** The commit that is a proposal, or was one. Rows of before it was kept say it by their status. */
export function proposedCommit({ state }: StoredRow): string | undefined {
  const { proposed_commit: kept, status, commit } = state;
  const found = kept === undefined && status === "proposed" ? commit : kept;
  return typeof found === "string" ? found : undefined;
}

/** Keeps at once what was done: a node may be gone before it notes what else came of it. */
export async function keep({ deps, organization, row }: Look, state: JsonObject): Promise<void> {
  if (Object.entries(state).some(([name, value]) => !sameJson(row.state[name] ?? null, value)))
    await deps.store.mergeState(organization.id, gitSources.kind, row.id, state);
}

/** What the row keeps of which commit is a proposal: it is one, also while the repository does not answer. */
export function proposedState({ status, proposal }: Pick<Outcome, "status" | "proposal">, commit: string) {
  if (status === "failed") return {};
  if (status === "synced") return { proposed_commit: null };
  return { proposed_commit: commit, ...(proposal === undefined ? {} : { proposal_id: proposal }) };
}

const declined: readonly unknown[] = ["rejected", "withdrawn", "expired", "reverted"];

export function sourceOf(row: StoredRow) {
  return completed(gitSources, row.configuration);
}

/** A write may be under way when rows are looked at, and have an earlier time. */
const lateMs = 10_000;

/** When files and rows said the same. */
export function sinceOf({ state, createdAt }: StoredRow): Date {
  return new Date(Date.parse(String(state.synced_at ?? createdAt.toISOString())) - lateMs);
}

export function noBranch(branch: string): GitFailure {
  return new GitFailure(
    "refused",
    `the repository has no branch ${branch} any more, or not yet; the rows stay as they are. Correct branch, or push one of that name`,
  );
}

/** Whether this commit was decided by the row as it is now, and nothing has to be tried again. */
export function isDecided({ state, revision }: StoredRow, commit: string): boolean {
  return state.commit === commit && state.decided_on === revision && state.status !== "unreachable";
}

/** @throws GitFailure where another source would undo what this one does: nothing is read or written then */
export async function refuseOverlap(
  { store }: Pick<SyncDeps, "store">,
  organizationId: string,
  row: StoredRow,
): Promise<void> {
  const rows = await store.rowsMatching(organizationId, gitSources.kind, { enabled: true });
  const others = rows.filter(({ id }) => id !== row.id).map(sourceOf);
  const found = overlapOf(sourceOf(row), others);
  if (found !== undefined) throw new GitFailure("refused", `${found.field} ${found.message}`);
}

/** Who acts, and for which commit: the audit log shows both. */
export function callOf({ organization, row, source }: Look, { commit, author, email }: GitCommit): Call {
  const call = serviceCall("git", organization, "admin");
  const actor = { kind: "service", id: row.id, name: `git source ${source.name}` } as const;
  const run = runNamed("git", source.name.slice(0, 40), commit, "by", author.slice(0, 60), `<${email}>`);
  return { ...call, caller: { ...call.caller, actor }, run, held: true };
}

/** @throws GitFailure where there is one that may not be sent */
export function credentialOf(
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

/** The page of the source. */
export function linkOf({ deps, organization, row }: Pick<Look, "deps" | "organization" | "row">): string {
  return `${deps.siteUrl}/o/${organization.slug}/settings/${row.kind}/${row.id}`;
}

/** Writes the commit's status at the forge. @returns what it said where it took none */
export async function showAtForge(
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
    link: linkOf({ deps, organization, row }),
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
export async function note(
  { store }: Pick<SyncDeps, "store">,
  organizationId: string,
  row: StoredRow,
  outcome: JsonObject,
  subject: string | null = null,
): Promise<void> {
  const { problem } = outcome;
  const since = problem === null ? null : (row.state.problem_since ?? currentTime().toISOString());
  const commits = commitsAfter(row.state.commits, outcome, subject);
  const state = storable({ ...outcome, problem_since: since, commits });
  const moved = Object.entries(state).some(([name, value]) => !sameJson(row.state[name] ?? null, value));
  if (moved) await store.mergeState(organizationId, gitSources.kind, row.id, state);
}

/** PostgreSQL keeps no NUL and no half of a surrogate pair in JSON, and files may hold both. */
function storable(state: JsonObject): JsonObject {
  const text = (_name: string, value: Json) =>
    typeof value === "string" ? value.toWellFormed().replaceAll("\0", "\ufffd") : value;
  return JSON.parse(JSON.stringify(state, text));
}

/** As many as the row shows (resources/git-sources.ts). */
const mostCommits = 10;

/** The last commits with this one on top; the same where the same came of the same commit. */
function commitsAfter(
  before: Json | undefined,
  { commit, status, problem }: JsonObject,
  subject: string | null,
): readonly JsonObject[] {
  const known = (Array.isArray(before) ? before : []) as readonly JsonObject[];
  // A repository that did not answer says nothing of a commit.
  if (typeof commit !== "string") return known;
  const said = isObject(problem) ? placedMessage(problem as unknown as Problem) : null;
  const [last] = known;
  if (last?.commit === commit && last.status === status && last.problem === said) return known;
  const was = known.find((one) => one.commit === commit);
  const at = currentTime().toISOString();
  const now = { commit, subject: subject ?? was?.subject ?? null, at, status: status ?? null, problem: said };
  return [now, ...known.filter((one) => one !== was)].slice(0, mostCommits);
}
