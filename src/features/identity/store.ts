/** The IdentityStore on PostgreSQL. Every change and its audit records are one transaction, or part of the caller's. */

import type { Connection, Database } from "../../database/database.ts";
import { connectionOf } from "../../database/executor.ts";
import type { ExactParameters, QueryName, QueryParameters } from "../../database/statement.ts";
import { auditParameters } from "../../database/store.ts";
import type { SignRecord } from "../../engine/ports/rows.ts";
import { foldEmail } from "../../kernel/natural-key.ts";
import { partitionOf } from "../delivery/store.ts";
import type {
  IdentityStore,
  IdentityWriter,
  KeyStore,
  MemberWriter,
  OrganizationWriter,
  SessionWriter,
  TokenWriter,
  Trail,
  UserWriter,
} from "./port.ts";

export function createIdentityStore(database: Database, signRecord: SignRecord): IdentityStore {
  return {
    ...storesOf(outside(database, signRecord)),
    in: (transaction) => storesOf(inside(connectionOf(transaction), signRecord)),
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

/** Runs one query that makes a change, with the change's trail. */
type Write<Result> = <N extends QueryName, P extends QueryParameters<N>>(
  name: N,
  parameters: ExactParameters<N, P>,
  trail: Trail,
) => Promise<Result>;

interface Tables {
  readonly query: Query;
  /** Makes a change with its trail, in one transaction; `work` is given its queries, and answers whether anything changed. */
  change(trail: Trail, work: (query: Query) => Promise<boolean>): Promise<boolean>;
  /** A change by one statement that always finds its row. */
  readonly write: Write<void>;
  /** A change by one statement that answers the row where it found one. */
  readonly writeIfThere: Write<boolean>;
}

type Query = Connection["query"];

/** Each change is a transaction of its own. */
function outside(database: Database, signRecord: SignRecord): Tables {
  const query: Query = (name, parameters) => database.query(name, parameters);
  return openTables(query, (trail, work) =>
    database.transaction((connection) => inside(connection, signRecord).change(trail, work)),
  );
}

/** Changes are part of the transaction that this is the connection of. */
function inside({ query }: Connection, signRecord: SignRecord): Tables {
  return openTables(query, async (trail, work) => {
    if (!(await work(query))) return false;
    for (const { organizationId, entry } of trail) {
      await query("insert-audit-record", auditParameters(organizationId, entry, signRecord));
    }
    return true;
  });
}

function openTables(query: Query, change: Tables["change"]): Tables {
  return {
    query,
    change,
    async write(name, parameters, trail) {
      await change(trail, (query) => query(name, parameters).then(() => true));
    },
    writeIfThere: (name, parameters, trail) =>
      change(trail, async (query) => (await query(name, parameters)).length > 0),
  };
}

function organizationStore({ query, write, change }: Tables): OrganizationWriter {
  return {
    insert: ({ id, slug, name, plan, createdAt }, trail) =>
      write("insert-organization", { id, slug, name, plan, createdAt }, trail),
    find: async (named) => (await query("get-organization", { idOrSlug: named }))[0],
    list: (limit) => query("list-organizations", { limit }),
    slugs: async (base) => (await query("list-slugs", { base })).map(({ slug }) => slug),
    setPlan: (id, plan, trail) => write("update-organization-plan", { id, plan }, trail),
    async remove(organizationId, trail) {
      await change(trail, async (query) => {
        // People are locked before the organization, as when somebody joins; people who joined meanwhile are locked after it.
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

function userStore({ query, write, writeIfThere, change }: Tables): UserWriter {
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
      change(trail, async (query) => {
        if ((await query("end-password", { userId })).length === 0) return false;
        await query("replace-reset", { hash, userId, expiresAt });
        return true;
      }),
    reset: async (hash, now) => (await query("get-reset", { hash, now }))[0],
  };
}

function memberStore({ query, write, writeIfThere, change }: Tables): MemberWriter {
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
      await change(trail, async (query) => {
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
      query("list-mailed-invitations", { lane: partitionOf("email", email), since, limit }),
    invitation: async (hash, now) => (await query("get-invitation", { hash, now }))[0],
  };
}

function keyStore({ query, change, writeIfThere }: Tables): KeyStore {
  return {
    insert(organizationId, stored, hash, trail, row) {
      const { lastUsedAt: _, ...key } = { ...stored, hash };
      return change(trail, async (query) => {
        if (row !== undefined && (await query("hold-row", { organizationId, ...row })).length === 0)
          return false;
        await query("insert-key", { organizationId, ...key });
        return true;
      });
    },
    ofConnector: (organizationId, connectorId) =>
      query("list-keys-of-connector", { organizationId, connectorId }),
    find: async (organizationId, id) => (await query("get-key", { organizationId, id }))[0],
    list: (organizationId, limit) => query("list-keys", { organizationId, limit }),
    revoke: (organizationId, id, now, trail) =>
      writeIfThere("revoke-key", { organizationId, id, now }, trail),
  };
}

function tokenStore({ query, write, writeIfThere }: Tables): TokenWriter {
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

function sessionStore({ query, write, writeIfThere }: Tables): SessionWriter {
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
