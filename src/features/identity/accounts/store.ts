/**
 * What identity keeps. A change takes its trail along, so that neither is written without the other, and is a
 * transaction of its own. What is decided under a lock, or is one of several changes, is made `in` a transaction.
 */

import type { Database } from "../../../database/database.ts";
import { connectionOf } from "../../../database/executor.ts";
import { jsonText } from "../../../database/json-text.ts";
import type { RowOf } from "../../../database/statement.ts";
import type { Membership, SessionProof } from "../../../engine/ports/accounts.ts";
import type { InTransaction } from "../../../engine/ports/executor.ts";
import type { SignRecord } from "../../../engine/ports/rows.ts";
import type { Plan, Role } from "../../../kernel/access.ts";
import { foldEmail, partitionOf } from "../../../kernel/natural-key.ts";
import type { Quotas } from "../../../kernel/quotas.ts";
import { factorStore } from "./factors-store.ts";
import { sql } from "./queries.generated.ts";
import { inside, outside, type Tables, type Trail } from "./tables.ts";

export type OrganizationDetail = RowOf<typeof sql.getOrganization>;

/**
 * A person; without a password they were only ever invited, and nobody can sign in as them. `provedAt` is when the
 * address was proved: its owner followed a mailed link, or the operator answered for the account. Null: the person who
 * has the password may not be the address's owner, only somebody whom an organization handed a link.
 */
export type Account = RowOf<typeof sql.getUser>;

/** What people say of themselves. */
export interface Profile {
  readonly name: string;
  readonly timezone: string | null;
}

export interface NewPassword extends Pick<Account, "provedAt"> {
  readonly hash: string;
  readonly state: Account["passwordState"];
}

/** An account's password as it was read; what is decided by it holds only while it is still the same. */
type SeenPassword = Pick<Account, "id" | "passwordHash" | "passwordState">;

/** A link to a new password. */
export interface ResetOffer {
  readonly userId: string;
  readonly hash: Buffer;
  readonly expiresAt: Date;
  readonly provesAddress: boolean;
  readonly unlessSince: Date | null;
}

/** An open reset, behind its link. */
export type PasswordReset = RowOf<typeof sql.getReset>;

/** `acceptedAt` is null while the invitation is open; `revision` moves with the role, and is never given out twice. */
export type MemberRecord = RowOf<typeof sql.getMember>;

type NewMember = Pick<MemberRecord, "role" | "acceptedAt" | "createdAt"> &
  Pick<Invitation, "organizationId" | "userId" | "invitedName">;

/**
 * An open invitation, behind its link. `provesAddress`: following the link proves the address, since it was mailed
 * there, or the operator gave it out. `memberElsewhere`: the person is a member of another organization.
 */
export type Invitation = RowOf<typeof sql.getInvitation>;

/** A link to an organization, before it is stored. */
type NewInvitation = Pick<Invitation, "organizationId" | "userId" | "expiresAt" | "provesAddress"> & {
  readonly hash: Buffer;
};

/** An invitation that was mailed: on whose behalf, and when it was queued. */
export type MailedInvitation = RowOf<typeof sql.listMailedInvitations>;

/** `connectorId` is the connector that an engine's key is bound to; `createdBy` the name of the actor who made it. */
export type StoredKey = RowOf<typeof sql.getKey>;
/** `organizations` are ids. */
export type StoredToken = RowOf<typeof sql.getToken>;
export type StoredSession = RowOf<typeof sql.listSessions>;

interface NewSession extends Omit<SessionProof, "endedOrganizations"> {
  readonly id: string;
  readonly userId: string;
  /** Of the password that was proved, or was just chosen. */
  readonly passwordHash: string | null;
  readonly createdAt: Date;
  readonly address: string | undefined;
  readonly userAgent: string | undefined;
  /** The session whose proofs it takes over. */
  readonly beforeId: string | null;
}

/** What is made in a running transaction, together with something else. */
interface InTransactionOnly {
  readonly organizations: "insert" | "setPlan" | "setQuotas" | "remove";
  readonly users: "insert" | "lock" | "beginReset" | "offerReset";
  readonly members: Exclude<keyof IdentityWriter["members"], "find" | "list" | "invitation" | "breakGlass">;
  readonly keys: "end" | "revokeEvery";
  readonly tokens: "revokeAll";
  readonly sessions: "insert" | "removeAll" | "endInOrganization" | "endEvery";
  readonly factors: "removeAll";
}

export type IdentityWriter = ReturnType<typeof storesOf>;
export type IdentityStore = {
  readonly [T in keyof IdentityWriter]: Omit<IdentityWriter[T], InTransactionOnly[T]>;
} & { in(transaction: InTransaction): IdentityWriter };

/** @param idleMinutes after which a session that nobody used is over */
export function createIdentityStore(
  database: Database,
  signRecord: SignRecord,
  idleMinutes: number,
): IdentityStore {
  return {
    ...storesOf(outside(database, signRecord), idleMinutes),
    in: (transaction) => storesOf(inside(connectionOf(transaction), signRecord), idleMinutes),
  };
}

function storesOf(tables: Tables, idleMinutes: number) {
  return {
    organizations: organizationStore(tables),
    users: userStore(tables),
    members: memberStore(tables),
    keys: keyStore(tables),
    tokens: tokenStore(tables),
    sessions: sessionStore(tables, idleMinutes),
    factors: factorStore(tables),
  };
}

function organizationStore({ query, write, change }: Tables) {
  return {
    insert: (
      organization: Pick<OrganizationDetail, "id" | "slug" | "name" | "plan" | "createdAt">,
      trail: Trail,
    ) => write(sql.insertOrganization, organization, trail),
    /** By id or slug. */
    find: async (named: string): Promise<OrganizationDetail | undefined> =>
      (await query(sql.getOrganization, { idOrSlug: named }))[0],
    list: (limit: number) => query(sql.listOrganizations, { limit }),
    /** The slugs that are this one, or begin with it and a hyphen. */
    slugs: async (base: string) => (await query(sql.listSlugs, { base })).map(({ slug }) => slug),
    setPlan: (id: string, plan: Plan, trail: Trail) => write(sql.updateOrganizationPlan, { id, plan }, trail),
    setQuotas: (id: string, quotas: Quotas, trail: Trail) =>
      write(sql.updateOrganizationQuotas, { id, quotas: jsonText(quotas) }, trail),
    /**
     * With everything that belongs to it; its audit records stay.
     * @param may asked once nobody else changes it any more
     * @returns whether it was removed
     */
    remove(
      organizationId: string,
      trail: Trail,
      may: (standing: RowOf<typeof sql.lockOrganization>) => boolean,
    ) {
      return change(trail, async (query) => {
        // People are locked before the organization, as when somebody joins; people who joined meanwhile are locked after it.
        await query(sql.lockUnprovedMembers, { organizationId });
        const [standing] = await query(sql.lockOrganization, { id: organizationId });
        if (standing === undefined || !may(standing)) return false;
        const people = await query(sql.lockUnprovedMembers, { organizationId });
        const userIds = people.map((person) => person.id);
        await query(sql.deleteOrganizationReferences, { organizationId });
        await query(sql.deleteOrganization, { organizationId });
        await query(sql.endUnprovedAccounts, { userIds });
        await query(sql.deleteUnclaimedUsers, { userIds });
        return true;
      });
    },
    /** Whether the installation holds neither an organization nor a person. */
    none: async () => !(await query(sql.getAnyAccount, {}))[0]?.found,
  };
}

function userStore({ query, write, writeIfThere, change }: Tables) {
  return {
    /** Stands for nothing without a membership, whose trail covers it. */
    insert: (account: Account) =>
      write(sql.insertUser, { ...account, emailFolded: foldEmail(account.email) }, []),
    /** Compared without case. */
    byEmail: async (email: string): Promise<Account | undefined> =>
      (await query(sql.getUserByEmail, { emailFolded: foldEmail(email) }))[0],
    find: async (id: string): Promise<Account | undefined> => (await query(sql.getUser, { id }))[0],
    /** Holds the account of that address, where there is one, until the running transaction ends. */
    lock: (email: string) => query(sql.lockUser, { emailFolded: foldEmail(email) }),
    memberships: async (id: string): Promise<Membership[]> =>
      (await query(sql.listMemberships, { userId: id })).map(
        ({ role, signIn, secondFactor, ...organization }) => ({
          role,
          signIn,
          secondFactor,
          organization,
        }),
      ),
    /** On whose clocks the person reads mails, by its IANA name; null: those of the organization. */
    timezoneOf: async (email: string): Promise<string | null> =>
      (await query(sql.getTimezoneOfUser, { emailFolded: foldEmail(email) }))[0]?.timezone ?? null,
    rename: (id: string, name: string, trail: Trail) => write(sql.updateUserName, { id, name }, trail),
    setProfile: (profile: Profile & { readonly id: string }, trail: Trail) =>
      write(sql.updateUserProfile, profile, trail),
    /**
     * Sets the password and uses up the link of a reset; false, and nothing is changed, when the present
     * password or its state is no longer the one that was seen.
     */
    setPassword(
      { id, passwordHash: seenHash, passwordState: seenState }: SeenPassword,
      password: NewPassword,
      trail: Trail,
    ) {
      return writeIfThere(sql.setUserPassword, { id, seenHash, seenState, ...password }, trail);
    },
    /** Ends the password until the link is followed, in the place of any link before; false without a password. */
    beginReset: (userId: string, hash: Buffer, expiresAt: Date, trail: Trail) =>
      change(trail, async (query) => {
        if ((await query(sql.endPassword, { userId })).length === 0) return false;
        await query(sql.replaceReset, {
          hash,
          userId,
          expiresAt,
          provesAddress: true,
          unlessSince: null,
        });
        return true;
      }),
    /**
     * A link to a new password, in the place of any before; the present password goes on until it is followed.
     * @returns false, and the link before stays, where that one ends after `unlessSince`
     */
    offerReset: (offer: ResetOffer, trail: Trail) => writeIfThere(sql.replaceReset, { ...offer }, trail),
    /** The open reset behind a link. */
    reset: async (hash: Buffer, now: Date): Promise<PasswordReset | undefined> =>
      (await query(sql.getReset, { hash, now }))[0],
  };
}

function memberStore({ query, write, writeIfThere, change }: Tables) {
  return {
    insert: (member: NewMember, trail: Trail) => write(sql.insertMember, member, trail),
    find: async (organizationId: string, userId: string): Promise<MemberRecord | undefined> =>
      (await query(sql.getMember, { organizationId, userId }))[0],
    list: (organizationId: string, limit: number) => query(sql.listMembers, { organizationId, limit }),
    /** Whether anybody else is org_admin; open invitations do not count. */
    hasOtherAdmin: async (organizationId: string, userId: string) =>
      (await query(sql.findOtherAdmin, { organizationId, userId })).length > 0,
    /** The org_admin who signs in by password where the others may not; undefined where all may. */
    breakGlass: async (organizationId: string) =>
      (await query(sql.getBreakGlass, { organizationId }))[0]?.userId ?? undefined,
    setRole: (organizationId: string, userId: string, role: Role, trail: Trail) =>
      write(sql.updateMemberRole, { organizationId, userId, role }, trail),
    /** Begins the membership and uses its links up; false when it had begun. */
    accept: (organizationId: string, userId: string, acceptedAt: Date, trail: Trail) =>
      writeIfThere(sql.acceptMembership, { organizationId, userId, acceptedAt }, trail),
    /**
     * With their open links and their tokens' part in the organization. An account whose address nobody proved
     * ends with its last membership; a person who was only invited, and nowhere else, goes altogether.
     */
    async remove(organizationId: string, userId: string, at: Date, trail: Trail) {
      await change(trail, async (query) => {
        await query(sql.deleteMember, { organizationId, userId });
        await query(sql.endTokensOfMember, { organizationId, userId, at });
        await query(sql.endSsoSessions, { organizationId, userId });
        await query(sql.endUnprovedAccounts, { userIds: [userId] });
        await query(sql.deleteUnclaimedUsers, { userIds: [userId] });
        return true;
      });
    },
    /** No link of theirs is good any more. */
    endInvitations: (organizationId: string, userId: string) =>
      write(sql.endInvitations, { organizationId, userId }, []),
    /** Stores a link, in the place of any other of the member. */
    invite: (invitation: NewInvitation, trail: Trail) => write(sql.insertInvitation, invitation, trail),
    /** The invitations mailed to an address since then, newest first, by every organization. */
    mailedInvitations: (email: string, since: Date, limit: number) =>
      query(sql.listMailedInvitations, { partition: partitionOf("email", email), since, limit }),
    /** The open invitation behind a link. */
    invitation: async (hash: Buffer, now: Date): Promise<Invitation | undefined> =>
      (await query(sql.getInvitation, { hash, now }))[0],
  };
}

function keyStore({ query, change, writeIfThere }: Tables) {
  return {
    /** @param row what the key is bound to. False, and nothing is done, where that is gone; else it stays until the commit. */
    insert(
      organizationId: string,
      { lastUsedAt: _at, lastUsedAddress: _from, ...key }: StoredKey,
      hash: Buffer,
      trail: Trail,
      row?: { readonly kind: string; readonly id: string },
    ) {
      return change(trail, async (query) => {
        if (row !== undefined && (await query(sql.lockRow, { organizationId, ...row })).length === 0)
          return false;
        await query(sql.insertKey, { organizationId, ...key, hash });
        return true;
      });
    },
    /**
     * Makes a key's successor, and ends the key at a time unless it ends before.
     * @param row as of insert. False, and nothing is done, where the key or the row is gone
     */
    replace(
      organizationId: string,
      old: { readonly id: string; readonly expiresAt: Date },
      { lastUsedAt: _at, lastUsedAddress: _from, ...key }: StoredKey,
      hash: Buffer,
      trail: Trail,
      row?: { readonly kind: string; readonly id: string },
    ) {
      return change(trail, async (query) => {
        if (row !== undefined && (await query(sql.lockRow, { organizationId, ...row })).length === 0)
          return false;
        if ((await query(sql.endKey, { organizationId, ...old, now: key.createdAt })).length === 0)
          return false;
        await query(sql.insertKey, { organizationId, ...key, hash });
        return true;
      });
    },
    /** Those that are bound to the connector, without the revoked ones. */
    ofConnector: (organizationId: string, connectorId: string) =>
      query(sql.listKeysOfConnector, { organizationId, connectorId }),
    /** Undefined when there is no such key, or it was revoked. */
    find: async (organizationId: string, id: string): Promise<StoredKey | undefined> =>
      (await query(sql.getKey, { organizationId, id }))[0],
    /** Newest first, without the revoked ones. */
    list: (organizationId: string, limit: number) => query(sql.listKeys, { organizationId, limit }),
    /** Those that work, of every organization. */
    revokeEvery: (now: Date) => query(sql.revokeEveryKey, { now }),
    /** Ends it then, unless it ends before. */
    end: (organizationId: string, id: string, expiresAt: Date, now: Date) =>
      writeIfThere(sql.endKey, { organizationId, id, expiresAt, now }, []),
    /** False when there is no such key, or it was revoked before. */
    revoke: (organizationId: string, id: string, now: Date, trail: Trail) =>
      writeIfThere(sql.revokeKey, { organizationId, id, now }, trail),
  };
}

function tokenStore({ query, write, writeIfThere }: Tables) {
  return {
    /** @param accessUntil when its present value ends, where a program holds it that gets a new one before */
    insert: (
      userId: string,
      { lastUsedAt: _, ...token }: StoredToken,
      hash: Buffer,
      trail: Trail,
      accessUntil: Date | null = null,
    ) => write(sql.insertToken, { userId, ...token, hash, accessUntil }, trail),
    find: async (userId: string, id: string): Promise<StoredToken | undefined> =>
      (await query(sql.getToken, { userId, id }))[0],
    list: (userId: string, limit: number) => query(sql.listTokens, { userId, limit }),
    /** False when it is not as it was seen any more. */
    narrow(
      userId: string,
      { id, maxRole: seenRole, expiresAt: seenExpiry }: StoredToken,
      to: Pick<StoredToken, "name" | "organizations" | "maxRole" | "expiresAt" | "proposeOnly">,
      trail: Trail,
    ) {
      return writeIfThere(sql.narrowToken, { userId, id, seenRole, seenExpiry, ...to }, trail);
    },
    revoke: (userId: string, id: string, now: Date, trail: Trail) =>
      writeIfThere(sql.revokeToken, { userId, id, now }, trail),
    /** Ends every token of the person. */
    revokeAll: (userId: string, now: Date) => write(sql.revokeTokensOfUser, { userId, now }, []),
  };
}

function sessionStore({ query, write, writeIfThere, change }: Tables, idleMinutes: number) {
  return {
    /** False, and no session, when the password that proves it is another by now or was ended by a reset. */
    insert({ address, userAgent, ...session }: NewSession, hash: Buffer, trail: Trail) {
      const device = { address: address ?? null, userAgent: userAgent ?? null };
      return writeIfThere(sql.insertSession, { hash, ...session, ...device }, trail);
    },
    /** Those that have not expired, newest first. */
    list: (userId: string, now: Date, limit: number) =>
      query(sql.listSessions, { userId, now, limit, idleMinutes }),
    /** False when the person has no such session. */
    remove: (userId: string, id: string, trail: Trail) =>
      writeIfThere(sql.deleteSession, { userId, id }, trail),
    removeOthers: (userId: string, keptId: string) => write(sql.deleteOtherSessions, { userId, keptId }, []),
    /** Those of everybody, with every personal token and every link that would begin one. */
    endEvery: async (now: Date) => (await query(sql.endEverySession, { now }))[0],
    removeAll: (userId: string) => write(sql.deleteSessionsOfUser, { userId }, []),
    /** One member's part in the organization: what reaches others goes on there. */
    endInOrganization: (organizationId: string, userId: string, trail: Trail) =>
      change(trail, async (query) => {
        await query(sql.endMemberSessions, { organizationId, userId });
        return true;
      }),
    /** What the organization's own sign-in proved, for all of its members, is over. */
    endSso: (organizationId: string) => write(sql.endSsoSessions, { organizationId, userId: null }, []),
  };
}
