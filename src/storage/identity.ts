/** The IdentityStore on PostgreSQL. Every change and its audit records are one transaction. */

import type {
  IdentityStore,
  KeyStore,
  MemberStore,
  OrganizationStore,
  SessionStore,
  TokenStore,
  Trail,
  UserStore,
} from "../engine/ports/identity.ts";
import type { SignRecord } from "../engine/ports/rows.ts";
import { foldEmail } from "../kernel/natural-key.ts";
import type { Database } from "./database.ts";
import { laneOf } from "./deliveries.ts";
import type { ExactParameters, QueryName, QueryParameters } from "./statement.ts";
import { auditParameters } from "./store.ts";

export function createIdentityStore(database: Database, signRecord: SignRecord): IdentityStore {
  const tables = openTables(database, signRecord);
  return {
    organizations: organizationStore(tables),
    users: userStore(tables),
    members: memberStore(tables),
    keys: keyStore(tables),
    tokens: tokenStore(tables),
    sessions: sessionStore(tables),
  };
}

/** Runs one query that makes a change, with the change's trail. */
type Write<Result> = <N extends QueryName, P extends QueryParameters<N>>(
  name: N,
  parameters: ExactParameters<N, P>,
  trail: Trail,
) => Promise<Result>;

interface Tables {
  readonly query: Database["query"];
  /** Makes a change with its trail; `work` answers whether anything changed. */
  change(trail: Trail, work: () => Promise<boolean>): Promise<boolean>;
  /** A change by one statement that always finds its row. */
  readonly write: Write<void>;
  /** A change by one statement that answers the row where it found one. */
  readonly writeIfThere: Write<boolean>;
}

function openTables(database: Database, signRecord: SignRecord): Tables {
  const query: Database["query"] = (name, parameters) => database.query(name, parameters);

  async function change(trail: Trail, work: () => Promise<boolean>): Promise<boolean> {
    return database.transaction(async () => {
      if (!(await work())) return false;
      for (const { organizationId, entry } of trail) {
        await query("insert-audit-record", auditParameters(organizationId, entry, signRecord));
      }
      return true;
    });
  }

  return {
    query,
    change,
    async write(name, parameters, trail) {
      await change(trail, () => query(name, parameters).then(() => true));
    },
    writeIfThere: (name, parameters, trail) =>
      change(trail, async () => (await query(name, parameters)).length > 0),
  };
}

function organizationStore({ query, write, change }: Tables): OrganizationStore {
  return {
    insert: ({ id, slug, name, plan, createdAt }, trail) =>
      write("insert-organization", { id, slug, name, plan, createdAt }, trail),
    find: async (named) => (await query("get-organization", { idOrSlug: named }))[0],
    list: (limit) => query("list-organizations", { limit }),
    slugs: async (base) => (await query("list-slugs", { base })).map(({ slug }) => slug),
    setPlan: (id, plan, trail) => write("update-organization-plan", { id, plan }, trail),
    async remove(organizationId, trail) {
      await change(trail, async () => {
        // People are held before the organization, like by whoever joins; who joined meanwhile is held after it.
        await query("lock-unproved-members", { organizationId });
        await query("lock-organization", { id: organizationId });
        const people = await query("lock-unproved-members", { organizationId });
        const userIds = people.map((person) => person.id);
        await query("delete-organization-references", { organizationId });
        await query("delete-organization", { organizationId });
        await query("end-unproved-accounts", { userIds });
        await query("delete-unclaimed-users", { userIds });
        return true;
      });
    },
    none: async () => !(await query("get-any-account", {}))[0]?.found,
  };
}

function userStore({ query, write, writeIfThere, change }: Tables): UserStore {
  return {
    insert({ id, email, name, passwordHash, passwordState, provedAt, createdAt }) {
      const person = { id, email, emailFolded: foldEmail(email), name, createdAt };
      return write("insert-user", { ...person, passwordHash, passwordState, provedAt }, []);
    },
    byEmail: async (email) => (await query("get-user-by-email", { emailFolded: foldEmail(email) }))[0],
    find: async (id) => (await query("get-user", { id }))[0],
    hold: async (email) => void (await query("lock-user", { emailFolded: foldEmail(email) })),
    memberships: async (id) =>
      (await query("list-memberships", { userId: id })).map(({ role, ...organization }) => ({
        role,
        organization,
      })),
    rename: (id, name, trail) => write("update-user-name", { id, name }, trail),
    setPassword({ id, passwordHash, passwordState }, { hash, state, provedAt }, trail) {
      const seen = { id, seenHash: passwordHash, seenState: passwordState };
      return writeIfThere("set-user-password", { ...seen, hash, state, provedAt }, trail);
    },
    beginReset: (userId, hash, expiresAt, trail) =>
      change(trail, async () => {
        if ((await query("end-password", { userId })).length === 0) return false;
        await query("replace-reset", { hash, userId, expiresAt });
        return true;
      }),
    reset: async (hash, now) => (await query("get-reset", { hash, now }))[0],
  };
}

function memberStore({ query, write, writeIfThere, change }: Tables): MemberStore {
  return {
    insert: ({ organizationId, userId, role, invitedName, acceptedAt, createdAt }, trail) =>
      write("insert-member", { organizationId, userId, role, invitedName, acceptedAt, createdAt }, trail),
    find: async (organizationId, userId) => (await query("get-member", { organizationId, userId }))[0],
    list: (organizationId, limit) => query("list-members", { organizationId, limit }),
    hasOtherAdmin: async (organizationId, userId) =>
      (await query("find-other-admin", { organizationId, userId })).length > 0,
    setRole: (organizationId, userId, role, trail) =>
      write("update-member-role", { organizationId, userId, role }, trail),
    accept: (organizationId, userId, acceptedAt, trail) =>
      writeIfThere("accept-membership", { organizationId, userId, acceptedAt }, trail),
    async remove(organizationId, userId, at, trail) {
      await change(trail, async () => {
        await query("delete-member", { organizationId, userId });
        await query("end-tokens-of-member", { organizationId, userId, at });
        await query("end-unproved-accounts", { userIds: [userId] });
        await query("delete-unclaimed-users", { userIds: [userId] });
        return true;
      });
    },
    invite: ({ hash, organizationId, userId, expiresAt, provesAddress }, trail) =>
      write("insert-invitation", { hash, organizationId, userId, expiresAt, provesAddress }, trail),
    mailedInvitations: (email, since, limit) =>
      query("list-mailed-invitations", { lane: laneOf("email", email), since, limit }),
    invitation: async (hash, now) => (await query("get-invitation", { hash, now }))[0],
  };
}

function keyStore({ query, write, writeIfThere }: Tables): KeyStore {
  return {
    insert(organizationId, { id, name, scopes, prefix, createdBy, createdAt, expiresAt }, hash, trail) {
      const key = { id, hash, name, scopes, prefix, createdBy, createdAt, expiresAt };
      return write("insert-key", { organizationId, ...key }, trail);
    },
    find: async (organizationId, id) => (await query("get-key", { organizationId, id }))[0],
    list: (organizationId, limit) => query("list-keys", { organizationId, limit }),
    revoke: (organizationId, id, now, trail) =>
      writeIfThere("revoke-key", { organizationId, id, now }, trail),
  };
}

function tokenStore({ query, write, writeIfThere }: Tables): TokenStore {
  return {
    insert(userId, { id, name, prefix, organizations, maxRole, createdAt, expiresAt }, hash, trail) {
      const token = { id, hash, name, prefix, organizations, maxRole, createdAt, expiresAt };
      return write("insert-token", { userId, ...token }, trail);
    },
    find: async (userId, id) => (await query("get-token", { userId, id }))[0],
    list: (userId, limit) => query("list-tokens", { userId, limit }),
    revoke: (userId, id, now, trail) => writeIfThere("revoke-token", { userId, id, now }, trail),
    revokeAll: (userId, now) => write("revoke-tokens-of-user", { userId, now }, []),
  };
}

function sessionStore({ query, write, writeIfThere }: Tables): SessionStore {
  return {
    insert({ id, userId, passwordHash, createdAt, address = null, userAgent = null }, hash, trail) {
      const session = { id, userId, createdAt, address, userAgent };
      return writeIfThere("insert-session", { hash, passwordHash, ...session }, trail);
    },
    list: (userId, now, limit) => query("list-sessions", { userId, now, limit }),
    remove: (userId, id, trail) => writeIfThere("delete-session", { userId, id }, trail),
    removeOthers: (userId, keptId) => write("delete-other-sessions", { userId, keptId }, []),
    removeAll: (userId) => write("delete-sessions-of-user", { userId }, []),
  };
}
