/** Proposals whose plans were taken back by a plan: at whichever door that is done, they say so. */
import type { Call } from "../../../engine/context.ts";
import type { Writer } from "../../../engine/ports/rows.ts";
import { put } from "./acting.ts";
import type { ProposalDeps } from "./look.ts";
import { behind } from "./people.ts";
import { plansOf } from "./steps.ts";
import type { Proposal } from "./stored.ts";

/**
 * In the transaction of the plan: one whose plans were all taken back is reverted. Of one in steps that was taken back in
 * part, the next step waits for people. One that is reverted, and whose way back was taken back, says so and stays that.
 */
export async function markUndone(
  deps: ProposalDeps,
  writer: Writer,
  call: Call,
  planIds: readonly string[],
  by: string,
): Promise<void> {
  const { id: organizationId } = call.caller.organization;
  const proposals = deps.proposals.in(writer);
  const found = await proposals.doneBy(organizationId, planIds, []);
  // What takes itself back moves on by itself.
  const ids = found.map(({ id }) => id).filter((id) => id !== call.proposal);
  if (ids.length === 0) return;
  const person = await behind({ store: deps.identity.store.in(writer) }, call);
  for (const id of ids.sort()) {
    const held = await proposals.lock(organizationId, id);
    if (held?.status === "reverted" && planIds.includes(held.progress.undo_plan_id ?? "")) {
      await put(deps, writer, call, held, held, { kind: "comment", own: person, comment: standsAgain(by) });
      continue;
    }
    if (held === undefined || (held.status !== "applied" && held.status !== "confirmed")) continue;
    const done = plansOf(held.progress);
    const own = done.filter((one) => planIds.includes(one));
    if (own.length === 0) continue;
    const undone = [...new Set([...(held.progress.undone ?? []), ...own])];
    const isWhole = done.every((one) => undone.includes(one));
    const next: Proposal = isWhole
      ? {
          ...{ ...held, status: "reverted" },
          progress: { ...held.progress, undone, undo_plan_id: by, reverted_at: call.now.toISOString() },
        }
      : { ...held, progress: { ...held.progress, undone, watch: null, look_at: null } };
    const comment = isWhole
      ? `The plan ${by} took it back.`
      : `The plan ${by} took a part of it back, so that its next step waits. Take all of it back, or confirm what is left.`;
    const act = {
      kind: isWhole ? "revert" : "wait",
      own: person,
      comment,
    } as const;
    await put(deps, writer, call, held, next, act);
  }
}

function standsAgain(planId: string): string {
  return `The plan ${planId} took back the plan that had taken it back, so that what it did stands again. To take it back once more, propose the undo of ${planId}.`;
}
