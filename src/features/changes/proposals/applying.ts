/** Applies proposals, each in one transaction with what becomes of the proposal. */
import type { Call } from "../../../engine/context.ts";
import type { RowChange } from "../../../engine/plan/differences.ts";
import { approvedBy } from "../../../engine/ports/needs.ts";
import { Refusal } from "../../../kernel/problem.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import { type KeptRequest, openKept } from "../plans/index.ts";
import { deletesIn, locked, type NewAct, put, type Said } from "./acting.ts";
import { refuseUnready } from "./deciding.ts";
import { digestsOf, sameChanges, shownDigest } from "./digest.ts";
import { asKept, type Looked, look, type ProposalDeps } from "./look.ts";
import { approvalsIn, behind, didSo } from "./people.ts";
import { closed, invalid } from "./refusals.ts";
import { keptOf, nextStep, placeOf, watchedAt } from "./steps.ts";
import { isUndecided, type Progress, type Proposal, proposalIdentity } from "./stored.ts";
import { watchFrom } from "./watching.ts";

/** How often it is planned again where a row moves between the plan and its apply. */
const rounds = 3;

/**
 * Does what the proposal shows, once everybody has looked who has to. A repetition finds nothing to do.
 * @throws Refusal 409 stale, needs_approval or proposal_closed; 422 plan_invalid; 403 where the caller may not write
 */
export async function apply(deps: ProposalDeps, call: Call, id: string, said: Said): Promise<void> {
  // Who names no digest means what was shown last before the call, also where it is planned again meanwhile.
  const shown = await deps.proposals.find(call.caller.organization.id, id);
  const digest = said.digest ?? (shown && shownDigest(shown));
  await inRounds(() => applyOnce(deps, call, id, said, digest));
}

/** Does it again where a row moves meanwhile. */
export async function inRounds(work: () => Promise<unknown>): Promise<void> {
  for (let round = 1; ; round += 1)
    try {
      await work();
      return;
    } catch (error) {
      if (round >= rounds || !isMoved(error)) throw error;
    }
}

/** Whether what was planned has moved on before it could be done: to look at it again may find that it can be. */
export function isMoved(error: unknown): boolean {
  const reason = error instanceof Refusal ? error.detail.reason : undefined;
  // What somebody else did meanwhile may be just what is asked for.
  return reason === "plan_stale" || reason === "proposal_closed";
}

async function applyOnce(
  deps: ProposalDeps,
  call: Call,
  id: string,
  said: Said,
  digest: string | undefined,
): Promise<true> {
  const looked = await look(deps, call, id);
  const { proposal, acts, waiting } = looked;
  const own = await behind(deps.identity, call);
  if (waiting === undefined) {
    const isDone = proposal.status === "applied" || proposal.status === "confirmed";
    const isSame = said.digest === undefined || digestsOf(proposal).includes(said.digest);
    if (isDone && isSame && didSo(acts, "apply", own)) return true;
    throw closed(proposal, "cannot be applied");
  }
  refuseUnready(looked, digest, call);
  const { kept } = waiting;
  if (proposal.head.steps.length > 0) await deps.planner.refuseUnable(call, proposal.shown.changes);
  const place = nextStep(proposal.progress) ?? 0;
  const comment = said.comment ?? call.breakGlass;
  await doStep(deps, call, { ...looked, kept }, place, {
    kind: "apply",
    own,
    writes: true,
    ...said,
    comment,
  });
  return true;
}

type Doing = Pick<Looked, "proposal" | "acts" | "approvals"> & { readonly kept: KeptRequest };

/** Does one step, or all of it where it has none, together with what is said of it. */
async function doStep(
  deps: ProposalDeps,
  call: Call,
  { proposal, acts, approvals, kept }: Doing,
  place: number,
  what: NewAct,
): Promise<void> {
  const { id, head, progress } = proposal;
  const step = progress.steps[place];
  const rows = step && new Set(step.rows);
  const approved: Call = { ...named(call, id), approved: approvedBy(head.author, approvals, call) };
  const [request, ids] = asKept(rows === undefined ? kept : keptOf(kept, rows), { replayDays: 0 });
  const isLast = progress.steps.findLastIndex((one) => one.rows.length > 0) <= place;
  const asked = isLast ? { ...request, ...undoneBy(head) } : request;
  const { id: planId, changes, problems } = readPlan(await deps.planner.make(approved, asked, ids));
  if (problems.length > 0) throw invalid(problems, isUndecided(proposal) ? "apply" : "step");
  const isOwn = ({ resource, id }: RowChange) => rows?.has(`${resource}/${id}`) ?? true;
  // It is looked at again: somebody else may have done just this meanwhile.
  if (!sameChanges(changes.filter(isOwn), proposal.shown.changes.filter(isOwn))) throw movedOn(proposal);
  await deps.planner.apply(approved, planId, deletesIn(changes), async (writer) => {
    const held = await locked(deps, writer, call, proposal, acts);
    if (placeOf(held.progress) !== placeOf(progress)) throw movedOn(held);
    await put(deps, writer, call, held, applied(held, call.now, planId, place), what);
  });
  deps.queue.wake();
}

/** The plans that it takes back, once all of it is done. */
function undoneBy({ undo_of: undoes, undoes_run: undoesRun, undoes_plans }: Proposal["head"]) {
  const undoesPlans = undoes_plans ?? (undoes === null ? [] : [undoes]);
  return { ...(undoes !== null && { undoes }), ...(undoesRun !== null && { undoesRun }), undoesPlans };
}

/** Another node, or somebody, was faster with the next step. */
export function movedOn({ id }: Proposal): Refusal {
  return new Refusal("conflict", `The proposal ${id} has gone on meanwhile; look at it again.`, {
    reason: "plan_stale",
  });
}

/**
 * Goes on with the next step of what was applied.
 * @throws Refusal where it would do something else than what was approved, or cannot be done
 */
export async function goOn(deps: ProposalDeps, call: Call, proposal: Proposal, what: NewAct): Promise<void> {
  const { id: organizationId } = call.caller.organization;
  const { id, progress, digest, sealedRequest } = proposal;
  const place = nextStep(progress);
  if (place === undefined) throw closed(proposal, "has no step that waits");
  const acts = await deps.proposals.acts(organizationId, id);
  const kept = openKept(deps.vault, proposalIdentity(organizationId, id), sealedRequest);
  await doStep(deps, call, { proposal, acts, approvals: approvalsIn(acts, digest), kept }, place, what);
}

function applied(held: Proposal, now: Date, planId: string, place: number): Proposal {
  const { confirm_within_minutes: minutes } = held.head;
  const at = now.toISOString();
  const confirmBy = minutes === null ? null : new Date(now.getTime() + minutes * 60_000).toISOString();
  const steps = held.progress.steps.map((step, index) =>
    index === place ? { ...step, plan_id: planId, applied_at: at } : step,
  );
  const watch = watchFrom(watchedAt(held.head, place), now, steps.length > 0);
  const progress: Progress = {
    ...held.progress,
    ...{ plan_id: held.progress.plan_id ?? planId, applied_at: held.progress.applied_at ?? at, steps },
    ...{ apply_at: null, confirm_by: confirmBy, watch, look_at: watch && at },
  };
  return { ...held, status: "applied", progress };
}

export function readPlan(plan: JsonObject) {
  return plan as unknown as {
    readonly id: string;
    readonly changes: readonly RowChange[];
    readonly problems: readonly JsonObject[];
  };
}

/** As its plans are made and applied: the records of what it changes name it as their run, unless the caller named one. */
export function named(call: Call, id: string): Call {
  // What is answered is the proposal, and not the plan.
  return { ...call, proposal: id, run: call.run ?? id, keeping: undefined };
}
