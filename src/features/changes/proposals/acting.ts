/** What people do about proposals: approve, reject, withdraw, and say something. */
import type { Call } from "../../../engine/context.ts";
import type { RowChange } from "../../../engine/plan/differences.ts";
import type { Behind } from "../../../engine/ports/needs.ts";
import type { Writer } from "../../../engine/ports/rows.ts";
import { withTransaction } from "../../../engine/transaction.ts";
import { committed } from "./committed.ts";
import { approving, refuseRejecting, withdrawing } from "./deciding.ts";
import { refuseUnknownRow } from "./known-rows.ts";
import { addRecords } from "./lines.ts";
import { found, type Looked, look, noProposal, type ProposalDeps } from "./look.ts";
import { notify } from "./notify.ts";
import { behind } from "./people.ts";
import { mayWrite } from "./propose.ts";
import { closed, stale } from "./refusals.ts";
import { type Act, type ActKind, isUndecided, type Proposal } from "./stored.ts";
import { nextApply, withDue } from "./timing.ts";

/** What comes with an act. */
export interface Said {
  /** What the caller was shown. */
  readonly digest?: string | undefined;
  readonly comment?: string | undefined;
}

/** The names by which the audit log knows acts. */
const actions: Readonly<Record<ActKind, string>> = {
  propose: "propose_change",
  plan: "plan_proposal",
  comment: "comment_on_proposal",
  approve: "approve_proposal",
  reject: "reject_proposal",
  withdraw: "withdraw_proposal",
  apply: "apply_proposal",
  confirm: "confirm_proposal",
  revert: "revert_proposal",
  wait: "hold_proposal",
  expire: "expire_proposal",
};

export interface NewAct extends Said {
  readonly kind: ActKind;
  /** Who does it. */
  readonly own: Behind;
  readonly about?: Act["about"];
  readonly writes?: boolean;
}

/**
 * Puts what is done on record, next to what becomes of the proposal.
 * @param held the proposal, locked; `next` is what becomes of it
 */
export async function put(
  deps: ProposalDeps,
  writer: Writer,
  call: Call,
  held: Proposal,
  next: Proposal,
  { kind, own, digest: sent, comment, about = null, writes = false }: NewAct,
): Promise<void> {
  const { id: organizationId } = call.caller.organization;
  // A confirmation is known again by what was sent with it; all else is for the digest itself.
  const digest = (kind === "confirm" ? sent : undefined) ?? next.digest;
  const proposals = deps.proposals.in(writer);
  if (next !== held) await proposals.update(organizationId, withDue(next));
  await proposals.add(organizationId, held.id, {
    ...{ kind, ...own, at: call.now.toISOString(), digest },
    ...{ comment: comment ?? null, about, level: call.caller.level, writes },
  });
  await addRecords(deps, writer, call, next, held, actions[kind], [
    { field: "digest", before: null, after: digest },
    ...(comment === undefined ? [] : [{ field: "comment", before: null, after: comment }]),
  ]);
  await notify(deps, writer, call, next, await proposals.acts(organizationId, held.id));
}

/** Does it where the proposal is still as it was looked at. @throws Refusal stale or proposal_closed where it is not */
export async function act(
  deps: ProposalDeps,
  call: Call,
  { proposal: seen, acts }: Pick<Looked, "proposal" | "acts">,
  next: (held: Proposal) => Proposal,
  what: NewAct,
): Promise<void> {
  await withTransaction(deps.store, [], async (writer) => {
    const held = await locked(deps, writer, call, seen, acts);
    await put(deps, writer, call, held, next(held), what);
  });
  committed(deps);
}

export async function locked(
  deps: ProposalDeps,
  writer: Writer,
  call: Call,
  seen: Proposal,
  acts: readonly Act[],
): Promise<Proposal> {
  const held = await deps.proposals.in(writer).lock(call.caller.organization.id, seen.id);
  const isSame =
    held?.status === seen.status || (held !== undefined && isUndecided(held) && isUndecided(seen));
  if (held === undefined || !isSame) throw closed(held ?? seen, "is not as it was looked at");
  if (held.digest !== seen.digest) throw stale(held, acts, seen.digest);
  return held;
}

export async function approve(deps: ProposalDeps, call: Call, id: string, said: Said): Promise<void> {
  const looked = await look(deps, call, id);
  const { proposal } = looked;
  const { own, isRepeated, isReady } = await approving(deps, call, looked, said.digest);
  if (isRepeated) return;
  const writes = await mayWrite(deps, call, proposal.shown.changes);
  // What waits for this goes on at once.
  const at = nextApply(proposal.head.apply, call.now)?.toISOString() ?? null;
  const next = (held: Proposal): Proposal =>
    isReady && isUndecided(held)
      ? { ...held, status: "approved", progress: { ...held.progress, apply_at: at } }
      : held;
  await act(deps, call, looked, next, { kind: "approve", own, ...said, writes });
}

export async function reject(deps: ProposalDeps, call: Call, id: string, said: Said): Promise<void> {
  const looked = await look(deps, call, id);
  refuseRejecting(looked, said.digest);
  const next = (held: Proposal): Proposal => ({ ...held, status: "rejected" });
  const own = await behind(deps.identity, call);
  await act(deps, call, looked, next, { kind: "reject", own, ...said });
}

export async function withdraw(deps: ProposalDeps, call: Call, id: string, said: Said): Promise<void> {
  const looked = await look(deps, call, id);
  const own = await withdrawing(deps, call, looked, said.digest);
  const next = (held: Proposal): Proposal => ({ ...held, status: "withdrawn" });
  await act(deps, call, looked, next, { kind: "withdraw", own, ...said });
}

export async function comment(
  deps: ProposalDeps,
  call: Call,
  id: string,
  said: { readonly comment: string; readonly about?: Act["about"] },
): Promise<void> {
  const { id: organizationId } = call.caller.organization;
  refuseUnknownRow(await found(deps, call, id), said.about ?? null);
  const own = await behind(deps.identity, call);
  await withTransaction(deps.store, [], async (writer) => {
    const held = await deps.proposals.in(writer).lock(organizationId, id);
    if (held === undefined) throw noProposal();
    await put(deps, writer, call, held, held, { kind: "comment", own, ...said });
  });
  committed(deps);
}

export function deletesIn(changes: readonly RowChange[]): number {
  return changes.filter(({ action }) => action === "delete").length;
}
