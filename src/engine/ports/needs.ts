/** Whom a change needs before it is made: asked of whoever keeps the rules, by whoever is about to make it. */
import type { Actor } from "../../kernel/kind.ts";
import { type Approved, type Call, isByAgent } from "../context.ts";
import type { RowMove } from "../feature.ts";
import type { Effects, RowChange } from "../plan/differences.ts";
import type { Need } from "./need.ts";

export type { Need } from "./need.ts";

/** Somebody who acts, and the person behind a key or a token: who made it. */
export interface Behind {
  readonly actor: Actor;
  /** The person's address in lower case; null where no person is known, so that the actor stands for itself. */
  readonly email: string | null;
  /** A model, or a credential that only proposes. */
  readonly byAgent?: true;
  /** The account behind a session or a token; null of a key. */
  readonly userId: string | null;
}

/** Somebody who looked at what is to change, and said yes to just that. */
export interface Approval extends Behind {
  readonly at: Date;
}

/** What a change would do, as it was planned last. */
export interface PlanFacts {
  readonly author: Behind;
  readonly changes: readonly RowChange[];
  /** The same rows whole: as they are, and as they would be. */
  readonly moves: readonly RowMove[];
  readonly effects: Effects;
}

/**
 * What is needed for a change now. An approval counts by what its giver may do now: whoever lost a right counts no more.
 * @param approvals each person's once
 */
export type NeedsOf = (
  call: Call,
  facts: PlanFacts,
  approvals: readonly Approval[],
) => Promise<readonly Need[]>;

/** Who is behind a proposal, as the gate is given it. @param applying the call that does it: a model's apply is a model's change */
export function approvedBy(author: Behind, given: readonly Approval[], applying?: Call): Approved {
  return {
    author: author.email,
    byAgent: author.byAgent === true || (applying !== undefined && isByAgent(applying)),
    by: given.flatMap(({ email }) => email ?? []),
  };
}
