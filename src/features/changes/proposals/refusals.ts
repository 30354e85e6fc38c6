/** Refusals of what people do about proposals. */
import { needed, shownNeed } from "../../../engine/approvals.ts";
import type { Need } from "../../../engine/ports/needs.ts";
import { Refusal } from "../../../kernel/problem.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import { differentIn } from "./digest.ts";
import type { Act, Proposal } from "./stored.ts";

/** What the caller was shown is not what it does now. @param digest what they were shown */
export function stale(proposal: Proposal, acts: readonly Act[], digest: string): Refusal {
  const was = acts.find((act) => act.digest === digest && act.changes !== undefined)?.changes;
  const different = differentIn(was ?? [], proposal.shown.changes);
  const what =
    was === undefined
      ? "This proposal never had that digest; different has all that it does now."
      : "The proposal does something else now than what was looked at; different has it.";
  return new Refusal("conflict", `${what} Look at it again, and send its digest ${proposal.digest}.`, {
    reason: "stale",
    different,
  });
}

/** @param what goes on after the proposal's status, such as "cannot be approved" */
export function closed({ id, status }: Pick<Proposal, "id" | "status">, what: string): Refusal {
  return new Refusal("conflict", `The proposal ${id} is ${status}, and ${what}.`, {
    reason: "proposal_closed",
  });
}

/** What problems stand against, and the way out. */
const against = {
  apply: [
    "The proposal has problems, so that it cannot be applied",
    "correct what they name, and propose again",
  ],
  step: [
    "The next step has problems, so that it cannot be done",
    "correct what they name and confirm it again, or take the proposal back: what was done stays until then",
  ],
  revert: ["The way back has problems, so that it cannot be taken back", "correct what they name first"],
} as const;

export function invalid(problems: readonly JsonObject[], what: keyof typeof against): Refusal {
  const [first] = problems;
  const named = first === undefined ? [] : [first.resource, first.field, first.message];
  const message = named.filter((part) => part !== "").join(" ");
  const [cannot, way] = against[what];
  return new Refusal("unprocessable_entity", `${cannot} (${message}); ${way}.`, { reason: "plan_invalid" });
}

export function needsApproval({ id, digest }: Proposal, missing: readonly Need[]): Refusal {
  const asked = missing.map((need) => `it ${needed(need)} (${need.policy})`);
  return new Refusal("conflict", `The proposal waits to be approved: ${asked.join("; ")}.`, {
    reason: "needs_approval",
    current: { id, digest },
    needs: missing.map(shownNeed),
  });
}

export function notYours(needs: readonly Need[]): Refusal {
  const by = [...new Set(needs.map((need) => `${need.whom} (${need.policy})`))];
  const who = by.length === 0 ? "somebody else than its author" : by.join(", ");
  return new Refusal("forbidden", `This proposal is approved by ${who}; your approval would not count.`, {
    reason: "not_yours_to_approve",
  });
}
