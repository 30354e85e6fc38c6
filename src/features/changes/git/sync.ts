/** One look at a repository: what its newest commit says is planned and applied, and what came of it is noted. */
import { currentTime } from "../../../engine/clock.ts";
import { fingerprintOf } from "../../../kernel/host-keys.ts";
import { gitSources } from "../../../resources/git-sources.ts";
import { GitFailure } from "../../../transports/port.ts";
import {
  Changed,
  callOf,
  credentialOf,
  holdStill,
  hostKeysOf,
  isDecided,
  keep,
  keepHostKeys,
  type Look,
  noBranch,
  note,
  proposedCommit,
  proposedState,
  refuseOverlap,
  type SyncDeps,
  showAtForge,
  sinceOf,
  sourceOf,
  turnedDown,
  type Wish,
} from "./look.ts";
import { applyFolder, whole } from "./planning.ts";
import type { Claimed } from "./store.ts";
import { writeAt } from "./writing.ts";

/** @returns whether it is to be tried again, also where nothing moves */
export async function syncSource(deps: SyncDeps, claimed: Claimed, wish: Wish): Promise<boolean> {
  const { organizationId, id } = claimed;
  const organization = await deps.organizations.find(organizationId);
  const row = (await deps.store.find(organizationId, gitSources.kind, id))?.read();
  if (organization === undefined || row === undefined) return false;
  try {
    await refuseOverlap(deps, organizationId, row);
    const credential = credentialOf(deps, organizationId, row);
    const source = sourceOf(row);
    const look = { deps, organization, row, source, credential, wish, claimed };
    const known =
      wish.trustHostKey === true ? "" : await hostKeysOf(deps.sources, organizationId, source.url);
    return await (source.direction === "pull" ? lookAt(look, known) : writeAt(look, known));
  } catch (error) {
    if (error instanceof Changed) return false; // the write of the row has asked for another look
    if (!(error instanceof GitFailure)) throw error;
    const status = error.kind === "unreachable" ? "unreachable" : "failed";
    await note(deps, organizationId, row, { status, problem: whole(error.message) });
    return true;
  }
}

/** @throws GitFailure */
async function lookAt(look: Look, known: string): Promise<boolean> {
  const { deps, organization, row, source, credential } = look;
  const remote = { of: organization.id, url: source.url, credential, knownHosts: known };
  const { commit, knownHosts } = await deps.git.head(remote, source.branch);
  await keepHostKeys(look, knownHosts);
  if (commit === undefined) throw noBranch(source.branch);
  if (isDecided(row, commit) && !look.wish.again) return row.state.status !== "synced";
  const folder = await deps.git.folder({ ...remote, knownHosts }, source.branch, source.path);
  await holdStill(look);
  const declined = await turnedDown(look);
  const outcome = await applyFolder(deps, callOf(look, folder), folder, {
    ...source,
    isProposed: proposedCommit(row) === folder.commit,
    allowDeletes: look.wish.allowDeletes,
    since: sinceOf(row),
  });
  const { status, problem, notes } = outcome;
  await keep(look, proposedState(outcome, folder.commit));
  const said = status === "proposed" && declined === folder.commit ? [pulledNote] : [];
  const refused = await showAtForge(look, folder, { status, problem });
  await note(
    deps,
    organization.id,
    row,
    {
      commit: folder.commit,
      status,
      problem,
      notes: [...notes, ...said, ...(refused === undefined ? [] : [refused])],
      host_key: fingerprintOf(knownHosts),
      decided_on: row.revision,
      ...(status === "synced" ? { synced_at: currentTime().toISOString() } : {}),
    },
    folder.subject,
  );
  return status !== "synced";
}

const pulledNote =
  "The commit's proposal was turned down: the rows stay as they are, and the next commit is looked at anew.";
