/** The IdentityStore on PostgreSQL. Every change and its audit records are one transaction, or part of the caller's. */

import type {
  Account,
  IdentityStore,
  IdentityWriter,
  Invitation,
  KeyStore,
  MailedInvitation,
  MemberRecord,
  MemberWriter,
  OrganizationDetail,
  OrganizationWriter,
  PasswordReset,
  SessionWriter,
  StoredKey,
  StoredSession,
  StoredToken,
  TokenWriter,
  Trail,
  UserWriter,
} from "../engine/ports/identity.ts";
import type { ProveRecord } from "../engine/ports/rows.ts";
import type { Plan, Role } from "../kernel/access.ts";
import { foldEmail } from "../kernel/natural-key.ts";
import type { Connection, Database } from "./database.ts";
import { laneOf } from "./deliveries.ts";
import { connectionOf } from "./scope.ts";
import { sql } from "./statement.ts";
import { auditValues } from "./store.ts";

export function createIdentityStore(database: Database, prove: ProveRecord): IdentityStore {
  return {
    ...storesOf(outside(database, prove)),
    in: (transaction) => storesOf(inside(connectionOf(transaction), prove)),
  };
}

function storesOf(tables: Tables): IdentityWriter {
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
  readonly rows: Rows;
  /** Makes a change with its trail, in one transaction; `work` is given its rows, and answers whether anything changed. */
  change(trail: Trail, work: (rows: Rows) => Promise<boolean>): Promise<boolean>;
  /** A change by one statement that always finds its row. */
  write(name: string, values: readonly unknown[], trail: Trail): Promise<void>;
  /** A change by one statement that answers the row where it found one. */
  writeIfThere(name: string, values: readonly unknown[], trail: Trail): Promise<boolean>;
}

type Rows = <R>(name: string, values: readonly unknown[]) => Promise<R[]>;

function rowsOver(database: Connection): Rows {
  return <R>(name: string, values: readonly unknown[]) => database.query<R>(sql(name), values);
}

/** Each change is a transaction of its own. */
function outside(database: Database, prove: ProveRecord): Tables {
  return openTables(rowsOver(database), (trail, work) =>
    database.transaction((connection) => inside(connection, prove).change(trail, work)),
  );
}

/** Changes are part of the transaction that this is the connection of. */
function inside(connection: Connection, prove: ProveRecord): Tables {
  const rows = rowsOver(connection);
  return openTables(rows, async (trail, work) => {
    if (!(await work(rows))) return false;
    for (const { organizationId, entry } of trail) {
      await rows("insert-audit-record", auditValues(organizationId, entry, prove));
    }
    return true;
  });
}

function openTables(rows: Rows, change: Tables["change"]): Tables {
  return {
    rows,
    change,
    async write(name, values, trail) {
      await change(trail, (rows) => rows(name, values).then(() => true));
    },
    writeIfThere: (name, values, trail) =>
      change(trail, async (rows) => (await rows(name, values)).length > 0),
  };
}

function organizationStore({ rows, write, change }: Tables): OrganizationWriter {
  return {
    insert: ({ id, slug, name, plan, createdAt }, trail) =>
      write("insert-organization", [id, slug, name, plan, createdAt], trail),
    find: async (named) => (await rows<OrganizationDetail>("get-organization", [named]))[0],
    list: (limit) => rows("list-organizations", [limit]),
    slugs: async (base) => (await rows<{ slug: string }>("list-slugs", [base])).map(({ slug }) => slug),
    setPlan: (id, plan, trail) => write("update-organization-plan", [id, plan], trail),
    async remove(id, trail) {
      await change(trail, async (rows) => {
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

function userStore({ rows, write, writeIfThere, change }: Tables): UserWriter {
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
      change(trail, async (rows) => {
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

function memberStore({ rows, write, writeIfThere, change }: Tables): MemberWriter {
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
      await change(trail, async (rows) => {
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
      rows<MailedInvitation>("list-mailed-invitations", [laneOf("email", email), since, limit]),
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

function tokenStore({ rows, write, writeIfThere }: Tables): TokenWriter {
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

function sessionStore({ rows, write, writeIfThere }: Tables): SessionWriter {
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
