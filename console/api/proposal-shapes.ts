/** What the calls about proposals answer, as far as the pages read it. */
import type { Json } from "../../src/kernel/field.ts";
import type { JsonObject } from "../../src/kernel/validate.ts";
import type { Differences, PlanChange } from "./plan-shapes.ts";

export type ProposalStatus =
  | "open"
  | "approved"
  | "applied"
  | "confirmed"
  | "rejected"
  | "withdrawn"
  | "expired"
  | "reverted";

/** Who did something, and the person behind a key or a token. */
export interface By {
  readonly kind: string;
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
}

/** One thing that takes a proposal back. */
export interface Condition {
  readonly slo_id?: string;
  readonly service?: string;
  readonly burn_rate?: number;
  readonly for_minutes?: number;
  readonly critical_alerts?: number;
  readonly engine?: "refuses";
  readonly test_id?: string;
  readonly drill?: string;
}

/** A proposal in the list of them. */
export interface ProposalHead {
  readonly id: string;
  readonly status: ProposalStatus;
  readonly digest: string;
  readonly title: string;
  readonly reason: string;
  readonly labels: Readonly<Record<string, string>>;
  /** The change policies that it was made past. */
  readonly past_policies: readonly string[];
  readonly set: string | null;
  readonly created_by: By;
  readonly created_at: string;
  readonly plan_id: string | null;
  readonly applied_at: string | null;
  readonly apply: JsonObject | null;
  readonly apply_at: string | null;
  readonly confirm_within_minutes: number | null;
  readonly confirm_by: string | null;
  readonly revert_if: readonly Condition[];
  readonly watch_minutes: number | null;
  readonly watch_until: string | null;
  readonly missing_signal: "hold" | "ignore" | "revert";
  readonly rest_proposal_id: string | null;
  readonly undo_plan_id: string | null;
}

export interface Proposals {
  readonly data: readonly ProposalHead[];
  readonly next_cursor: string | null;
}

export type Verb = "approve" | "reject" | "withdraw" | "apply" | "confirm" | "revert";

export interface Need {
  readonly policy: string;
  readonly policy_id: string;
  readonly approvals: number;
  readonly have: number;
  readonly by: "org_admin" | { readonly team_id?: string; readonly role?: "org_admin" };
}

export interface Conflict {
  readonly proposal_id: string;
  readonly title: string;
  readonly resource: string;
  readonly key: JsonObject;
  readonly id: string;
  readonly mine: PlanChange["action"];
  readonly theirs: PlanChange["action"];
  /** Empty where one of them deletes what the other changes. */
  readonly fields: readonly {
    readonly path: string;
    readonly base?: Json;
    readonly mine?: Json;
    readonly theirs?: Json;
  }[];
}

/** What was measured last of one condition. */
export interface Watched {
  readonly state: "well" | "wrong" | "unknown";
  readonly value: number | null;
  readonly text: string;
  readonly since: string | null;
  readonly unknown_since: string | null;
}

export interface ProposalAct {
  readonly act: Verb | "propose" | "plan" | "comment" | "wait" | "expire";
  readonly at: string;
  readonly by: By;
  readonly digest: string;
  readonly comment: string | null;
  /** The row that a comment is about; null: the whole. */
  readonly about: { readonly kind: string; readonly id: string } | null;
}

export interface Proposal extends ProposalHead, Differences {
  readonly needs: readonly Need[];
  readonly conflicts: readonly Conflict[];
  /** What can be done as it stands; `why` is null where the person may. */
  readonly may: readonly { readonly act: Verb; readonly why: string | null }[];
  /** By the places of the conditions; empty where it is not watched. */
  readonly watched: readonly Watched[];
  readonly acts: readonly ProposalAct[];
}

/** What is done to a row; of a refusal that says what is different since somebody looked. */
type Done = Pick<PlanChange, "action" | "fields" | "secrets"> & {
  /** The rows that it names, where a name means another one by now. */
  readonly names?: readonly { readonly path: string; readonly id: string }[];
};

export interface Different {
  readonly resource: string;
  readonly key: JsonObject;
  readonly id: string;
  readonly was: Done | null;
  readonly is: Done | null;
}
