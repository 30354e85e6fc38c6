/** Applies proposals and takes them back, each in one transaction with what becomes of the proposal. */
import type { Call } from "../../../engine/context.ts";
import type { RowChange } from "../../../engine/plan/differences.ts";
import { approvedBy } from "../../../engine/ports/needs.ts";
import { Refusal } from "../../../kernel/problem.ts";
import { momentOf } from "../../../kernel/timestamps.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import { undoRequest } from "../plans/index.ts";
import { deletesIn, locked, put, type Said } from "./acting.ts";
import { refuseUnready, reverting } from "./deciding.ts";
import { sameChanges } from "./digest.ts";
import { asKept, look, type ProposalDeps } from "./look.ts";
import { behind } from "./people.ts";
import { longestTitle, type ProposalOptions, prepared } from "./propose.ts";
import { closed, invalid, stale } from "./refusals.ts";
import type { Progress, Proposal } from "./stored.ts";
import { watchFrom } from "./watching.ts";

/** How often it is planned again where a row moves between the plan and its apply. */
const rounds = 3;

/**
 * Does what the proposal shows, once everybody has looked who has to. A repetition finds nothing to do.
 * @throws Refusal 409 stale, needs_approval or proposal_closed; 422 plan_invalid; 403 where the caller may not write
 */
export async function apply(deps: ProposalDeps, call: Call, id: string, said: Said): Promise<void> {
  for (let round = 1; ; round += 1) {
    const done = await applyOnce(deps, call, id, said).catch((error: unknown) => {
      if (round < rounds && isMoved(error)) return false;
      throw error;
    });
    if (done) return;
  }
}

function isMoved(error: unknown): boolean {
  return error instanceof Refusal && error.detail.reason === "plan_stale";
}

async function applyOnce(deps: ProposalDeps, call: Call, id: string, said: Said): Promise<true> {
  const before = await deps.proposals.find(call.caller.organization.id, id);
  const looked = await look(deps, call, id);
  const { proposal, acts, waiting } = looked;
  if (waiting === undefined) {
    const isDone = proposal.status === "applied" || proposal.status === "confirmed";
    if (isDone && (said.digest ?? proposal.digest) === proposal.digest) return true;
    throw closed(proposal, "cannot be applied");
  }
  // Who names no digest means what was shown last.
  refuseUnready(looked, said.digest ?? before?.digest);
  const { author } = proposal.head;
  const approved: Call = { ...named(call, id), approved: approvedBy(author, looked.approvals) };
  const plan = await deps.planner.make(approved, ...asKept(waiting.kept, { replayDays: 0 }));
  const { id: planId, changes, problems } = readPlan(plan);
  if (problems.length > 0) throw invalid(problems);
  if (!sameChanges(changes, proposal.shown.changes)) throw stale(proposal, acts, proposal.digest);
  const own = await behind(deps.identity, call);
  await deps.planner.apply(approved, planId, deletesIn(changes), async (writer) => {
    const held = await locked(deps, writer, call, proposal, acts);
    await put(deps, writer, call, held, applied(held, call.now, planId), { kind: "apply", own, ...said });
  });
  deps.queue.wake();
  return true;
}

function applied(held: Proposal, now: Date, planId: string): Proposal {
  const { confirm_within_minutes: minutes } = held.head;
  const confirmBy = minutes === null ? null : new Date(now.getTime() + minutes * 60_000).toISOString();
  const watch = watchFrom(held.head, now);
  const progress: Progress = {
    ...held.progress,
    ...{ plan_id: planId, applied_at: now.toISOString(), apply_at: null, confirm_by: confirmBy },
    ...{ watch, look_at: watch && now.toISOString() },
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
  const at = momentOf(progress.applied_at);
  return status === "applied" && at !== undefined && now.getTime() - at.getTime() <= freshMs;
}

/** Takes back what it did. @throws Refusal 409 where it was not applied; 403 where the caller may not write */
export async function revert(deps: ProposalDeps, call: Call, id: string, said: Said): Promise<void> {
  const looked = await look(deps, call, id);
  const { proposal, acts } = looked;
  if (proposal.status === "reverted") return;
  const planId = reverting(looked, said.digest);
  const approved: Call = { ...named(call, id), ...(isFresh(proposal, call.now) && { unheld: true }) };
  const applied = await deps.planner.find(call, planId);
  const { rest, ...request } = await undoRequest(deps, call, applied, true);
  const plan = await deps.planner.make(approved, { ...request, replayDays: 0 });
  const { id: undoId, changes, problems } = readPlan(plan);
  if (problems.length > 0) throw invalid(problems);
  const left = rest.length === 0 ? undefined : await prepared(deps, call, { edits: rest }, restOf(proposal));
  const own = await behind(deps.identity, call);
  await deps.planner.apply(approved, undoId, deletesIn(changes), async (writer) => {
    const held = await locked(deps, writer, call, proposal, acts);
    await left?.keep(writer);
    const { undo_plan_id: _, ...progress } = held.progress;
    const next: Proposal = {
      ...{ ...held, status: "reverted" },
      progress: { ...progress, undo_plan_id: undoId, rest_proposal_id: left?.id ?? null },
    };
    await put(deps, writer, call, held, next, { kind: "revert", own, ...said });
  });
  deps.queue.wake();
}

/** What others changed since is theirs: whether it is overwritten, people decide. */
function restOf({ id, head }: Proposal): ProposalOptions {
  return {
    title: `What is left of: ${head.title}`.slice(0, longestTitle),
    reason: `${id} was taken back. These fields were changed after it, so that they were left as they are; this would put them back, too.`,
  };
}
