/** Applies proposals and takes them back, each in one transaction with what becomes of the proposal. */
import type { Call } from "../../../engine/context.ts";
import type { RowChange } from "../../../engine/plan/differences.ts";
import type { RowEdit } from "../../../engine/plan/edits.ts";
import { approvedBy } from "../../../engine/ports/needs.ts";
import type { StoredPlan } from "../../../engine/ports/plans.ts";
import { Refusal } from "../../../kernel/problem.ts";
import { momentOf } from "../../../kernel/timestamps.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import { type KeptRequest, openKept, undoRequest } from "../plans/index.ts";
import { deletesIn, locked, type NewAct, put, type Said } from "./acting.ts";
import { refuseUnready, reverting } from "./deciding.ts";
import { sameChanges } from "./digest.ts";
import { asKept, type Looked, look, type ProposalDeps } from "./look.ts";
import { approvalsIn, behind } from "./people.ts";
import { type ProposalOptions, prepared } from "./propose.ts";
import { closed, invalid, stale } from "./refusals.ts";
import { keptOf, lastDone, nextStep, placeOf, plansOf, watchedAt } from "./steps.ts";
import { isUndecided, type Progress, type Proposal, proposalIdentity } from "./stored.ts";
import { longestTitle } from "./title.ts";
import { watchFrom } from "./watching.ts";

/** How often it is planned again where a row moves between the plan and its apply. */
const rounds = 3;

type UndoRequest = Awaited<ReturnType<typeof undoRequest>>;

/**
 * Does what the proposal shows, once everybody has looked who has to. A repetition finds nothing to do.
 * @throws Refusal 409 stale, needs_approval or proposal_closed; 422 plan_invalid; 403 where the caller may not write
 */
export async function apply(deps: ProposalDeps, call: Call, id: string, said: Said): Promise<void> {
  // Who names no digest means what was shown last before the call, also where it is planned again meanwhile.
  const digest = said.digest ?? (await deps.proposals.find(call.caller.organization.id, id))?.digest;
  await inRounds(() => applyOnce(deps, call, id, said, digest));
}

async function inRounds(work: () => Promise<unknown>): Promise<void> {
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
  const { proposal, waiting } = looked;
  if (waiting === undefined) {
    const isDone = proposal.status === "applied" || proposal.status === "confirmed";
    if (isDone && (said.digest ?? proposal.digest) === proposal.digest) return true;
    throw closed(proposal, "cannot be applied");
  }
  refuseUnready(looked, digest);
  const { kept } = waiting;
  if (proposal.head.steps.length > 0) await deps.planner.refuseUnable(call, proposal.shown.changes);
  const own = await behind(deps.identity, call);
  const place = nextStep(proposal.progress) ?? 0;
  await doStep(deps, call, { ...looked, kept }, place, { kind: "apply", own, writes: true, ...said });
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
  const asked = asKept(rows === undefined ? kept : keptOf(kept, rows), { replayDays: 0 });
  const { id: planId, changes, problems } = readPlan(await deps.planner.make(approved, ...asked));
  if (problems.length > 0) throw invalid(problems, isUndecided(proposal) ? "apply" : "step");
  const isOwn = ({ resource, id }: RowChange) => rows?.has(`${resource}/${id}`) ?? true;
  if (!sameChanges(changes.filter(isOwn), proposal.shown.changes.filter(isOwn)))
    // Before the first step it is looked at again: somebody else may have done just this meanwhile.
    throw isUndecided(proposal) ? movedOn(proposal) : stale(proposal, acts, proposal.digest);
  await deps.planner.apply(approved, planId, deletesIn(changes), async (writer) => {
    const held = await locked(deps, writer, call, proposal, acts);
    if (placeOf(held.progress) !== placeOf(progress)) throw movedOn(held);
    await put(deps, writer, call, held, applied(held, call.now, planId, place), what);
  });
  deps.queue.wake();
}

/** Another node, or somebody, was faster with the next step. */
function movedOn({ id }: Proposal): Refusal {
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

function readPlan(plan: JsonObject) {
  return plan as unknown as {
    readonly id: string;
    readonly changes: readonly RowChange[];
    readonly problems: readonly JsonObject[];
  };
}

/** The records of what it changes name it as their run, unless the caller named one. */
function named(call: Call, id: string): Call {
  return { ...call, proposal: id, run: call.run ?? id };
}

/** As long as a change is watched at most. */
const freshMs = 24 * 3_600_000;

/** Whether who had to look at it has just looked: then taking it back waits for nobody. */
function isFresh({ status, progress }: Proposal, now: Date): boolean {
  const at = momentOf(lastDone(progress));
  return status === "applied" && at !== undefined && now.getTime() - at.getTime() <= freshMs;
}

/** Takes back all that it did, of all its steps. @throws Refusal 409 where it was not applied; 403 where the caller may not write */
export async function revert(deps: ProposalDeps, call: Call, id: string, said: Said): Promise<void> {
  await inRounds(() => revertOnce(deps, call, id, said));
}

async function revertOnce(deps: ProposalDeps, call: Call, id: string, said: Said): Promise<void> {
  const looked = await look(deps, call, id);
  const { proposal, acts } = looked;
  if (proposal.status === "reverted") return;
  reverting(looked, said.digest);
  const approved: Call = { ...named(call, id), ...(isFresh(proposal, call.now) && { unheld: true }) };
  const [first = "", ...others] = plansOf(proposal.progress);
  const more: StoredPlan[] = [];
  for (const one of others) more.push(await deps.planner.find(call, one));
  const done = await deps.planner.find(call, first);
  const asked = await undoRequest(deps, call, done, true, more);
  const { id: undoId, changes, rest } = await undoPlan(deps, approved, asked);
  const left = rest.length === 0 ? undefined : await prepared(deps, call, { edits: rest }, restOf(proposal));
  const own = await behind(deps.identity, call);
  await deps.planner.apply(approved, undoId, deletesIn(changes), async (writer) => {
    const held = await locked(deps, writer, call, proposal, acts);
    if (placeOf(held.progress) !== placeOf(proposal.progress)) throw movedOn(held);
    await left?.keep(writer);
    const { undo_plan_id: _, ...progress } = held.progress;
    const next: Proposal = {
      ...{ ...held, status: "reverted" },
      progress: {
        ...{ ...progress, undo_plan_id: undoId, rest_proposal_id: left?.id ?? null },
        reverted_at: call.now.toISOString(),
      },
    };
    await put(deps, writer, call, held, next, { kind: "revert", own, ...said });
  });
  deps.queue.wake();
}

/** Rows that others point at by now stay: their deletions are left for people, and all else is taken back. */
async function undoPlan(deps: ProposalDeps, call: Call, { rest, ...request }: UndoRequest) {
  let { edits } = request;
  const left = [...rest];
  for (;;) {
    const plan = readPlan(await deps.planner.make(call, { ...request, edits, replayDays: 0 }));
    const { problems } = plan;
    if (problems.length === 0) return { ...plan, rest: left };
    const kinds = new Set(
      problems.flatMap(({ resource, reason }) => (reason === "in_use" ? [resource] : [])),
    );
    const going = new Set(edits.flatMap((edit) => (edit.op === "delete" ? [`${edit.kind}/${edit.id}`] : [])));
    const stay = new Set<RowEdit>();
    for (const edit of edits) {
      if (edit.op !== "delete" || !kinds.has(edit.kind)) continue;
      const referrers = await deps.store.referrers(call.caller.organization.id, edit.kind, edit.id);
      if (referrers.some(({ kind, id, cascade }) => !cascade && !going.has(`${kind}/${id}`))) stay.add(edit);
    }
    const others = edits.filter((edit) => !stay.has(edit));
    if (others.length === 0 || others.length === edits.length) throw invalid(problems, "revert");
    left.push(...stay);
    edits = others;
  }
}

/** What others changed since is theirs: whether it is overwritten, people decide. */
function restOf({ id, head }: Proposal): ProposalOptions {
  return {
    title: `What is left of: ${head.title}`.slice(0, longestTitle),
    reason: `${id} was taken back. These fields were changed after it, or others point at these rows by now, so that they were left as they are; this would put them back, too.`,
  };
}
