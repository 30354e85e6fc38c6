/** Confirms what was applied: it stays, and the next step is done. */
import type { Call } from "../../../engine/context.ts";
import { act, type Said } from "./acting.ts";
import { goOn } from "./applying.ts";
import { confirming } from "./deciding.ts";
import { look, type ProposalDeps } from "./look.ts";
import { behind, didSo } from "./people.ts";
import { refusePast } from "./refusals.ts";
import { nextStep } from "./steps.ts";
import type { Proposal } from "./stored.ts";

/** Ends the watch: what was applied stays. With a step that waits, that is done, and has a watch of its own. */
export async function confirm(deps: ProposalDeps, call: Call, id: string, said: Said): Promise<void> {
  const looked = await look(deps, call, id);
  const { proposal, acts } = looked;
  const isSame = (said.digest ?? proposal.digest) === proposal.digest;
  if (proposal.status === "confirmed" && isSame && didSo(acts, "confirm", await behind(deps.identity, call)))
    return;
  const own = await confirming(deps, call, looked, said.digest);
  if (nextStep(proposal.progress) !== undefined)
    return goOn(deps, call, proposal, { kind: "confirm", own, ...said });
  refusePast(call, "confirm");
  const next = (held: Proposal): Proposal => ({ ...held, status: "confirmed" });
  await act(deps, call, looked, next, { kind: "confirm", own, ...said });
}
