/** What identity needs of the world: organizations, people, and the credentials that stand for them. */

import type {
  KnownSession,
  Membership,
  OrganizationRecord,
  UserRecord,
} from "../../engine/ports/accounts.ts";
import type { InTransaction } from "../../engine/ports/executor.ts";
import type { AuditEntry } from "../../engine/ports/rows.ts";
import type { Plan, Role, Scope } from "../../kernel/access.ts";

export type { KnownSession, Membership, OrganizationRecord, UserRecord };

export interface KeyRecord {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** The connector that an engine's key is bound to; null for every other key. */
  readonly connectorId: string | null;
  readonly lastUsedAt: Date | null;
}

/** A credential that is known, neither expired nor revoked, and of a present member. */
export interface KnownKey {
  readonly key: KeyRecord;
  readonly organization: OrganizationRecord;
}

/** Reads on every request's path. Hashes are SHA-256 of the whole credential. */
export interface CredentialReader {
  key(hash: Buffer, now: Date): Promise<KnownKey | undefined>;
  /** The token and the organizations that it may act in, with the user's present role in each. */
  token(hash: Buffer, now: Date): Promise<KnownToken | undefined>;
  session(hash: Buffer, now: Date): Promise<KnownSession | undefined>;
  /** Notes the use of credentials, to the minute. */
  touch(kind: "key" | "token" | "session", hashes: readonly Buffer[], now: Date): Promise<void>;
}

export interface KnownToken {
  readonly id: string;
  readonly name: string;
  readonly maxRole: Role | null;
  readonly lastUsedAt: Date | null;
  readonly user: UserRecord;
  readonly memberships: readonly Membership[];
}

/**
 * The audit records of one change, written in its transaction: one for each organization that it
 * concerns. A change that finds nothing to change writes none of them.
 */
export type Trail = readonly { readonly organizationId: string; readonly entry: AuditEntry }[];

/**
 * What identity keeps. A change takes its trail along, so that neither is written without the other, and is a
 * transaction of its own. What is decided under a lock, or is one of several changes, is made `in` a transaction.
 */
export interface IdentityStore {
  readonly organizations: OrganizationStore;
  readonly users: UserStore;
  readonly members: MemberStore;
  readonly keys: KeyStore;
  readonly tokens: TokenStore;
  readonly sessions: SessionStore;
  in(transaction: InTransaction): IdentityWriter;
}

/** The same in one running transaction, which its changes join. */
export interface IdentityWriter {
  readonly organizations: OrganizationWriter;
  readonly users: UserWriter;
  readonly members: MemberWriter;
  readonly keys: KeyStore;
  readonly tokens: TokenWriter;
  readonly sessions: SessionWriter;
}

export interface OrganizationDetail extends OrganizationRecord {
  readonly createdAt: Date;
}

export interface OrganizationStore {
  /** By id or slug. */
  find(named: string): Promise<OrganizationDetail | undefined>;
  list(limit: number): Promise<readonly OrganizationDetail[]>;
  /** The slugs that are this one, or begin with it and a hyphen. */
  slugs(base: string): Promise<readonly string[]>;
  /** Whether the installation holds neither an organization nor a person. */
  none(): Promise<boolean>;
}

/** Organizations in a transaction. */
export interface OrganizationWriter extends OrganizationStore {
  insert(organization: Omit<OrganizationDetail, "ipAllowlist">, trail: Trail): Promise<void>;
  setPlan(id: string, plan: Plan, trail: Trail): Promise<void>;
  /** With everything that belongs to it; its audit records stay. */
  remove(id: string, trail: Trail): Promise<void>;
}

/**
 * How a password stands: the person's own; temporary, to be changed at the first sign-in; or ended by a
 * reset whose link was not followed yet, so that nobody signs in by it.
 */
export type PasswordState = "own" | "temporary" | "ended";

/** A person; without a password they were only ever invited, and nobody can sign in as them. */
export interface Account extends UserRecord {
  readonly passwordHash: string | null;
  readonly passwordState: PasswordState;
  /**
   * When the address was proved: its owner followed a mailed link, or the operator answered for the account.
   * Null: the person who has the password may not be the address's owner, only somebody whom an organization
   * handed a link.
   */
  readonly provedAt: Date | null;
  readonly createdAt: Date;
}

export interface NewPassword {
  readonly hash: string;
  readonly state: PasswordState;
  readonly provedAt: Date | null;
}

/** An account's password as it was read; what is decided by it holds only while it is still the same. */
export type SeenPassword = Pick<Account, "id" | "passwordHash" | "passwordState">;

export interface UserStore {
  /** Compared without case. */
  byEmail(email: string): Promise<Account | undefined>;
  find(id: string): Promise<Account | undefined>;
  memberships(id: string): Promise<readonly Membership[]>;
  rename(id: string, name: string, trail: Trail): Promise<void>;
  /**
   * Sets the password and uses up the link of a reset; false, and nothing is changed, when the present
   * password or its state is no longer the one that was seen.
   */
  setPassword(seen: SeenPassword, password: NewPassword, trail: Trail): Promise<boolean>;
  /** The open reset behind a link. */
  reset(linkHash: Buffer, now: Date): Promise<PasswordReset | undefined>;
}

/** People in a transaction. */
export interface UserWriter extends UserStore {
  /** Stands for nothing without a membership, whose trail covers it. */
  insert(account: Account): Promise<void>;
  /** Holds the account of that address, where there is one, until the running transaction ends. */
  lock(email: string): Promise<void>;
  /** Ends the password until the link is followed, in the place of any link before; false without a password. */
  beginReset(id: string, linkHash: Buffer, expiresAt: Date, trail: Trail): Promise<boolean>;
}

export interface PasswordReset {
  readonly userId: string;
  readonly email: string;
  readonly expiresAt: Date;
}

export interface MemberRecord extends UserRecord {
  readonly role: Role;
  /** Null while the invitation is open. */
  readonly acceptedAt: Date | null;
  readonly createdAt: Date;
  /** Moves with the role, and is never given out twice. */
  readonly revision: string;
}

export interface NewMember {
  readonly organizationId: string;
  readonly userId: string;
  readonly role: Role;
  readonly invitedName: string | null;
  readonly acceptedAt: Date | null;
  readonly createdAt: Date;
}

export interface Invitation {
  readonly organizationId: string;
  readonly slug: string;
  readonly organizationName: string;
  readonly userId: string;
  readonly email: string;
  readonly role: Role;
  readonly invitedName: string | null;
  readonly expiresAt: Date;
  /** Following the link proves the address: it was mailed there, or the operator gave it out. */
  readonly provesAddress: boolean;
  /** The person is a member of another organization. */
  readonly memberElsewhere: boolean;
}

/** A link to an organization, before it is stored. */
export interface NewInvitation {
  readonly hash: Buffer;
  readonly organizationId: string;
  readonly userId: string;
  readonly expiresAt: Date;
  readonly provesAddress: boolean;
}

/** An invitation that was mailed: on whose behalf, and when it was queued. */
export interface MailedInvitation {
  readonly organizationId: string;
  readonly at: Date;
}

export interface MemberStore {
  find(organizationId: string, userId: string): Promise<MemberRecord | undefined>;
  list(organizationId: string, limit: number): Promise<readonly MemberRecord[]>;
  /** The open invitation behind a link. */
  invitation(hash: Buffer, now: Date): Promise<Invitation | undefined>;
}

/** Memberships in a transaction. */
export interface MemberWriter extends MemberStore {
  insert(member: NewMember, trail: Trail): Promise<void>;
  /** Whether anybody else is org_admin; open invitations do not count. */
  hasOtherAdmin(organizationId: string, userId: string): Promise<boolean>;
  setRole(organizationId: string, userId: string, role: Role, trail: Trail): Promise<void>;
  /** Begins the membership and uses its links up; false when it had begun. */
  accept(organizationId: string, userId: string, at: Date, trail: Trail): Promise<boolean>;
  /**
   * With their open links and their tokens' part in the organization. An account whose address nobody proved
   * ends with its last membership; a person who was only invited, and nowhere else, goes altogether.
   */
  remove(organizationId: string, userId: string, at: Date, trail: Trail): Promise<void>;
  /** Stores a link, in the place of any other of the member. */
  invite(invitation: NewInvitation, trail: Trail): Promise<void>;
  /** The invitations mailed to an address since then, newest first, by every organization. */
  mailedInvitations(email: string, since: Date, limit: number): Promise<readonly MailedInvitation[]>;
}

export interface StoredKey extends KeyRecord {
  readonly prefix: string;
  /** The name of the actor who made it. */
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
}

export interface KeyStore {
  /** @param row what the key is bound to. False, and nothing is done, where that is gone; else it stays until the commit. */
  insert(
    organizationId: string,
    key: StoredKey,
    hash: Buffer,
    trail: Trail,
    row?: { readonly kind: string; readonly id: string },
  ): Promise<boolean>;
  /** Those that are bound to the connector, without the revoked ones. */
  ofConnector(
    organizationId: string,
    connectorId: string,
  ): Promise<readonly Pick<StoredKey, "id" | "name">[]>;
  /** Undefined when there is no such key, or it was revoked. */
  find(organizationId: string, id: string): Promise<StoredKey | undefined>;
  /** Newest first, without the revoked ones. */
  list(organizationId: string, limit: number): Promise<readonly StoredKey[]>;
  /** False when there is no such key, or it was revoked before. */
  revoke(organizationId: string, id: string, now: Date, trail: Trail): Promise<boolean>;
}

export interface StoredToken {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  /** Ids. */
  readonly organizations: readonly string[];
  readonly maxRole: Role | null;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly lastUsedAt: Date | null;
}

export interface TokenStore {
  insert(userId: string, token: StoredToken, hash: Buffer, trail: Trail): Promise<void>;
  find(userId: string, id: string): Promise<StoredToken | undefined>;
  list(userId: string, limit: number): Promise<readonly StoredToken[]>;
  revoke(userId: string, id: string, now: Date, trail: Trail): Promise<boolean>;
}

/** Tokens in a transaction. */
export interface TokenWriter extends TokenStore {
  /** Ends every token of the person. */
  revokeAll(userId: string, now: Date): Promise<void>;
}

export interface NewSession {
  readonly id: string;
  readonly userId: string;
  /** Of the password that was proved, or was just chosen. */
  readonly passwordHash: string | null;
  readonly createdAt: Date;
  readonly address: string | undefined;
  readonly userAgent: string | undefined;
}

export interface StoredSession {
  readonly id: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date;
  readonly expiresAt: Date;
  readonly address: string | null;
  readonly userAgent: string | null;
}

export interface SessionStore {
  /** Those that have not expired, newest first. */
  list(userId: string, now: Date, limit: number): Promise<readonly StoredSession[]>;
  /** False when the person has no such session. */
  remove(userId: string, id: string, trail: Trail): Promise<boolean>;
  removeOthers(userId: string, keptId: string): Promise<void>;
}

/** Sessions in a transaction. */
export interface SessionWriter extends SessionStore {
  /** False, and no session, when the person's password is another by now or was ended by a reset. */
  insert(session: NewSession, hash: Buffer, trail: Trail): Promise<boolean>;
  removeAll(userId: string): Promise<void>;
}
