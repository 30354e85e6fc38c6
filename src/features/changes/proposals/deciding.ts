/** Who may do what about a proposal as it was looked at: acts are refused by these, and pages ask them beforehand. */
import { refusedTo } from "../../../engine/authorize.ts";
import { asPerson, type Call } from "../../../engine/context.ts";
import type { Behind, Need } from "../../../engine/ports/needs.ts";
import { foldEmail } from "../../../kernel/natural-key.ts";
import { Refusal } from "../../../kernel/problem.ts";
import { shownDigest } from "./digest.ts";
import { isReady, type Looked, type ProposalDeps } from "./look.ts";
import { refuseLooking } from "./past-policies.ts";
import { addressesOf, approvalsIn, behind, isSamePerson } from "./people.ts";
import { closed, invalid, needsApproval, notYours, stale } from "./refusals.ts";
import {
  type Act,
  decideName,
  isUndecided,
  type Proposal,
  type ProposalStatus,
  type Verb,
} from "./stored.ts";

export interface Approving {
  readonly own: Behind;
  /** Whether they said so of the same digest before. */
  readonly isRepeated: boolean;
  /** Whether nobody has to look any more, once they have. */
  readonly isReady: boolean;
}

/** @throws Refusal proposal_closed, stale, plan_invalid, or 403 not_yours_to_approve where it would not count */
export async function approving(
  deps: ProposalDeps,
  call: Call,
  { proposal, acts, approvals, needs, waiting, ahead }: Looked,
  digest?: string,
): Promise<Approving> {
  const facts = (waiting ?? ahead)?.facts;
  if (facts === undefined) throw closed(proposal, "cannot be approved");
  refuseStale(proposal, acts, digest);
  refuseInvalid(proposal);
  const own = await behind(deps.identity, call);
  if (approvals.some((one) => isSamePerson(one, own))) return { own, isRepeated: true, isReady: false };
  const all = [...approvals, { ...own, at: call.now }];
  const after = await deps.needs(call, facts, all);
  const nameOf = ({ policy_id, by }: Need) => JSON.stringify([policy_id, by]);
  const had = new Map(needs.map((need) => [nameOf(need), need.have]));
  const counts = after.some((need) => need.have > (had.get(nameOf(need)) ?? 0));
  if (!counts && (!isReady(needs) || isSamePerson(own, proposal.head.author))) throw notYours(needs);
  return { own, isRepeated: false, isReady: isReady(after) };
}

/** @throws Refusal proposal_closed or stale */
export function refuseRejecting({ proposal, acts, waiting }: Looked, digest?: string): void {
  if (waiting === undefined) throw closed(proposal, "cannot be rejected");
  refuseStale(proposal, acts, digest);
}

/** @throws Refusal proposal_closed or stale; 403 where it is neither theirs nor theirs to administer */
export async function withdrawing(
  deps: ProposalDeps,
  call: Call,
  { proposal, acts, waiting }: Looked,
  digest?: string,
): Promise<Behind> {
  if (waiting === undefined) throw closed(proposal, "cannot be withdrawn");
  refuseStale(proposal, acts, digest);
  const own = await behind(deps.identity, call);
  if (!isSamePerson(own, proposal.head.author) && call.caller.level !== "admin")
    throw new Refusal(
      "forbidden",
      "A proposal is withdrawn by who made it, or by an org_admin; reject it where it should not be made.",
      { reason: "level" },
    );
  return own;
}

/**
 * @param call with `breakGlass` it waits for nobody: the apply puts on record what it goes past
 * @throws Refusal stale, plan_invalid, or needs_approval unless everybody has looked who has to
 */
export function refuseUnready(
  { proposal, acts, needs }: Looked,
  digest?: string,
  { breakGlass }: Pick<Call, "breakGlass"> = {},
): void {
  refuseStale(proposal, acts, digest);
  refuseInvalid(proposal);
  if (breakGlass === undefined) refuseMissing(proposal, needs);
}

function refuseMissing(proposal: Proposal, needs: readonly Need[]): void {
  const missing = needs.filter(({ approvals, have }) => have < approvals);
  if (missing.length > 0) throw needsApproval(proposal, missing);
}

/** @throws Refusal proposal_closed or stale; 403 where they may not write and have not approved it; needs_approval */
export async function confirming(
  deps: ProposalDeps,
  call: Call,
  { proposal, acts, needs }: Looked,
  digest?: string,
): Promise<Behind> {
  if (proposal.status === "confirmed") throw closed(proposal, "needs nobody to confirm it again");
  if (proposal.status !== "applied")
    throw closed(proposal, "was not applied, so there is nothing to confirm");
  refuseStale(proposal, acts, digest);
  const own = await behind(deps.identity, call);
  if (proposal.head.past !== undefined) {
    await refuseLooking(deps, call, proposal, own);
    return own;
  }
  const approved = approvalsIn(acts, proposal.digest).some((one) => isSamePerson(one, own));
  if (!approved || !(await isAsked(deps, call, proposal, own)))
    await deps.planner.refuseUnable(call, proposal.shown.changes);
  if (call.breakGlass === undefined) refuseMissing(proposal, needs);
  return own;
}

/** Whether they are still among those who were to approve it; where nobody was, everybody is. */
async function isAsked(
  { roster, store }: ProposalDeps,
  { caller }: Call,
  { head: { asks } }: Proposal,
  { email }: Behind,
): Promise<boolean> {
  if (asks.length === 0) return true;
  const asked = await addressesOf(roster.in(store), caller.organization.id, asks);
  return asked.some((one) => foldEmail(one) === email);
}

/** @returns the plan by which it was applied. @throws Refusal proposal_closed or stale */
export function reverting({ proposal, acts }: Looked, digest?: string): string {
  const { plan_id: planId } = proposal.progress;
  if (proposal.head.past !== undefined)
    throw closed(proposal, "was made by a call of its own: the history of its rows takes them back");
  if (proposal.status === "reverted") throw closed(proposal, "was taken back before");
  if (planId === null || isUndecided(proposal))
    throw closed(proposal, "was not applied, so there is nothing to take back");
  refuseStale(proposal, acts, digest);
  return planId;
}

/** What can be done as a proposal stands. */
const possible: Readonly<Record<ProposalStatus, readonly Verb[]>> = {
  open: ["approve", "reject", "withdraw", "apply"],
  approved: ["approve", "reject", "withdraw", "apply"],
  applied: ["confirm", "revert"],
  confirmed: ["revert"],
  ...{ rejected: [], withdrawn: [], expired: [], reverted: [] },
};

/** What the caller may do about it now; `why` is null where they may, or else what stands against it. */
export async function mayOf(
  deps: ProposalDeps,
  asked: Call,
  looked: Looked,
): Promise<{ readonly act: Verb; readonly why: string | null }[]> {
  const { changes } = looked.proposal.shown;
  const call = { ...asked, caller: asPerson(asked.caller) };
  const ask: Readonly<Record<Verb, () => unknown>> = {
    async approve() {
      const { isRepeated } = await approving(deps, call, looked);
      if (isRepeated) throw new Refusal("conflict", "You have approved it.");
    },
    reject: async () => refuseRejecting(looked),
    withdraw: () => withdrawing(deps, call, looked),
    async apply() {
      refuseUnready(looked);
      await deps.planner.refuseUnable(call, changes);
    },
    confirm: () => confirming(deps, call, looked),
    async revert() {
      reverting(looked);
      await deps.planner.refuseUnable(call, changes);
    },
  };
  const decide = deps.signals.operations().get(decideName);
  if (decide === undefined) throw new Error(`there is no operation ${decideName}`);
  const beyond = refusedTo(decide, call);
  const may: { act: Verb; why: string | null }[] = [];
  const also: readonly Verb[] = looked.ahead === undefined ? [] : ["approve"];
  for (const act of [...also, ...possible[looked.proposal.status]])
    may.push({ act, why: beyond?.message ?? (await whyNot(ask[act])) });
  return may;
}

async function whyNot(ask: () => unknown): Promise<string | null> {
  try {
    await ask();
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
}

/** @throws Refusal 409 stale where the caller was shown something else */
function refuseStale(proposal: Proposal, acts: readonly Act[], digest: string | undefined): void {
  if (digest !== undefined && digest !== shownDigest(proposal)) throw stale(proposal, acts, digest);
}

function refuseInvalid({ shown }: { readonly shown: Proposal["shown"] }): void {
  if (shown.problems.length > 0) throw invalid(shown.problems, "apply");
}
