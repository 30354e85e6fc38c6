/** Makes proposals: what is asked for is planned and kept, and nothing of it is done. */
import type { Call } from "../../../engine/context.ts";
import type { PlanRequest } from "../../../engine/plan/edits.ts";
import type { Writer } from "../../../engine/ports/rows.ts";
import { withTransaction } from "../../../engine/transaction.ts";
import { newId } from "../../../kernel/ids.ts";
import { Refusal, unprocessable } from "../../../kernel/problem.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import { keptRequest, sealedKept } from "../plans/index.ts";
import { ownersAmong } from "../policies/index.ts";
import { renderedAfter } from "./answered.ts";
import { committed } from "./committed.ts";
import { addRecords } from "./lines.ts";
import { type ProposalDeps, planned } from "./look.ts";
import { notify } from "./notify.ts";
import { behind } from "./people.ts";
import { rowsOfSteps, withRows } from "./steps.ts";
import {
  type Act,
  type Apply,
  type Condition,
  type Head,
  noProgress,
  type Proposal,
  proposalIdentity,
} from "./stored.ts";
import { nextApply, withDue } from "./timing.ts";

/** What is said of a proposal when it is made. */
export interface ProposalOptions {
  readonly title: string;
  readonly reason?: string | undefined;
  readonly labels?: Head["labels"] | undefined;
  /** When it is applied by itself; left out: when somebody applies it. */
  readonly apply?: Apply | undefined;
  readonly confirmWithinMinutes?: number | undefined;
  readonly watchMinutes?: number | undefined;
  readonly revertIf?: readonly Condition[] | undefined;
  /** In which order its rows are done; left out: all at once. */
  readonly steps?: Head["steps"] | undefined;
  readonly missingSignal?: Head["missing_signal"] | undefined;
}

/** What it is for, in a line; or what says it of what would change. */
interface Titled {
  readonly title: string | ((changes: Proposal["shown"]["changes"]) => string);
}

/**
 * Keeps a change as a proposal: of a bundle, of edits, of what takes a plan back, or of a single call as an edit.
 * @returns the proposal as every door shows it
 */
export async function propose(
  deps: ProposalDeps,
  call: Call,
  request: PlanRequest,
  options: ProposalOptions,
): Promise<JsonObject> {
  return keepPrepared(deps, call, await prepared(deps, call, request, options));
}

/** Stores what was prepared. @returns the proposal as every door shows it */
export async function keepPrepared(
  deps: ProposalDeps,
  call: Call,
  { id, keep }: Pick<Awaited<ReturnType<typeof prepared>>, "id" | "keep">,
): Promise<JsonObject> {
  await withTransaction(deps.store, [], keep);
  committed(deps);
  return renderedAfter(deps, call, id);
}

/** A proposal that is planned and not stored yet: `keep` stores it, in the transaction of what it follows from. */
export async function prepared(
  deps: ProposalDeps,
  call: Call,
  request: PlanRequest,
  { title: given, ...options }: Omit<ProposalOptions, "title"> & Titled,
) {
  const organizationId = call.caller.organization.id;
  // By the caller's own rights: what they may not see or compare is refused, or is not in it.
  const own = await deps.planner.look(call, { ...request, replayDays: 0 });
  const kept = keptRequest(request, own.decision, own.difference);
  const { shown, digest, touches, moves, held } = await planned(deps, call, kept);
  const author = await behind(deps.identity, request.byAgent ? { ...call, byAgent: true } : call);
  const facts = { author, changes: shown.changes, moves: held, effects: shown.effects };
  const needs = await deps.needs(call, facts, []);
  const asks = needs.map(({ by }) => (by === "org_admin" ? by : by.team_id));
  const policies = [...new Set(needs.map(({ policy_id }) => policy_id))];
  const owners = ownersAmong(deps.definitions, moves);
  const id = newId("prop");
  const title = typeof given === "string" ? given : given(shown.changes);
  const { reason = "", labels = {}, apply = null, confirmWithinMinutes = null } = options;
  const { watchMinutes = null, revertIf = [], missingSignal = "hold", steps = [] } = options;
  const rows = rowsOfSteps(deps.definitions, steps, moves);
  refuseEmpty(steps, rows);
  const head: Head = {
    ...{ title, reason, labels, author, apply, steps, confirm_within_minutes: confirmWithinMinutes },
    ...{ asks: [...new Set(asks)], policies, owners },
    ...{ watch_minutes: watchMinutes, revert_if: revertIf, missing_signal: missingSignal },
    ...{ set: request.set ?? null, undo_of: request.undoes ?? null, undoes_run: request.undoesRun ?? null },
    ...(request.undoesPlans && { undoes_plans: request.undoesPlans }),
  };
  const at = nextApply(apply, call.now)?.toISOString() ?? null;
  const proposal = withDue({
    ...{ id, status: "open", authorId: author.actor.id, head, digest, shown, touches },
    sealedRequest: sealedKept(deps.vault, proposalIdentity(organizationId, id), kept),
    ...{ progress: { ...noProgress, steps: withRows(rows), apply_at: at }, createdAt: call.now, dueAt: null },
  });
  const writes = await mayWrite(deps, call, shown.changes);
  const act: Act = {
    ...{ kind: "propose", ...author, at: call.now.toISOString(), digest },
    ...{ comment: reason === "" ? null : reason, about: null, changes: shown.changes },
    targets: shown.targets,
    ...{ level: call.caller.level, writes },
  };
  const said = [{ field: "digest", before: null, after: digest }];
  return {
    ...{ id, shown, title, kept },
    async keep(writer: Writer): Promise<void> {
      const proposals = deps.proposals.in(writer);
      await proposals.insert(organizationId, proposal);
      await proposals.add(organizationId, id, act);
      await addRecords(deps, writer, call, proposal, null, "propose_change", said);
      await notify(deps, writer, call, proposal, [act]);
    },
  };
}

/** @throws Refusal 422 where a step takes no row of the change */
function refuseEmpty(steps: Head["steps"], rows: readonly (readonly string[])[]): void {
  const empty = steps.flatMap((_, index) => (rows[index]?.length === 0 ? [index] : []));
  if (empty.length > 0)
    throw unprocessable(
      empty.map((index) => ({
        field: `steps[${index}]`,
        message: "takes no row of this change that no step before it takes; leave it out",
      })),
    );
}

/** Whether the caller may make each of the changes by themselves. */
export async function mayWrite(
  { planner }: Pick<ProposalDeps, "planner">,
  call: Call,
  changes: Proposal["shown"]["changes"],
): Promise<boolean> {
  try {
    await planner.refuseUnable(call, changes);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}
