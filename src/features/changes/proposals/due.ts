/**
 * What becomes of proposals by themselves: they are applied at their time, taken back where nobody confirmed them, and
 * end where nobody decided. Any number of nodes look: each step is taken in the transaction that moves the proposal on.
 */
import { currentTime } from "../../../engine/clock.ts";
import { type Call, serviceCall } from "../../../engine/context.ts";
import { eachOnItsOwn } from "../../../engine/periodic.ts";
import { withTransaction } from "../../../engine/transaction.ts";
import { Refusal } from "../../../kernel/problem.ts";
import { readable } from "../../../kernel/readable.ts";
import { put } from "./acting.ts";
import { apply, goOn, isMoved } from "./applying.ts";
import { committed } from "./committed.ts";
import { digestsOf } from "./digest.ts";
import { isReady, type Looked, look, type ProposalDeps } from "./look.ts";
import { standsBehind } from "./people.ts";
import { invalid } from "./refusals.ts";
import { readingsOf } from "./signals.ts";
import { lastDone, nextStep } from "./steps.ts";
import { type Act, type ActKind, isUndecided, type Proposal } from "./stored.ts";
import { revert } from "./taking-back.ts";
import { expiryOf, mayNow, nextApply, withDue } from "./timing.ts";
import { decideWatch, endOfWatch } from "./watching.ts";

/** Proposals that are looked at in one go. */
const batch = 100;
/** How often what is watched is looked at. */
const lookMs = 10_000;
/** When one that could not be taken back is tried again. */
const againMs = 60_000;

/** Does what is due now, for each proposal by itself. */
export async function lookAtDue(deps: ProposalDeps): Promise<void> {
  const now = currentTime();
  await eachOnItsOwn(await deps.proposals.due(now, batch), async ({ organizationId, id }) => {
    const organization = await deps.identity.store.organizations.find(organizationId);
    if (organization === undefined) return;
    const call = { ...serviceCall("proposals", organization, "admin"), now };
    const proposal = await deps.proposals.find(organizationId, id);
    if (proposal === undefined || proposal.dueAt === null || proposal.dueAt > now) return;
    if (isUndecided(proposal)) await decideDue(deps, call, proposal);
    else if (proposal.status === "applied") await watch(deps, call, proposal);
  });
}

async function decideDue(deps: ProposalDeps, call: Call, proposal: Proposal): Promise<void> {
  const { id, head } = proposal;
  if (expiryOf(proposal) <= call.now)
    return moveOn(
      deps,
      call,
      proposal,
      { ...proposal, status: "expired" },
      "expire",
      proposal.status === "approved" ? "It was approved, and nobody applied it." : "Nobody decided on it.",
    );
  if (!mayNow(head.apply, call.now)) {
    const at = nextApply(head.apply, call.now)?.toISOString() ?? null;
    return moveOn(deps, call, proposal, { ...proposal, progress: { ...proposal.progress, apply_at: at } });
  }
  const looked = await look(deps, call, id);
  if (looked.waiting === undefined) return;
  const why = await whyNot(deps, call, looked);
  if (why !== undefined) return holdBack(deps, call, looked.proposal, why);
  try {
    await apply(deps, byPolicies(call, []), id, { digest: looked.proposal.digest });
  } catch (error) {
    const { message } = lasting(error);
    if (isMoved(error)) {
      // Others were faster, and it is still due; or its first step does something else than together with the others.
      const { proposal: held } = await look(deps, call, id);
      if (isAsItWas(held, looked.proposal)) await holdBack(deps, call, held, other);
      return;
    }
    await holdBack(deps, call, looked.proposal, message);
  }
}

/** Why it is not applied by itself now; undefined where nothing stands against it. */
async function whyNot(
  { identity }: ProposalDeps,
  call: Call,
  { proposal, acts, needs }: Looked,
): Promise<string | undefined> {
  if (proposal.shown.problems.length > 0) return "It has problems.";
  if (!isReady(needs)) return unapproved;
  const consents = acts.filter(
    ({ kind, digest }) => digest === proposal.digest && (kind === "propose" || kind === "approve"),
  );
  if (await isBacked({ identity }, call, consents)) return undefined;
  return consents.length === 0 ? other : nobody;
}

const other = "It does something else now than what was looked at.";
const unapproved = "Not everybody has approved who has to.";
const nobody = "Nobody who may write its changes has said yes to it.";
const consenting: readonly ActKind[] = ["propose", "approve", "apply", "confirm"];

async function isBacked(
  { identity }: Pick<ProposalDeps, "identity">,
  call: Call,
  consents: readonly Act[],
): Promise<boolean> {
  for (const act of consents)
    if (await standsBehind(identity, call.caller.organization.id, act, call.now)) return true;
  return false;
}

/** People stand behind what is done by itself: their policies hold it, and what a model applied goes on as a model's. */
function byPolicies(call: Call, acts: readonly Act[]): Call {
  const isModels = acts.some(({ kind, byAgent }) => kind === "apply" && byAgent === true);
  return { ...call, held: true, ...(isModels && { byAgent: true }) };
}

/** @throws what it is given where that passes by itself, such as a lock that is not had in time: it is still due */
function lasting(error: unknown): Refusal {
  if (!(error instanceof Refusal) || error.code === "unavailable") throw error;
  return error;
}

function isAsItWas(held: Proposal, was: Pick<Proposal, "digest" | "progress">): boolean {
  return held.digest === was.digest && JSON.stringify(held.progress) === JSON.stringify(was.progress);
}

/** It waits for people: once somebody who may has approved it, it goes on. */
async function holdBack(deps: ProposalDeps, call: Call, proposal: Proposal, why: string): Promise<void> {
  const held = { apply_at: null, held_at: call.now.toISOString() };
  const next = { ...proposal, progress: { ...proposal.progress, ...held } };
  await moveOn(deps, call, proposal, next, "wait", why);
}

/** Looks at what is measured, and whether somebody had to confirm it by now. */
async function watch(deps: ProposalDeps, call: Call, proposal: Proposal): Promise<void> {
  const { progress, head } = proposal;
  const { confirm_by: by, watch: before } = progress;
  const at = lastDone(progress);
  const isLate = by !== null && new Date(by) <= call.now;
  if (isLate) return takeBack(deps, call, proposal, `Nobody confirmed it by ${readable(new Date(by))}.`);
  if (before === null || at === null) return;
  const readings = await readingsOf(deps.signals, call, head.revert_if, new Date(at));
  const verdict = decideWatch(head, readings, before, call.now, by !== null);
  if (verdict.does === "revert") return takeBack(deps, call, proposal, verdict.why ?? "");
  const isOver = verdict.does === "over";
  if (isOver && by === null && nextStep(progress) !== undefined)
    return goOnByItself(deps, call, proposal, endOfWatch(verdict.watch));
  const next: Proposal = {
    ...{ ...proposal, status: isOver && by === null ? "confirmed" : "applied" },
    progress: {
      ...{ ...progress, watch: isOver ? null : verdict.watch },
      look_at: isOver ? null : new Date(call.now.getTime() + lookMs).toISOString(),
    },
  };
  if (next.status === "confirmed")
    return moveOn(deps, call, proposal, next, "confirm", endOfWatch(verdict.watch));
  const asks = verdict.does === "asks";
  return moveOn(
    deps,
    call,
    proposal,
    next,
    asks ? "wait" : undefined,
    asks ? (verdict.why ?? "") : undefined,
  );
}

/** The watch of a step has ended well: the next one is done, as long as somebody stands behind it. */
async function goOnByItself(
  deps: ProposalDeps,
  call: Call,
  proposal: Proposal,
  comment: string,
): Promise<void> {
  const { progress, digest } = proposal;
  const { proposal: now, ahead, needs } = await look(deps, call, proposal.id);
  const hold = (why: string) => {
    const next = { ...proposal, progress: { ...progress, watch: null, look_at: null } };
    return moveOn(deps, call, proposal, next, "wait", `The next step waits. ${why}`);
  };
  if (now.shown.problems.length > 0) return hold(invalid(now.shown.problems, "step").message);
  if (now.digest !== digest) return hold(other);
  if (ahead !== undefined && !isReady(needs)) return hold(unapproved);
  const acts = await deps.proposals.acts(call.caller.organization.id, proposal.id);
  const meant = digestsOf(proposal);
  const consents = acts.filter((act) => meant.includes(act.digest) && consenting.includes(act.kind));
  if (!(await isBacked(deps, call, consents))) return hold(nobody);
  const own = { actor: call.caller.actor, email: null, userId: null };
  try {
    await goOn(deps, byPolicies(call, acts), proposal, { kind: "apply", own, comment });
  } catch (error) {
    const { message } = lasting(error);
    if (isMoved(error)) {
      const { proposal: held } = await look(deps, call, proposal.id);
      // Another node, or somebody, was faster; or by itself the step does something else than together with the others.
      return isAsItWas(held, proposal) ? hold(other) : undefined;
    }
    await hold(message);
  }
}

async function takeBack(deps: ProposalDeps, call: Call, proposal: Proposal, why: string): Promise<void> {
  const comment = why.slice(0, 4_000);
  try {
    await revert(deps, call, proposal.id, { comment });
  } catch (error) {
    const { message } = lasting(error);
    const again = new Date(call.now.getTime() + againMs).toISOString();
    const { confirm_by: by, look_at: look } = proposal.progress;
    const next = {
      ...proposal,
      progress: { ...proposal.progress, confirm_by: by && again, look_at: look && again },
    };
    await moveOn(deps, call, proposal, next, "wait", `It could not be taken back: ${message}`);
  }
}

/** Whether people were notified of it since the proposal came to stand as it does: what is tried again is said once. */
function wasSaid(acts: readonly Act[], why: string | undefined): boolean {
  const since = acts.findLastIndex(({ kind }) => !quiet.includes(kind));
  return acts.slice(since + 1).some(({ kind, comment }) => kind === "wait" && comment === why);
}

const quiet: readonly ActKind[] = ["wait", "plan", "comment"];

/** Where it is still as it was looked at: another node, or somebody, may have been faster. */
async function moveOn(
  deps: ProposalDeps,
  call: Call,
  was: Proposal,
  next: Proposal,
  kind?: "wait" | "expire" | "confirm",
  comment?: string,
): Promise<void> {
  const { id: organizationId } = call.caller.organization;
  const own = { actor: call.caller.actor, email: null, userId: null };
  await withTransaction(deps.store, [], async (writer) => {
    const proposals = deps.proposals.in(writer);
    const held = await proposals.lock(organizationId, was.id);
    const isSame =
      held?.status === was.status && JSON.stringify(held.progress) === JSON.stringify(was.progress);
    if (held === undefined || !isSame) return;
    const moved = { ...held, status: next.status, progress: next.progress };
    // What was measured meanwhile is asked for anew.
    const asks = next.progress.watch?.asked === true && was.progress.watch?.asked !== true;
    const isSaid = kind === "wait" && !asks && wasSaid(await proposals.acts(organizationId, was.id), comment);
    if (kind === undefined || isSaid) await proposals.update(organizationId, withDue(moved));
    else await put(deps, writer, call, held, moved, { kind, own, comment });
  });
  committed(deps);
}
