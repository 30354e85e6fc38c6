/** The IdentityStore on PostgreSQL. Every change and its audit records are one transaction. */

import type {
  Account,
  IdentityStore,
  Invitation,
  KeyStore,
  MailedInvitation,
  MemberRecord,
  MemberStore,
  OrganizationDetail,
  OrganizationStore,
  PasswordReset,
  SessionStore,
  StoredKey,
  StoredSession,
  StoredToken,
  TokenStore,
  Trail,
  UserStore,
} from "../engine/ports/identity.ts";
import type { ProveRecord } from "../engine/ports/rows.ts";
import type { Plan, Role } from "../kernel/access.ts";
import { foldEmail } from "../kernel/natural-key.ts";
import type { Database } from "./database.ts";
import { partitionOf } from "./deliveries.ts";
import { sql } from "./statement.ts";
import { auditValues } from "./store.ts";

export function createIdentityStore(database: Database, prove: ProveRecord): IdentityStore {
  const tables = openTables(database, prove);
  return {
    organizations: organizationStore(tables),
    users: userStore(tables),
    members: memberStore(tables),
    keys: keyStore(tables),
    tokens: tokenStore(tables),
    sessions: sessionStore(tables),
  };
}

interface Tables {
  rows<R>(name: string, values: readonly unknown[]): Promise<R[]>;
  /** Makes a change with its trail; `work` answers whether anything changed. */
  change(trail: Trail, work: () => Promise<boolean>): Promise<boolean>;
  /** A change by one statement that always finds its row. */
  write(name: string, values: readonly unknown[], trail: Trail): Promise<void>;
  /** A change by one statement that answers the row where it found one. */
  writeIfThere(name: string, values: readonly unknown[], trail: Trail): Promise<boolean>;
}

function openTables(database: Database, prove: ProveRecord): Tables {
  const rows = <R>(name: string, values: readonly unknown[]) => database.query<R>(sql(name), values);

  async function change(trail: Trail, work: () => Promise<boolean>): Promise<boolean> {
    return database.transaction(async () => {
      if (!(await work())) return false;
      for (const { organizationId, entry } of trail) {
        await rows("insert-audit-record", auditValues(organizationId, entry, prove));
      }
      return true;
    });
  }

  return {
    rows,
    change,
    async write(name, values, trail) {
      await change(trail, () => rows(name, values).then(() => true));
    },
    writeIfThere: (name, values, trail) => change(trail, async () => (await rows(name, values)).length > 0),
  };
}

function organizationStore({ rows, write, change }: Tables): OrganizationStore {
  return {
    insert: ({ id, slug, name, plan, createdAt }, trail) =>
      write("insert-organization", [id, slug, name, plan, createdAt], trail),
    find: async (named) => (await rows<OrganizationDetail>("get-organization", [named]))[0],
    list: (limit) => rows("list-organizations", [limit]),
    slugs: async (base) => (await rows<{ slug: string }>("list-slugs", [base])).map(({ slug }) => slug),
    setPlan: (id, plan, trail) => write("update-organization-plan", [id, plan], trail),
    async remove(id, trail) {
      await change(trail, async () => {
        // People are held before the organization, like by whoever joins; who joined meanwhile is held after it.
        await rows("lock-unproved-members", [id]);
        await rows("lock-organization", [id]);
        const people = await rows<{ id: string }>("lock-unproved-members", [id]);
        const ids = people.map((person) => person.id);
        await rows("delete-organization-references", [id]);
        await rows("delete-organization", [id]);
        await rows("end-unproved-accounts", [ids]);
        await rows("delete-unclaimed-users", [ids]);
        return true;
      });
    },
    none: async () => !(await rows<{ found: boolean }>("get-any-account", []))[0]?.found,
  };
}

function userStore({ rows, write, writeIfThere, change }: Tables): UserStore {
  return {
    insert: ({ id, email, name, passwordHash, passwordState, provedAt, createdAt }) =>
      write(
        "insert-user",
        [id, email, foldEmail(email), name, passwordHash, passwordState, provedAt, createdAt],
        [],
      ),
    byEmail: async (email) => (await rows<Account>("get-user-by-email", [foldEmail(email)]))[0],
    find: async (id) => (await rows<Account>("get-user", [id]))[0],
    hold: async (email) => void (await rows("lock-user", [foldEmail(email)])),
    memberships: async (id) =>
      (await rows<MembershipRow>("list-memberships", [id])).map(({ role, ...organization }) => ({
        role,
        organization,
      })),
    rename: (id, name, trail) => write("update-user-name", [id, name], trail),
    setPassword: ({ id, passwordHash, passwordState }, { hash, state, provedAt }, trail) =>
      writeIfThere("set-user-password", [id, passwordHash, passwordState, hash, state, provedAt], trail),
    beginReset: (id, linkHash, expiresAt, trail) =>
      change(trail, async () => {
        if ((await rows("end-password", [id])).length === 0) return false;
        await rows("replace-reset", [linkHash, id, expiresAt]);
        return true;
      }),
    reset: async (linkHash, now) => (await rows<PasswordReset>("get-reset", [linkHash, now]))[0],
  };
}

interface MembershipRow {
  role: Role;
  id: string;
  slug: string;
  name: string;
  plan: Plan;
  ipAllowlist: string[];
}

function memberStore({ rows, write, writeIfThere, change }: Tables): MemberStore {
  return {
    insert: ({ organizationId, userId, role, invitedName, acceptedAt, createdAt }, trail) =>
      write("insert-member", [organizationId, userId, role, invitedName, acceptedAt, createdAt], trail),
    find: async (organizationId, userId) =>
      (await rows<MemberRecord>("get-member", [organizationId, userId]))[0],
    list: (organizationId, limit) => rows("list-members", [organizationId, limit]),
    hasOtherAdmin: async (organizationId, userId) =>
      (await rows("find-other-admin", [organizationId, userId])).length > 0,
    setRole: (organizationId, userId, role, trail) =>
      write("update-member-role", [organizationId, userId, role], trail),
    accept: (organizationId, userId, at, trail) =>
      writeIfThere("accept-membership", [organizationId, userId, at], trail),
    async remove(organizationId, userId, at, trail) {
      await change(trail, async () => {
        await rows("delete-member", [organizationId, userId]);
        await rows("end-tokens-of-member", [organizationId, userId, at]);
        await rows("end-unproved-accounts", [[userId]]);
        await rows("delete-unclaimed-users", [[userId]]);
        return true;
      });
    },
    invite: ({ hash, organizationId, userId, expiresAt, provesAddress }, trail) =>
      write("insert-invitation", [hash, organizationId, userId, expiresAt, provesAddress], trail),
    mailedInvitations: (email, since, limit) =>
      rows<MailedInvitation>("list-mailed-invitations", [partitionOf("email", email), since, limit]),
    invitation: async (hash, now) => (await rows<Invitation>("get-invitation", [hash, now]))[0],
  };
}

function keyStore({ rows, write, writeIfThere }: Tables): KeyStore {
  return {
    insert: (organizationId, { id, name, scopes, prefix, createdBy, createdAt, expiresAt }, hash, trail) =>
      write(
        "insert-key",
        [organizationId, id, hash, name, scopes, prefix, createdBy, createdAt, expiresAt],
        trail,
      ),
    find: async (organizationId, id) => (await rows<StoredKey>("get-key", [organizationId, id]))[0],
    list: (organizationId, limit) => rows<StoredKey>("list-keys", [organizationId, limit]),
    revoke: (organizationId, id, now, trail) => writeIfThere("revoke-key", [organizationId, id, now], trail),
  };
}

function tokenStore({ rows, write, writeIfThere }: Tables): TokenStore {
  return {
    insert: (userId, { id, name, prefix, organizations, maxRole, createdAt, expiresAt }, hash, trail) =>
      write(
        "insert-token",
        [id, userId, hash, name, prefix, organizations, maxRole, createdAt, expiresAt],
        trail,
      ),
    find: async (userId, id) => (await rows<StoredToken>("get-token", [userId, id]))[0],
    list: (userId, limit) => rows<StoredToken>("list-tokens", [userId, limit]),
    revoke: (userId, id, now, trail) => writeIfThere("revoke-token", [userId, id, now], trail),
    revokeAll: (userId, now) => write("revoke-tokens-of-user", [userId, now], []),
  };
}

function sessionStore({ rows, write, writeIfThere }: Tables): SessionStore {
  return {
    insert: ({ id, userId, passwordHash, createdAt, address, userAgent }, hash, trail) =>
      writeIfThere(
        "insert-session",
        [hash, id, userId, createdAt, address ?? null, userAgent ?? null, passwordHash],
        trail,
      ),
    list: (userId, now, limit) => rows<StoredSession>("list-sessions", [userId, now, limit]),
    remove: (userId, id, trail) => writeIfThere("delete-session", [userId, id], trail),
    removeOthers: (userId, keptId) => write("delete-other-sessions", [userId, keptId], []),
    removeAll: (userId) => write("delete-sessions-of-user", [userId], []),
  };
}
