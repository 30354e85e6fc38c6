/** Confirms what was applied: it stays, and the next step is done. */
import type { Call } from "../../../engine/context.ts";
import { unprocessable } from "../../../kernel/problem.ts";
import { act, type Said } from "./acting.ts";
import { goOn, inRounds } from "./applying.ts";
import { confirming } from "./deciding.ts";
import { shownDigest } from "./digest.ts";
import { found, look, type ProposalDeps } from "./look.ts";
import { behind, isSamePerson } from "./people.ts";
import { mayWrite } from "./propose.ts";
import { refusePast } from "./refusals.ts";
import { nextStep } from "./steps.ts";
import type { Proposal } from "./stored.ts";

/**
 * Ends the watch: what was applied stays. With a step that waits, that is done, and has a watch of its own. The same once
 * more, with the digest that was sent before, changes nothing.
 * @throws Refusal 422 where a step waits and no digest says which
 */
export async function confirm(deps: ProposalDeps, call: Call, id: string, said: Said): Promise<void> {
  const before = await found(deps, call, id);
  if (said.digest === undefined && before.status === "applied" && nextStep(before.progress) !== undefined)
    throw noDigest();
  // Who names no digest means what was shown last before the call.
  const meant = { ...said, digest: said.digest ?? shownDigest(before) };
  await inRounds(() => confirmOnce(deps, call, id, meant));
}

function noDigest() {
  const message =
    "is required while a step waits, so that the same call does not do one step more each time that it comes; send the proposal's";
  return unprocessable([{ field: "digest", message }]);
}

async function confirmOnce(deps: ProposalDeps, call: Call, id: string, said: Said): Promise<void> {
  const looked = await look(deps, call, id);
  const { proposal, acts } = looked;
  const person = await behind(deps.identity, call);
  const same = acts.filter(({ kind, digest }) => kind === "confirm" && digest === said.digest);
  if (same.some((one) => isSamePerson(one, person))) return;
  const own = await confirming(deps, call, looked, said.digest);
  if (nextStep(proposal.progress) !== undefined) {
    const writes = await mayWrite(deps, call, proposal.shown.changes);
    return goOn(deps, call, proposal, { kind: "confirm", own, writes, ...said });
  }
  refusePast(call, "confirm");
  const next = (held: Proposal): Proposal => ({ ...held, status: "confirmed" });
  await act(deps, call, looked, next, { kind: "confirm", own, ...said });
}
