/** What the calls answer, as far as the pages read it. */

import type { decisionFields } from "../../src/features/reliability/deploy-gate/shapes.ts";
import type { KeyVerb, Plan, Role, Scope } from "../../src/kernel/access.ts";
import type { Json } from "../../src/kernel/field.ts";
import type { ObjectValueOf } from "../../src/kernel/row-types.ts";
import type { JsonObject } from "../../src/kernel/validate.ts";
import type { Delivery } from "./alert-shapes.ts";

export interface Organization {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
}

export interface Membership extends Organization {
  readonly plan: Plan;
  readonly role: Role;
  /** The time zone of its clocks. */
  readonly timezone: string;
  /** Why it takes no changes; null: it does. */
  readonly suspension: Suspension | null;
}

export interface Suspension {
  readonly reason: string;
  readonly since: string;
  /** When it is going to be deleted. */
  readonly delete_at: string | null;
}

export interface User {
  readonly id: string;
  readonly email: string;
  readonly name: string;
}

/** One's own account. */
export interface Profile extends User {
  /** That of one's mails; null: as each organization has it. */
  readonly timezone: string | null;
}

export interface WhoAmI {
  readonly user: User;
  /** The password is temporary: until it is changed, nothing else is served. */
  readonly must_change_password: boolean;
  readonly organizations: readonly Membership[];
  /** Where the person is a member too, and something is needed first. */
  readonly other_organizations: readonly OtherOrganization[];
}

export interface OtherOrganization extends Organization {
  /** Where its own sign-in begins; null: with the password. */
  readonly sign_in_at: string | null;
  /** Whether the password opens it. */
  readonly by_password: boolean;
  /** What it needs first. */
  readonly needs: "sign_in" | "second_factor";
}

/** One of a person's second factors. */
export interface SecondFactor {
  readonly id: string;
  readonly kind: "totp" | "passkey";
  readonly name: string;
  readonly created_at: string;
  readonly last_used_at: string | null;
}

export interface SecondFactors {
  readonly data: readonly SecondFactor[];
  readonly recovery_codes_left: number;
  readonly required_by: readonly Organization[];
}

/** How people sign in for an organization. */
export interface SignInOption {
  readonly organization: Organization | null;
  readonly sign_in_at: string | null;
}

/** How members sign in at the organization's own provider, as it is sent. */
export interface SsoSettings {
  readonly issuer: string;
  readonly client_id: string;
  readonly scopes: readonly string[];
  readonly groups_claim: string;
  readonly role_mappings: readonly { readonly value: string; readonly role: Role }[];
  readonly default_role: Role | null;
  readonly team_mappings: readonly {
    readonly value: string;
    readonly team_id: string;
    readonly remove?: boolean;
  }[];
  readonly allowed_domains: readonly string[];
  readonly auto_create: boolean;
  readonly require_sso: boolean;
  readonly break_glass_user_id: string | null;
  readonly enabled: boolean;
}

export interface SsoConnection extends SsoSettings {
  readonly client_secret_set: boolean;
  readonly sign_out_uri: string;
  readonly redirect_uris: readonly string[];
  readonly sign_in_url: string;
}

/** A test sign-in. */
export interface SsoTest {
  readonly id: string;
  readonly status: "waiting" | "done" | "failed";
  readonly url: string | null;
  readonly claims: JsonObject | null;
  readonly role: Role | null;
  readonly team_ids: readonly string[];
  readonly problem: string | null;
}

export interface Listed<T> {
  readonly data: readonly T[];
  readonly truncated: boolean;
}

export interface Rows extends Listed<JsonObject> {
  readonly etags: Readonly<Record<string, string>>;
}

/** How many rows there are of a kind, however many a list shows. */
export interface RowCount {
  readonly kind: string;
  readonly count: number;
  /** Of kinds in order of position, the last one; null where there is none. */
  readonly last_position: number | null;
}

export interface ScimToken {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  readonly created_by: string;
  readonly created_at: string;
  readonly expires_at: string | null;
  readonly last_used_at: string | null;
  readonly last_used_address: string | null;
  readonly base_url: string;
}

export interface NewScimToken extends ScimToken {
  readonly token: string;
}

export interface ApiKey {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly connector_id: string | null;
  readonly ask: boolean;
  readonly propose_only: boolean;
  readonly kinds: readonly string[] | null;
  readonly verbs: readonly KeyVerb[] | null;
  readonly services: readonly string[] | null;
  readonly team_id: string | null;
  readonly addresses: readonly string[] | null;
  readonly prefix: string;
  readonly created_by: string;
  readonly created_at: string;
  readonly expires_at: string | null;
  readonly last_used_at: string | null;
  readonly last_used_address: string | null;
}

export interface Token {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  readonly organizations: readonly Organization[];
  readonly max_role: Role | null;
  readonly created_at: string;
  readonly expires_at: string | null;
  readonly last_used_at: string | null;
  /** Whether it reads and proposes, and does nothing else. */
  readonly propose_only: boolean;
  /** The program that holds it by OAuth; null where the person made it. */
  readonly client: string | null;
  readonly client_host: string | null;
}

/** A program that wants to be let in. */
export interface Authorization {
  readonly client: { readonly id: string; readonly name: string; readonly document_host: string | null };
  readonly destination: { readonly kind: "site" | "this_computer" | "app"; readonly name: string };
  readonly max_role: Role;
  readonly fault: { readonly message: string; readonly location: string } | null;
}

export interface Member extends User {
  readonly role: Role;
  readonly status: "active" | "invited";
  readonly second_factor: boolean;
  readonly created_at: string;
  readonly invite_url?: string;
}

export interface Session {
  readonly id: string;
  readonly current: boolean;
  readonly created_at: string;
  readonly last_used_at: string;
  readonly expires_at: string;
  readonly second_factor: boolean;
  readonly address: string | null;
  readonly user_agent: string | null;
}

export interface AuditChange {
  readonly field: string;
  readonly before?: Json;
  readonly after?: Json;
  readonly secret?: "set" | "changed" | "cleared";
}

export interface AuditRecord {
  readonly sequence: number;
  readonly at: string;
  readonly actor: { readonly kind: string; readonly id: string; readonly name: string };
  readonly door: string;
  readonly action: string;
  readonly resource: string;
  readonly row_id: string;
  readonly outcome: "success" | "refused";
  readonly changes: readonly AuditChange[];
  readonly request_id: string;
  readonly address: string | null;
  /** The plan that the record is a part of. */
  readonly plan_id?: string | null;
  /** The Terraform run, CI job or agent's session that it was a part of. */
  readonly run?: string | null;
}

/** How the audit log agrees with its chain of seals. */
export interface Verification {
  readonly verified: boolean;
  readonly records: number;
  readonly unsealed: number;
  readonly head: { readonly position: number; readonly seal: string } | null;
  readonly problems: readonly string[];
}

export type GateDecision = ObjectValueOf<typeof decisionFields>;

/** Which rows point at one. */
export interface References {
  readonly total: number;
  /** The first of them. */
  readonly data: readonly { readonly resource: string; readonly id: string; readonly name: string }[];
}

/** What became of an event, or would. */
export interface SubscriberCounts {
  readonly confirmed: number;
  readonly pending: number;
  readonly suspended: number;
}

export interface EmitAnswer {
  readonly status: string;
  readonly message: string;
  readonly recipients: readonly string[];
}

/** A way of a drill's alerts: the routes that take it, and whom these notify. */
export interface DrillWay {
  /** The drill that tries it. */
  readonly drill_id: string | null;
  /** Why none does. */
  readonly not_tried: string | null;
  readonly source: { readonly kind: string; readonly id: string | null; readonly name: string } | null;
  readonly routes: readonly { readonly id: string; readonly name: string }[];
  readonly notified: readonly {
    readonly target: string;
    readonly kind: string;
    readonly delivery: Delivery;
  }[];
}

/** A drill, as list_drills shows it. */
export interface Drill {
  readonly id: string;
  /** Of all that were started with it: the id of the first. */
  readonly run_id: string;
  readonly ways: readonly DrillWay[];
  readonly unknown: readonly string[];
  readonly route_id: string | null;
  readonly target_id: string | null;
  readonly service: string | null;
  readonly scheduled: boolean;
  readonly status: "running" | "proved" | "failed";
  readonly message: string | null;
  readonly started_at: string;
  readonly started_by: string;
  readonly ended_at: string | null;
  readonly hops: readonly { readonly name: string; readonly at: string; readonly detail: string }[];
}

/** Whether a behaviour test holds. */
export interface TestRun {
  readonly id: string;
  readonly name: string;
  /** Null where it is switched off. */
  readonly ok: boolean | null;
  /** What happens instead, where it fails. */
  readonly message: string | null;
  readonly decided_by: readonly {
    readonly resource: string;
    readonly id: string;
    readonly name: string;
    /** Of an outbound target. */
    readonly delivery?: Delivery | null;
  }[];
}

export interface TestRuns {
  readonly total: number;
  readonly failed: number;
  /** Those that fail come first. */
  readonly data: readonly TestRun[];
}
