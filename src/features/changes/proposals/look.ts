/** A proposal as it is now: planned anew, compared with what was shown before, and who still has to look. */
import { type Call, serviceCall } from "../../../engine/context.ts";
import type { Registry, RowMove } from "../../../engine/feature.ts";
import { seesAll } from "../../../engine/limits.ts";
import { heldIn } from "../../../engine/plan/decision.ts";
import type { PlanRequest } from "../../../engine/plan/edits.ts";
import type { Save } from "../../../engine/plan/identify.ts";
import type { Approval, Need, NeedsOf, PlanFacts } from "../../../engine/ports/needs.ts";
import type { PlanRows } from "../../../engine/ports/plans.ts";
import { referencesOf } from "../../../engine/row-facts.ts";
import { withTransaction } from "../../../engine/transaction.ts";
import { Refusal } from "../../../kernel/problem.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import type { DeliveryQueue } from "../../alerting/index.ts";
import type { Ground } from "../../ground.ts";
import type { Audit, Identity, Teams } from "../../identity/index.ts";
import { idsOf, type KeptRequest, openKept, type Planner } from "../plans/index.ts";
import { conflictsOf } from "./conflicts.ts";
import { differentIn, digestOf, nameOf, sameChanges, sameTargets } from "./digest.ts";
import { addRecords } from "./lines.ts";
import { notify } from "./notify.ts";
import { approvalsIn } from "./people.ts";
import type { SignalDeps } from "./signals.ts";
import { keptOf, rowsAhead, rowsOfSteps, withRows } from "./steps.ts";
import type { ProposalStore } from "./store.ts";
import { type Act, isUndecided, type Proposal, proposalIdentity, type Shown, type Target } from "./stored.ts";

export interface ProposalDeps
  extends Pick<Ground, "store" | "vault" | "definitions" | "siteUrl" | "onCommit"> {
  readonly proposals: ProposalStore;
  readonly planner: Planner;
  readonly rows: PlanRows;
  readonly audit: Pick<Audit["store"], "recordsOfPlan" | "page">;
  readonly identity: Pick<Identity, "store">;
  readonly roster: Teams["roster"];
  readonly needs: NeedsOf;
  readonly queue: DeliveryQueue;
  readonly signals: SignalDeps;
}

/** A proposal that was looked at just now. */
export interface Looked {
  readonly proposal: Proposal;
  readonly acts: readonly Act[];
  readonly approvals: readonly Approval[];
  readonly needs: readonly Need[];
  readonly conflicts: readonly JsonObject[];
  /** Only of one that waits to be applied. */
  readonly waiting?: { readonly facts: PlanFacts; readonly kept: KeptRequest };
  /** Only of one whose later steps do something else by now than what it was applied for. */
  readonly ahead?: { readonly facts: PlanFacts };
}

/** The service looks, so that everybody is shown the same, and the digest is the same for all. */
export function lookingCall({ caller, now, client }: Call): Call {
  return { ...serviceCall("proposals", caller.organization, "admin"), now, client };
}

/** What it would do now. */
export async function planned({ planner, definitions }: ProposalDeps, call: Call, kept: KeptRequest) {
  const { decision, difference } = await planner.look(lookingCall(call), ...asKept(kept));
  const { changes, summary, problems, warnings, effects, refusals } = difference;
  const moves = decision.stage.changed;
  const targets = targetsOf(definitions, changes, moves);
  const shown: Shown = { changes, summary, problems, warnings, effects, refusals, targets };
  const digest = digestOf(shown, meantBy(targets));
  return { shown, digest, touches: touchedBy(shown), moves, held: heldIn(decision) };
}

/** The rows that are named by what changes. Those that it makes have other ids each time. */
function targetsOf(definitions: Registry, changes: Shown["changes"], moves: readonly RowMove[]): Target[] {
  const made = new Set(moves.filter(({ before }) => before === undefined).map(({ id }) => id));
  const rows = new Map(changes.map((change) => [`${change.resource}/${change.id}`, nameOf(change)]));
  return moves.flatMap(({ kind, id: own, now }) => {
    const [definition, row = `${kind}/${own}`] = [definitions[kind], rows.get(`${kind}/${own}`)];
    if (definition === undefined || now === undefined) return [];
    return referencesOf(definition, now.configuration)
      .filter(({ toId }) => !made.has(toId))
      .map(({ field, toKind, toId }) => ({ row, path: field, kind: toKind, id: toId }));
  });
}

/** Which row each field means: two names may have been swapped. */
function meantBy(targets: readonly Target[]): string[][] {
  return inPlaces(targets).map(({ row, path, id }) => [row, path, id]);
}

/** As the digest of an earlier release has them. */
function idsOfTargets(targets: readonly Target[]): string[] {
  return [...new Set(targets.map(({ id }) => id))].sort();
}

/** What was kept, as it is asked of the planner again. */
export function asKept(
  kept: KeptRequest,
  options: Pick<PlanRequest, "replayDays"> = {},
): readonly [PlanRequest, ReadonlyMap<Save, string>] {
  return [{ ...kept.request, ...options, kept: true }, idsOf(kept)];
}

function touchedBy({ changes }: Shown): string[] {
  return [...new Set(changes.map(({ resource, id }) => `${resource}/${id}`))];
}

/** @throws Refusal 404 also of one that the caller is not shown */
export async function found({ proposals }: ProposalDeps, call: Call, id: string): Promise<Proposal> {
  const { caller } = call;
  const proposal = await proposals.find(caller.organization.id, id);
  if (proposal === undefined || !isShown(call, proposal)) throw noProposal();
  return proposal;
}

/** It shows rows of any kind: who does not see all of them sees only what they proposed. */
export function isShown({ caller }: Call, { authorId }: Pick<Proposal, "authorId">): boolean {
  return seesAll(caller) || authorId === caller.actor.id;
}

export function noProposal(): Refusal {
  return new Refusal("not_found", "There is no such proposal; list_proposals has those there are.");
}

export async function look(deps: ProposalDeps, call: Call, id: string): Promise<Looked> {
  const stored = await found(deps, call, id);
  const organizationId = call.caller.organization.id;
  if (!isUndecided(stored)) return lookAhead(deps, call, stored);
  const kept = openKept(deps.vault, proposalIdentity(organizationId, id), stored.sealedRequest);
  const now = await planned(deps, call, kept);
  const { shown, touches, moves, held } = now;
  const facts: PlanFacts = {
    author: stored.head.author,
    changes: shown.changes,
    moves: held,
    effects: shown.effects,
  };
  const before = await deps.proposals.acts(organizationId, id);
  const digest = (await standsAsBefore(deps, call, stored, before, now)) ? stored.digest : now.digest;
  const approvals = approvalsIn(before, digest);
  const needs = await deps.needs(call, facts, approvals);
  const status = approvals.length > 0 && isReady(needs) ? "approved" : "open";
  const isSame = digest === stored.digest;
  const steps = withRows(rowsOfSteps(deps.definitions, stored.head.steps, moves));
  const progress = isSame ? stored.progress : { ...stored.progress, steps };
  const proposal: Proposal = { ...stored, status, shown, digest, touches, progress };
  const isLearnt = stored.shown.targets === undefined;
  const isOther = !isSame || isLearnt || status !== stored.status;
  const isKept = !isOther || (await keep(deps, call, stored, proposal, before));
  // Somebody decided on it meanwhile.
  if (!isKept) return look(deps, call, id);
  const acts = isOther ? await deps.proposals.acts(organizationId, id) : before;
  const others = await deps.proposals.others(organizationId, id, touches);
  return {
    ...{ proposal, acts, approvals, needs },
    conflicts: conflictsOf(shown.changes, others),
    waiting: { facts, kept },
  };
}

/** One that was applied: what its later steps do is planned anew, and what was done stays as it was shown. */
async function lookAhead(deps: ProposalDeps, call: Call, stored: Proposal): Promise<Looked> {
  const organizationId = call.caller.organization.id;
  const before = await deps.proposals.acts(organizationId, stored.id);
  const rows = rowsAhead(stored.progress);
  const known = (proposal: Proposal, acts: readonly Act[]) => {
    const approvals = approvalsIn(acts, proposal.digest);
    return { proposal, acts, approvals, needs: [], conflicts: [] };
  };
  if (stored.status !== "applied" || rows.size === 0) return known(stored, before);
  const kept = openKept(deps.vault, proposalIdentity(organizationId, stored.id), stored.sealedRequest);
  const { shown: part, held: moves } = await planned(deps, call, keptOf(kept, rows));
  const shown = shownAhead(stored.shown, part, rows);
  const isSame = sameMatter(stored.shown, shown);
  const digest = isSame ? stored.digest : digestOf(shown, meantBy(shown.targets ?? []));
  const proposal: Proposal = isSame ? stored : { ...stored, shown, digest };
  if (!isSame && !(await keep(deps, call, stored, proposal, before))) return look(deps, call, stored.id);
  const acts = isSame ? before : await deps.proposals.acts(organizationId, stored.id);
  const looked = known(proposal, acts);
  const facts: PlanFacts = {
    ...{ author: stored.head.author, changes: part.changes, moves, effects: part.effects },
  };
  const needs = await deps.needs(call, facts, looked.approvals);
  // Who had to look has looked at what it was applied for; or a policy came later, or the first step was past one.
  const isApplied = acts.find(({ kind }) => kind === "apply")?.digest === digest;
  return isApplied && isReady(needs) ? looked : { ...looked, needs, ahead: { facts } };
}

/** What was done as it was shown, and behind it what these rows come to now. */
function shownAhead(stored: Shown, part: Shown, rows: ReadonlySet<string>): Shown {
  const done = stored.changes.filter(({ resource, id }) => !rows.has(`${resource}/${id}`));
  const made = new Set(done.flatMap(({ action, id }) => (action === "create" ? [id] : [])));
  const names = new Set(done.map(nameOf));
  const ofDone = (stored.targets ?? []).filter(({ row }) => names.has(row));
  // What an earlier step has made is there by now.
  const ofPart = (part.targets ?? []).filter(({ id }) => !made.has(id));
  const { problems, warnings, effects, refusals } = part;
  return {
    ...{ summary: stored.summary, problems, warnings, effects, refusals },
    changes: [...done, ...part.changes.filter((change) => !names.has(nameOf(change)))],
    targets: stored.targets && [...ofDone, ...ofPart],
  };
}

/** Whether both do the same with the same rows, and the same stands against it. */
function sameMatter(one: Shown, other: Shown): boolean {
  const problems = (shown: Shown) =>
    JSON.stringify(shown.problems.map(({ resource, key, field, reason }) => [resource, key, field, reason]));
  return (
    sameChanges(one.changes, other.changes) &&
    problems(one) === problems(other) &&
    sameTargets(inPlaces(one.targets ?? []), inPlaces(other.targets ?? []))
  );
}

/** In one order, whichever language the node speaks. */
function inPlaces(targets: readonly Target[]): Target[] {
  const textOf = ({ row, path, id }: Target) => JSON.stringify([row, path, id]);
  return targets.toSorted((one, other) => (textOf(one) < textOf(other) ? -1 : 1));
}

/**
 * Whether the digest is one of an earlier release, and all is as it was then. Of one that did not look at the rows that
 * names mean: no row that is named was written since it was shown first. Of one that had their ids alone: each field means
 * the same row.
 */
async function standsAsBefore(
  deps: ProposalDeps,
  { caller: { organization } }: Call,
  { digest, shown: { targets } }: Proposal,
  acts: readonly Act[],
  { shown }: { readonly shown: Shown },
): Promise<boolean> {
  const now = shown.targets ?? [];
  if (![digestOf(shown), digestOf(shown, idsOfTargets(now))].includes(digest)) return false;
  if (targets !== undefined) return sameTargets(inPlaces(targets), inPlaces(now));
  const at = acts.findLast((act) => act.digest === digest && act.changes !== undefined)?.at;
  const named = new Map(now.map((target) => [target.id, target]));
  const rows = await deps.rows.in(deps.store).byIds(organization.id, [...named.values()]);
  return (
    at !== undefined && rows.length === named.size && rows.every(({ updatedAt }) => updatedAt <= new Date(at))
  );
}

export function isReady(needs: readonly Need[]): boolean {
  return needs.every(({ approvals, have }) => have >= approvals);
}

/** Keeps what it does now, where it is something else than before. @returns false where it is not as it was read */
async function keep(
  deps: ProposalDeps,
  call: Call,
  was: Proposal,
  is: Proposal,
  acts: readonly Act[],
): Promise<boolean> {
  const organizationId = call.caller.organization.id;
  const looking = lookingCall(call);
  const own = { actor: looking.caller.actor, email: null, userId: null };
  const act = { ...own, at: call.now.toISOString(), level: "admin", digest: is.digest } as const;
  const { changes, targets } = is.shown;
  const said = { about: null, writes: false } as const;
  const planned: Act = { ...act, ...said, kind: "plan", comment: null, changes, targets };
  return withTransaction(deps.store, [], async (writer) => {
    const proposals = deps.proposals.in(writer);
    const locked = await proposals.lock(organizationId, was.id);
    if (locked?.digest !== was.digest || locked.status !== was.status) return false;
    if (JSON.stringify(locked.progress) !== JSON.stringify(was.progress)) return false;
    await proposals.update(organizationId, is);
    if (is.status !== was.status) await addRecords(deps, writer, looking, is, was, "plan_proposal");
    if (is.digest === was.digest) return true;
    await proposals.add(organizationId, is.id, planned);
    const isUnseen = differentIn(was.shown, is.shown).length === 0;
    if (!isUnseen || approvalsIn(acts, was.digest).length === 0) return true;
    const waits: Act = { ...act, ...said, kind: "wait", comment: approveAgain };
    await proposals.add(organizationId, is.id, waits);
    await notify(deps, writer, looking, is, [...acts, planned, waits]);
    return true;
  });
}

/** Nobody sees it from its rows, so that it is said: what engines are given, the rows that names mean, or after an upgrade. */
const approveAgain =
  "Its approvals were given for another digest and count no more: its rows are changed as before, but what engines are given, a row that a name means, or what stands against it may be something else, such as after an upgrade of the service. Look at it, and approve it again.";
