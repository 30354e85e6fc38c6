/** A proposal as it is kept. Pure. */

import type { Difference, Effects } from "../../../engine/plan/differences.ts";
import type { Behind } from "../../../engine/ports/needs.ts";
import type { JsonObject } from "../../../kernel/validate.ts";

export const statuses = [
  "open",
  "approved",
  "applied",
  "confirmed",
  "rejected",
  "withdrawn",
  "expired",
  "reverted",
] as const;
export type ProposalStatus = (typeof statuses)[number];

/** What people said of it when it was made. */
export interface Head {
  readonly title: string;
  readonly reason: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly author: Behind;
  readonly set: string | null;
  readonly undo_of: string | null;
  readonly undoes_run: string | null;
}

/** What it was found to do. */
export interface Shown extends Difference {
  readonly effects: Effects;
  readonly refusals: readonly JsonObject[];
}

/** What became of it. */
export interface Progress {
  readonly plan_id: string | null;
  readonly applied_at: string | null;
  /** The plan that took it back, and the proposal of what that left. */
  readonly undo_plan_id: string | null;
}

export const noProgress: Progress = { plan_id: null, applied_at: null, undo_plan_id: null };

export const actKinds = [
  "propose",
  "plan",
  "comment",
  "approve",
  "reject",
  "withdraw",
  "apply",
  "confirm",
  "revert",
] as const;
export type ActKind = (typeof actKinds)[number];

/** Something that was done about it. */
export interface Act extends Behind {
  readonly kind: ActKind;
  readonly at: string;
  readonly digest: string;
  readonly comment: string | null;
  /** The row that a comment is about; null: the whole. */
  readonly about: { readonly kind: string; readonly id: string } | null;
  /** Whether they might have made all of its changes by themselves then. */
  readonly writes: boolean;
  /** What was shown under the digest, where it was shown first. */
  readonly changes?: Difference["changes"];
}

export interface Proposal {
  readonly id: string;
  readonly status: ProposalStatus;
  readonly authorId: string;
  readonly sealedRequest: string;
  readonly head: Head;
  readonly digest: string;
  readonly shown: Shown;
  readonly touches: readonly string[];
  readonly progress: Progress;
  readonly createdAt: Date;
  readonly dueAt: Date | null;
}

/** What a sealed request is bound to: it opens as no other. */
export function proposalIdentity(organizationId: string, id: string): string {
  return JSON.stringify([organizationId, "proposal", id]);
}

/** Whether it still waits to be applied. */
export function isUndecided({ status }: Pick<Proposal, "status">): boolean {
  return status === "open" || status === "approved";
}
