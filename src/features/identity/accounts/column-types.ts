/** What the database cannot describe itself: what is in its JSON, and which texts a column holds (scripts/generate-queries.ts). */
import type { Membership, OrganizationRecord } from "../../../engine/ports/accounts.ts";
import type { KeyVerb, Plan, Role, Scope } from "../../../kernel/access.ts";

/**
 * How a password stands: the person's own; temporary, to be changed at the first sign-in; or ended by a
 * reset whose link was not followed yet, so that nobody signs in by it.
 */
export type PasswordState = "own" | "temporary" | "ended";

/** How a member signs in. */
export type SignIn = Membership["signIn"];

/** Whether an organization requires a second factor of a member. */
export type SecondFactorRule = Membership["secondFactor"];

/** Why an organization takes no changes. */
export type Suspension = OrganizationRecord["suspension"];

/** How much an organization may have. */
export type Quotas = OrganizationRecord["quotas"];

/** What a second factor is: codes of an app, or a passkey. */
export type FactorKind = "totp" | "passkey";

/** By table and column, one a line. Every query of this feature that answers the column has the type. */
export interface Columns {
  "api_keys.scopes": readonly Scope[];
  "api_keys.verbs": readonly KeyVerb[];
  "members.role": Role;
  "organizations.plan": Plan;
  "organizations.quotas": Quotas;
  "second_factors.kind": FactorKind;
  "tokens.max_role": Role;
  "users.password_state": PasswordState;
}

/** What a key is narrowed to; null: no limit. */
export interface KeyLimits {
  readonly kinds: readonly string[] | null;
  readonly verbs: readonly KeyVerb[] | null;
  readonly services: readonly string[] | null;
  readonly team_id: string | null;
  readonly addresses: readonly string[] | null;
}

/** The key, its organization and its times in ISO 8601, as authenticate-key.sql puts them into JSON. */
export interface KeyCredential {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly connector_id: string | null;
  readonly ask: boolean;
  readonly propose_only: boolean;
  readonly made_by: string | null;
  /** What its maker is in the organization now; null where they are not in it, or nobody is known. */
  readonly maker_role: Role | null;
  readonly last_used_at: string | null;
  readonly expires_at: string | null;
  /** Null where it has no limit at all. */
  readonly limits: KeyLimits | null;
  readonly organization: OrganizationRecord;
}

/** A membership, as authenticate-session.sql and authenticate-token.sql put it into JSON. */
export interface MembershipJson {
  readonly role: Role;
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly plan: Plan;
  readonly ip_allowlist: readonly string[];
  readonly has_tests: boolean;
  readonly has_policies: boolean;
  readonly suspension: Suspension;
  readonly quotas: Quotas;
  readonly sign_in: SignIn;
  readonly second_factor: SecondFactorRule;
}
