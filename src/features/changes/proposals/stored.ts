/** A proposal as it is kept. Pure. */

import type { Difference, Effects } from "../../../engine/plan/differences.ts";
import type { Behind } from "../../../engine/ports/needs.ts";
import type { Level } from "../../../kernel/access.ts";
import type { Hours } from "../../../kernel/hours.ts";
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
  /** Who may approve it, as it was when it was made: teams by their ids, or `org_admin`; and the teams that own its rows. */
  readonly asks: readonly string[];
  readonly owners: readonly string[];
  /** The ids of the change policies that hold it, as it was when it was made. */
  readonly policies?: readonly string[];
  /** The change policies that it was made past, by their names, without their approvals. */
  readonly past?: readonly string[];
  readonly set: string | null;
  readonly undo_of: string | null;
  readonly undoes_run: string | null;
  /** All plans that it takes back; of an earlier release `undo_of` alone. */
  readonly undoes_plans?: readonly string[];
  readonly apply: Apply | null;
  /** In which order its rows are done; none: all at once. */
  readonly steps: readonly Step[];
  /** After so many minutes it is taken back unless somebody has confirmed it; null: it stays. */
  readonly confirm_within_minutes: number | null;
  /** How long it is watched after it was applied; null: as long as it may be confirmed, or an hour where there are conditions. */
  readonly watch_minutes: number | null;
  /** What takes it back meanwhile: any one of these. */
  readonly revert_if: readonly Condition[];
  readonly missing_signal: (typeof missingSignals)[number];
}

/** What becomes of a proposal of which something is not measured: it asks people, or that counts for nothing, or it is taken back. */
export const missingSignals = ["hold", "ignore", "revert"] as const;

/** One thing that is measured. */
export interface Condition {
  readonly slo_id?: string | undefined;
  readonly service?: string | undefined;
  /** Faster than that, for so many minutes. */
  readonly burn_rate?: number | undefined;
  readonly for_minutes?: number | undefined;
  /** More than so many that began after it was applied. */
  readonly critical_alerts?: number | undefined;
  readonly engine?: "refuses" | undefined;
  readonly test_id?: string | undefined;
  /** A route, whose drill fails. */
  readonly drill?: string | undefined;
}

/** One of several steps: the rows that name one of these services and have all of these labels. */
export interface Step {
  readonly services: readonly string[];
  readonly labels: Readonly<Record<string, string>>;
  /** How long it is watched before the next one; left out: as the proposal says, or an hour. */
  readonly watch_minutes?: number | undefined;
}

/** How far a step is. */
export interface StepProgress {
  /** As `kind/id`. */
  readonly rows: readonly string[];
  /** The plan by which it was done, and when; null: it waits. */
  readonly plan_id: string | null;
  readonly applied_at: string | null;
}

/** How far the watch is. Moments are RFC 3339; by the places of the conditions. */
export interface Watch {
  readonly until: string;
  /** Since when each is so. */
  readonly since: Readonly<Record<string, string>>;
  /** Since when each is not measured. */
  readonly missing: Readonly<Record<string, string>>;
  /** Whether people were asked to look, because something is not measured. */
  readonly asked: boolean;
  /** What was measured last of each, in their order; left out until something was. */
  readonly readings?: readonly Reading[];
}

/** What is measured of one condition. `isWrong` is null where nothing is, or what is known is too old. */
export interface Reading {
  readonly isWrong: boolean | null;
  /** The figure, of what has one. */
  readonly value: number | null;
  /** What was measured, or what is missing, in a sentence. */
  readonly text: string;
}

/** When it is applied by itself. Nothing of it: when somebody applies it. */
export interface Apply {
  /** RFC 3339. */
  readonly at?: string | undefined;
  readonly hours?: Omit<Hours, "time_zone"> & { readonly timezone: string };
  readonly now?: boolean | undefined;
}

/** What it was found to do. */
export interface Shown extends Difference {
  readonly effects: Effects;
  readonly refusals: readonly JsonObject[];
  /** The rows that its rows name afterwards, of those that it does not make; unknown of what a release before this one kept. */
  readonly targets?: readonly Target[] | undefined;
}

/** A row that a change names: the change (digest.ts, `nameOf`), the field, and the row that the name means. */
export interface Target {
  readonly row: string;
  readonly path: string;
  readonly kind: string;
  readonly id: string;
}

/** What became of it. */
export interface Progress {
  /** One for each step, and one for the rows that no step names; none where all is done at once. */
  readonly steps: readonly StepProgress[];
  readonly plan_id: string | null;
  readonly applied_at: string | null;
  /** When it is to be applied by itself; null: it waits for somebody. */
  readonly apply_at: string | null;
  /** When it was to be applied by itself last, and was not. */
  readonly held_at?: string;
  /** Until when somebody has to confirm it. */
  readonly confirm_by: string | null;
  /** While it is watched. */
  readonly watch: Watch | null;
  /** When what is watched is looked at next. */
  readonly look_at: string | null;
  /** The plan that took it back, and the proposal of what that left. */
  readonly undo_plan_id: string | null;
  readonly rest_proposal_id: string | null;
  readonly reverted_at: string | null;
  /** Of its plans those that a plan took back by itself, without the others. */
  readonly undone?: readonly string[];
}

export const noProgress: Progress = {
  steps: [],
  ...{ plan_id: null, applied_at: null, apply_at: null, confirm_by: null, watch: null, look_at: null },
  ...{ undo_plan_id: null, rest_proposal_id: null, reverted_at: null },
};

/** The operation by which people decide. */
export const decideName = "decide_proposal";

/** What people do about a proposal, as its address ends. */
export const verbs = ["approve", "reject", "withdraw", "apply", "confirm", "revert"] as const;
export type Verb = (typeof verbs)[number];

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
  "wait",
  "expire",
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
  /** The level that they had, and whether they might have made all of its changes by themselves then. */
  readonly level: Level;
  readonly writes: boolean;
  /** What was shown under the digest, where it was shown first. */
  readonly changes?: Difference["changes"];
  readonly targets?: Shown["targets"];
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
