/** Refusals of plans: one that is not there, that can be applied no more, or that does too much. */
import { freeDeletes, maxChanges } from "../../../engine/plan/edits.ts";
import type { StoredPlan } from "../../../engine/ports/plans.ts";
import { Refusal, unprocessable } from "../../../kernel/problem.ts";
import { readable } from "../../../kernel/readable.ts";
import { conflict } from "./stale.ts";

export function noPlan(): Refusal {
  return new Refusal("not_found", "There is no such plan; plans that nobody applied are kept for a day.");
}

export function refuseClosed({ status, expiresAt, appliedAt }: StoredPlan, now: Date): void {
  if (status === "invalid")
    throw new Refusal(
      "unprocessable_entity",
      "The plan has problems, so that it cannot be applied; fix what they name, and plan again.",
      { reason: "plan_invalid" },
    );
  if (status === "applied")
    throw conflict(
      "plan_applied",
      `The plan was applied${appliedAt === undefined ? "" : ` on ${readable(appliedAt)}`}; a plan is applied once.`,
    );
  if (expiresAt <= now)
    throw conflict("plan_expired", `The plan expired on ${readable(expiresAt)}; plan again.`);
}

export function tooManyDeletes(deletes: number): Refusal {
  return conflict(
    "too_many_deletes",
    `The plan deletes ${deletes} rows, which is more than ${freeDeletes}; send allow_deletes: ${deletes} if that is meant.`,
  );
}

export function tooManyChanges(changes: number): Refusal {
  const message = `makes ${changes} changes; a plan has at most ${maxChanges}. Plan and apply fewer rows at a time: first what others refer to, and prune last, with prune_at_most`;
  return unprocessable([{ field: "bundle", message, reason: "too_many_changes" }]);
}

export function tooManyDrifted(changes: number): Refusal {
  const message = `has drifted in ${changes} rows; an answer has at most ${maxChanges}. Plan parts of its bundle to see them, or apply it again`;
  return unprocessable([{ field: "set", message, reason: "too_many_changes" }]);
}
