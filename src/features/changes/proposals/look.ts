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
import { digestOf } from "./digest.ts";
import { addRecords } from "./lines.ts";
import { approvalsIn } from "./people.ts";
import type { SignalDeps } from "./signals.ts";
import { rowsOfSteps, withRows } from "./steps.ts";
import type { ProposalStore } from "./store.ts";
import { type Act, isUndecided, type Proposal, proposalIdentity, type Shown } from "./stored.ts";

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
}

/** The service looks, so that everybody is shown the same, and the digest is the same for all. */
export function lookingCall({ caller, now, client }: Call): Call {
  return { ...serviceCall("proposals", caller.organization, "admin"), now, client };
}

/** What it would do now. */
export async function planned({ planner, definitions }: ProposalDeps, call: Call, kept: KeptRequest) {
  const { decision, difference } = await planner.look(lookingCall(call), ...asKept(kept));
  const { changes, summary, problems, warnings, effects, refusals } = difference;
  const shown: Shown = { changes, summary, problems, warnings, effects, refusals };
  const moves = decision.stage.changed;
  const digest = digestOf(shown, targetsOf(definitions, moves));
  return { shown, digest, touches: touchedBy(shown), moves, held: heldIn(decision) };
}

/** The ids of the rows that are named by what changes. Those that it makes have other ids each time. */
function targetsOf(definitions: Registry, moves: readonly RowMove[]): string[] {
  const made = new Set(moves.filter(({ before }) => before === undefined).map(({ id }) => id));
  const named = moves.flatMap(({ kind, now }) => {
    const definition = definitions[kind];
    return definition && now ? referencesOf(definition, now.configuration).map(({ toId }) => toId) : [];
  });
  return [...new Set(named)].filter((id) => !made.has(id)).sort();
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
  if (!isUndecided(stored)) {
    const acts = await deps.proposals.acts(organizationId, id);
    const approvals = approvalsIn(acts, stored.digest);
    return { proposal: stored, acts, approvals, needs: [], conflicts: [] };
  }
  const kept = openKept(deps.vault, proposalIdentity(organizationId, id), stored.sealedRequest);
  const { shown, digest, touches, moves, held } = await planned(deps, call, kept);
  const facts: PlanFacts = {
    author: stored.head.author,
    changes: shown.changes,
    moves: held,
    effects: shown.effects,
  };
  const before = await deps.proposals.acts(organizationId, id);
  const approvals = approvalsIn(before, digest);
  const needs = await deps.needs(call, facts, approvals);
  const status = approvals.length > 0 && isReady(needs) ? "approved" : "open";
  const isSame = digest === stored.digest;
  const steps = withRows(rowsOfSteps(deps.definitions, stored.head.steps, moves));
  const progress = isSame ? stored.progress : { ...stored.progress, steps };
  const proposal: Proposal = { ...stored, status, shown, digest, touches, progress };
  const isOther = !isSame || status !== stored.status;
  const isKept = !isOther || (await keep(deps, call, stored, proposal));
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

export function isReady(needs: readonly Need[]): boolean {
  return needs.every(({ approvals, have }) => have >= approvals);
}

/** Keeps what it does now, where it is something else than before. @returns false where it is not as it was read */
async function keep(deps: ProposalDeps, call: Call, was: Proposal, is: Proposal): Promise<boolean> {
  const organizationId = call.caller.organization.id;
  return withTransaction(deps.store, [], async (writer) => {
    const proposals = deps.proposals.in(writer);
    const locked = await proposals.lock(organizationId, was.id);
    if (locked?.digest !== was.digest || locked.status !== was.status) return false;
    await proposals.update(organizationId, is);
    if (is.status !== was.status) await addRecords(deps, writer, lookingCall(call), is, was, "plan_proposal");
    if (is.digest !== was.digest)
      await proposals.add(organizationId, is.id, {
        ...{ kind: "plan", actor: lookingCall(call).caller.actor, email: null, userId: null },
        ...{ at: call.now.toISOString(), level: "admin" },
        ...{ digest: is.digest, comment: null, about: null, writes: false, changes: is.shown.changes },
      });
    return true;
  });
}
