/** Confirms what was applied: it stays, and the next step is done. */
import type { Call } from "../../../engine/context.ts";
import { act, type Said } from "./acting.ts";
import { goOn, inRounds } from "./applying.ts";
import { confirming } from "./deciding.ts";
import { found, look, type ProposalDeps } from "./look.ts";
import { behind, didSo } from "./people.ts";
import { mayWrite } from "./propose.ts";
import { closed, refusePast } from "./refusals.ts";
import { nextStep, placeOf } from "./steps.ts";
import type { Proposal } from "./stored.ts";

/** Ends the watch: what was applied stays. With a step that waits, that is done, and has a watch of its own. */
export async function confirm(deps: ProposalDeps, call: Call, id: string, said: Said): Promise<void> {
  const before = await found(deps, call, id);
  // Who names no digest means what was shown last before the call, and one step of it.
  const meant = { ...said, digest: said.digest ?? before.digest };
  await inRounds(() => confirmOnce(deps, call, id, meant, placeOf(before.progress)));
}

async function confirmOnce(
  deps: ProposalDeps,
  call: Call,
  id: string,
  said: Said,
  from: number,
): Promise<void> {
  const looked = await look(deps, call, id);
  const { proposal, acts } = looked;
  const isSame = said.digest === proposal.digest;
  if (proposal.status === "confirmed" && isSame && didSo(acts, "confirm", await behind(deps.identity, call)))
    return;
  const own = await confirming(deps, call, looked, said.digest);
  if (placeOf(proposal.progress) !== from) throw closed(proposal, "has gone on to its next step meanwhile");
  if (nextStep(proposal.progress) !== undefined) {
    const writes = await mayWrite(deps, call, proposal.shown.changes);
    return goOn(deps, call, proposal, { kind: "confirm", own, writes, ...said });
  }
  refusePast(call, "confirm");
  const next = (held: Proposal): Proposal => ({ ...held, status: "confirmed" });
  await act(deps, call, looked, next, { kind: "confirm", own, ...said });
}
