/** One look at a repository: what its newest commit says is planned and applied, and what came of it is noted. */
import { currentTime } from "../../../engine/clock.ts";
import { fingerprintOf } from "../../../kernel/host-keys.ts";
import { gitSources } from "../../../resources/git-sources.ts";
import { GitFailure } from "../../../transports/port.ts";
import {
  type After,
  callOf,
  credentialOf,
  isDecided,
  type Look,
  noBranch,
  note,
  refuseOverlap,
  type SyncDeps,
  showAtForge,
  sourceOf,
  type Wish,
} from "./look.ts";
import { applyFolder, whole } from "./planning.ts";
import type { Claimed } from "./store.ts";
import { writeAt } from "./writing.ts";
export async function syncSource(deps: SyncDeps, claimed: Claimed, wish: Wish): Promise<After> {
  const { organizationId, id } = claimed;
  const organization = await deps.organizations.find(organizationId);
  const row = (await deps.store.find(organizationId, gitSources.kind, id))?.read();
  if (organization === undefined || row === undefined) return { knownHosts: "", failed: false };
  const knownHosts = wish.trustHostKey === true ? "" : claimed.knownHosts;
  try {
    await refuseOverlap(deps, organizationId, row);
    const credential = credentialOf(deps, organizationId, row);
    const [source, hasMoved] = [sourceOf(row), claimed.hasMoved] as const;
    const look = { deps, organization, row, source, credential, wish, hasMoved };
    return await (source.direction === "pull" ? lookAt(look, knownHosts) : writeAt(look, knownHosts));
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
  const remote = { of: organization.id, url: source.url, credential, knownHosts: known };
  const { commit, knownHosts } = await deps.git.head(remote, source.branch);
  if (commit === undefined) throw noBranch(source.branch);
  const failed = row.state.status !== "synced";
  if (isDecided(row, commit) && !look.wish.again) return { knownHosts, failed };
  const folder = await deps.git.folder({ ...remote, knownHosts }, source.branch, source.path);
  // Reading takes a while: who switched the source off meanwhile, or changed it, is right.
  const still = (await deps.store.find(organization.id, gitSources.kind, row.id))?.read();
  if (still?.revision !== row.revision) return { knownHosts, failed: false };
  const { state } = row;
  const { status, problem, notes } = await applyFolder(deps, callOf(look, folder), folder, {
    ...source,
    isProposed: state.status === "proposed" && state.commit === folder.commit,
    allowDeletes: look.wish.allowDeletes,
  });
  const refused = await showAtForge(look, folder, { status, problem });
  await note(
    deps,
    organization.id,
    row,
    {
      commit: folder.commit,
      status,
      problem,
      notes: [...notes, ...(refused === undefined ? [] : [refused])],
      host_key: fingerprintOf(knownHosts),
      decided_on: row.revision,
      ...(status === "synced" ? { synced_at: currentTime().toISOString() } : {}),
    },
    folder.subject,
  );
  return { knownHosts, failed: status !== "synced" };
}
