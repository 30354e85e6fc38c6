/** What is asked of the planner, in the words of a door. */
import type { Call } from "../../../engine/context.ts";
import type { InputOf } from "../../../engine/input.ts";
import type { PlanRequest } from "../../../engine/plan/edits.ts";
import { type Refusal, unprocessable } from "../../../kernel/problem.ts";
import { adoptions, bundleEdits, rowEdits } from "./bundle.ts";
import type { planInput } from "./input.ts";
import { withRowsOfNames } from "./names.ts";
import { type UndoDeps, undoRunRequest } from "./undo.ts";

/** @throws Refusal 422 where it names no rows, or things that do not go together */
export async function requestOf(
  deps: UndoDeps,
  call: Call,
  asked: InputOf<typeof planInput>,
): Promise<PlanRequest> {
  const {
    bundle,
    edits,
    undo_run: run,
    replay_days: replayDays,
    replay_query: replayQuery,
    ...ofSet
  } = asked;
  if (run !== undefined) {
    refuseWithRun({ bundle, edits, ...ofSet });
    return { ...(await undoRunRequest(deps, call, run)), replayDays, replayQuery };
  }
  const given = givenEdits(deps, { bundle, edits });
  const { set, prune, prune_at_most: pruneAtMost, adopt: wanted } = ofSet;
  if (set === undefined) refuseWithoutSet(ofSet);
  else if (bundle === undefined) throw setOfEdits();
  if (pruneAtMost !== undefined && prune === "none") throw pruneOfNothing();
  const named = await withRowsOfNames(deps, call, given);
  const { adopt, problems } = adoptions(deps.definitions, wanted);
  const all = [...(named.problems ?? []), ...problems];
  return { ...named, problems: all, prune, set, pruneAtMost, adopt, replayDays, replayQuery };
}

/** @throws Refusal unless there is a bundle or edits, and not both */
export function givenEdits(
  { definitions }: Pick<UndoDeps, "definitions">,
  { bundle, edits }: Pick<InputOf<typeof planInput>, "bundle" | "edits">,
): ReturnType<typeof rowEdits> {
  if (bundle !== undefined && edits === undefined) return bundleEdits(definitions, bundle);
  if (edits !== undefined && bundle === undefined) return rowEdits(definitions, edits);
  const message =
    bundle === undefined
      ? "is required: name the rows by kind, or send edits in its place"
      : "cannot be sent together with edits: leave one of them out";
  throw unprocessable([{ field: "bundle", message }]);
}

/** What is taken back is all that the run changed, and no set's. */
function refuseWithRun({ prune, ...others }: Readonly<Record<string, unknown>>): void {
  const given = { ...others, ...(prune === "none" ? {} : { prune }) };
  const problems = Object.entries(given)
    .filter(([, value]) => value !== undefined)
    .map(([field]) => ({ field, message: "does not go with undo_run; leave it out" }));
  if (problems.length > 0) throw unprocessable(problems);
}

/** What a set is held to is a whole bundle; single edits would take its place, and no deletion can be done again. */
function setOfEdits(): Refusal {
  const message = "is not for edits: a set is all that a bundle names; send a bundle, or leave set out";
  return unprocessable([{ field: "set", message }]);
}

function pruneOfNothing(): Refusal {
  const message =
    "says how many rows prune takes out at most; write delete or detach in prune, or leave it out";
  return unprocessable([{ field: "prune_at_most", message }]);
}

/** Pruning and adopting are about a set. */
function refuseWithoutSet({ prune, adopt }: { readonly prune: string; readonly adopt: unknown }): void {
  const problems = [
    ...(prune === "none"
      ? []
      : [{ field: "prune", message: "needs a set, whose rows it is about; name one in set" }]),
    ...(adopt === undefined || (Array.isArray(adopt) && adopt.length === 0)
      ? []
      : [{ field: "adopt", message: "needs a set that takes the rows over; name one in set" }]),
  ];
  if (problems.length > 0) throw unprocessable(problems);
}
