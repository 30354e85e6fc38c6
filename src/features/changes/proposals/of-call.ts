/** A call that writes rows, kept as a proposal in its place. */
import type { Call } from "../../../engine/context.ts";
import type { RowChange } from "../../../engine/plan/differences.ts";
import type { PlanRequest } from "../../../engine/plan/edits.ts";
import { canonicalJson } from "../../../kernel/equal.ts";
import { Refusal } from "../../../kernel/problem.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import { type KeptRequest, openKept, withRowsOfNames } from "../plans/index.ts";
import { type Looked, look, type ProposalDeps } from "./look.ts";
import { keepPrepared, prepared } from "./propose.ts";
import { rendered } from "./rendered.ts";
import { isUndecided, proposalIdentity } from "./stored.ts";
import { titleOf } from "./title.ts";

/**
 * The same call by the same author makes no second proposal while the first one waits: a pipeline runs again.
 * @returns the proposal as every door shows it
 * @throws Refusal 422 where nothing would change, or something stands against it: the call would have been refused
 */
export async function proposeCall(
  deps: ProposalDeps,
  call: Call,
  request: PlanRequest,
  reason: string,
): Promise<JsonObject> {
  const named = { ...request, ...(await withRowsOfNames(deps, call, request)) };
  const titled = (changes: readonly RowChange[]) => titleOf(deps, changes);
  const made = await prepared(deps, call, named, { title: titled, reason });
  const { problems, changes } = made.shown;
  if (problems.length > 0) throw unplannable(problems);
  if (changes.length === 0) throw noChange();
  const same = await waiting(deps, call, named, made);
  if (same !== undefined) return rendered(deps, call, same);
  return keepPrepared(deps, call, made);
}

/** The one that the author made of the same call, where it still waits. */
async function waiting(
  deps: ProposalDeps,
  call: Call,
  { undoes, undoesRun }: PlanRequest,
  { title, kept }: Pick<Awaited<ReturnType<typeof prepared>>, "title" | "kept">,
): Promise<Looked | undefined> {
  const organizationId = call.caller.organization.id;
  const asked = textOf(kept);
  const earlier = await deps.proposals.waitingOf(organizationId, { authorId: call.caller.actor.id, title });
  const same = earlier.find(
    ({ id, head, sealedRequest }) =>
      head.undo_of === (undoes ?? null) &&
      head.undoes_run === (undoesRun ?? null) &&
      textOf(openKept(deps.vault, proposalIdentity(organizationId, id), sealedRequest)) === asked,
  );
  if (same === undefined) return undefined;
  const looked = await look(deps, call, same.id);
  return isUndecided(looked.proposal) ? looked : undefined;
}

/** What a call asks for, with its secrets; the ids that a plan gave are its own. */
function textOf({ request }: KeptRequest): string {
  return canonicalJson(request as unknown as JsonObject);
}

function noChange(): Refusal {
  return new Refusal(
    "unprocessable_entity",
    "Nothing would change, so that there is nothing to propose. Rows are already as the call would leave them.",
    { reason: "no_change" },
  );
}

function unplannable(problems: readonly JsonObject[]): Refusal {
  const [first = {}] = problems;
  const field = String(first.field ?? "");
  return new Refusal(
    "unprocessable_entity",
    `This cannot be proposed: ${first.resource} ${field} ${first.message}. Correct it, and send it again.`,
    { reason: "plan_invalid", ...(field !== "" && { field }) },
  );
}
