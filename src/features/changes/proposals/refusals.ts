/** Refusals of what people do about proposals. */
import { needed, shownNeed } from "../../../engine/approvals.ts";
import type { Call } from "../../../engine/context.ts";
import type { Need } from "../../../engine/ports/needs.ts";
import { Refusal, unprocessable } from "../../../kernel/problem.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import { differentIn, digestsOf, shownDigest } from "./digest.ts";
import type { Act, Proposal, Verb } from "./stored.ts";

/** What the caller was shown is not what it does now. @param digest what they were shown */
export function stale(proposal: Proposal, acts: readonly Act[], digest: string): Refusal {
  const { progress } = proposal;
  const act = acts.find(
    (one) => one.changes !== undefined && digestsOf({ digest: one.digest, progress }).includes(digest),
  );
  const was = { changes: act?.changes ?? [], targets: act?.targets };
  const different = differentIn(was, proposal.shown);
  const what =
    act === undefined
      ? "This proposal never had that digest; different has all that it does now."
      : act.digest === proposal.digest
        ? "The proposal has gone on to another step since it was looked at."
        : different.length > 0
          ? "The proposal does something else now than what was looked at; different has it."
          : "Its rows are changed as they were; what engines are given, what they refuse, a row that a name means, or what stands against it is something else now than what was looked at.";
  return new Refusal("conflict", `${what} Look at it again, and send its digest ${shownDigest(proposal)}.`, {
    reason: "stale",
    different,
  });
}

/** @throws Refusal 422 where a reason to go past tests or policies comes with what none of them holds */
export function refusePast({ overrideTests, breakGlass }: Call, act: Verb): void {
  const given = Object.entries({ override_tests: overrideTests, break_glass: breakGlass });
  const problems = given.flatMap(([field, value]) =>
    value === undefined
      ? []
      : [
          {
            field,
            message: `does not go with ${act}, which changes no row here; leave it out, or send it with apply`,
          },
        ],
  );
  if (problems.length > 0) throw unprocessable(problems);
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
  const message = inTheWay(problems.slice(0, 1));
  const [cannot, way] = against[what];
  return new Refusal("unprocessable_entity", `${cannot} (${message}); ${way}.`, { reason: "plan_invalid" });
}

/** Problems as a person reads them, the first ones. */
export function inTheWay(problems: readonly JsonObject[]): string {
  const shown = problems.slice(0, 5).map(({ resource, key, field, message }) => {
    const named = Object.values((key ?? {}) as JsonObject).filter((part) => typeof part === "string");
    const name = named.length === 0 ? "" : JSON.stringify(named.join(" "));
    return [resource, name, field, message].filter((part) => part !== "").join(" ");
  });
  return [...new Set(shown)].join("; ");
}

export function needsApproval(proposal: Proposal, missing: readonly Need[]): Refusal {
  const asked = missing.map((need) => `it ${needed(need)} (${need.policy})`);
  return new Refusal("conflict", `The proposal waits to be approved: ${asked.join("; ")}.`, {
    reason: "needs_approval",
    current: { id: proposal.id, digest: shownDigest(proposal) },
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
