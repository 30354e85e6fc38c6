/** Confirms what was applied: it stays, and the next step is done. */
import type { Call } from "../../../engine/context.ts";
import { act, refuseStale, type Said } from "./acting.ts";
import { goOn } from "./applying.ts";
import { look, type ProposalDeps } from "./look.ts";
import { approvalsIn, behind, isSamePerson } from "./people.ts";
import { closed } from "./refusals.ts";
import { nextStep } from "./steps.ts";
import type { Proposal } from "./stored.ts";

/** Ends the watch: what was applied stays. With a step that waits, that is done, and has a watch of its own. */
export async function confirm(deps: ProposalDeps, call: Call, id: string, said: Said): Promise<void> {
  const looked = await look(deps, call, id);
  const { proposal, acts } = looked;
  if (proposal.status === "confirmed") return;
  if (proposal.status !== "applied")
    throw closed(proposal, "was not applied, so there is nothing to confirm");
  refuseStale(proposal, acts, said.digest);
  const own = await behind(deps.identity, call);
  const approved = approvalsIn(acts, proposal.digest).some((one) => isSamePerson(one, own));
  if (!approved) await deps.planner.refuseUnable(call, proposal.shown.changes);
  if (nextStep(proposal.progress) !== undefined)
    return goOn(deps, call, proposal, { kind: "confirm", own, ...said });
  const next = (held: Proposal): Proposal => ({ ...held, status: "confirmed" });
  await act(deps, call, looked, next, { kind: "confirm", own, ...said });
}
